import { add, dollars, type Exact, isPositive, toText, ZERO } from '../../engine/exact.js';
import { counted } from '../../engine/texts.js';
import {
  AMOUNTS_OF_YEAR,
  CREDIT_FIELDS,
  DOLLAR_FIELDS,
  helpOf,
  type Ours,
  PAID_FIELDS,
} from '../format/our-fields.js';
import { amountOf } from './read-cells.js';
import type { Student } from './student-facts.js';

const OF_TERM: readonly Ours[] = [...CREDIT_FIELDS, ...PAID_FIELDS];

/** An amount that students have, above 0. */
interface Total {
  sum: Exact;
  students: number;
}

/** What is read of a term by each amount, or of the year. */
class Totals {
  #students = 0;
  readonly #totals: ReadonlyMap<Ours, Total>;

  constructor(fields: readonly Ours[]) {
    this.#totals = new Map(fields.map((field) => [field, { sum: ZERO, students: 0 }]));
  }

  add(cells: Readonly<Partial<Record<Ours, string>>>): void {
    this.#students += 1;
    for (const [field, total] of this.#totals) {
      const amount = amountOf(field, cells[field] ?? '');
      if (amount === null) continue;
      total.sum = add(total.sum, amount);
      if (isPositive(amount)) total.students += 1;
    }
  }

  /** `340 students. Credits enrolled: 4012.5 (338 students).`; nothing of an amount that nobody has. */
  text(): string {
    const texts = [...this.#totals].flatMap(([field, { sum, students }]) => {
      const amount = DOLLAR_FIELDS.has(field) ? dollars(sum) : toText(sum);
      return students === 0 ? [] : `${helpOf(field).label}: ${amount} (${counted(students, 'student')})`;
    });
    return `${[counted(this.#students, 'student'), ...texts].join('. ')}.`;
  }
}

/**
 * What the rows come to by a recipe, added up: rows that were overlooked, read twice or for another thing show where a person
 * knows the totals from elsewhere. Students who fail by the recipe are not in it.
 */
export class ReadTotals {
  readonly #year = new Totals(AMOUNTS_OF_YEAR);
  readonly #terms: ReadonlyMap<string, Totals>;
  #failed = 0;

  constructor(labels: readonly string[]) {
    this.#terms = new Map(labels.map((label) => [label, new Totals(OF_TERM)]));
  }

  add({ terms, facts, failure }: Student): void {
    if (failure !== null) {
      this.#failed += 1;
      return;
    }
    this.#year.add(facts);
    for (const { label, cells, isOfOtherYear } of terms)
      if (isOfOtherYear !== true) this.#terms.get(label)?.add(cells);
  }

  /** Sentences for the year, and for each term. */
  texts(): readonly string[] {
    const ofTerms = [...this.#terms].map(([label, of]) => `${label}: ${of.text()}`);
    const without =
      this.#failed === 0 ? '' : `, without ${counted(this.#failed, 'student')} who cannot be calculated`;
    return [`To compare with your own totals${without}: ${this.#year.text()}`, ...ofTerms];
  }
}
