import type { CalculationResult } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import { pathLabel, valueLabel } from '../field-labels.js';
import { type Case, entriesByPath } from './case.js';
import { LOAN_LABELS, limitOf, limitsOf, loansIn, sumOf } from './loan-dollars.js';
import type { PlainTable } from './plain-table.js';
import { signedDollars } from './what-if-words.js';

/** Both answers and the difference, figure by figure. A term that only one of them has is compared with nothing. */
export function comparisonTable(a: CalculationResult, b: CalculationResult): PlainTable {
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
export function differences(a: Case, b: Case): string[] {
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
