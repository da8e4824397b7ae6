import { errorOfRows, type RowFailure } from '../contract/row-errors.js';
import { COPY } from '../csv/student-rows.js';
import { RowOrigins } from '../recipe/row-origins.js';
import type { Bytes } from '../table/encodings.js';
import { isStepDue, type Steps } from '../table/steps.js';
import { type CalculatedRow, calculatedRows } from './calculated-rows.js';
import { mistakesOf, type Origins, type OwnMistake } from './failures.js';
import { type Repair, repairOf } from './repair.js';

/** A value that was given, and how many of the group's students have it. */
export interface GivenValue {
  /** Without blanks around it, and cut when it is long. */
  readonly value: string;
  readonly students: number;
}

/** Failures that have the same repair. */
export interface FailureGroup {
  /** Our column; `terms` if it concerns their number; `error` for reasons that only the answer knows. */
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
  /** The row of the file; null if it is not known. */
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

/** For an answer of a service with other rules, or a file that changed. */
const UNKNOWN = {
  code: 'unknown',
  column: 'error',
  theirColumn: 'error',
  problem: 'The rows give no reason here. The answer says why.',
  given: null,
  row: null,
};

interface Growing {
  readonly mistake: OwnMistake;
  students: number;
  /** The last student counted, whose rows may have the mistake more than once. */
  lastId: string;
  /** The rows of ours, and of the file, that were taken for that student. */
  oursOfLast: Set<number>;
  fileRowsOfLast: Set<number>;
  fileRows: number;
  readonly given: Map<string, number>;
  readonly examples: FailureExample[];
  readonly rows: number[];
  readonly ofStudents: number[];
}

/** A student who failed. */
interface Failed {
  /** How many rows of the answer the student has. */
  rows: number;
  /** Beside the person's own rows: why the student failed, without rows. */
  text: string;
  /** The same with rows, as in an answer. */
  inAnswer: string;
}

/** Collects the students who failed. Why they did is read from their own rows, by the rules that refused them. */
export class FailureGroups {
  readonly #groups = new Map<string, Growing>();
  readonly #failed = new Map<string, Failed>();
  /** The students of rows of the file. */
  readonly #byRow = new Map<number, Failed>();
  /** Each error once, however many students have it. */
  readonly #texts = new Map<string, string>();
  readonly #origins: Origins;

  constructor(origins: Origins = new RowOrigins(true)) {
    this.#origins = origins;
  }

  /** Takes a row of the answer of a student who failed; `error` is its cell. */
  add(id: string, error: string): void {
    const known = this.#failed.get(id);
    if (known === undefined) this.#failed.set(id, { rows: 1, text: error, inAnswer: error });
    else known.rows += 1;
  }

  /** Finds out why the students failed, once the answer is complete. `ours` is what was calculated. */
  *explain(ours: Bytes, awardYear: string): Steps<void> {
    if (this.#failed.size === 0) return;
    const waiting = new Set(this.#failed.keys());
    const begun = new Map<string, CalculatedRow[]>();
    let done = 0;
    for (const row of calculatedRows(ours)) {
      done += 1;
      if (isStepDue(done)) yield;
      const failed = this.#failed.get(row.id);
      if (failed === undefined) continue;
      for (const original of this.#origins.of(row.row)) this.#byRow.set(original, failed);
      const rows = begun.get(row.id) ?? [];
      rows.push(row);
      begun.set(row.id, rows);
      if (rows.length < failed.rows) continue;
      begun.delete(row.id);
      const mistakes = mistakesOf(rows, this.#origins, awardYear);
      if (mistakes.length === 0) continue;
      this.#take(row.id, failed, rows, mistakes);
      waiting.delete(row.id);
    }
    for (const id of waiting) {
      const message = this.#failed.get(id)?.text ?? '';
      this.#group(id, { ...UNKNOWN, detail: message, message }, [], true);
    }
  }

  /** What is wrong with the student of a row of the file, or undefined when they did not fail. */
  errorOf(row: number): string | undefined {
    return this.#byRow.get(row)?.text;
  }

  /** The error cell of a student of the answer in the terms of the person's own file. */
  answerErrorOf(id: string): string | undefined {
    return this.#failed.get(id)?.inAnswer;
  }

  /** The groups, those with most students first. */
  groups(): FailureGroup[] {
    return [...this.#groups.values()]
      .sort((one, other) => other.students - one.students)
      .map(
        ({ mistake: { column, code, problem }, students, given, examples, rows, fileRows, ofStudents }) => ({
          column,
          problem,
          repair: repairOf(column, code),
          students,
          given: [...given]
            .map(([value, count]) => ({ value, students: count }))
            .sort((one, other) => other.students - one.students)
            .slice(0, MOST_VALUES),
          examples,
          rows,
          fileRows,
          leftOut: code === COPY.code ? rows : ofStudents,
        }),
      );
  }

  #take(id: string, failed: Failed, rows: readonly CalculatedRow[], mistakes: readonly OwnMistake[]): void {
    const own = mistakes.map(({ theirColumn, message, row }): RowFailure => {
      const [original = row] = row === null ? [] : this.#origins.of(row);
      return { path: theirColumn, message, ...(original === null ? {} : { row: original }) };
    });
    const ownRows = [...new Set(rows.flatMap(({ row }) => this.#origins.of(row)))];
    const sentences = new Map(own.map(({ path, message }) => [`${path}: ${message}`, { path, message }]));
    const text = errorOfRows([...sentences.values()], []).message;
    failed.text = this.#texts.get(text) ?? text;
    this.#texts.set(failed.text, failed.text);
    failed.inAnswer = errorOfRows(own, ownRows).message;
    const isOne = mistakes.every(({ code }) => code === mistakes[0]?.code);
    const numbers = rows.map(({ row }) => row);
    for (const mistake of mistakes) this.#group(id, mistake, numbers, isOne);
  }

  /** @param isOne whether the student has no mistake of another kind. */
  #group(id: string, mistake: OwnMistake, rows: readonly number[], isOne: boolean): void {
    const { code, column, theirColumn, given, detail, row } = mistake;
    const ourRows = row === null ? rows : [row];
    const key = `${column} ${code}`;
    const group: Growing = this.#groups.get(key) ?? {
      mistake,
      students: 0,
      lastId: '',
      oursOfLast: new Set(),
      fileRowsOfLast: new Set(),
      fileRows: 0,
      given: new Map(),
      examples: [],
      rows: [],
      ofStudents: [],
    };
    this.#groups.set(key, group);
    if (group.lastId !== id) {
      group.students += 1;
      group.oursOfLast = new Set();
      group.fileRowsOfLast = new Set();
      if (code !== COPY.code) for (const each of rows) group.ofStudents.push(each);
    }
    group.lastId = id;
    const count = group.given.get(given ?? '') ?? 0;
    if (given !== null && (count > 0 || group.given.size < MOST_COUNTED)) group.given.set(given, count + 1);
    const isKnown =
      detail !== null && group.examples.some((each) => each.id === id && each.detail === detail);
    if (group.examples.length < MOST_EXAMPLES && !isKnown) {
      const [original = null] = this.#origins.of(row ?? rows[0] ?? 0);
      group.examples.push({ id, row: original, column: theirColumn, given, detail, ourRows });
    }
    if (code === COPY.code && !isOne) return;
    for (const each of ourRows) {
      if (group.oursOfLast.has(each)) continue;
      group.oursOfLast.add(each);
      group.rows.push(each);
      for (const original of this.#origins.of(each)) {
        if (!group.fileRowsOfLast.has(original)) group.fileRows += 1;
        group.fileRowsOfLast.add(original);
      }
    }
  }
}
