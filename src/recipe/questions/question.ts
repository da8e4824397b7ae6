import type { TableRow } from '../../table/delimited-text.js';
import type { Share } from '../format/answers.js';
import type { Question } from '../format/examination.js';
import { helpOf, type Ours } from '../format/our-fields.js';
import type { Finding, Student } from '../rows/file-student.js';
import type { Found } from '../rows/findings.js';

/** What a question of the rows is: what it finds, and what each answer says and does. */

/** What each answer says, by the answer. */
export type Choices = Readonly<Record<string, string>>;

/** What is done to a student, in one of whose rows something was found. */
export type Step = (student: Student, row?: number) => void;

/** A question before the effects of its choices are known. */
export interface Asked extends Omit<Question, 'choices' | 'answer'> {
  readonly choices: Choices;
  /** All rows of some of the students. */
  readonly groups: readonly (readonly TableRow[])[];
  /** What questions have in common that are usually answered alike: with other answers, students are refused. */
  readonly together?: string | undefined;
  /** Among how many it was found; absent where the answer is said of the file as a whole. */
  readonly share?: Share | null;
}

/** A question that students may raise, from their data alone. */
export interface RowQuestion extends Pick<Asked, 'path' | 'together'>, Pick<Share, 'most' | 'notYet'> {
  /** Whether it is so of a student, or where; null where it cannot be said. */
  find(student: Student): readonly Finding[] | boolean | null;
  /** `of` is `3 of 20 students`; `isMost` says whether it is so of most. */
  text(of: string, found: Found, isMost: boolean): string;
  readonly choices: Choices;
  /** Whether the names of what was found are in that of its decision, so that it holds for these alone. */
  readonly isNamed?: boolean;
  /**
   * How many it is of where that is not the students who were found; null where it is said of the file as a whole. Of none it is
   * not asked.
   */
  share?(found: Found): Share | null;
  /**
   * The answer that takes the rows as they are. The question is then asked only where it is so of most students; also of fewer
   * where another answer was given before.
   */
  readonly itself?: string;
  /** The answer by which students are shown while it is open. */
  readonly whileOpen?: string;
  /** What an answer does, for each row in which something was found. */
  readonly does?: Readonly<Record<string, Step>>;
}

/** Where a question is decided of what was noted while the rows were read, and what that is. */
export function noted(key: string): Pick<RowQuestion, 'path' | 'find'> {
  return { path: ['decisions', key], find: (student) => student.noted.get(key) ?? false };
}

export const NEARLY_ALL = 0.9;
export const NOT_CALCULATED = 'Not known: these students are not calculated';
export const NOT_THE_SAME = 'Not the same for all of them: these students are not calculated';

/** Fewer students than this prove nothing: it may be by chance. */
export const FEW_STUDENTS = 5;

/**
 * Asks which of several counts where much of what the rows say of students differs from term to term, as years of study do in
 * spring. Of a few students it is a mistake, which fails them. What is said is done where rows are read.
 */
export function whichCounts(field: Ours, of: string): RowQuestion {
  return {
    ...noted(`differs:${field}`),
    most: 1 / 50,
    share: ({ students, of }) => ({ found: students, of: students < FEW_STUDENTS ? 0 : of }),
    itself: 'not_calculated',
    text: (students) => `${helpOf(field).label} differs between the rows of ${students}. Which counts?`,
    choices: {
      first: `That of the first ${of}`,
      last: `That of the last ${of}`,
      not_calculated: NOT_CALCULATED,
    },
  };
}
