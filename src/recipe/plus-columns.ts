import { wordsOf } from '../contract/name-forms.js';
import { compare, type Exact, ZERO } from '../engine/exact.js';
import { exactCell, HeaderPlaces, valueKey } from './cell-rules.js';
import { UNDECIDED } from './decisions.js';
import { readAs, readValues } from './guess-values.js';
import type { CellRule } from './recipe.js';

/** Names in which a yes means that a parent was denied, or that additional unsubsidized loan is therefore allowed. */
const DENIAL = /_(?:denied|denial|deny|declined|adverse|additional|addl|addtl|unsub)_/;
const NO_DENIAL = /_(?:not?|approv\w*|accept\w*|without)_/;
/** Names of a parent's loan. */
const OF_PARENT =
  /_(?:plus|parent_loan|parent_(?:denied|denial|approved|approval|credit)|adverse_credit|credit_(?:check|decision|result|approved|approval|denied))_/;
const ADDITIONAL = /_(?:addl|addtl|additional|add_l)_(?:\w+_)?(?:unsub\w*|stafford|stfd|loan)_/;
/** Names of neither a parent's loan nor a decision about it. */
const OTHER_THINGS =
  /_(?:grad|graduate|gplus|mpn|date|dt|id|lender|fee|fees|paid|disb\w*|offered|amt|amount|amounts|balance)_/;
/** Words of a decision, whatever the column is called. */
const DECISION = /^(?:denied|declined|approved)$/;
/** How systems abbreviate the decision about a parent's loan. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['d', 'yes'],
  ['a', 'no'],
]);
/** A column with more different values than this does not contain codes. */
const MOST_VALUES = 60;

/** Whether a yes in a column of this name says that a parent was denied. */
function saysDenial(name: string): boolean {
  const words = wordsOf(name);
  return DENIAL.test(words) && !NO_DENIAL.test(words);
}

/**
 * Detects rows whose cell a rule would read as yes or no although the column may say the opposite, such as `PLUS
 * Approved`.
 */
export function inverseIn(
  header: readonly string[],
  rule: CellRule | undefined,
): (given: readonly string[]) => boolean {
  if (rule === undefined || 'constant' in rule || saysDenial(rule.column)) return () => false;
  const place = new HeaderPlaces(header).placeOf(rule.column, '');
  const decided = Object.entries(rule.values ?? {}).filter(([, ours]) => ours !== UNDECIDED);
  const said = new Set(decided.map(([theirs]) => valueKey(theirs)));
  return (given) => {
    const key = valueKey(given[place] ?? '');
    return key !== '' && !said.has(key);
  };
}

/** A rule for the denial of a parent's loan; `values` are those of its codes that are known. */
export interface PlusRule {
  readonly column: string;
  readonly values: Readonly<Record<string, string>>;
}

/** An unread column that may say whose parent was denied a PLUS loan. */
export class PlusColumn {
  readonly place: number;
  readonly name: string;
  readonly #isDecision: boolean;
  readonly #values = new Set<string>();

  constructor(place: number, name: string) {
    this.place = place;
    this.name = name;
    this.#isDecision = !OTHER_THINGS.test(wordsOf(name));
  }

  add(cell: string): void {
    if (cell !== '' && this.#values.size <= MOST_VALUES) this.#values.add(cell.trim());
  }

  /** The rule that reads who was denied from it, without what must be asked; null if the column says something else. */
  get rule(): PlusRule | null {
    const values = [...this.#values].filter((value) => value !== '');
    if (values.length === 0 || values.length > MOST_VALUES) return null;
    const column = this.name;
    const amounts = values.map((value) => exactCell({ kind: 'dollars' }, value));
    const isFlag = values.every((value) => readAs('plus_denied', value) !== null);
    if (!isFlag && !amounts.includes(null)) {
      const isMore = (amount: Exact | null = null): boolean => amount !== null && compare(amount, ZERO) > 0;
      if (!ADDITIONAL.test(wordsOf(column)) || !amounts.some(isMore)) return null;
      const meant = values.map((value, at) => [value, isMore(amounts[at]) ? 'yes' : 'no'] as const);
      return { column, values: Object.fromEntries(meant) };
    }
    if (!this.#isDecision && !values.some((value) => DECISION.test(valueKey(value)))) return null;
    const letters = values.flatMap((value) => {
      const meant = saysDenial(column) ? undefined : LETTERS.get(valueKey(value));
      return meant === undefined ? [] : [[value, meant] as const];
    });
    return {
      column,
      values: { ...readValues('plus_denied', values).values, ...Object.fromEntries(letters) },
    };
  }
}

/** The columns at these indexes whose names mention a parent's loan or additional unsubsidized loan. */
export function plusColumns(header: readonly string[], places: readonly number[]): readonly PlusColumn[] {
  return places.flatMap((place) => {
    const name = header[place] ?? '';
    const words = wordsOf(name);
    return (OF_PARENT.test(words) && !/_(?:grad|graduate)_/.test(words)) || ADDITIONAL.test(words)
      ? [new PlusColumn(place, name)]
      : [];
  });
}

/** Phrases that describe what makes a legacy borrower. */
const OF_LEGACY =
  /_(?:legacy|grandfather\w*|interim_exception|prior_borrower|obbba?|(?:loans?|borrow\w*|disb\w*)_(?:\w+_)?(?:before|prior_to|pre)|pre_(?:7_1|july)|(?:before|prior_to|pre)_(?:\w+_)?2026)_/;

/** An unread column that may say who is a legacy borrower. */
export class LegacyColumn {
  readonly place: number;
  readonly name: string;
  readonly #values = new Set<string>();

  constructor(place: number, name: string) {
    this.place = place;
    this.name = name;
  }

  add(cell: string): void {
    if (cell.trim() !== '' && this.#values.size <= MOST_VALUES) this.#values.add(cell.trim());
  }

  /** Whether it contains only yes and no. */
  get isFlag(): boolean {
    const values = [...this.#values];
    return values.length > 0 && values.every((value) => readAs('is_legacy_borrower', value) !== null);
  }
}

/** The columns at these indexes whose names mention legacy borrowers, or loans before the law changed. */
export function legacyColumns(header: readonly string[], places: readonly number[]): readonly LegacyColumn[] {
  return places.flatMap((place) => {
    const name = header[place] ?? '';
    return OF_LEGACY.test(wordsOf(name)) ? [new LegacyColumn(place, name)] : [];
  });
}
