import type { RowOrigins } from '../../recipe/row-origins.js';
import type { FailureGroup } from '../../review/failure-groups.js';
import type { AnswerSummary } from '../../review/summary.js';

/** One student of a group of failures. */
export interface Example {
  readonly id: string;
  /** The row in our shape, by which it is mended; null where the message names none. */
  readonly row: number | null;
  /** The row of the person's own file. */
  readonly fileRow: number | null;
  readonly given: string | null;
}

/** {@link FailureGroup} for the page: its rows, perhaps a million, stay in the worker. */
export interface GroupView extends Omit<FailureGroup, 'rows' | 'examples'> {
  readonly rowCount: number;
  readonly examples: readonly Example[];
}

/** What a calculation came to. */
export interface Outcome {
  readonly summary: Omit<AnswerSummary, 'failures'>;
  readonly failures: readonly GroupView[];
  /** Byte for byte what the service answers. */
  readonly answer: Blob;
  /** How often the file was mended before. */
  readonly mends: number;
}

/** An outcome for the page. */
export function outcomeOf(
  { failures, ...summary }: AnswerSummary,
  answer: Blob,
  mends: number,
  origins: RowOrigins | null,
): Outcome {
  const fileRow = (row: number | null): number | null =>
    row === null || origins === null ? row : (origins.of(row)[0] ?? null);
  const groups = failures.map(({ rows, examples, ...group }) => ({
    ...group,
    rowCount: rows.length,
    examples: examples.map((example) => ({ ...example, fileRow: fileRow(example.row) })),
  }));
  return { summary, failures: groups, answer, mends };
}
