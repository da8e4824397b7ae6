import { wholeDollars } from '../../engine/texts.js';
import { element } from '../element.js';
import { paragraph } from '../page-parts.js';
import { plainTable } from './plain-table.js';
import type { Outcome, TermWhatIf } from './what-if.js';
import { sentences, signedDollars } from './what-if-words.js';

/** What other credits would do, in words and as a table, term by term. */
export function whatIfView(terms: readonly TermWhatIf[]): HTMLElement[] {
  return terms.map((term) => {
    const title = element('h3', {}, [term.label]);
    if (term.outcomes.length === 0) {
      const over = 'The final credits of this term are known: nothing about it can change.';
      return element('section', {}, [title, paragraph(over, 'hint')]);
    }
    const words = paragraph(sentences(term).join(' '), 'what-if-words');
    return element('section', {}, [title, words, outcomeTable(term)]);
  });
}

function outcomeTable({ label, outcomes }: TermWhatIf): HTMLElement {
  return plainTable({
    caption: `What other credits in ${label} would do`,
    columns: ['Credits', 'Limit for the year', 'Change', `Paid for ${label}`],
    rows: outcomes.map((outcome) => ({
      cells: [
        [outcome.credits, marksText(outcome)].filter((text) => text !== '').join(', '),
        wholeDollars(outcome.limit),
        signedDollars(outcome.change),
        wholeDollars(outcome.paid),
      ],
      isMarked: outcome.isNow,
    })),
  });
}

function marksText({ isNow, marks }: Outcome): string {
  return [...(isNow ? ['as planned'] : []), ...marks].join(', ');
}
