import { isNegative, isPositive, toText, ZERO } from '../engine/exact.js';
import { coveringAnswer, keyOfKind, kindOfNames } from './decision-kinds.js';
import { ROWS_DIFFER } from './failed-here.js';
import { CREDIT_FIELDS, type Ours, PAID, PAID_FIELDS } from './our-fields.js';
import { placedFields } from './places.js';
import { amountOf, isSame } from './read-cells.js';
import { decisionOf, type Recipe } from './recipe.js';
import type { Part } from './row-parts.js';
import { codeKey, columnsOf, isOfFunds } from './rules.js';
import type { Student } from './student-facts.js';

/** Rows of the same student and term: which of them are there twice, and which count. */

const AMOUNT_FIELDS: readonly Ours[] = [...CREDIT_FIELDS, ...PAID_FIELDS];

/** What several rows of each shape may be of, and the amounts that say whether they are the same. */
const ALIKE: Readonly<
  Record<'term' | 'course' | 'fund', { readonly of: string; readonly fields: readonly Ours[] }>
> = {
  term: { of: 'the same student and term', fields: AMOUNT_FIELDS },
  course: { of: 'one course', fields: CREDIT_FIELDS },
  fund: { of: 'one payment', fields: PAID_FIELDS },
};

/** Finds repeated rows, notes them with their student, and keeps those that count, as a recipe says. */
export class RepeatedRows {
  readonly #header: readonly string[];
  readonly #read: ReadonlySet<string>;
  readonly #recipe: Recipe;
  readonly #shape: keyof typeof ALIKE;
  /** The columns that say of which course, or of which payment of a fund, a row is; null where its term says that. */
  readonly #telling: readonly number[] | null;
  readonly #isNumbered: boolean;

  constructor(header: readonly string[], recipe: Recipe) {
    this.#header = header;
    this.#read = new Set(placedFields(recipe).flatMap(({ rule }) => columnsOf(rule)));
    this.#recipe = recipe;
    this.#shape = isOfFunds(recipe.rows) ? 'fund' : recipe.rows === 'course' ? 'course' : 'term';
    const { course, fund, payment_number } = recipe.fields;
    const rules =
      this.#shape === 'fund' ? [fund, payment_number] : this.#shape === 'course' ? [course] : null;
    this.#telling = rules?.flatMap(columnsOf).map((name) => header.indexOf(name)) ?? null;
    this.#isNumbered = this.#shape === 'fund' && columnsOf(payment_number).length > 0;
  }

  /** What a row is of: the course, the payment, or the term by its label; null where nothing tells the course. */
  readonly #whichOf = ({ own, code }: Part): string | null => {
    if (this.#telling === null) return codeKey(code);
    const which = textOf(this.#telling.map((place) => own.cells[place]));
    return this.#shape === 'course' && which.trim() === '' ? null : which;
  };

  /** Notes rows that count beside others of the same course, payment or term that do not, as a log has them. */
  noteVoid(parts: readonly Part[], student: Student): void {
    if (this.#recipe.rows === 'student' || !parts.some(({ isVoid }) => isVoid)) return;
    const isMixed = (same: readonly Part[]): boolean =>
      same.some(({ isVoid }) => isVoid) && same.some((part) => !part.isVoid && isMore(part, AMOUNT_FIELDS));
    const ofTerms = grouped(parts, ({ place }) => (place < 0 ? null : place));
    const mixed = ofTerms.flatMap((same) => grouped(same, this.#whichOf)).find(isMixed);
    if (mixed !== undefined && this.#decided(student, 'taken_back', mixed) === 'not_calculated')
      refuse(mixed, 'of the same thing, and only some of them count', student);
  }

  /** Those of the parts of a term that count; all of them where it is not known, which fails their student. */
  counted<Own extends Part>(parts: readonly Own[], student: Student): readonly Own[] {
    if (parts.length < 2) return parts;
    const equal = grouped(parts, ({ own }) => textOf(own.cells));
    const different = equal.flatMap((same) => same.slice(0, 1));
    const twice = equal.find(({ length }) => length > 1);
    let counting = twice === undefined ? parts : this.#ofEqual(parts, different, twice, student);
    for (const alike of this.#alike(counting, different)) {
      const one = this.#areSame(alike)
        ? asOne(alike, this.#shape === 'fund' ? PAID_FIELDS : AMOUNT_FIELDS)
        : null;
      const isTerm = this.#telling === null;
      const key = !isTerm ? 'alike_rows' : one !== null ? 'same_credits' : 'differing_rows';
      const decided = this.#decided(student, key, alike, this.#differing(alike));
      if (decided === 'once' && one !== null)
        counting = counting.map((part) => one[alike.indexOf(part)] ?? part);
      else if (decided !== 'each') refuse(alike, `of ${ALIKE[this.#shape].of}, and are not equal`, student);
    }
    return counting;
  }

  /** Whether rows of one course or payment have the same amounts; those of a term may leave blank what another one says. */
  #areSame(alike: readonly Part[]): boolean {
    const amountsOf = ({ cells }: Part): string =>
      ALIKE[this.#shape].fields.map((field) => toText(amountOf(field, cells[field]) ?? ZERO)).join(' ');
    return this.#telling === null || new Set(alike.map(amountsOf)).size === 1;
  }

  /** Rows that differ and may be one course, one payment, or one enrollment in a term. */
  #alike<Own extends Part>(counting: readonly Own[], different: readonly Own[]): readonly (readonly Own[])[] {
    const { fields } = ALIKE[this.#shape];
    const isBack = (part: Part): boolean => this.#shape === 'fund' && isReturn(part);
    // A payment may be corrected to 0; without a number, 0 is usually another one, not paid yet.
    const isNone = (part: Part): boolean =>
      fields.some((field) => part.cells[field] !== '') && this.#isNumbered;
    const isAmount = (part: Part): boolean => isMore(part, fields) || isBack(part) || isNone(part);
    const told = counting.filter((part) => this.#telling === null || isAmount(part));
    const areSeveral = (same: readonly Own[]): boolean =>
      same.filter((part) => !isBack(part) && different.includes(part)).length > 1;
    return grouped(told, this.#whichOf).filter(
      (same) => areSeveral(same) && same.some((part) => isMore(part, fields)),
    );
  }

  /** Those that count of rows of which some are equal. */
  #ofEqual<Own extends Part>(
    parts: readonly Own[],
    different: readonly Own[],
    twice: readonly Own[],
    student: Student,
  ): readonly Own[] {
    const decided = this.#decided(student, 'equal_rows', twice);
    const back = parts.find(isReturn);
    if (decided === 'not_calculated') refuse(twice, 'equal', student);
    if (decided === 'once' && back !== undefined)
      refuse(twice, `equal, and row ${back.own.row} takes a payment back`, student);
    return decided === 'each' ? parts : different;
  }

  /** The columns on no field, statuses too, in which rows differ: majors in others than the parts of a term. */
  #differing([first, ...others]: readonly Part[]): string {
    const isSame = (place: number): boolean =>
      others.every(({ own }) => own.cells[place]?.trim() === first?.own.cells[place]?.trim());
    return kindOfNames(this.#header.filter((name, place) => !this.#read.has(name) && !isSame(place)));
  }

  /** Notes that a question is of a student, and gives the answer; `kind` is that of what was found. */
  #decided(student: Student, key: string, [part]: readonly Part[], kind = ''): string {
    const decided = decisionOf(this.#recipe, keyOfKind(key, kind));
    const covering = coveringAnswer(this.#recipe, key, kind);
    if (decided === '' && covering !== '') return covering;
    student.note(key, { row: part?.own.row, kind });
    student.isInDoubt ||= decided === '';
    return decided;
  }
}

/** Parts of the same key, in the order of the first of each; without those that have none. */
export function grouped<Own>(
  parts: readonly Own[],
  keyOf: (part: Own) => string | number | null,
): readonly (readonly Own[])[] {
  const found = new Map<string | number, Own[]>();
  for (const part of parts) {
    const key = keyOf(part);
    if (key === null) continue;
    const same = found.get(key);
    if (same === undefined) found.set(key, [part]);
    else same.push(part);
  }
  return [...found.values()];
}

/**
 * Rows of one thing, of which the first has these amounts of all; null where two of them have other ones. A payment of 0 says as
 * little beside others as a blank.
 */
function asOne<Own extends Part>(parts: readonly Own[], fields: readonly Ours[]): readonly Own[] | null {
  const [first, ...others] = parts;
  if (first === undefined || others.some(({ isCleared }) => isCleared !== first.isCleared)) return null;
  const cells = { ...first.cells };
  for (const field of fields) {
    const filled = parts.flatMap((part) => part.cells[field] || []);
    const [one = filled[0] ?? '', ...more] = filled.filter(
      (amount) => !PAID.has(field) || !isSame(field, amount, '0'),
    );
    if (more.some((amount) => !isSame(field, amount, one))) return null;
    cells[field] = one;
  }
  const besides = others.map((part) => {
    const rest = { ...part.cells };
    for (const field of fields) rest[field] = '';
    return { ...part, cells: rest, isCleared: false, isBeside: true };
  });
  return [
    { ...first, cells, halfBlank: new Map(parts.flatMap(({ halfBlank }) => [...halfBlank])) },
    ...besides,
  ];
}

/** Whether any of these amounts of a row is above 0. */
export function isMore({ cells }: Part, fields: readonly Ours[]): boolean {
  return fields.some((field) => isPositive(amountOf(field, cells[field]) ?? ZERO));
}

/** Whether a row takes back what was paid. */
function isReturn({ cells }: Part): boolean {
  return PAID_FIELDS.some((field) => isNegative(amountOf(field, cells[field]) ?? ZERO));
}

function refuse(parts: readonly Part[], what: string, student: Student): void {
  const numbers = parts.map(({ own }) => own.row).join(' and ');
  student.isInDoubt = true;
  student.fail(ROWS_DIFFER, `rows ${numbers} are ${what}`);
}

function textOf(cells: readonly (string | undefined)[]): string {
  return cells.map((cell = '') => cell.trim()).join('\n');
}
