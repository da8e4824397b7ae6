import { meanings, plainWords } from '../contract/name-words.js';
import { cellAt, type FileColumn } from './cells.js';
import { type Decisions, saidOfColumn } from './decisions.js';
import { readAs } from './guess-values.js';
import { Tally } from './tally.js';

/** Words of names that say whether a student has subsidized need; another word may mean something else. */
const WORDS: ReadonlySet<string> = new Set(
  `sub need eligible loan loans direct dl federal fed student stafford stfd flag ind indicator status yes no y n yn has
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
