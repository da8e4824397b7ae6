import { isNegative, isPositive, toText, ZERO } from '../engine/exact.js';
import { ROWS_DIFFER } from './failed-here.js';
import { CREDIT_FIELDS, type Ours, PAID, PAID_FIELDS } from './our-fields.js';
import { amountOf, isSame } from './read-cells.js';
import { codeKey, columnsOf, decisionOf, type Recipe } from './recipe.js';
import type { Part } from './row-parts.js';
import { NO_CELLS, type Student } from './student-facts.js';

/** Rows of the same student and term: which of them are there twice, and which count. */

const AMOUNT_FIELDS: readonly Ours[] = [...CREDIT_FIELDS, ...PAID_FIELDS];

/** Finds repeated rows, notes them with their student, and keeps those that count, as a recipe says. */
export class RepeatedRows {
  readonly #recipe: Recipe;
  /** The columns that say of which course, or of which payment of a fund, a row is. */
  readonly #telling: readonly number[];

  constructor(header: readonly string[], recipe: Recipe) {
    this.#recipe = recipe;
    const { course, fund, payment_number } = recipe.fields;
    const rules = recipe.rows === 'fund' ? [fund, payment_number] : [course];
    this.#telling = rules.flatMap(columnsOf).map((name) => header.indexOf(name));
  }

  /** The course, or the payment, that a row is of. */
  readonly #whichOf = ({ own }: Part): string => textOf(this.#telling.map((place) => own.cells[place]));

  /** Rows of no course are told apart by nothing. */
  readonly #isTold = (part: Part): boolean =>
    this.#recipe.rows !== 'course' || this.#whichOf(part).trim() !== '';

  /** Notes rows that count beside others of the same course, payment or term that do not, as a log has them. */
  noteVoid(parts: readonly Part[], student: Student): void {
    const { rows } = this.#recipe;
    if (rows === 'student' || !parts.some(({ isVoid }) => isVoid)) return;
    const keyOf = (part: Part): string =>
      [part.place, rows === 'term' ? codeKey(part.code) : this.#whichOf(part)].join('\n');
    const isMixed = (same: readonly Part[]): boolean =>
      same.some(({ isVoid }) => isVoid) && same.some((part) => !part.isVoid && isMore(part, AMOUNT_FIELDS));
    const ofTerms = parts.filter((part) => part.place >= 0 && this.#isTold(part));
    const mixed = grouped(ofTerms, keyOf).find(isMixed);
    if (mixed !== undefined && this.#decided(student, 'taken_back', mixed) === 'not_calculated')
      refuse(mixed, 'of the same thing, and only some of them count', student);
  }

  /** Those of the parts of a term that count; all of them where it is not known, which fails their student. */
  counted<Own extends Part>(parts: readonly Own[], student: Student): readonly Own[] {
    if (parts.length < 2) return parts;
    const equal = grouped(parts, ({ own }) => textOf(own.cells));
    const different = equal.flatMap((same) => same.slice(0, 1));
    const twice = equal.find(({ length }) => length > 1);
    const counted = twice === undefined ? parts : this.#ofEqual(parts, different, twice, student);
    const { rows } = this.#recipe;
    if (rows === 'course' || rows === 'fund') return this.#ofAlike(counted, different, student);
    return grouped(parts, ({ code }) => codeKey(code)).flatMap((same) => {
      const several = same.filter((part) => different.includes(part));
      const counting = same.filter((part) => counted.includes(part));
      const key = asOne(several) === null ? 'differing_rows' : 'same_credits';
      const decided = several.length < 2 ? 'add_up' : this.#decided(student, key, several);
      const counts = decided === 'once' ? asOne(counting) : decided === 'add_up' ? counting : null;
      if (counts === null) refuse(several, 'of the same student and term, and are not equal', student);
      // All of them are the student's: who corrects the rows needs each.
      return counts ?? same;
    });
  }

  /** Those that count of rows of which some are equal. */
  #ofEqual<Own extends Part>(
    parts: readonly Own[],
    different: readonly Own[],
    [twice, ...others]: readonly Own[],
    student: Student,
  ): readonly Own[] {
    if (twice === undefined) return parts;
    const decided = this.#decided(student, 'equal_rows', [twice, ...others]);
    const back = parts.find(isReturn);
    if (decided === 'not_calculated')
      student.fail(ROWS_DIFFER, `row ${twice.own.row} is there several times`);
    else if (decided === 'once' && back !== undefined)
      student.fail(
        ROWS_DIFFER,
        `row ${twice.own.row} is there several times, and row ${back.own.row} takes a payment back`,
      );
    return decided === 'each' ? parts : different;
  }

  /** Notes rows of one course, and payments of one fund; each of these counts once where that was said. */
  #ofAlike<Own extends Part>(
    counted: readonly Own[],
    different: readonly Own[],
    student: Student,
  ): readonly Own[] {
    const isCourse = this.#recipe.rows === 'course';
    const fields = isCourse ? CREDIT_FIELDS : PAID_FIELDS;
    const amountsOf = ({ cells }: Part): string =>
      fields.map((field) => toText(amountOf(field, cells[field]) ?? ZERO)).join(' ');
    // A payment may be corrected to 0; without a number, 0 is usually another one, not paid yet.
    const isNumbered = columnsOf(this.#recipe.fields.payment_number).length > 0;
    const isBack = (part: Part): boolean => !isCourse && isReturn(part);
    const isAmount = (part: Part): boolean =>
      isMore(part, fields) ||
      isBack(part) ||
      (!isCourse && isNumbered && fields.some((field) => part.cells[field] !== ''));
    const told = different.filter((part) => this.#isTold(part) && isAmount(part));
    const alike = grouped(told, this.#whichOf).filter(
      (same) => same.filter((part) => !isBack(part)).length > 1 && same.some((part) => isMore(part, fields)),
    );
    const [first] = alike;
    const decided = first === undefined ? 'each' : this.#decided(student, 'alike_rows', first);
    if (decided !== 'once' && decided !== 'not_calculated') return counted;
    const instead = new Map<Own, Own>();
    for (const same of alike) {
      const areSame = new Set(same.map(amountsOf)).size === 1;
      const one = decided === 'once' && areSame ? asOne(same) : null;
      if (one === null) refuse(same, `of one ${isCourse ? 'course' : 'payment'}, and are not equal`, student);
      else for (const [at, part] of same.entries()) instead.set(part, one[at] ?? part);
    }
    return counted.map((part) => instead.get(part) ?? part);
  }

  /** Notes that a question is of a student, and gives the answer. */
  #decided(student: Student, key: string, [part]: readonly Part[]): string {
    const decided = decisionOf(this.#recipe, key);
    student.note(key, { row: part?.own.row });
    student.isInDoubt ||= decided === '';
    return decided;
  }
}

/** Parts of the same key, in the order of the first of each. */
export function grouped<Own>(
  parts: readonly Own[],
  keyOf: (part: Own) => string | number,
): readonly (readonly Own[])[] {
  const found = new Map<string | number, Own[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const same = found.get(key);
    if (same === undefined) found.set(key, [part]);
    else same.push(part);
  }
  return [...found.values()];
}

/** What a row paid, without anything else that it says of the term. */
export function paymentAlone<Own extends Part>(part: Own): Own {
  const cells = { ...NO_CELLS };
  for (const field of PAID_FIELDS) cells[field] = part.cells[field];
  return { ...part, cells, isCleared: false, isBeside: true, halfBlank: [] };
}

/**
 * Rows of one thing, of which the first has the credits and payments of all; null where two of them have other ones. A payment of
 * 0 says as little beside others as a blank.
 */
function asOne<Own extends Part>(parts: readonly Own[]): readonly Own[] | null {
  const [first, ...others] = parts;
  if (first === undefined || others.some(({ isCleared }) => isCleared !== first.isCleared)) return null;
  const cells = { ...first.cells };
  for (const field of AMOUNT_FIELDS) {
    const said = parts.flatMap((part) => part.cells[field] || []);
    const telling = said.filter((each) => !PAID.has(field) || !isSame(field, each, '0'));
    if (telling.some((each) => !isSame(field, each, telling[0] ?? ''))) return null;
    cells[field] = telling[0] ?? said[0] ?? '';
  }
  const besides = others.map((part) => {
    const rest = { ...part.cells };
    for (const field of AMOUNT_FIELDS) rest[field] = '';
    return { ...part, cells: rest, isCleared: false, isBeside: true };
  });
  return [{ ...first, cells, halfBlank: parts.flatMap(({ halfBlank }) => halfBlank) }, ...besides];
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
