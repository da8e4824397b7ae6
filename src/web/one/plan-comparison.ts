import type { CalculationResult } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import { element } from '../element.js';
import { pathLabel, valueLabel } from '../field-labels.js';
import { paragraph } from '../page-parts.js';
import { type Case, entriesByPath } from './case.js';
import type { Plans } from './case-link.js';
import { LOAN_LABELS, limitOf, limitsOf, loansIn, sumOf } from './loan-dollars.js';
import { type PlainTable, plainTable } from './plain-table.js';
import type { Answers } from './plans-view.js';
import { changeText, signedDollars } from './what-if-words.js';

/** What plan B changes, in a sentence, as a list of what was typed otherwise, and figure by figure. */
export function comparisonView(plans: Plans, { a, b }: Answers): HTMLElement[] {
  if (plans.b === null || b === null || !a.ok || !b.ok) return [];
  const changed = differences(plans.a, plans.b);
  if (changed.length === 0) {
    return [paragraph('Both plans are the same so far: change something in the form.', 'note')];
  }
  const change = limitOf(b.result) - limitOf(a.result);
  return [
    element('p', { className: 'note' }, [
      element('strong', {}, [`Plan B: ${changeText(change)} for the year.`]),
      ` ${changed.join('; ')}.`,
    ]),
    plainTable(comparisonTable(a.result, b.result)),
  ];
}

/** Both answers and the difference, figure by figure. A term that only one of them has is compared with nothing. */
function comparisonTable(a: CalculationResult, b: CalculationResult): PlainTable {
  const [limitsA, limitsB] = [limitsOf(a), limitsOf(b)];
  const rows = loansIn(a, b).map(
    (loan): [name: string, before: number | undefined, after: number | undefined] => [
      LOAN_LABELS[loan],
      limitsA[loan],
      limitsB[loan],
    ],
  );
  rows.push(['Limit for the year', limitOf(a), limitOf(b)]);
  const count = Math.max(a.terms.length, b.terms.length);
  for (const way of ['equal', 'proportional'] as const) {
    if (way === 'proportional' && !a.show_both_options && !b.show_both_options) continue;
    const name = way === 'equal' ? 'in equal installments' : 'by credits';
    for (let index = 0; index < count; index++) {
      const [before, after] = [a.terms[index], b.terms[index]];
      const label = (before ?? after)?.label.trim() ?? '';
      const paid = [before, after].map((term) =>
        term === undefined ? undefined : sumOf(term[way] ?? term.equal),
      );
      rows.push([`${label}, ${name}`, paid[0], paid[1]]);
    }
  }
  return {
    caption: 'Plan A and plan B',
    columns: ['', 'Plan A', 'Plan B', 'B against A'],
    rows: rows.map(([name, before, after]) => ({
      cells: [name, amountText(before), amountText(after), signedDollars((after ?? 0) - (before ?? 0))],
    })),
  };
}

function amountText(amount: number | undefined): string {
  return amount === undefined ? 'not listed' : wholeDollars(amount);
}

/** What was typed otherwise in plan B, as sentences. */
function differences(a: Case, b: Case): string[] {
  const [before, after] = [entriesByPath(a), entriesByPath(b)];
  const terms = [...(a.terms.length >= b.terms.length ? a : b).terms].map(({ label = '' }) => label);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.flatMap((path) => {
    const [from, to] = [before.get(path) ?? '', after.get(path) ?? ''];
    const name = path.split('.').at(-1) ?? path;
    const words = (text: string) => (text === '' ? 'nothing given' : valueLabel(name, text));
    return from === to ? [] : [`${pathLabel(path, terms)} ${words(from)} → ${words(to)}`];
  });
}
