import type { TableRow } from '../../table/delimited-text.js';
import { digestText, rowHash } from '../../table/row-digest.js';
import { splitNames } from '../format/answers.js';
import type { Finding } from './file-student.js';

/** The rows that a question is about. */

const MOST_EXAMPLES = 5;
/** At most this many students are tried, to find one to whom the answer matters. */
const MOST_GROUPS = 10;

/** What a question has found so far: the first few rows and students, and counts of all. */
export class Findings {
  rows = 0;
  students = 0;
  /** All students that the question could be about, once all are read. */
  total = 0;
  /** How often each kind was found. */
  readonly kinds = new Map<string, number>();
  /** The sum of the hashes of all rows of these students, as far as a recipe reads them. */
  #hashes = 0;
  /** All rows of the student of the last finding. */
  #lastGroup: readonly TableRow[] = [];
  readonly examples: TableRow[] = [];
  /** All rows of some of the students. */
  readonly groups: (readonly TableRow[])[] = [];

  /** Adds a finding in a student; `group` is all of the student's rows, of which `indexes` are read. */
  addFinding({ kind, row: number }: Finding, group: readonly TableRow[], indexes: readonly number[]): void {
    if (kind !== undefined) this.kinds.set(kind, this.count(kind) + 1);
    const found = group.find(({ row }) => row === number);
    if (found === undefined) return;
    const isNew = group !== this.#lastGroup;
    this.#lastGroup = group;
    this.add(found, isNew, group);
    if (isNew) for (const { cells } of group) this.#hashes += rowHash(indexes.map((index) => cells[index]));
  }

  /** Adds a row; `isNew` means that its student was not counted yet. */
  add(row: TableRow, isNew: boolean, group: readonly TableRow[] = []): void {
    this.rows += 1;
    if (!isNew) return;
    this.students += 1;
    if (this.examples.length < MOST_EXAMPLES) this.examples.push(row);
    if (group.length > 0 && this.groups.length < MOST_GROUPS) this.groups.push(group);
  }

  count(kind: string): number {
    return this.kinds.get(kind) ?? 0;
  }

  /** Changes when the students found, or their rows, change. */
  get digest(): string {
    return digestText(this.#hashes);
  }

  /** All names in the kinds, sorted. */
  get names(): readonly string[] {
    return [...new Set([...this.kinds.keys()].flatMap(splitNames))].toSorted();
  }

  /** The names in every kind. */
  get common(): readonly string[] {
    const kinds = [...this.kinds.keys()].map(splitNames);
    return this.names.filter((name) => kinds.every((names) => names.includes(name)));
  }
}
