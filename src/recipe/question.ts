import type { TableRow } from '../table/delimited-text.js';
import type { Share } from './answers.js';
import type { Question } from './examination.js';
import { decisionOf, type Recipe } from './recipe.js';
import type { Finding, Student } from './student-facts.js';

/** What a question of the rows is: what it finds, and what each answer says and does. */

/** What each answer says. */
export type Choices = Readonly<Record<string, string>>;

/** What is done to a student. */
export type Step = (student: Student) => void;

/** A question before the effects of its choices are known. */
export interface Asked extends Pick<Question, 'path' | 'text'> {
  readonly choices: Choices;
  readonly found?: Partial<FoundRows>;
  /** Among how many it was found; absent where the answer is said of the file as a whole. */
  readonly share?: Share | null;
}

interface FoundRows extends Pick<Question, 'rows' | 'students' | 'examples'> {
  /** All rows of some of the students. */
  readonly groups: readonly (readonly TableRow[])[];
}

/** A question that students may raise, from their data alone. */
export interface RowQuestion extends Pick<Asked, 'path'> {
  /** Whether it is so of a student, or where; null where it cannot be said. */
  find(student: Student): readonly Finding[] | boolean | null;
  /** `of` is `3 of 20 students`; `isMost` says whether it is so of most. */
  text(of: string, found: Found, isMost: boolean): string;
  readonly choices: Choices;
  /** Whether it is asked of each kind of finding alone, which is that of some names and ends the name of its decision. */
  readonly isOfKinds?: boolean;
  /**
   * How many it is of where that is not the students who were found; null where it is said of the file as a whole. Of none it is
   * not asked.
   */
  share?(found: Found): Share | null;
  /** The share of those of whom it can be said from which on it is asked. */
  readonly most?: number;
  /**
   * The answer that takes the rows as they are. Such a question is asked where it is of most, and where it no longer is but
   * something else was said: that is then not taken for the few.
   */
  readonly itself?: string;
  /** The answer that holds for about as many alone: what is expected of most is not so of the few who are left. */
  readonly forAsMany?: string;
  /** The answer by which students are shown while it is open. */
  readonly whileOpen?: string;
  /** What an answer does to a student in whom it was found, or to every student. */
  readonly does?: Readonly<Record<string, Step>>;
  readonly isOfAll?: boolean;
}

/** Where a question is decided of what was noted while the rows were read, and what that is. */
export function noted(key: string): Pick<RowQuestion, 'path' | 'find'> {
  return { path: ['decisions', key], find: (student) => student.noted.get(key) ?? false };
}

const BETWEEN = ' | ';

/** Names as one kind of finding. */
export function kindOfNames(names: readonly string[]): string {
  return names.join(BETWEEN);
}

/** The names of a kind. */
export function namesOf(kind: string): readonly string[] {
  return kind.split(BETWEEN);
}

/** Where a question is decided of one kind of finding. */
export function keyOfKind(key: string, kind: string): string {
  return kind === '' ? key : `${key}:${kind}`;
}

/** Whether a kind has some of the names of another one, and no others. */
export function isPartOf(kind: string, other: string): boolean {
  const names = namesOf(other);
  return kind !== other && namesOf(kind).every((name) => names.includes(name));
}

/**
 * What was said of rows that differ in other columns, and holds for these: rows that are one although they differ in more are one,
 * and those that are not because they differ in fewer are not; `''` for nothing.
 */
export function coveringAnswer(recipe: Recipe, key: string, kind: string): string {
  const others = Object.keys(recipe.decisions).filter((each) => each.startsWith(`${key}:`));
  const isSaid = (answer: string, holds: (other: string) => boolean): boolean =>
    others.some((each) => holds(each.slice(key.length + 1)) && decisionOf(recipe, each) === answer);
  if (isSaid('once', (other) => isPartOf(kind, other))) return 'once';
  return isSaid('each', (other) => isPartOf(other, kind)) ? 'each' : '';
}

/** Nine of ten are nearly all. */
export const NEARLY_ALL = 0.9;
/** What students are whose answer is not known. */
export const NOT_CALCULATED = 'Not known: these students are not calculated';

/** What is so of so few may be by chance. */
export const FEW_STUDENTS = 5;

const MOST_EXAMPLES = 5;
/** Effects are shown of the first of so many students for whom the answer matters. */
const MOST_GROUPS = 10;

/** What a question has found so far. */
export class Found implements FoundRows {
  rows = 0;
  students = 0;
  /** The students of whom it can be said. */
  of = 0;
  /** How often each of the things was found that the question tells apart. */
  readonly kinds = new Map<string, number>();
  readonly examples: TableRow[] = [];
  readonly groups: (readonly TableRow[])[] = [];

  /** Adds a row; `isNew` says that its student was not counted yet, of whom `group` are all rows. */
  add(row: TableRow, isNew: boolean, group?: readonly TableRow[]): void {
    this.rows += 1;
    if (!isNew) return;
    this.students += 1;
    if (this.examples.length < MOST_EXAMPLES) this.examples.push(row);
    if (group !== undefined && this.groups.length < MOST_GROUPS) this.groups.push(group);
  }

  count(kind: string): number {
    return this.kinds.get(kind) ?? 0;
  }
}
