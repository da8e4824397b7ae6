import type { TableRow } from '../../table/delimited-text.js';
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
  /** All students that the question could be about. */
  total = 0;
  /** How often each kind was found. */
  readonly kinds = new Map<string, number>();
  readonly examples: TableRow[] = [];
  /** All rows of some of the students. */
  readonly groups: (readonly TableRow[])[] = [];

  /** Adds what was found in a student; `group` is all of the student's rows. */
  addFindings(findings: readonly Finding[], group: readonly TableRow[]): void {
    this.total += 1;
    for (const { kind } of findings) if (kind !== undefined) this.kinds.set(kind, this.count(kind) + 1);
    const rows = findings.flatMap((finding) => group.find(({ row }) => row === finding.row) ?? []);
    for (const [nth, row] of rows.entries()) this.add(row, nth === 0, group);
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

  /** All names in the kinds, sorted. */
  get names(): readonly string[] {
    return [...new Set([...this.kinds.keys()].flatMap(splitNames))].toSorted();
  }
}
