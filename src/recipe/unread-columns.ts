import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { wordsOf } from '../contract/name-forms.js';
import { compare } from '../engine/exact.js';
import { exactCell, isSumOf, placesWhere } from './cell-rules.js';
import { termOfName } from './guess-shape.js';
import { columnRead, columnsRead, type Recipe } from './recipe.js';
import { Tally } from './tally.js';

/** Words of names that concern who may borrow, how much, or which credits count. */
const DECIDES =
  /_(?:legacy|grandfather\w*|exempt\w*|transition\w*|borrowers?|ob_3|obbba?|limits?|caps?|capped|endorsers?|overturned|dep\w*_overrid\w*|unable|denied|denials?|refused|elig\w*|ineligib\w*|inelig|consortium|cpos|proration|prorated?)_/;
/** Words of names that concern other aid, or something else. */
const OF_OTHERS =
  /_(?:pell|f?seog|grants?|scholarships?|work|fws|work_study|perkins|state|athletics?|sports?|ncaa|graduation|assistantship|va|veterans?|gi|military|insurance|meal|parking|housing|dorm|verif\w*|admissions?|admit\w*|sap|honors?|citizen\w*|immigr\w*|tax|fees?|tuition|visa|resid\w*|exams?|tests?|lifetime|aggregate|agg|date|dt)_/;
const COST = /_(?:coa|cost_of_attend\w*)_/;
const CREDITS = /_(?:credits?|creds?|hours?|hrs|units?)_/;
/** Words for credits of another time or purpose, and for what is no number of credits. */
const OTHER_CREDITS =
  /_(?:earned|earn|attempted|cum|cumulative|overall|gpa|quality|passed|transfer|transferred|trf|institutional|lifetime|career|remaining|needed|prior|previous|last|next|past|to_date|date|time|office|meeting|contact|lab|lecture|work|bill\w*|fees?|tuition|deadline|status|flag|code|type|pct|percent|rate|max\w*|min\w*|per|annual|annually|yearly|ay|ft|full_time|on_hold)_/;
/** Beside courses, words for what the other rows add up to. */
const SUM = /_(?:total|tot|sum|term)_/;
const NO = /^(?:n|no|false|f|none|n\/?a|-|0+(?:\.0+)?)$/i;

/**
 * A column that nothing is read from, though by its name it may decide what a student may borrow: `Loan Cap Exempt`,
 * `Aid Eligible Credits` that differ from the credits that are read, or `Adjusted COA` beside the cost of attendance.
 */
export class UnreadColumn {
  readonly place: number;
  readonly name: string;
  /** Rows in which it may decide something. */
  readonly tally = new Tally();
  readonly #term: string | null;
  /** Indexes of the columns with such numbers that are read; null if it is not compared with any. */
  readonly #read: readonly number[] | null;
  /** Indexes of the columns with enrolled credits that are read, whose sum decides nothing either. */
  readonly #parts: readonly number[];
  readonly #kind: 'credits' | 'dollars';
  #hasNumbers = false;

  constructor(
    place: number,
    name: string,
    term: string | null,
    read: readonly number[] | null,
    parts: readonly number[] = [],
    kind: 'credits' | 'dollars' = 'credits',
  ) {
    this.place = place;
    this.name = name;
    this.#term = term;
    this.#read = read;
    this.#parts = parts;
    this.#kind = kind;
  }

  /** Whether it has to be asked about. */
  get mayDecide(): boolean {
    return this.tally.students > 0 && (this.#read === null || this.#hasNumbers);
  }

  /** Whether it has another cost of attendance than the one that is read. */
  get isCost(): boolean {
    return this.#kind === 'dollars';
  }

  /** @param label of the row's term. */
  add(given: readonly string[], label: string, student: number, row: number): void {
    if (this.#term !== null && this.#term !== label) return;
    const cell = (given[this.place] ?? '').trim();
    if (cell === '') return;
    if (this.#read === null) {
      if (!NO.test(cell)) this.tally.add(student, row);
      return;
    }
    const own = exactCell({ kind: this.#kind }, cell);
    if (own === null) return;
    this.#hasNumbers ||= !NO.test(cell);
    const isRead = this.#read.some((place) => {
      const read = exactCell({ kind: this.#kind }, given[place] ?? '');
      return read !== null && compare(read, own) === 0;
    });
    const parts = this.#parts.map((place) => given[place] ?? '');
    if (!isRead && !isSumOf({ kind: 'credits' }, parts, own)) this.tally.add(student, row);
  }
}

/** The columns at these indexes that may decide something, by their names. */
export function unreadColumns(
  header: readonly string[],
  places: readonly number[],
  recipe: Pick<Recipe, 'shape' | 'columns'>,
): readonly UnreadColumn[] {
  const { shape } = recipe;
  const labels = shape.rows === 'student' ? shape.terms.map(({ label }) => label) : [];
  return places.flatMap((place) => {
    const name = header[place] ?? '';
    const words = wordsOf(name);
    const term = termOfName(name, labels);
    if (COST.test(words) && columnRead(recipe.columns, 'cost_of_attendance') !== null) {
      const read = readPlaces(header, recipe, ['cost_of_attendance'], null);
      return [new UnreadColumn(place, name, null, read, [], 'dollars')];
    }
    const isCredits = CREDITS.test(words) && !OTHER_CREDITS.test(words);
    if (isCredits && (shape.rows !== 'course' || !SUM.test(words))) {
      const read = readPlaces(header, recipe, [...CREDIT_COLUMNS, 'term_ft_credits'], term);
      const enrolled = readPlaces(header, recipe, ['term_credits_enrolled'], term);
      return [new UnreadColumn(place, name, term, read, enrolled)];
    }
    return DECIDES.test(words) && !OF_OTHERS.test(words)
      ? [new UnreadColumn(place, name, term, null, [])]
      : [];
  });
}

/** Indexes of the columns from which any of ours is read; `term`: of this term only, or null for all of them. */
export function readPlaces(
  header: readonly string[],
  recipe: Pick<Recipe, 'shape' | 'columns'>,
  ours: readonly string[],
  term: string | null,
): readonly number[] {
  const read = columnsRead(recipe, ours, term).map(columnName);
  return placesWhere(header, (name) => read.includes(columnName(name)));
}
