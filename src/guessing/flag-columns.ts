import { wordsOf } from '../contract/name-forms.js';
import { compare, type Exact, ZERO } from '../engine/exact.js';
import { exactCell, HeaderPlaces, valueKey } from './cell-rules.js';
import type { FileColumn } from './cells.js';
import { UNDECIDED } from './decisions.js';
import { readAs, readValues } from './guess-values.js';
import type { Standing } from './own-values.js';
import type { CellRule } from './recipe.js';
import { DATE } from './status-words.js';

/** Names in which a yes means that a parent was denied, or that additional unsubsidized loan is therefore allowed. */
const DENIAL = /_(?:denied|denial|deny|declined|adverse|additional|addl|addtl|unsub)_/;
const NO_DENIAL = /_(?:not?|approv\w*|accept\w*|without)_/;
const OF_PARENT =
  /_(?:p?plus|parent_loan|parent_(?:denied|denial|approved|approval|credit)|adverse_credit|credit_(?:check|decision|result|approved|approval|denied))_/;
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

/** Names in which a yes says that the student is a legacy borrower. */
const LEGACY = /_(?:legacy|grandfather\w*|before|prior|pre|interim_exception)_/;
const NO_LEGACY = /_(?:not?|non|new|after|since)_/;

/** Whether a yes in a column of this name plainly means the yes of our column. */
const SAYS_YES: Readonly<Record<string, (name: string) => boolean>> = {
  plus_denied: saysDenial,
  is_legacy_borrower: (name) => LEGACY.test(wordsOf(name)) && !NO_LEGACY.test(wordsOf(name)),
};

/**
 * Detects rows whose cell a rule would read as yes or no although the column may say the opposite, such as `PLUS
 * Approved`.
 */
export function inverseIn(
  header: readonly string[],
  ours: string,
  rule: CellRule | undefined,
): (given: readonly string[]) => boolean {
  const saysYes = SAYS_YES[ours];
  if (rule === undefined || 'constant' in rule || saysYes === undefined || saysYes(rule.column))
    return () => false;
  const place = new HeaderPlaces(header).placeOf(rule.column, '');
  const decided = Object.entries(rule.values ?? {}).filter(([, meant]) => meant !== UNDECIDED);
  const said = new Set(decided.map(([theirs]) => valueKey(theirs)));
  return (given) => {
    const key = valueKey(given[place] ?? '');
    return key !== '' && !said.has(key);
  };
}

/** A rule for a flag such as the denial of a parent's loan; `values` are those of its codes that are known. */
export interface FlagRule {
  readonly column: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A column of a file that may say a flag, and the different cells in it. */
export abstract class FlagColumn {
  readonly #values = new Set<string>();
  #hasBlank = false;

  /**
   * @param place its index; -1 for none.
   * @param most a column with more different values than this does not contain codes.
   */
  constructor(
    readonly place: number,
    readonly name: string,
    readonly most: number = MOST_VALUES,
  ) {}

  add(cell: string, _: Standing): void {
    const value = cell.trim();
    if (value === '') this.#hasBlank = true;
    else if (this.#values.size <= this.most) this.#values.add(value);
  }

  /** The rule that reads the flag from it, without what must be asked; null if the column says something else. */
  get rule(): FlagRule | null {
    const filled = [...this.#values];
    if (filled.length === 0 || filled.length > this.most) return null;
    const values = this.valuesOf(filled, this.#hasBlank);
    return values === null ? null : { column: this.name, values };
  }

  /** What these cells say, as far as they are known; null if the column says something else. */
  protected abstract valuesOf(filled: readonly string[], hasBlank: boolean): FlagRule['values'] | null;
}

/** An unread column that may say whose parent was denied a PLUS loan. */
class PlusColumn extends FlagColumn {
  protected valuesOf(filled: readonly string[]): FlagRule['values'] | null {
    const words = wordsOf(this.name);
    const amounts = filled.map((value) => exactCell({ kind: 'dollars' }, value));
    const isFlag = filled.every((value) => readAs('plus_denied', value) !== null);
    if (!isFlag && !amounts.includes(null)) {
      const isMore = (amount: Exact | null = null): boolean => amount !== null && compare(amount, ZERO) > 0;
      if (!ADDITIONAL.test(words) || !amounts.some(isMore)) return null;
      return Object.fromEntries(filled.map((value, at) => [value, isMore(amounts[at]) ? 'yes' : 'no']));
    }
    if (OTHER_THINGS.test(words) && !filled.some((value) => DECISION.test(valueKey(value)))) return null;
    const letters = filled.flatMap((value) => {
      const meant = saysDenial(this.name) ? undefined : LETTERS.get(valueKey(value));
      return meant === undefined ? [] : [[value, meant] as const];
    });
    return { ...readValues('plus_denied', filled).values, ...Object.fromEntries(letters) };
  }
}

/** Those of some columns whose names mention a parent's loan or additional unsubsidized loan. */
export function plusColumns(columns: readonly FileColumn[]): readonly FlagColumn[] {
  return columns.flatMap(({ place, name, words }) =>
    (OF_PARENT.test(words) && !/_(?:grad|graduate)_/.test(words)) || ADDITIONAL.test(words)
      ? [new PlusColumn(place, name)]
      : [],
  );
}

/** Words that say within another code, such as `Dependent - PLUS Denied`, that a parent was denied. */
const DENIED_WITHIN = /\bplus\b|\b(?:den(?:y|ied|ial)|declined|unable|adverse)\b|\badd(?:l|itional)\b/;

/** The column of dependency, some of whose codes may say as well whose parent was denied. */
export class DependencyCodes extends FlagColumn {
  /** @param name of the column; null if there is none. */
  constructor(header: readonly string[], name: string | null) {
    super(name === null ? -1 : new HeaderPlaces(header).placeOf(name, ''), name ?? '');
  }

  protected valuesOf(filled: readonly string[]): FlagRule['values'] | null {
    const saysDenied = (value: string): boolean => DENIED_WITHIN.test(valueKey(value));
    if (!filled.some(saysDenied)) return null;
    return Object.fromEntries(filled.map((value) => [value, saysDenied(value) ? 'yes' : 'no']));
  }
}

/** Our columns of yes and no that decide a student's limit. */
export type Flag = 'plus_denied' | 'is_legacy_borrower';

/** A fact that decides a student's limit, and how names and cells speak of it without saying plainly what they mean. */
interface Topic {
  readonly ours: Flag;
  readonly names: RegExp;
  /** Names that speak of nothing else, so that any cell is asked about. */
  readonly only: RegExp;
  /** Names of something else. */
  readonly others: RegExp;
  readonly cells: RegExp;
  /** Whether a date instead of a yes may say it. */
  readonly mayBeDates: boolean;
  /** The students whose dollars depend on it. */
  readonly concerns: (standing: Pick<Standing, 'level' | 'isDependent'>) => boolean;
}

const PERSONAL =
  'name|first|last|id|ssn|email|phone|address|date|dt|fee|fees|paid|disb\\w*|amount|amt|balance|remaining|used|aggregate|agg|lifetime|mpn|tuition|capacity|seats?|credits?|hours|units|enrollment|course|class|time|usage|pell|sap|grant|work|scholarship';

export const PLUS_TOPIC: Topic = {
  ours: 'plus_denied',
  names:
    /_(?:p?plus|parents?|limits?|add(?:l|tl|itional)_(?:elig\w*|limits?)|independent\w*|unable|denied|denial|inelig\w*)_/,
  only: /_parents?_denied_/,
  others: new RegExp(
    `_(?:${PERSONAL}|grad|graduate|gplus|income|agi|contribution|educ\\w*|ed|marital|sign\\w*|signature|assets?|household|untaxed|tax|taxes|occupation|alum\\w*|legacy|fafsa|citizen\\w*|appeal|sub|subsidized)_`,
  ),
  cells:
    /\bplus\b.*\b(?:den|declin|reject)|\b(?:den|declin|reject)\w*\b.*\bplus\b|\bparents?\b.*\b(?:den|declin|reject|unable|cannot|inelig)|\badverse\b|\bindep(?:endent)?\b(?! study)|\badd(?:l|itional) (?:unsub|elig)/,
  mayBeDates: false,
  concerns: ({ level, isDependent }) => isDependent && (level === null || level === 'undergraduate'),
};

export const LEGACY_TOPIC: Topic = {
  ours: 'is_legacy_borrower',
  names:
    /_(?:legacy|grandfather\w*|borrowers?|transition\w*|caps?|limits?|provisions?|ob_?3|obbba?|exempt\w*|plus|gplus|rules|interim_exception|(?:loans?|borrow\w*|disb\w*)_(?:\w+_)?(?:before|prior_to|pre)|pre_(?:7_1|july)|(?:before|prior_to|pre)_(?:\w+_)?2026)_/,
  others: new RegExp(
    `_(?:${PERSONAL.replace('disb\\w*|', '')}|parents?|denied|denial|tax|taxes|immun\\w*|insurance|meal|unsub\\w*|sub|pass|fail)_`,
  ),
  only: /_(?:legacy|grandfather\w*|before|prior|pre|exception)_/,
  cells: /\blegacy\b|\bgrandfather|\b(?:old|new|prior) (?:borrower|rules?|limits?)\b|\binterim exception\b/,
  mayBeDates: true,
  concerns: ({ level }) => level === 'graduate' || level === 'professional',
};

/** A column with more different values than this is not one of codes. */
const MOST_CODES = 20;
/** A longer cell is a message, such as the reason why a student failed. */
const MOST_LETTERS = 40;
const NUMBER = /^[-+($]*\d[\d,]*(?:\.\d+)?%?\)?$/;

/** An unread column that may say such a fact, by its name or by its cells. */
export class SpokenColumn extends FlagColumn {
  readonly #topic: Topic;
  #last: string | null = null;

  constructor(place: number, name: string, topic: Topic) {
    super(place, name, MOST_CODES);
    this.#topic = topic;
  }

  /** Only students count whose dollars may depend on it. */
  override add(cell: string, standing: Standing): void {
    if (cell === this.#last || !this.#topic.concerns(standing)) return;
    this.#last = cell;
    super.add(cell, standing);
  }

  protected valuesOf(filled: readonly string[], hasBlank: boolean): FlagRule['values'] | null {
    const { ours, names, only, others, cells, mayBeDates } = this.#topic;
    const words = wordsOf(this.name);
    const isNamed = names.test(words) && !others.test(words);
    if (!isNamed && !filled.some((value) => value.length <= MOST_LETTERS && cells.test(valueKey(value))))
      return null;
    const isFlag = filled.every((value) => readAs(ours, value) !== null);
    // What all students have alike does not tell some of them from others, unless it is a yes.
    const isSame = filled.length === 1 && !hasBlank && readAs(ours, filled[0] ?? '') !== 'yes';
    const isOther = filled.some((value) => DATE.test(value))
      ? !mayBeDates
      : filled.every((value) => NUMBER.test(value));
    if ((isSame && !(isNamed && only.test(words))) || (isOther && !isFlag)) return null;
    return readValues(ours, filled).values;
  }
}
