import { columnName } from '../contract/header.js';
import { add, compare, type Exact, isNegative, isPositive } from '../engine/exact.js';
import { exactCell } from './cell-rules.js';
import { cellAt, type FileColumn } from './cells.js';
import { type Decisions, saidOfColumn } from './decisions.js';
import { readAs } from './guess-values.js';
import { meanings, plainWords } from './name-words.js';
import { saysYear } from './other-times.js';
import { columnRead, type Recipe } from './recipe.js';
import { Tally } from './tally.js';

/** Words of names that say whether a student has subsidized need; another word may mean something else. */
const WORDS: ReadonlySet<string> = new Set(
  `sub need eligible loan loans direct dl federal fed student stafford stfd flag ind indicator status yes y n yn has
  is for`.split(/\s+/),
);
/** A column with more different values than this is no flag. */
const MOST_VALUES = 8;

/** An unread column that says yes or no about subsidized need, such as `Sub Eligible`. */
export class NeedFlag {
  /** Rows without a yes. */
  readonly without = new Tally();
  readonly #values = new Set<string>();

  constructor(
    readonly place: number,
    readonly name: string,
  ) {}

  add(given: readonly string[], student: number, row: number): void {
    const cell = cellAt(given, this.place);
    if (this.#values.size <= MOST_VALUES) this.#values.add(cell);
    if (!saysYes(cell)) this.without.add(student, row);
  }

  /** Whether it contains only yes and no, and both or blanks occur. */
  get isFlag(): boolean {
    const filled = [...this.#values].filter((value) => value !== '');
    const isYesOrNo = (value: string): boolean => readAs('plus_denied', value) !== null;
    return this.without.count > 0 && filled.length > 0 && filled.every(isYesOrNo);
  }

  /** What its rows without a yes contain, for people. */
  get noWords(): string {
    const own = [...this.#values].filter((value) => !saysYes(value));
    return own.map((value) => (value === '' ? 'a blank cell' : `"${value}"`)).join(' or ');
  }
}

/** Those of some columns whose names mention subsidized need and nothing else. */
export function needFlags(columns: readonly FileColumn[]): readonly NeedFlag[] {
  return columns.flatMap(({ place, name }) => {
    const words = meanings(plainWords(name));
    const isNeed =
      (words.includes('sub') || words.includes('need')) && words.every((word) => WORDS.has(word));
    return isNeed ? [new NeedFlag(place, name)] : [];
  });
}

/** Whether a name means need for subsidized loans, and nothing else. */
export function saysSubsidizedNeed(name: string): boolean {
  const words = meanings(plainWords(name));
  const has = (word: string): boolean => words.includes(word);
  // Another word may mean that it is the remaining or the lifetime amount.
  return has('sub') && (has('need') || has('eligible')) && words.every((word) => NEED_WORDS.has(word));
}

const NEED_WORDS: ReadonlySet<string> = new Set(
  'sub need eligible calculated calc amount annual year federal fed fa direct dl stafford stfd loan loans student'.split(
    ' ',
  ),
);

/** Detects rows without a yes in a column that was decided to say who has subsidized need. */
export function withoutNeed(
  columns: readonly FileColumn[],
  { need_flag }: Decisions,
): (given: readonly string[]) => boolean {
  const only = needFlags(columns).filter(({ name }) => saidOfColumn(need_flag, name) === 'only');
  return (given) => only.some(({ place }) => !saysYes(cellAt(given, place)));
}

function saysYes(cell: string): boolean {
  return /^(?:y|yes|true|1)$/i.test(cell);
}

const COLUMN = 'subsidized_amount';

/** What a file says about subsidized need. */
export class NeedFacts {
  /** Students whose subsidized maximum is not 0, or unknown. */
  readonly mayBeSubsidized = new Tally();
  readonly blank = new Tally();
  readonly above = new Tally();
  /** Negative need, which systems write for students without any. */
  readonly negative = new Tally();
  /** Students with need other than 0 on the rows of several terms. */
  readonly repeated = new Tally();
  /** Whether amounts are for the year whatever they are: by the name, or because rows are no terms. */
  readonly #isNamedOfYear: boolean;
  /** Whether some student's terms add up to more than the year allows. */
  #exceeds = false;
  /** Whether some student has need of 0 on one row and another amount on another. */
  #hasZeros = false;
  /** Whether some row alone has all that the year allows, or more: no term has that much. */
  #reaches = false;
  readonly #said: Recipe['decisions']['need_period'];
  readonly #sums = new Map<number, Exact>();

  constructor({ shape, columns, decisions }: Recipe, isContract: boolean) {
    const name = columnRead(columns, COLUMN);
    const isNamed = name === null || columnName(name) === COLUMN || saysYear(name);
    this.#isNamedOfYear = isContract || isNamed || shape.rows !== 'term';
    this.#said = decisions.need_period;
  }

  get #isOfYear(): boolean {
    return this.#isNamedOfYear || (this.#said == null && this.#exceeds && this.#reaches);
  }

  /** Whether amounts may be for single terms. */
  get mayBeOfTerms(): boolean {
    return !this.#isOfYear && this.repeated.students > 0;
  }

  /**
   * Whether a student's amounts are added up: it was decided so, in a file where that is possible, or nobody has more
   * than one amount beside zeros, whose sum is right in either case.
   */
  get isOfTerms(): boolean {
    return !this.#isOfYear && (this.#said === 'term' || (this.#hasZeros && this.repeated.students === 0));
  }

  /** The sum of a student's terms; null if nothing could be read. */
  sumOf(student: number): Exact | null {
    return this.#sums.get(student) ?? null;
  }

  /**
   * @param most the student's subsidized maximum, null if unknown.
   * @param isFirst whether the row is the first of its student's term.
   */
  add(cell: string, most: Exact | null, isFirst: boolean, student: number, row: number): void {
    if ((most === null || isPositive(most)) && cell !== '0') {
      this.mayBeSubsidized.add(student, row);
      if (cell === '') this.blank.add(student, row);
    }
    const amount = cell === '' ? null : exactCell({ kind: 'dollars' }, cell);
    if (amount === null) return;
    if (isNegative(amount)) this.negative.add(student, row);
    if (!this.#isNamedOfYear && isFirst) this.#addTerm(amount, most, student, row);
    const whole = this.isOfTerms ? (this.sumOf(student) ?? amount) : amount;
    if (most !== null && compare(whole, most) > 0) this.above.add(student, row);
  }

  #addTerm(amount: Exact, most: Exact | null, student: number, row: number): void {
    const before = this.#sums.get(student);
    const sum = before === undefined ? amount : add(before, amount);
    this.#sums.set(student, sum);
    const isKnown = most !== null && isPositive(most);
    this.#reaches ||= isKnown && compare(amount, most) >= 0;
    if (before === undefined) return;
    const isSecond = isPositive(before) && isPositive(amount);
    if (isSecond) this.repeated.add(student, row);
    else this.#hasZeros ||= isPositive(sum);
    this.#exceeds ||= isKnown && compare(sum, most) > 0;
  }
}
