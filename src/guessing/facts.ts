import type { DegreeLevel } from '../engine/limits.js';
import type { SetAsideReason, SetAsideRow } from '../table/set-aside.js';
import { isStepDue, type Steps } from '../table/steps.js';
import { tableError } from '../table/table-error.js';
import { quoted } from './assumption.js';
import type { DoubtfulAmounts } from './doubtful-amounts.js';
import { factReader } from './facts-reader.js';
import type { Guess } from './guess-columns.js';
import { Labels, saidOf } from './labels.js';
import { type BlankColumn, BlankColumns, NewColumns } from './missed-columns.js';
import { OpenWords } from './open-words.js';
import { OtherColumns } from './other-columns.js';
import { type RawRow, type RawRows, rawRows } from './raw-rows.js';
import { isContractRecipe, type Recipe } from './recipe.js';
import { compareRepeated, RowKinds } from './repeated-rows.js';
import { type RowReader, rowReader } from './row-reader.js';
import type { SourceTable } from './source.js';
import { TELLING_TITLE } from './status-words.js';
import { NeedFacts } from './subsidized-need.js';
import { madeOnce, Tally, tallyOf } from './tally.js';
import { type YearAmounts, YearCredits, yearAmounts } from './year-amounts.js';

const SAMPLE_ROWS = 200;

/** The facts about a whole file that decisions depend on: counts, examples, and each student's terms as bits. */
export class Facts {
  readonly raw: RawRows;
  readonly read: RowReader;
  /** Whether every column has our name: blank cells then mean what the documentation of the columns says. */
  readonly isContract: boolean;
  readonly labels: Labels;
  rows = 0;
  /** Students by id, numbered in the order of their first rows. */
  readonly students = new Map<string, number>();
  /** The number of the student of each row of the file; none for a row that nobody has. */
  readonly studentOfRow: number[] = [];
  /** The first rows, as samples of what columns contain. */
  readonly sample: (readonly string[])[] = [];
  saysId = false;
  /** Rows without an id, if a column has ids. */
  readonly withoutId = new Tally();
  /** The contents of unread columns. */
  readonly others: OtherColumns;
  /** Paid columns that may be for the year. */
  readonly yearAmounts: readonly YearAmounts[];
  /** Our columns in which some row records a payment, by `paidKey`. */
  readonly paid = new Set<string>();
  /**
   * For each student one bit per term that has a row; not set if it was decided that the student does not have the
   * term.
   */
  readonly terms: number[] = [];
  /** By term index. */
  readonly withLabel = new Map<number, Tally>();
  /** Rows with blank credits, by term index. */
  readonly blank = new Map<number, Tally>();
  /** Rows with planned and final credits, by term index, and those whose final ones are 0. */
  readonly finals = new Map<number, { readonly all: Tally; readonly zero: Tally }>();
  /** Rows with final credits and no planned ones, by term index. */
  readonly unplanned = new Map<number, Tally>();
  /** Rows with planned and final credits of who may be paid, and 0 paid, by term index. */
  readonly zeroPaid = new Map<number, Tally>();
  /** Rows with credits, by term index, and those that have 0. */
  readonly credits = new Map<number, { readonly all: Tally; readonly zero: Tally }>();
  /** For each student one bit per term that was decided not to be part of the student's year. */
  readonly notOfYear: number[] = [];
  readonly withoutFullTime = new Map<DegreeLevel, Tally>();
  /** The same by {@link fullTimeKey}. */
  readonly withoutFullTimeIn = new Map<string, Tally>();
  readonly levels = new Map<DegreeLevel, Tally>();
  /** Rows with a blank year of study. */
  readonly withoutGrade = new Tally();
  /** Graduate and professional students with a blank dependency status: they are independent by law. */
  readonly independent = new Tally();
  /** Students for whom the cost of attendance may matter. */
  readonly mayNeedCost = new Tally();
  /** Undergraduates with an amount in a column of PLUS loans, which is a parent's. */
  readonly parentPlus = new Tally();
  /** Full-time credits by level and term; null if they differ among students. */
  readonly fullTime: Map<string, string | null>;
  readonly words: OpenWords;
  readonly need: NeedFacts;
  /** Rows with a limit that may be no program's own of the year. */
  readonly doubtfulLimit = new Tally();
  /** Rows with more than twice the full-time credits of a term. */
  readonly manyCredits = new Tally();
  /** Whether credits may be those of the year. */
  readonly yearCredits = new YearCredits();
  /** Rows whose full-time credits may be those of the year. */
  readonly yearFullTime = new Tally();
  /** Unexplained funds, by code; includes a blank one if something was paid. */
  readonly unknownFunds = new Map<string, Tally>();
  readonly funds = new Map<string, Tally>();
  /** By our column: if every column has our name, the amounts that may be meant differently than they are read. */
  readonly doubtful = new Map<string, DoubtfulAmounts>();
  /** Columns that are blank on every row while filled ones may be meant; empty for a part of a file. */
  blankColumns: readonly BlankColumn[] = [];
  /** What unread columns may be that the recipe lacks; empty for a part of a file. */
  newColumns: readonly Guess[] = [];
  /** Further rows of a student's term after the first (of the same fund or course, if rows are funds or courses). */
  readonly repeated = new Tally();
  /** Those of the repeated rows that differ from the first in some cell; how the first few differ, in sentences. */
  readonly repeatedDiffers = new Tally();
  readonly differences: string[] = [];
  /** What tells the rows of a term apart in the same way for everybody. */
  readonly kinds: RowKinds;
  /** Rows of these students that equal an earlier row in every cell. */
  readonly copies = new Tally();
  /** Rows of a course that an earlier row of the same student and term has too, such as one for each meeting. */
  readonly sameCourse = new Tally();
  /** Whether repeated rows say the same in all that is read, as those of courses do that have the credits of their term. */
  areTotals = false;
  /** The first of the repeated rows with an older date than the row before it, by a column that is not read. */
  older: { readonly column: string; readonly earlier: number; readonly row: number } | null = null;
  readonly header: readonly string[];
  /** Students in whose rows one term comes before another, by the indexes of both. */
  readonly before = new Map<number, Map<number, Tally>>();
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
  /** Rows of words with students' rows below them. */
  readonly sections: SetAsideRow[] = [];
  /** Rows that do not belong to a student, by reason. */
  readonly setAside = new Map<SetAsideReason, number[]>();
  #title: SetAsideRow | null = null;
  /** By the line above them, the rows of students whom it may take out. */
  readonly titled = new Map<string, Tally>();
  #below: Tally | null = null;
  readonly #add: (raw: RawRow) => void;
  readonly #blankColumns: BlankColumns | null;
  readonly #newColumns: NewColumns | null;

  /**
   * @param awardYear the year whose limits apply.
   * @param whole the whole file if these rows are a part of it: its terms are the terms of the year.
   */
  constructor(
    readonly source: SourceTable,
    readonly recipe: Recipe,
    readonly awardYear: string,
    whole: Pick<Facts, 'labels' | 'fullTime'> | null = null,
  ) {
    this.header = source.header;
    this.labels = new Labels(whole?.labels.texts);
    this.fullTime = new Map(whole?.fullTime);
    this.raw = rawRows(source, recipe);
    this.read = rowReader(this.raw.columns, recipe, awardYear);
    this.kinds = new RowKinds(recipe.shape.rows === 'term' ? this.raw.unread : []);
    this.others = new OtherColumns(this.raw, source.header, recipe);
    this.isContract = isContractRecipe(recipe);
    this.words = new OpenWords(this.raw, source.header, recipe, this.isContract);
    this.yearAmounts = yearAmounts(recipe, this.raw.columns);
    this.need = new NeedFacts(recipe, this.isContract);
    this.#add = factReader(this);
    this.#blankColumns = whole === null ? new BlankColumns(source.header, recipe) : null;
    this.#newColumns = whole === null ? new NewColumns(source.header, this.raw.unread, recipe) : null;
  }

  *look(): Steps<this> {
    for (const raw of this.raw.rows((each) => {
      const { row, reason } = each;
      // A header may be repeated below a title.
      if (reason !== 'repeated header') this.#title = reason === 'remark' ? each : null;
      madeOnce(this.setAside, reason, (): number[] => []).push(row);
    })) {
      if (this.#title !== null) this.#beginSection(this.#title);
      this.#title = null;
      this.#add(raw);
      this.#below?.add(this.students.get(this.read.studentOf(raw)) ?? -1, raw.row);
      this.#blankColumns?.add(raw.given);
      this.#newColumns?.add(raw.given);
      if (this.sample.length < SAMPLE_ROWS) this.sample.push(raw.given);
      this.rows += 1;
      if (isStepDue(this.rows)) yield;
    }
    this.blankColumns = this.#blankColumns?.found ?? [];
    this.newColumns = this.#newColumns?.guesses ?? [];
    if (this.repeated.students > 0 && !this.isContract) {
      yield* compareRepeated(this);
    }
    this.#refuseTitled();
    if (this.yearCredits.areLikely && this.recipe.decisions.many_credits === 'other')
      throw tableError(CREDITS_OF_YEAR);
    if (this.older !== null && this.recipe.decisions.repeated_terms === 'last') throw notTheLast(this.older);
    return this;
  }

  #beginSection(title: SetAsideRow): void {
    if (this.sections.length < SAMPLE_ROWS) this.sections.push(title);
    const text = title.cells.join(' ').trim().replace(/\s+/g, ' ');
    this.#below = !this.isContract && TELLING_TITLE.test(text) ? tallyOf(this.titled, text) : null;
  }

  #refuseTitled(): void {
    for (const [title, { rows }] of this.titled) {
      if (saidOf(this.recipe.decisions.titled_rows, title) !== 'refuse') continue;
      throw tableError(
        `the line above this row says ${quoted(title)}. Add a column, such as Status, that says it on each row, or take these rows out.`,
        { row: rows[0] ?? null },
      );
    }
  }
}

const CREDITS_OF_YEAR =
  'The credits on each row were said to be those of the year. Export the credits of each term, and choose that file.';

function notTheLast({ column, earlier, row }: NonNullable<Facts['older']>) {
  return tableError(
    `this row is older than row ${earlier}, which it corrects. Sort the rows by this column, oldest first, or keep only the newest.`,
    { row, column },
  );
}
