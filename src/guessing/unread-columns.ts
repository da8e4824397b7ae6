import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { wordsOf } from '../contract/name-forms.js';
import { compare } from '../engine/exact.js';
import type { DegreeLevel } from '../engine/limits.js';
import { isOlder } from './cell-dates.js';
import { exactCell, isSumOf } from './cell-rules.js';
import { type FileColumn, placesWhere } from './cells.js';
import { isNamedFor } from './guess-columns.js';
import { seasonOf, termOfName } from './guess-shape.js';
import { readValues } from './guess-values.js';
import { isProfessional } from './known-values.js';
import { isOfOtherSchool } from './other-amounts.js';
import { PaymentCodes } from './payment-status.js';
import { columnRead, columnsRead, PAID_COLUMNS, type Recipe, termsIn } from './recipe.js';
import { UnreadColumn } from './unread-column.js';
import { isWithdrawnCredits } from './withdrawn-credits.js';

/** Words of names that concern who may borrow, how much, or which credits count. */
const DECIDES =
  /_(?:legacy|grandfather\w*|exempt\w*|transition\w*|borrowers?|ob_3|obbba?|limits?|caps?|capped|endorsers?|overturned|dep\w*_overrid\w*|unable|deni\w*|refused|(?:in)?elig\w*|consortium|cpos|prorat\w*)_/;
/** Names of the date of an early loan, which may make a graduate or professional student a legacy borrower. */
const EARLY_LOAN = /_(?:first|earliest|orig\w*|prior)_(?:\w+_)?(?:loans?|disb\w*)_(?:\w+_)?(?:date|dt)_/;
/** The last day on which a loan made a legacy borrower (Public Law 119-21, section 81001). */
const LAST_LEGACY_DAY = '6/30/2026';
/** Names of a program, or of the part of a school that has it. */
const PROGRAM =
  /_(?:prog\w*|plans?|degr?\w*|majors?|majr|curric\w*|career|school|college|coll|division|div|le?vl|level)_/;
/** Names of a yes that everybody should have, and of one that only some do. */
const ELIGIBLE = /_elig\w*_/;
const NOT_OF_ALL = /_(?:addl?|additional|p?plus|higher|incr\w*|not?|non|exempt\w*|legacy|limits?|caps?)_/;
/** Words of names that concern other aid, or something else. */
const OF_OTHERS =
  /_(?:pell|f?seog|grants?|scholarships?|bright_futures|work|fws|perkins|state|athlet\w*|sports?|ncaa|graduation|assistantship|va|veterans?|gi|military|insurance|meals?|parking|housing|dorm|verif\w*|admissions?|admit\w*|sap|honors?|cit[iz]\w*|immigr\w*|tax|fees?|tuition|visa|resid\w*|exams?|tests?|lifetime|aggregate|agg)_/;
/** Names of the decision about one of two parents, which says nothing without the other one. */
const OF_PARENT = /_(?:parent_?[12]|mother|father|(?:other|second)_parent)_(?:\w+_)?p?plus_/;
const COST = /_(?:coa|cost_of_attend\w*)_/;
const CREDITS = /_(?:credits?|creds?|crs?|crds?|hours?|hrs|units?|unts?|load)_/;
/** Words for credits of another time or purpose, and for what is no number of credits. */
const OTHER_CREDITS =
  /_(?:earned|earn|attempted|cum|cumulative|overall|gpa|quality|passed|transfer|transferred|trf|institutional|career|remaining|needed|prior|previous|last|next|past|to_date|time|office|meeting|contact|lab|lecture|bill\w*|deadline|status|flag|code|type|pct|percent|rate|max|maximum|min|minimum|minor\w*|minutes?|per|annual|annually|yearly|ay|ft|full_time|on_hold)_|_date_$/;
/** Names that say only that something is final, such as `Fall Actual`. */
const FINAL = /^_(?:actuals?|completed|comp|final)_$/;
/** Beside courses, words for what the other rows add up to. */
const SUM = /_(?:total|tot|sum|term)_/;
/** Words for credits that count for aid. */
const OF_AID = /_(?:aid|fa|elig\w*|cpos|net|after|title_iv|countable)_/;
/** Words for credits that may be one part of those that count, or come on top of them. */
const PART_OF_CREDITS =
  /_(?:complet\w*|comp|progress|remaining|host|visit\w*|consort\w*|ground|(?:on|off)_campus|in_person|online|distance|remote|hybrid|day|evening|weekend)_/;
/** Words for credits that were passed. */
const EARNED = /_(?:earned|earn|passed)_/;
const ONE_WORD = /^_[a-z]+_$/;
const SOME_MONEY = /[1-9]/;
const YES_OR_DATE = /^(?:y|yes|t|true|1|x|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?)$/i;
const YES = /^(?:y|yes|t|true|eligible)$/i;
const NO = /^(?:n|no|false|f|none|n\/?a|-|0+(?:\.0+)?)$/i;

const DATE = /_(?:date|dt)_/;
/** Words of names of columns of yes and no, or of dates, that concern neither enrollment nor loans. */
const HARMLESS =
  /_(?:payment_plan|paid_in_full|ec_complete\w*|grad_date|grad_term|room|board|books?|appl\w*|charg\w*|bill\w*|balance|owed|deposit|first_gen\w*|first_time|holds?|fafsa|isir|mpn|counsel\w*|signed|agreement|email\w*|phone|mail\w*|ferpa|hispanic|gender|sex|marital|married|orphan|foster|homeless|household|employ\w*|orientation|vacc\w*|immun\w*|health|consent|birth|born|dob|created|updated|modified|entered|entry|added|decision_date|status_date|as_of|extract\w*|snapshot|online|distance|remote|commut\w*|(?:full|half|part)_time|campus|gpa|points?|offered|accepted|packaged|requested|awarded|advis\w*|review\w*|user|notes?|comments?|cohort|catalog|hs|high_school|last_school|parent\w*|dependents|children|num\w*|count|notif\w*|letters?|text|appeal\w*|pj|abroad|co_?op|intern\w*|transcripts?|docs?|chapter|selective|freeze|complete)_/;

const ADD_UP =
  'If it has all credits that count, choose that it is read instead. If these come on top of those that are read, add both up in one column, and export that.';
const ONE_PARENT =
  'Make one column of the parents: yes where one was denied a PLUS loan and no other one was approved, no for everybody else.';
const WRITE_RULE =
  'Correct the columns that are read by it: 0 credits for a term that does not count, the dependency status, the need of the year, or a column total_limit, is_legacy_borrower or plus_denied.';

/** The numbers that are read, by the indexes of their columns, with which those of an unread column are compared. */
interface Compared {
  readonly kind: 'credits' | 'dollars';
  readonly read: readonly number[];
  /** Columns with enrolled credits, whose sum decides nothing either. */
  readonly parts?: readonly number[];
  /** Columns with full-time credits: it decides nothing if it is the same on every row. */
  readonly full?: readonly number[];
}

/**
 * A column that nothing is read from, though by its name it may decide what a student may borrow: `Loan Cap Exempt`,
 * `Aid Eligible Credits` that differ from the credits that are read, or `Adjusted COA` beside the cost of attendance.
 */
class NamedColumn extends UnreadColumn {
  readonly #compared: Compared | null;
  #isFullTime: boolean;
  #hasNumbers = false;
  /** Whether everybody is eligible by it, which tells nobody from others. */
  #isOfAll: boolean;

  constructor(place: number, name: string, term: string | null, compared: Compared | null = null) {
    super(place, name, term);
    this.#compared = compared;
    this.#isFullTime = (compared?.full ?? []).length > 0;
    this.#isOfAll = ELIGIBLE.test(wordsOf(name)) && !NOT_OF_ALL.test(wordsOf(name));
  }

  get mayDecide(): boolean {
    const isOther = this.#compared === null ? !this.#isOfAll : this.#hasNumbers && !this.#isFullTime;
    return isOther && this.tally.students > 0;
  }

  override get readFor(): 'cost_of_attendance' | null {
    return this.#compared?.kind === 'dollars' ? 'cost_of_attendance' : null;
  }

  override concerns(level: DegreeLevel | null): boolean {
    return this.readFor === null || level !== 'undergraduate';
  }

  override get creditsOf(): string | null | undefined {
    return this.#compared?.kind === 'credits' ? this.term : undefined;
  }

  get has(): string {
    return this.readFor !== null
      ? 'something in it that differs from the cost of attendance that is read'
      : 'something in it that may decide which credits count, or whose limit is another one';
  }

  get advice(): string {
    if (this.creditsOf !== undefined) return ADD_UP;
    return OF_PARENT.test(wordsOf(this.name)) ? ONE_PARENT : WRITE_RULE;
  }

  protected addCell(cell: string, given: readonly string[], student: number, row: number): void {
    if (this.#compared === null) {
      this.#isOfAll &&= YES.test(cell);
      if (cell !== '' && !NO.test(cell)) this.tally.add(student, row);
      return;
    }
    const { kind, read, parts = [], full = [] } = this.#compared;
    const own = exactCell({ kind }, cell);
    if (own === null) return;
    this.#hasNumbers ||= !NO.test(cell);
    const cellsAt = (places: readonly number[]): readonly string[] =>
      places.map((place) => given[place] ?? '');
    const isIn = (places: readonly number[]): boolean =>
      cellsAt(places).some((each) => {
        const number = exactCell({ kind }, each);
        return number !== null && compare(number, own) === 0;
      });
    this.#isFullTime &&= isIn(full);
    if (!isIn(read) && !isSumOf({ kind: 'credits' }, cellsAt(parts), own)) this.tally.add(student, row);
  }
}

/** The date of an early loan, where it is before the new limits. */
class EarlyLoan extends UnreadColumn {
  readonly has = 'a loan from before July 2026, which may make a legacy borrower';
  readonly advice = WRITE_RULE;

  get mayDecide(): boolean {
    return this.tally.students > 0;
  }

  override concerns(level: DegreeLevel | null): boolean {
    return level === 'graduate' || level === 'professional';
  }

  protected addCell(cell: string, _: readonly string[], student: number, row: number): void {
    if (cell !== '' && !NO.test(cell) && !isOlder(LAST_LEGACY_DAY, cell)) this.tally.add(student, row);
  }
}

/** The different programs that are looked at. */
const MOST_PROGRAMS = 1000;

/** The program of students who are read as graduates, where it is one of a profession, such as law. */
class Program extends UnreadColumn {
  readonly has = 'a professional program in it, whose limit is higher, and a degree level of graduate';
  readonly advice = 'Write professional as the degree level of students in a professional program.';
  readonly #programs = new Set<string>();

  get mayDecide(): boolean {
    return this.tally.students > 0;
  }

  override get readFor(): 'degree_level' {
    return 'degree_level';
  }

  override get meanings(): Readonly<Record<string, string>> {
    return readValues(this.readFor, this.#programs).values;
  }

  override concerns(level: DegreeLevel | null): boolean {
    return level === 'graduate';
  }

  protected addCell(cell: string, _: readonly string[], student: number, row: number): void {
    if (this.#programs.size < MOST_PROGRAMS) this.#programs.add(cell);
    if (isProfessional(cell)) this.tally.add(student, row);
  }
}

/**
 * A column of any name that says yes, or has a date, for some rows and not for others: `No Show`, `R2T4 Date`. Whoever
 * keeps such a column may mean by it that a student is not there, or that an amount was not paid.
 */
class YesColumn extends UnreadColumn {
  readonly has = 'a yes or a date in it, and some rows have none';
  readonly advice =
    'Write 0 as the credits of rows that do not count by it, and as the amount of what was not paid or came back.';
  /** Indexes of one or all columns with what was paid, where it says as much as these: as the date of a disbursement. */
  #paidBeside: readonly (readonly number[])[];
  #isFlag = true;
  #saysNo = false;

  constructor(place: number, name: string, term: string | null, paid: readonly number[]) {
    super(place, name, term);
    this.#paidBeside = paid.length === 0 ? [] : [paid, ...paid.map((each) => [each])];
  }

  get mayDecide(): boolean {
    return this.#isFlag && this.#saysNo && this.#paidBeside.length === 0 && this.tally.students > 0;
  }

  protected addCell(cell: string, given: readonly string[], student: number, row: number): void {
    if (!this.#isFlag) return;
    const isYes = YES_OR_DATE.test(cell);
    if (isYes) this.tally.add(student, row);
    else if (cell === '' || NO.test(cell)) this.#saysNo = true;
    else this.#isFlag = false;
    this.#paidBeside = this.#paidBeside.filter(
      (places) => isYes === places.some((paid) => SOME_MONEY.test(given[paid] ?? '')),
    );
  }
}

/** Those of some columns that may decide something, by their names or by what is in them. */
export function unreadColumns(
  header: readonly string[],
  columns: readonly FileColumn[],
  recipe: Recipe,
): readonly UnreadColumn[] {
  const { shape } = recipe;
  const labels = termsIn(shape).map(({ label }) => label);
  const placesOf = (name: string) => placesWhere(header, (each) => columnName(each) === columnName(name));
  const amount = shape.rows === 'fund' ? placesOf(shape.paid) : [];
  const [loan = -1] = shape.rows === 'fund' ? placesOf(shape.fund) : [];
  return columns.flatMap(({ place, name, words }): readonly UnreadColumn[] => {
    const term = termOfName(name, labels);
    const isOfOthers = OF_OTHERS.test(words);
    const isHarmless = isOfOthers || HARMLESS.test(words);
    const paid = [...readPlaces(header, recipe, PAID_COLUMNS, term), ...amount];
    const places = { paid, fund: loan, isOfStudent: shape.rows === 'student' };
    const codes = paid.length === 0 ? [] : [new PaymentCodes(place, name, term, places, isHarmless)];
    if (COST.test(words) && columnRead(recipe.columns, 'cost_of_attendance') !== null) {
      const read = readPlaces(header, recipe, ['cost_of_attendance'], null);
      return [new NamedColumn(place, name, null, { kind: 'dollars', read })];
    }
    const isCredits =
      FINAL.test(wordsOf(seasonOf(name)?.rest ?? name)) ||
      (CREDITS.test(words) && !OTHER_CREDITS.test(words) && !isOfOthers && !isWithdrawnCredits(name));
    const isBesideChosen = columnsRead(recipe, CREDIT_COLUMNS.slice(0, 1), term).some(isChosen);
    if (isCredits && isBesideChosen && !OF_AID.test(words) && !PART_OF_CREDITS.test(words)) return codes;
    if (isCredits && (shape.rows !== 'course' || !SUM.test(words))) {
      const read = readPlaces(header, recipe, CREDIT_COLUMNS, term);
      const full = readPlaces(header, recipe, ['term_ft_credits'], term);
      const parts = readPlaces(header, recipe, ['term_credits_enrolled'], term);
      return [new NamedColumn(place, name, term, { kind: 'credits', read, parts, full })];
    }
    const isParent = OF_PARENT.test(words) && columnRead(recipe.columns, 'plus_denied') !== null;
    const isDeciding = isParent || isOfOtherSchool(name) || (DECIDES.test(words) && !isOfOthers);
    if (EARLY_LOAN.test(words)) return [new EarlyLoan(place, name, term), ...codes];
    if (isDeciding && !DATE.test(words)) return [new NamedColumn(place, name, term), ...codes];
    const program = PROGRAM.test(words) && !isOfOthers ? [new Program(place, name, term)] : [];
    return [...program, ...(isHarmless ? [] : [new YesColumn(place, name, term, paid)]), ...codes];
  });
}

/** Whether a column of this name has the credits that count for aid. */
export function isOfAid(name: string): boolean {
  return OF_AID.test(wordsOf(name));
}

/** Whether credits are read from a column of this name because somebody said that they are the ones that count. */
function isChosen(name: string): boolean {
  const rest = seasonOf(name)?.rest ?? name;
  return !isNamedFor(rest, CREDIT_COLUMNS[0] ?? '') || isOfAid(name);
}

/** Whether a column of this name has credits that were earned or passed: `Fall Earned`, `EARNED_HRS`. */
export function isOfEarned(name: string): boolean {
  const words = wordsOf(seasonOf(name)?.rest ?? name);
  return EARNED.test(words) && (CREDITS.test(words) || ONE_WORD.test(words));
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
