import { FIELDS } from '../contract/field-list.js';
import { errorOfRows, type RowFailure } from '../contract/row-errors.js';
import { CONTRADICTION, COPY } from '../csv/student-rows.js';
import { listed } from '../engine/texts.js';
import { RowOrigins } from '../recipe/row-origins.js';
import { isStepDue, type Steps } from '../table/steps.js';
import { type CalculatedFile, type CalculatedRow, calculatedRow } from './calculated-rows.js';
import { mistakesOf, type OwnMistake } from './mistakes.js';

/** How to repair a group of failures. */
interface Repair {
  /**
   * `value`: one value for all of these rows. `source`: only the student system knows what is right, row by row. `copies`: these
   * rows are there twice, and can be left out.
   */
  readonly kind: 'value' | 'source' | 'copies';
  /** What to do, as a sentence. */
  readonly sentence: string;
  /** What may be chosen; empty where anything of the right kind may be written. */
  readonly options: readonly string[];
}

/** A value that was given, and how many of the group's students have it. */
export interface GivenValue {
  /** Without blanks around it, and cut when it is long. */
  readonly value: string;
  readonly students: number;
}

/** Failures that have the same repair. */
export interface FailureGroup {
  /** Our column; `terms` if it concerns their number. */
  readonly column: string;
  /** What is wrong, in a sentence that holds for all of them. */
  readonly problem: string;
  readonly repair: Repair;
  readonly students: number;
  /** The values given, the most frequent first, at most 20; empty where nothing was given. */
  readonly given: readonly GivenValue[];
  /** The first few students, each with a row of the file. */
  readonly examples: readonly FailureExample[];
  /**
   * The rows of ours that it is about, for `mendRows`. Of copies only those whose student has no other mistake: leaving
   * one out could settle the other.
   */
  readonly rows: readonly number[];
  /** How many rows of the file these were made from. */
  readonly fileRows: number;
  /** What leaving them out takes: of copies the same rows, of the others every row of each student, or a term of the year would be missing. */
  readonly leftOut: readonly number[];
}

/** One student of a group. */
export interface FailureExample {
  readonly id: string;
  /** The row of the file; null if it was made from none. */
  readonly row: number | null;
  /** What the file calls the column. */
  readonly column: string;
  readonly given: string | null;
  /** What only this student's message says. */
  readonly detail: string | null;
  /** The rows of ours on which the mistake is mended. */
  readonly ourRows: readonly number[];
}

const MOST_EXAMPLES = 5;
const MOST_VALUES = 20;
/** How many different values are counted; if there are more, each is rare. */
const MOST_COUNTED = 10_000;

/** A group that more students may join. */
interface Growing {
  readonly mistake: OwnMistake;
  students: number;
  fileRows: number;
  readonly given: Map<string, number>;
  readonly examples: FailureExample[];
  readonly rows: number[];
  readonly ofStudents: number[];
}

/** The students who failed. Why they did is read from their own rows, by the rules that refused them. */
export class Failures {
  /** Where each student's rows are in the answer. */
  readonly #students: { readonly place: number; rows: number }[] = [];
  readonly #groups = new Map<string, Growing>();
  /** Errors without row numbers, by row of the file. Each text is held once, however many students have it. */
  readonly #errors = new Map<number, string>();
  readonly #texts = new Map<string, string>();
  /** Errors with row numbers, by place in the answer. */
  readonly #inAnswer = new Map<number, string>();
  readonly #origins: RowOrigins;

  constructor(origins: RowOrigins = new RowOrigins(true)) {
    this.#origins = origins;
  }

  /** How many rows of the answer have an error. */
  get rowCount(): number {
    return this.#students.reduce((sum, { rows }) => sum + rows, 0);
  }

  /** Takes a row of the answer that has an error, by its place from 0. */
  add(place: number, isOfSameStudent: boolean): void {
    const last = this.#students.at(-1);
    if (isOfSameStudent && last !== undefined) last.rows += 1;
    else this.#students.push({ place, rows: 1 });
  }

  /** Finds out why the students failed, once the answer is complete. */
  *explain(calculated: CalculatedFile, awardYear: string): Steps<void> {
    for (const [nth, { place, rows: count }] of this.#students.entries()) {
      if (isStepDue(nth)) yield;
      const rows = Array.from({ length: count }, (_, row) => calculatedRow(calculated, place + row));
      const mistakes = mistakesOf(rows, this.#origins, awardYear);
      this.#keepErrors(place, rows, mistakes);
      for (const key of new Set(mistakes.map(keyOf))) this.#group(key, rows, mistakes);
    }
  }

  /** What is wrong with the student of a row of the file, or undefined when they did not fail. */
  errorOf(row: number): string | undefined {
    return this.#errors.get(row);
  }

  /** The error of a row of the answer in the terms of the person's own file; undefined where there is none. */
  errorInAnswer(place: number): string | undefined {
    return this.#inAnswer.get(place);
  }

  /** The groups, those with most students first. */
  groups(): FailureGroup[] {
    return [...this.#groups.values()]
      .sort((one, other) => other.students - one.students)
      .map(({ mistake: { column, code, problem }, given, ofStudents, ...group }) => ({
        ...group,
        column,
        problem,
        repair: repairOf(column, code),
        given: [...given]
          .map(([value, students]) => ({ value, students }))
          .sort((one, other) => other.students - one.students)
          .slice(0, MOST_VALUES),
        leftOut: code === COPY.code ? group.rows : ofStudents,
      }));
  }

  #keepErrors(place: number, rows: readonly CalculatedRow[], mistakes: readonly OwnMistake[]): void {
    const own = mistakes.map(({ theirColumn, message, row }): RowFailure => {
      const [original = row] = row === null ? [] : this.#origins.of(row);
      return { path: theirColumn, message, ...(original === null ? {} : { row: original }) };
    });
    const ownRows = [...new Set(rows.flatMap(({ row }) => this.#origins.of(row)))];
    const sentences = new Map(own.map(({ path, message }) => [`${path}: ${message}`, { path, message }]));
    const { message } = errorOfRows([...sentences.values()], []);
    const text = this.#texts.get(message) ?? message;
    this.#texts.set(text, text);
    for (const row of ownRows) this.#errors.set(row, text);
    const inAnswer = errorOfRows(own, ownRows).message;
    for (const nth of rows.keys()) this.#inAnswer.set(place + nth, inAnswer);
  }

  /** Adds a student to the group of those of their mistakes that have this key. */
  #group(key: string, rows: readonly CalculatedRow[], all: readonly OwnMistake[]): void {
    const mistakes = all.filter((each) => keyOf(each) === key);
    const [mistake] = mistakes;
    if (mistake === undefined) return;
    const group: Growing = this.#groups.get(key) ?? {
      mistake,
      students: 0,
      fileRows: 0,
      given: new Map(),
      examples: [],
      rows: [],
      ofStudents: [],
    };
    this.#groups.set(key, group);
    group.students += 1;
    const numbers = rows.map(({ row }) => row);
    const isCopy = mistake.code === COPY.code;
    if (!isCopy) group.ofStudents.push(...numbers);
    for (const each of mistakes) {
      countGiven(group, each.given);
      this.#addExample(group, rows, each);
    }
    if (isCopy && all.some(({ code }) => code !== COPY.code)) return;
    const ours = new Set(mistakes.flatMap(({ row }) => (row === null ? numbers : [row])));
    group.rows.push(...ours);
    group.fileRows += new Set([...ours].flatMap((row) => this.#origins.of(row))).size;
  }

  #addExample({ examples }: Growing, rows: readonly CalculatedRow[], mistake: OwnMistake): void {
    const { theirColumn: column, given, detail, row } = mistake;
    const id = rows[0]?.id ?? '';
    const isKnown = detail !== null && examples.some((each) => each.id === id && each.detail === detail);
    if (examples.length === MOST_EXAMPLES || isKnown) return;
    const [original = null] = this.#origins.of(row ?? rows[0]?.row ?? 0);
    const ourRows = row === null ? rows.map((each) => each.row) : [row];
    examples.push({ id, row: original, column, given, detail, ourRows });
  }
}

/** Columns whose value a school often has once for many students. */
const ONE_FOR_ALL: ReadonlySet<string> = new Set(['term_ft_credits', 'academic_year_terms']);

/** What repairs the failures of a column with one code. */
function repairOf(column: string, code: string): Repair {
  if (code === COPY.code) return { kind: 'copies', sentence: 'Leave these rows out.', options: [] };
  const field = FIELDS.find((each) => each.column === column);
  const options = field?.kind === 'flag' ? ['yes', 'no'] : (field?.options ?? []);
  if (code === CONTRADICTION.code) {
    const sentence = 'Correct these rows in your file: each student needs one value.';
    return { kind: 'source', sentence, options };
  }
  if (options.length > 0) {
    const sentence = `Choose ${listed(options, 'or')} for these rows, or correct the column in your file.`;
    return { kind: 'value', sentence, options };
  }
  if (ONE_FOR_ALL.has(column)) {
    const sentence = 'Write one value for these rows, or fill the column in your file.';
    return { kind: 'value', sentence, options };
  }
  return { kind: 'source', sentence: 'Correct these rows in your file.', options };
}

/** Mistakes of one key have the same repair. */
function keyOf({ column, code }: OwnMistake): string {
  return `${column} ${code}`;
}

function countGiven({ given }: Growing, value: string | null): void {
  if (value === null) return;
  const count = given.get(value) ?? 0;
  if (count > 0 || given.size < MOST_COUNTED) given.set(value, count + 1);
}
