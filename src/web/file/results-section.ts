import { element } from '../element.js';
import { button, details, labelFor, paragraph } from '../page-parts.js';
import type { Preview, PreviewQuestion } from './answer-preview.js';
import type { Comparison } from './compare-answers.js';
import { comparisonView } from './comparison-view.js';
import { counted } from './counted.js';
import { previewSection } from './preview-section.js';
import { summaryView } from './summary-view.js';
import type { Outcome } from './worker-messages.js';

/** What a person can do with an answer. */
export interface ResultsListener {
  readonly onSaveAnswer: () => void;
  readonly onSaveFailed: () => void;
  readonly onSaveSpreadsheet: () => void;
  readonly preview: (question: PreviewQuestion) => Promise<Preview>;
  /** Undefined when it was refused: then that has been said. */
  readonly compare: (before: Blob, file: Blob | null) => Promise<Comparison | undefined>;
}

/** An answer to take away: totals, a look into it, files, and what changed since an earlier one. */
export function resultsView(outcome: Outcome, listener: ResultsListener): HTMLElement {
  const { failedStudents } = outcome.summary;
  return element('div', {}, [
    element('p', { className: 'row' }, [
      button('Save the whole answer (CSV)', listener.onSaveAnswer, { className: 'primary' }),
      button('Save as a spreadsheet (.xlsx)', listener.onSaveSpreadsheet),
      failedStudents === 0
        ? null
        : button(`Save only the failed rows (${counted(failedStudents, 'student')})`, listener.onSaveFailed),
    ]),
    failedStudents === 0
      ? null
      : paragraph(
          'The failed rows have the columns of your own file and the error behind them: mend them there, and drop that file in here again.',
          'hint',
        ),
    summaryView(outcome),
    previewSection(listener.preview),
    compareSection(listener.compare),
  ]);
}

function compareSection(compare: ResultsListener['compare']): HTMLElement {
  const result = element('div', { 'aria-live': 'polite' });
  const answer = element('input', { id: 'earlier', type: 'file' });
  const file = element('input', { id: 'earlier-file', type: 'file' });
  const show = async (): Promise<void> => {
    const [before] = answer.files ?? [];
    if (before === undefined) {
      answer.focus();
      return;
    }
    const comparison = await compare(before, file.files?.[0] ?? null);
    if (comparison !== undefined) result.replaceChildren(comparisonView(comparison));
  };
  return details('Compare with an earlier answer', [
    element('p', { className: 'row' }, [
      labelFor(answer, 'The earlier answer (CSV), as it was saved'),
      answer,
    ]),
    element('p', { className: 'row' }, [
      labelFor(file, 'The file that it was made of, to see which input changed it (if you have it)'),
      file,
    ]),
    element('p', {}, [button('Compare', () => void show())]),
    result,
  ]);
}
