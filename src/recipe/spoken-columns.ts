import { wordsOf } from '../contract/name-forms.js';
import { valueKey } from './cell-rules.js';
import { readAs, readValues } from './guess-values.js';
import type { Standing } from './own-values.js';
import { FlagColumn, type FlagRule } from './plus-columns.js';
import { DATE } from './status-words.js';

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
    /_(?:legacy|grandfather\w*|borrowers?|transition\w*|caps?|limits?|provisions?|ob_?3|obbba?|exempt\w*|plus|gplus|rules|interim_exception|prior_borrower|(?:loans?|borrow\w*|disb\w*)_(?:\w+_)?(?:before|prior_to|pre)|pre_(?:7_1|july)|(?:before|prior_to|pre)_(?:\w+_)?2026)_/,
  others: new RegExp(
    `_(?:${PERSONAL.replace('disb\\w*|', '')}|parents?|denied|denial|tax|taxes|immun\\w*|insurance|meal|unsub\\w*|sub|pass|fail)_`,
  ),
  only: /_(?:legacy|grandfather\w*|before|prior|prior_to|pre|exception)_/,
  cells: /\blegacy\b|\bgrandfather|\b(?:old|new|prior) (?:borrower|rules?|limits?)\b|\binterim exception\b/,
  mayBeDates: true,
  concerns: ({ level }) => level === 'graduate' || level === 'professional',
};

/** A column with more different values than this is not one of codes. */
const MOST_VALUES = 20;
/** A longer cell is a message, such as the reason why a student failed. */
const MOST_LETTERS = 40;
const NUMBER = /^[-+($]*\d[\d,]*(?:\.\d+)?%?\)?$/;

/** An unread column that may say such a fact, by its name or by its cells. */
export class SpokenColumn extends FlagColumn {
  readonly #topic: Topic;
  #last: string | null = null;

  constructor(place: number, name: string, topic: Topic) {
    super(place, name, MOST_VALUES);
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
