import type { LoanType } from '../student.js';

/**
 * The format `trace/1`: why an answer is what it is, as a flat list of steps in the order of the rules. Each step names
 * the steps that its inputs come from, so that a tree can be drawn from the list.
 */

/**
 * A decimal (credits, dollars that may have cents) is its exact text; whole dollars, percents, counts and indexes are
 * numbers. Null: nothing was given, or there is no value.
 */
export type TraceValue = string | number | boolean | null;

/** The unit of a value. A choice among words is a `word`; an index is a 0-based position among the terms. */
export type TraceUnit = 'credits' | 'dollars' | 'percent' | 'terms' | 'index' | 'yes or no' | 'word';

export interface TraceInput {
  readonly name: string;
  readonly value: TraceValue;
  readonly unit: TraceUnit;
  /** `step:` and the id of a step, or `input:` and the path of a field of the request. */
  readonly from: string;
}

/** A dated amount from the rules, which is not in the request. */
export interface TraceParameter {
  readonly name: string;
  /** Exact decimal text. */
  readonly value: string;
  readonly unit: TraceUnit;
  /** Effective date of the amount, ISO date; for an assumed amount, the first day of the award year. */
  readonly effective: string;
  readonly source: string;
}

/** The source of a rule. `choice`: sources are silent or disagree, and `cite` is the reason for what was chosen. */
export interface TraceSource {
  readonly kind: 'statute' | 'rule' | 'ED' | 'handbook' | 'practice' | 'choice';
  /** The provision with its paragraph, the example or question, or the reason. */
  readonly cite: string;
  /**
   * How it was read: word for word, in excerpts, as transcribed by a third party, or restated from third parties'
   * descriptions. Null if there is no text to read: for a practice or a choice.
   */
  readonly read: 'verbatim' | 'excerpt' | 'third party' | 'restated' | null;
}

export interface TraceStep {
  /** The rule, then the term's index and the loan type if it has them: `equal_amount.0.sub`. */
  readonly id: string;
  /** Number and anchor of the rule in docs/rules.md. */
  readonly section: string;
  readonly title: string;
  readonly for: { readonly loan: LoanType | null; readonly term: number | null };
  /** False: the rule does not affect this student, and `worked` says why. */
  readonly applies: boolean;
  readonly inputs: readonly TraceInput[];
  readonly parameters: readonly TraceParameter[];
  /** The rule in words, the same for every student. */
  readonly formula: string;
  /** The formula with this student's figures. */
  readonly worked: string;
  readonly rounding: string | null;
  /** The side of a minimum, maximum or cap that gave the result; null if there is none or the cap is not reached. */
  readonly decided_by: string | null;
  readonly result: {
    /** Path of the figure in the answer; null for an intermediate figure. */
    readonly field: string | null;
    readonly value: TraceValue;
    readonly unit: TraceUnit;
  };
  readonly sources: readonly TraceSource[];
  /** All rows of the table that a limit was chosen from; present only in the step that chooses it. */
  readonly table?: readonly TraceTableRow[] | undefined;
}

/** One row of the table of annual limits, whole dollars. */
export interface TraceTableRow {
  readonly row: string;
  readonly subsidized_maximum: number;
  readonly total: number;
  readonly chosen: boolean;
}

/** A sentence of `warnings`, and the steps it follows from; empty if it concerns something that no rule reads. */
export interface TraceWarning {
  readonly text: string;
  /** 0-based index of the term, null for the student. */
  readonly term: number | null;
  readonly steps: readonly string[];
}

/** The value used for an input that was not given. */
export interface TraceAssumption {
  /** Path of the field. */
  readonly input: string;
  readonly value: string;
  readonly section: string;
}

export interface Trace {
  readonly format: 'trace/1';
  readonly rules: {
    readonly award_year: string;
    readonly version: string;
    /** The date of the law and guidance that the rules reflect, ISO date. */
    readonly policy_read_on: string;
    /** Official texts that were not read and may change a figure. */
    readonly not_read: readonly string[];
  };
  /** SHA-256, in hexadecimal, of the student as read, the award year and the version of the rules: the same for the same answer. */
  readonly digest: string;
  /** Ids of the steps that decided most for this student, at most ten, in the order of `steps`. */
  readonly decisive: readonly string[];
  readonly steps: readonly TraceStep[];
  readonly warnings: readonly TraceWarning[];
  readonly assumed: readonly TraceAssumption[];
  readonly not_considered: readonly {
    readonly id: string;
    readonly section: string;
    /** What was left out, in words. */
    readonly text: string;
  }[];
}
