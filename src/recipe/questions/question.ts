import type { TableRow } from '../../table/delimited-text.js';
import type { Share } from '../format/answers.js';
import type { Question } from '../format/examination.js';
import { helpOf, type Ours } from '../format/our-fields.js';
import type { Finding, Student } from '../rows/file-student.js';
import type { Findings } from '../rows/findings.js';

/** What a question about rows is: what it finds, and what each answer says and does. */

/** Changes a student; `row` is where something was found. */
export type Step = (student: Student, row?: number) => void;

/** A question before the effects of its choices are known. */
export interface RaisedQuestion extends Omit<Question, 'choices' | 'answer'> {
  /** The label of each answer, by the answer. */
  readonly choices: Readonly<Record<string, string>>;
  /** All rows of some of the students. */
  readonly groups: readonly (readonly TableRow[])[];
  /** How many it was found in; absent or null if the answer is for the file as a whole. */
  readonly share?: Share | null;
}

/** A question that students may raise, from their data alone. */
export interface RowQuestion
  extends Pick<RaisedQuestion, 'path' | 'choices'>,
    Pick<Share, 'threshold' | 'provisional'> {
  /** Whether or where a student raises the question; null if it cannot be about the student. */
  find(student: Student): readonly Finding[] | boolean | null;
  /** `whom` is `3 of 20 students`; `isMost` means that most raise the question. */
  text(whom: string, findings: Findings, isMost: boolean): string;
  /** Whether its decision's key has the names of what was found, so that it holds for these alone. */
  readonly namesInKey?: boolean;
  /** The share, if not that of students found; null for the file as a whole. Not asked if `total` is 0. */
  share?(findings: Findings): Share | null;
  /** The answer that takes rows as they are. Asked only if most raise it or another answer was given. */
  readonly asIsAnswer?: string;
  /** The answer that is applied while the question is open. */
  readonly whileOpen?: string;
  /** What an answer does, for each row in which something was found. */
  readonly onAnswer?: Readonly<Record<string, Step>>;
}

/** The path and the findings of a question about what was noted while the rows were read. */
export function fromNotes(key: string): Pick<RowQuestion, 'path' | 'find'> {
  return { path: ['decisions', key], find: (student) => student.notes.get(key) ?? false };
}

export const NEARLY_ALL = 0.9;
export const NOT_KNOWN = 'Not known: these students are not calculated';
export const NOT_ALIKE = 'Not the same for all of them: these students are not calculated';

/** Findings in fewer students than this may be by chance. */
export const FEW_STUDENTS = 5;

/** Asks which value counts where rows differ, as years of study do in spring. Applied where rows are read. */
export function whichCounts(field: Ours, unit: string): RowQuestion {
  return {
    ...fromNotes(`differs:${field}`),
    text: (whom) => `${helpOf(field).label} differs between the rows of ${whom}. Which counts?`,
    choices: {
      first: `That of the first ${unit}`,
      last: `That of the last ${unit}`,
      not_calculated: NOT_KNOWN,
    },
  };
}
