/** What is wrong with a value. */
export interface Mistake {
  /** Failures of many students with the same code in the same field are one problem. */
  readonly code: string;
  /** The sentence for all of them: without the values, amounts and rows of one student. */
  readonly problem: string;
  /** What only this student's message says besides the value given, in a few words; null if nothing. */
  readonly detail: string | null;
  /** The sentence for this student: what is expected, and what was given. */
  readonly message: string;
}

/** One reason not to calculate a student. */
export interface Failure extends Mistake {
  /** Name of the field to correct; `terms` for the list, empty for a term as a whole. */
  readonly field: string;
  /** Index of the term that the field belongs to; null for a field of the student. */
  readonly term: number | null;
}
