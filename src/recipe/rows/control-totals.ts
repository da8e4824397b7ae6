import { add, dollars, isPositive, toText, ZERO } from '../../engine/exact.js';
import { counted } from '../../engine/texts.js';
import { AMOUNTS_OF_TERM, AMOUNTS_OF_YEAR, DOLLARS, helpOf, type Ours } from '../format/our-fields.js';
import type { FileTerm, Student } from './file-student.js';
import { amountOf } from './read-cells.js';

/**
 * Totals of what a recipe reads. A person who knows them from elsewhere notices rows that were overlooked,
 * read twice or misread. Students who fail by the recipe are not included.
 */
export function controlTotals(labels: readonly string[]) {
  const year = totals(AMOUNTS_OF_YEAR);
  const terms = new Map(labels.map((label) => [label, totals(AMOUNTS_OF_TERM)]));
  let failed = 0;
  return {
    /** `asRead` are the cells of the terms before answers changed them, as an office adds them up. */
    add({ failure, facts }: Student, asRead: readonly FileTerm['cells'][]): void {
      if (failure !== null) {
        failed += 1;
        return;
      }
      year.add(facts);
      for (const cells of asRead) terms.get(cells.term_label)?.add(cells);
    },
    /** Sentences for the year, and for each term. */
    texts(): readonly string[] {
      const without = failed === 0 ? '' : `, without ${counted(failed, 'student')} who cannot be calculated`;
      const ofTerms = [...terms].map(([label, of]) => `${label}: ${of.text()}`);
      return [`To compare with your own totals${without}: ${year.text()}`, ...ofTerms];
    },
  };
}

/** Adds up each amount of a term or of the year, and counts the students for whom it is above 0. */
function totals(fields: readonly Ours[]) {
  let all = 0;
  const found = fields.map((field) => ({ field, sum: ZERO, students: 0 }));
  return {
    add(cells: Readonly<Partial<Record<Ours, string>>>): void {
      all += 1;
      for (const total of found) {
        const amount = amountOf(total.field, cells[total.field] ?? '');
        if (amount === null) continue;
        total.sum = add(total.sum, amount);
        if (isPositive(amount)) total.students += 1;
      }
    },
    /** `340 students. Credits enrolled: 4012.5 (338 students).`; without amounts that nobody has. */
    text(): string {
      const texts = found.flatMap(({ field, sum, students }) => {
        const amount = DOLLARS.has(field) ? dollars(sum) : toText(sum);
        return students === 0 ? [] : `${helpOf(field).label}: ${amount} (${counted(students, 'student')})`;
      });
      return `${[counted(all, 'student'), ...texts].join('. ')}.`;
    },
  };
}
