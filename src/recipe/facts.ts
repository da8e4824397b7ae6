import { compare, type Exact, ZERO } from '../engine/exact.js';
import type { DegreeLevel } from '../engine/limits.js';
import { type BlankColumn, BlankColumns } from './blank-columns.js';
import { exactCell, valueKey } from './cell-rules.js';
import { DOLLAR_COLUMNS, DoubtfulAmounts } from './decimal-marks.js';
import type { BlankCreditsMeaning, Decisions } from './decisions.js';
import { CODED_COLUMNS, standingIn, WordReader } from './own-values.js';
import { blankCreditsIn, cellIn, type RawRow, type RawRows, rawRows, studentIn } from './raw-rows.js';
import { isContractRecipe, PAID_COLUMNS, type Recipe } from './recipe.js';
import { recipeError } from './recipe-error.js';
import type { SetAsideReason } from './set-aside.js';
import type { Table } from './source.js';
import { isStepDue, type Steps } from './steps.js';
import { Tally, tallyOf } from './tally.js';

/** More terms than these are no terms; those of a student are kept as bits of a number. */
const MOST_LABELS = 30;

/** A term as terms are compared: capitals and blanks make no difference. */
export function labelKey(label: string): string {
  return label.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** The terms of a file, in the order of their first rows. */
export class Labels {
  readonly texts: string[] = [];
  readonly #places = new Map<string, number>();

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.placeOf(text);
  }

  /** The place of a term, which is added where it is new; -1 when there are too many. */
  placeOf(label: string): number {
    const key = labelKey(label);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    if (this.texts.length === MOST_LABELS) return -1;
    this.#places.set(key, this.texts.length);
    return this.texts.push(label) - 1;
  }

  /** The place of a term that the file has; undefined for another one. */
  find(label: string): number | undefined {
    return this.#places.get(labelKey(label));
  }
}

/** What blank credits of a term were decided to be; undefined where that is open. */
export function blankMeaning({ blank_credits }: Decisions, label: string): BlankCreditsMeaning | undefined {
  if (blank_credits === null || blank_credits === undefined) return undefined;
  if (typeof blank_credits === 'string') return blank_credits;
  const key = labelKey(label);
  return Object.entries(blank_credits).find(([each]) => labelKey(each) === key)?.[1] ?? undefined;
}

/** What a whole file says that decisions depend on: counts, examples, and each student's terms as bits. */
export class Facts {
  readonly recipe: Recipe;
  readonly raw: RawRows;
  /** Whether every column is ours by name: then blank cells mean what the documentation of the columns says. */
  readonly isContract: boolean;
  readonly labels: Labels;
  rows = 0;
  /** Students by id, numbered in the order of their first rows. */
  readonly students = new Map<string, number>();
  /** For each student a bit for each term that has a row; those without the term by decision are not set. */
  readonly terms: number[] = [];
  readonly withLabel: Tally[] = [];
  /** Rows whose credits are blank, by place of the term. */
  readonly blank = new Map<number, Tally>();
  readonly withoutFullTime = new Map<DegreeLevel, Tally>();
  readonly levels = new Map<DegreeLevel, Tally>();
  /** Full-time credits by level and term; null where they differ among students. */
  readonly fullTime: Map<string, string | null>;
  /** Codes that cannot be read, by column of ours. A blank one is counted where blank would be read as something. */
  readonly codes = new Map<string, Map<string, Tally>>();
  /** Students whose subsidized maximum is not 0, or cannot be told. */
  readonly mayBeSubsidized = new Tally();
  readonly blankNeed = new Tally();
  readonly needAbove = new Tally();
  /** Funds that nobody has explained, by code; a blank one where something was paid. */
  readonly unknownFunds = new Map<string, Tally>();
  readonly funds = new Map<string, Tally>();
  /** By our column: where every column is ours by name, the amounts that look otherwise than they are read. */
  readonly doubtful = new Map<string, DoubtfulAmounts>();
  /** Columns that are blank on every row, where filled ones may be meant; empty for a part of a file. */
  blankColumns: readonly BlankColumn[] = [];
  /** Rows of a student's term beyond the first (of a fund, of a course, where rows are these). */
  readonly repeated = new Tally();
  /** Of these, rows that differ from the first one in some cell. */
  readonly repeatedDiffers = new Tally();
  /** Students in whose rows one term comes before another: `before[a][b]`. */
  readonly before: (Tally | undefined)[][] = [];
  /** Whether any row says how many terms the year has. */
  saysYearTerms = false;
  /** Students of whom some row says it. */
  readonly withYearTerms = new Set<number>();
  /** Whether any row says whether its term is required. */
  saysRequired = false;
  /** Rows that are dropped because a student's year does not have the term. */
  readonly dropped = new Tally();
  /** Rows that are no student's, by why. */
  readonly setAside = new Map<SetAsideReason, number[]>();
  readonly #add: (raw: RawRow) => void;
  readonly #blankColumns: BlankColumns | null;

  /** @param whole the file that these rows are a part of, where they are one: its terms are the terms of the year. */
  constructor(source: Table, recipe: Recipe, whole: Pick<Facts, 'labels' | 'fullTime'> | null = null) {
    this.recipe = recipe;
    this.labels = new Labels(whole?.labels.texts);
    this.fullTime = new Map(whole?.fullTime);
    this.raw = rawRows(source, recipe);
    this.isContract = isContractRecipe(recipe);
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
      this.rows += 1;
      if (isStepDue(this.rows)) yield;
    }
    this.blankColumns = this.#blankColumns?.found ?? [];
    if (this.repeated.students > 0 && !this.isContract) yield* this.#compareRepeated();
    return this;
  }

  /** Looks once more at the rows of students who have some more than once. */
  *#compareRepeated(): Steps<void> {
    const { columns } = this.raw;
    const idOf = studentIn(columns);
    const labelOf = cellIn(columns, 'term_label');
    const firsts = new Map<string, string>();
    let rows = 0;
    for (const row of this.raw.rows()) {
      rows += 1;
      if (isStepDue(rows)) yield;
      const student = this.students.get(idOf(row)) ?? -1;
      if (!this.repeated.has(student)) continue;
      const key = JSON.stringify([student, labelKey(labelOf(row.cells)), labelKey(row.part)]);
      const text = JSON.stringify(row.given.map((cell) => cell.trim()));
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, text);
      else if (first !== text) this.repeatedDiffers.add(student, row.row);
    }
  }

  /** The number of a row's student, a new one for one that was not seen before. */
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
    const standingOf = standingIn(columns);
    const yearTermsOf = cellIn(columns, 'academic_year_terms');
    const requiredOf = cellIn(columns, 'term_required');
    const paidOf = PAID_COLUMNS.map((column) => cellIn(columns, column));
    const paidOfYear = paidForAllTerms(recipe).map((each) => ({
      ...each,
      cellOf: cellIn(columns, each.ours),
    }));
    const coded = CODED_COLUMNS.filter((column) => filled.has(column)).map((column) => {
      const codes = new Map<string, Tally>();
      this.codes.set(column, codes);
      const rule = recipe.columns[column];
      const decided = new Set(
        Object.values((rule !== undefined && 'values' in rule ? rule.values : undefined) ?? {}).map(valueKey),
      );
      const asksBlank = column === 'degree_level' && rule !== undefined && !('constant' in rule);
      return { codes, decided, asksBlank, cellOf: cellIn(columns, column), words: new WordReader(column) };
    });
    const dollars = !isContract
      ? []
      : DOLLAR_COLUMNS.filter((column) => filled.has(column)).map((column) => {
          const amounts = new DoubtfulAmounts();
          this.doubtful.set(column, amounts);
          return { amounts, cellOf: cellIn(columns, column) };
        });
    const seenParts = recipe.shape.rows === 'term' ? null : new Set<string>();

    return (row) => {
      const { cells } = row;
      const twice = paidOfYear.find(({ cellOf }) => isMoney(cellOf(cells)));
      if (twice !== undefined) throw paidInEachTerm(row.row, twice.theirs);
      const student = this.#studentOf(idOf(row));
      for (const { amounts, cellOf } of dollars) amounts.add(cellOf(cells), student, row.row);
      const label = labelOf(cells);
      if (yearTermsOf(cells) !== '') {
        this.saysYearTerms = true;
        this.withYearTerms.add(student);
      }
      this.saysRequired ||= requiredOf(cells) !== '';
      const place = this.labels.placeOf(label);
      if (place < 0 && !isContract) throw tooManyTerms();
      const blank = isBlank(cells);
      if (blank && !isContract) {
        tallyOf(this.blank, place).add(student, row.row);
        const isPaid = paidOf.some((cellOf) => cellOf(cells) !== '');
        if (!isPaid && blankMeaning(recipe.decisions, label) === 'no_term') {
          this.dropped.add(student, row.row);
          return;
        }
      }
      this.#addTerm(student, place, row, seenParts);
      const { level, most } = standingOf(cells);
      if (level !== null) tallyOf(this.levels, level).add(student, row.row);
      this.#addFullTime(level ?? 'undergraduate', place, fullTimeOf(cells), student, row.row);
      if (most === null || compare(most, ZERO) > 0) this.mayBeSubsidized.add(student, row.row);
      this.#addNeed(needOf(cells), most, student, row.row);
      for (const { codes, decided, asksBlank, cellOf, words } of coded) {
        const cell = cellOf(cells);
        const isOpen =
          cell === '' ? asksBlank && !isContract : words.read(cell) === null && !decided.has(valueKey(cell));
        if (isOpen) tallyOf(codes, cell).add(student, row.row);
      }
    };
  }

  #addTerm(student: number, place: number, { row, part, paid }: RawRow, seenParts: Set<string> | null): void {
    const bits = this.terms[student] ?? 0;
    // A term beyond those that are told apart counts as one more of this student.
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

  #addNeed(cell: string, most: Exact | null, student: number, row: number): void {
    if (cell === '') {
      if (most === null || compare(most, ZERO) > 0) this.blankNeed.add(student, row);
      return;
    }
    if (most === null) return;
    const amount = exactCell({ kind: 'dollars' }, cell);
    if (amount !== null && compare(amount, most) > 0) this.needAbove.add(student, row);
  }
}

/** Whether something was paid, or what was written cannot be read. */
function isMoney(cell: string): boolean {
  if (cell.trim() === '') return false;
  const amount = exactCell({ kind: 'dollars' }, cell);
  return amount === null || compare(amount, ZERO) !== 0;
}

/** Columns of amounts paid that several terms of a row would each take for their own. */
function paidForAllTerms({
  shape,
  columns,
}: Recipe): readonly { readonly ours: string; readonly theirs: string }[] {
  if (shape.rows !== 'student') return [];
  return PAID_COLUMNS.flatMap((ours) => {
    const rule = columns[ours];
    const terms = shape.terms.filter((term) => term.columns[ours] === undefined);
    return rule !== undefined && 'column' in rule && terms.length > 1 ? [{ ours, theirs: rule.column }] : [];
  });
}

function paidInEachTerm(row: number, theirs: string) {
  return recipeError(
    'This amount does not say in which term it was paid, and the row has several terms. Give each term a column of its own, such as "Fall Sub Paid" and "Spring Sub Paid".',
    { row, column: theirs },
  );
}

/** Where the full-time credits of a term are kept, for students of a level. */
export function fullTimeKey(level: DegreeLevel, place: number): string {
  return `${level} ${place}`;
}

function tooManyTerms() {
  return recipeError(
    `More than ${MOST_LABELS} different terms: the column of terms is another one. Choose the column that says the term, such as Fall 2026.`,
  );
}

/** The tally at a place of a list, a new one where there is none. */
function tallyAt(tallies: (Tally | undefined)[], place: number): Tally {
  const found = tallies[place] ?? new Tally();
  tallies[place] = found;
  return found;
}
