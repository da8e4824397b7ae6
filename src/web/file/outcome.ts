import type { FailureGroup } from '../../review/failure-groups.js';
import type { AnswerSummary } from '../../review/summary.js';

/** {@link FailureGroup} for the page: its rows, perhaps a million, stay in the worker. */
export interface GroupView extends Omit<FailureGroup, 'rows'> {
  readonly rowCount: number;
}

/** What a calculation came to. */
export interface Outcome {
  readonly summary: Omit<AnswerSummary, 'failures'>;
  readonly failures: readonly GroupView[];
  /** Byte for byte what the service answers; where rows were turned into ours, errors name the person's own rows and columns. */
  readonly answer: Blob;
  /** How often the file was mended before. */
  readonly mends: number;
}

/** An outcome for the page. */
export function outcomeOf({ failures, ...summary }: AnswerSummary, answer: Blob, mends: number): Outcome {
  const groups = failures.map(({ rows, ...group }) => ({ ...group, rowCount: rows.length }));
  return { summary, failures: groups, answer, mends };
}
