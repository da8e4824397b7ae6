import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import type { DegreeLevel } from '../engine/limits.js';
import { MAX_TERMS } from '../engine/student.js';
import { type BlankColumn, BlankColumns } from './blank-columns.js';
import { isMoney } from './cell-rules.js';
import { manyCreditsIn, notOfYearIn, zeroCreditsIn } from './credits.js';
import { DOLLAR_COLUMNS, DoubtfulAmounts } from './decimal-marks.js';
import { blankMeaning, Labels, labelKey, tooManyTerms } from './labels.js';
import { NeedFacts } from './need-facts.js';
import { OpenWords } from './open-words.js';
import { OtherColumns } from './other-columns.js';
import { standingIn } from './own-values.js';
import { blankCreditsIn, cellIn, type RawRow, type RawRows, rawRows, studentIn } from './raw-rows.js';
import { isContractRecipe, PAID_COLUMNS, type Recipe } from './recipe.js';
import { recipeError } from './recipe-error.js';
import { compareRepeated, differenceOf } from './repeated-rows.js';
import type { SetAsideReason } from './set-aside.js';
import type { Table } from './source.js';
import { isStepDue, type Steps } from './steps.js';
import { Tally, tallyOf } from './tally.js';
import { type YearAmounts, yearAmounts } from './year-amounts.js';

const SAMPLE_ROWS = 200;
const MOST_DIFFERENCES = 3;
/** The facts about a whole file that decisions depend on: counts, examples, and each student's terms as bits. */
export class Facts {
  readonly recipe: Recipe;
  /** The award year whose limits apply. */
  readonly awardYear: string;
  readonly raw: RawRows;
  /** Whether every column has our name: blank cells then mean what the documentation of the columns says. */
  readonly isContract: boolean;
  readonly labels: Labels;
  rows = 0;
  /** Students by id, numbered in the order of their first rows. */
  readonly students = new Map<string, number>();
  /** The first rows, as samples of what columns contain. */
  readonly sample: (readonly string[])[] = [];
  /** Whether any row has an id. */
  saysId = false;
  /** Rows without an id, if a column has ids. */
  readonly withoutId = new Tally();
  /** The contents of unread columns. */
  readonly others: OtherColumns;
  /** Paid columns that may be for the year. */
  readonly yearAmounts: readonly YearAmounts[];
  /** Our columns in which some row records a payment, by {@link paidKey}. */
  readonly paid = new Set<string>();
  /**
   * For each student one bit per term that has a row; not set if it was decided that the student does not have the
   * term.
   */
  readonly terms: number[] = [];
  readonly withLabel: Tally[] = [];
  /** Rows with blank credits, by term index. */
  readonly blank = new Map<number, Tally>();
  /** Rows with planned and final credits, by term index, and those whose final ones are 0. */
  readonly finals = new Map<number, { readonly all: Tally; readonly zero: Tally }>();
  /** Rows with credits, by term index, and those that have 0. */
  readonly credits = new Map<number, { readonly all: Tally; readonly zero: Tally }>();
  /** For each student one bit per term that was decided not to be part of the student's year. */
  readonly notOfYear: number[] = [];
  readonly withoutFullTime = new Map<DegreeLevel, Tally>();
  readonly levels = new Map<DegreeLevel, Tally>();
  /** Full-time credits by level and term; null if they differ among students. */
  readonly fullTime: Map<string, string | null>;
  /** Codes that cannot be read, by our column. A blank one is counted if blank would be given a meaning. */
  readonly codes: OpenWords['codes'];
  /**
   * By our column: students for whom a blank flag matters, and whether other rows have an explicit no, since blank may
   * then not mean no.
   */
  readonly blankFlags: OpenWords['blankFlags'];
  readonly need: NeedFacts;
  /** Rows with more than twice the full-time credits of a term. */
  readonly manyCredits = new Tally();
  /** Unexplained funds, by code; includes a blank one if something was paid. */
  readonly unknownFunds = new Map<string, Tally>();
  readonly funds = new Map<string, Tally>();
  /** By our column: if every column has our name, the amounts that may be meant differently than they are read. */
  readonly doubtful = new Map<string, DoubtfulAmounts>();
  /** Columns that are blank on every row while filled ones may be meant; empty for a part of a file. */
  blankColumns: readonly BlankColumn[] = [];
  /** Further rows of a student's term after the first (of the same fund or course, if rows are funds or courses). */
  readonly repeated = new Tally();
  /** Those of the repeated rows that differ from the first in some cell; how the first few differ, in sentences. */
  readonly repeatedDiffers = new Tally();
  readonly differences: string[] = [];
  /** Rows of these students that equal an earlier row in every cell. */
  readonly copies = new Tally();
  readonly header: readonly string[];
  /** Students in whose rows one term comes before another: `before[a][b]`. */
  readonly before: (Tally | undefined)[][] = [];
  /** Whether any row gives the number of terms in the year. */
  saysYearTerms = false;
  /** Students with a row that gives it. */
  readonly withYearTerms = new Set<number>();
  /** The largest valid number of terms in any row. */
  mostYearTerms = 0;
  /** Whether any row says if its term is required. */
  saysRequired = false;
  /** Rows dropped because the student's year does not include the term. */
  readonly dropped = new Tally();
  /** Sheets with the same columns, none of which has been chosen yet. */
  readonly sameSheets: readonly string[];
  /** Filled rows above the header. */
  readonly titles: readonly number[];
  /** Rows that do not belong to a student, by reason. */
  readonly setAside = new Map<SetAsideReason, number[]>();
  readonly #add: (raw: RawRow) => void;
  readonly #words: OpenWords;
  readonly #blankColumns: BlankColumns | null;

  /** @param whole the whole file if these rows are a part of it: its terms are the terms of the year. */
  constructor(
    source: Table,
    recipe: Recipe,
    awardYear: string,
    whole: Pick<Facts, 'labels' | 'fullTime'> | null = null,
  ) {
    this.recipe = recipe;
    this.awardYear = awardYear;
    this.header = source.header;
    this.labels = new Labels(whole?.labels.texts);
    this.fullTime = new Map(whole?.fullTime);
    this.raw = rawRows(source, recipe);
    this.sameSheets = source.sameSheets;
    this.titles = source.above.map(({ row }) => row);
    this.others = new OtherColumns(this.raw, source.header, recipe.decisions);
    this.isContract = isContractRecipe(recipe);
    this.#words = new OpenWords(this.raw, source.header, recipe, this.isContract);
    this.codes = this.#words.codes;
    this.blankFlags = this.#words.blankFlags;
    this.yearAmounts = yearAmounts(recipe, this.raw.columns);
    this.need = new NeedFacts(recipe, this.isContract);
    this.#add = this.#reader();
    this.#blankColumns = whole === null ? new BlankColumns(source.header, recipe) : null;
  }

  /** Looks at every row. */
  *look(): Steps<this> {
    for (const raw of this.raw.rows(({ row, reason }) => {
      const rows = this.setAside.get(reason);
      if (rows === undefined) this.setAside.set(reason, [row]);
      else rows.push(row);
    })) {
      this.#add(raw);
      this.#blankColumns?.add(raw.given);
      if (this.sample.length < SAMPLE_ROWS) this.sample.push(raw.given);
      this.rows += 1;
      if (isStepDue(this.rows)) yield;
    }
    this.blankColumns = this.#blankColumns?.found ?? [];
    if (this.repeated.students > 0 && !this.isContract) {
      yield* compareRepeated(this, {
        onDifference: (student, first, row) => {
          this.repeatedDiffers.add(student, row.row);
          if (this.differences.length < MOST_DIFFERENCES)
            this.differences.push(differenceOf(this.header, first, row));
        },
        onCopy: (student, { row }) => this.copies.add(student, row),
      });
    }
    return this;
  }

  /** The number of a row's student, a new one for a new student. */
  #studentOf(id: string): number {
    const known = this.students.get(id);
    if (known !== undefined) return known;
    const made = this.students.size;
    this.students.set(id, made);
    this.terms.push(0);
    return made;
  }

  #reader(): (raw: RawRow) => void {
    const { recipe, raw, isContract } = this;
    const { columns, filled } = raw;
    const idOf = studentIn(columns);
    const labelOf = cellIn(columns, 'term_label');
    const isBlank = blankCreditsIn(columns);
    const fullTimeOf = cellIn(columns, 'term_ft_credits');
    const needOf = cellIn(columns, 'subsidized_amount');
    const standingOf = standingIn(columns, this.awardYear);
    const isMany = manyCreditsIn(columns, recipe.decisions);
    const isWhole = !isContract && (recipe.shape.rows === 'term' || recipe.shape.rows === 'student');
    const isZero = zeroCreditsIn(columns);
    const isNotOfYear = notOfYearIn(columns, recipe.decisions);
    const yearTermsOf = cellIn(columns, 'academic_year_terms');
    const requiredOf = cellIn(columns, 'term_required');
    const paidOf = PAID_COLUMNS.map((column) => cellIn(columns, column));
    const paidOfYear = paidForAllTerms(recipe).map((each) => ({
      ...each,
      cellOf: cellIn(columns, each.ours),
    }));
    const dollars = !isContract
      ? []
      : DOLLAR_COLUMNS.filter((column) => filled.has(column)).map((column) => {
          const amounts = new DoubtfulAmounts();
          this.doubtful.set(column, amounts);
          return { amounts, cellOf: cellIn(columns, column) };
        });
    const termLabels = recipe.shape.rows === 'student' ? recipe.shape.terms.map((term) => term.label) : [];
    const seenParts = recipe.shape.rows === 'term' ? null : new Set<string>();

    return (row) => {
      const { cells } = row;
      const twice = paidOfYear.find(({ cellOf }) => isMoney(cellOf(cells)));
      if (twice !== undefined) throw paidInEachTerm(row.row, twice.theirs);
      if (row.lacksId && recipe.decisions.rows_without_id === 'leave_out') {
        this.withoutId.count += 1;
        return;
      }
      const id = idOf(row);
      if (!isContract && ROUNDED.test(id)) throw roundedIds(row.row);
      const student = this.#studentOf(id);
      for (const { amounts, cellOf } of dollars) amounts.add(cellOf(cells), student, row.row);
      if (row.lacksId) this.withoutId.add(student, row.row);
      else this.saysId ||= filled.has(STUDENT_ID_COLUMN);
      for (const amounts of this.yearAmounts) amounts.add(cells, student, row.row);
      const label = labelOf(cells);
      this.others.add(row, label, student);
      if (yearTermsOf(cells) !== '') {
        this.saysYearTerms = true;
        const said = Number(yearTermsOf(cells)) || 0;
        // An impossible number fails its own student and says nothing about others.
        if (said <= MAX_TERMS) this.mostYearTerms = Math.max(this.mostYearTerms, said);
        this.withYearTerms.add(student);
      }
      this.saysRequired ||= requiredOf(cells) !== '';
      const place = this.labels.placeOf(label);
      if (place < 0 && !isContract) throw tooManyTerms();
      for (const [nth, cellOf] of paidOf.entries()) {
        const key = paidKey(PAID_COLUMNS[nth] ?? '', termLabels[row.term ?? -1]);
        if (!this.paid.has(key) && isMoney(cellOf(cells))) this.paid.add(key);
      }
      if (row.isZeroFinal !== null && !isContract) {
        const seen = this.finals.get(place) ?? { all: new Tally(), zero: new Tally() };
        this.finals.set(place, seen);
        seen.all.add(student, row.row);
        if (row.isZeroFinal) seen.zero.add(student, row.row);
      }
      const blank = isBlank(cells);
      if (blank && !isContract) {
        tallyOf(this.blank, place).add(student, row.row);
        const isPaid = paidOf.some((cellOf) => cellOf(cells) !== '');
        if (!isPaid && blankMeaning(recipe.decisions, label) === 'no_term') {
          this.dropped.add(student, row.row);
          return;
        }
      }
      if (isWhole) {
        const seen = this.credits.get(place) ?? { all: new Tally(), zero: new Tally() };
        this.credits.set(place, seen);
        seen.all.add(student, row.row);
        // Credits that were decided not to count belong to another question.
        if (isZero(cells) && !row.hasCredits) {
          seen.zero.add(student, row.row);
          if (isNotOfYear(cells, label)) {
            this.notOfYear[student] = (this.notOfYear[student] ?? 0) | (1 << Math.max(place, 0));
            this.dropped.add(student, row.row);
            return;
          }
        }
      }
      const isFirst = this.#addTerm(student, place, row, seenParts);
      const standing = standingOf(cells);
      const { level, most } = standing;
      if (level !== null) tallyOf(this.levels, level).add(student, row.row);
      this.#addFullTime(level ?? 'undergraduate', place, fullTimeOf(cells), student, row.row);
      this.need.add(needOf(cells), most, isFirst, student, row.row);
      if (isMany(cells, level)) this.manyCredits.add(student, row.row);
      this.#words.add(row, standing, student);
    };
  }

  /** Whether the row is the first of its student's term. */
  #addTerm(
    student: number,
    place: number,
    { row, part, paid }: RawRow,
    seenParts: Set<string> | null,
  ): boolean {
    const bits = this.terms[student] ?? 0;
    // A term beyond those that are tracked counts as one more term of the student.
    const bit = place < 0 ? ~bits & (bits + 1) : 1 << place;
    const isNew = (bits & bit) === 0;
    if (isNew && place >= 0) {
      for (let other = 0; other < this.labels.texts.length; other++) {
        if ((bits & (1 << other)) === 0) continue;
        const from = this.before[other] ?? [];
        this.before[other] = from;
        tallyAt(from, place).add(student, row);
      }
      tallyAt(this.withLabel, place).add(student, row);
    }
    this.terms[student] = bits | bit;
    if (this.recipe.shape.rows === 'fund') {
      if (part !== '') tallyOf(this.funds, part).add(student, row);
      const isKnown = this.raw.fundOf(part) !== undefined;
      if (!isKnown && (part !== '' || isMoney(paid))) tallyOf(this.unknownFunds, part).add(student, row);
    }
    if (seenParts === null) {
      if (!isNew && place >= 0) this.repeated.add(student, row);
    } else if (part !== '') {
      const key = `${student} ${place} ${labelKey(part)}`;
      if (seenParts.has(key)) this.repeated.add(student, row);
      seenParts.add(key);
    } else if (this.recipe.shape.rows === 'student' && !isNew) {
      this.repeated.add(student, row);
    }
    return isNew;
  }

  #addFullTime(level: DegreeLevel, place: number, cell: string, student: number, row: number): void {
    if (cell === '') {
      tallyOf(this.withoutFullTime, level).add(student, row);
      return;
    }
    const key = fullTimeKey(level, place);
    const known = this.fullTime.get(key);
    if (known === undefined) this.fullTime.set(key, cell);
    else if (known !== cell) this.fullTime.set(key, null);
  }
}

/** An id rounded by a spreadsheet that took it for a number: `9.01E+08`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d+$/i;

function roundedIds(row: number) {
  return recipeError(
    'this id was rounded by a spreadsheet that took it for a number, so that students cannot be told apart. Export the file again, and format the column of ids as text before you save it.',
    { row },
  );
}

/** Paid columns that each of several terms of a row would claim. */
function paidForAllTerms({
  shape,
  columns,
  decisions,
}: Recipe): readonly { readonly ours: string; readonly theirs: string }[] {
  if (shape.rows !== 'student')
    return PAID_COLUMNS.flatMap((ours) => {
      const rule = columns[ours];
      const isOfYear = rule !== undefined && 'column' in rule && decisions.paid?.[rule.column] === 'of_year';
      return isOfYear ? [{ ours, theirs: rule.column }] : [];
    });
  return PAID_COLUMNS.flatMap((ours) => {
    const rule = columns[ours];
    const terms = shape.terms.filter((term) => term.columns[ours] === undefined);
    return rule !== undefined && 'column' in rule && terms.length > 1 ? [{ ours, theirs: rule.column }] : [];
  });
}

function paidInEachTerm(row: number, theirs: string) {
  return recipeError(
    'This amount does not say in which term it was paid. Write into each row what was paid in its term, or, where a row has several terms, give each a column of its own, such as "Fall Sub Paid" and "Spring Sub Paid".',
    { row, column: theirs },
  );
}

/** The key of a paid column, for one term if each has its own columns. */
export function paidKey(ours: string, term?: string | null): string {
  return term == null ? ours : `${ours} ${term}`;
}

/** The key of the full-time credits of a term, for students of a level. */
export function fullTimeKey(level: DegreeLevel, place: number): string {
  return `${level} ${place}`;
}

/** The tally at an index of a list, created if necessary. */
function tallyAt(tallies: (Tally | undefined)[], place: number): Tally {
  const found = tallies[place] ?? new Tally();
  tallies[place] = found;
  return found;
}
