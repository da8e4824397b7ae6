import { RowOrigins } from '../recipe/row-origins.js';
import { COPY, type Mistake, readError } from './failures.js';
import { type Repair, repairOf } from './repair.js';

/** A value that was given, and how many of the group's students have it. */
export interface GivenValue {
  /** As messages show it: without blanks around it, and cut when it is long. */
  readonly value: string;
  readonly students: number;
}

/** Failures that have the same repair. */
export interface FailureGroup {
  /** Our column; `terms` if it concerns their number. */
  readonly column: string;
  /** What is wrong, as the service says it, without the value, rows and amounts. */
  readonly problem: string;
  readonly repair: Repair;
  readonly students: number;
  /** The values given, the most frequent first, at most 20; empty where nothing was given. */
  readonly given: readonly GivenValue[];
  /** The first few students, each with a row of the file. */
  readonly examples: readonly FailureExample[];
  /**
   * The rows of ours that it is about, for `mendRows`; at most ten runs of rows of one student are known. Of copies only those whose
   * student has no other mistake: leaving one out could settle the other.
   */
  readonly rows: readonly number[];
}

/** One student of a group. */
export interface FailureExample {
  readonly id: string;
  /** The row of the file; null if the message names none. */
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

interface Growing {
  readonly mistake: Mistake;
  students: number;
  /** The last student counted, whose rows may have the mistake more than once. */
  lastId: string;
  readonly given: Map<string, number>;
  readonly examples: FailureExample[];
  readonly rows: number[];
}

/** Collects the students who failed. */
export class FailureGroups {
  readonly #groups = new Map<string, Growing>();
  /** The errors by student. */
  readonly #byId = new Map<string, string>();
  /** The errors by row of the file, for rows without an id. */
  readonly #byRow = new Map<number, string>();
  /** Each error once, however many students have it. */
  readonly #texts = new Map<string, string>();
  readonly #origins: RowOrigins;

  constructor(origins: RowOrigins = new RowOrigins(true)) {
    this.#origins = origins;
  }

  /** `error` is the cell of the answer. */
  add(id: string, error: string): void {
    const { mistakes, rows } = readError(error, this.#origins);
    const text = this.#textOf(mistakes);
    if (/^row:[0-9]+$/.test(id)) {
      for (const own of rows) for (const original of this.#origins.of(own)) this.#byRow.set(original, text);
    }
    this.#byId.set(id, text);
    const isOne = mistakes.every(({ problem }) => problem === mistakes[0]?.problem);
    for (const mistake of mistakes) this.#group(id, mistake, rows, isOne);
  }

  /** What is wrong with the student of a row of the file, or undefined when they did not fail. The id may be blank. */
  errorOf(id: string, row: number): string | undefined {
    const key = id.trim();
    return key === '' ? this.#byRow.get(row) : this.#byId.get(key);
  }

  /** The groups, those with most students first. */
  groups(): FailureGroup[] {
    return [...this.#groups.values()]
      .sort((one, other) => other.students - one.students)
      .map(({ mistake: { column, problem }, students, given, examples, rows }) => ({
        column,
        problem,
        repair: repairOf(column, problem, given.size > 0),
        students,
        given: [...given]
          .map(([value, count]) => ({ value, students: count }))
          .sort((one, other) => other.students - one.students)
          .slice(0, MOST_VALUES),
        examples,
        rows,
      }));
  }

  #textOf(mistakes: readonly Mistake[]): string {
    const sentences = mistakes.map(({ theirColumn, sentence }) => `${theirColumn}: ${sentence}`);
    const text = [...new Set(sentences)].join('; ');
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }

  /** @param isOne whether the student has no mistake of another kind. */
  #group(id: string, mistake: Mistake, rows: readonly number[], isOne: boolean): void {
    const { column, theirColumn, problem, given, detail, row } = mistake;
    const ourRows = row === null ? rows : [row];
    const key = `${column}\n${problem}`;
    const known = this.#groups.get(key);
    const group: Growing = known ?? {
      mistake,
      students: 0,
      lastId: '',
      given: new Map(),
      examples: [],
      rows: [],
    };
    if (known === undefined) this.#groups.set(key, group);
    if (group.lastId !== id) group.students += 1;
    group.lastId = id;
    const count = group.given.get(given ?? '') ?? 0;
    if (given !== null && (count > 0 || group.given.size < MOST_COUNTED)) group.given.set(given, count + 1);
    const isKnown =
      detail !== null && group.examples.some((each) => each.id === id && each.detail === detail);
    if (group.examples.length < MOST_EXAMPLES && !isKnown) {
      const [original = null] = this.#origins.of(row ?? rows[0] ?? 0);
      group.examples.push({ id, row: original, column: theirColumn, given, detail, ourRows });
    }
    if (problem === COPY && !isOne) return;
    for (const each of ourRows) group.rows.push(each);
  }
}
