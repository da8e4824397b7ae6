import { counted } from '../engine/texts.js';
import { type AlikeIds, type AlikeIdsFound, alikeIdsText } from '../guessing/alike-ids.js';
import type { Assumption } from '../guessing/assumption.js';
import type { FailureGroup } from '../review/failure-groups.js';
import type { FileRun } from './file-run.js';
import type { ProgressParts } from './progress.js';
import { onOneLine } from './streams.js';

/** The result of a run as one JSON object. */
export interface RunReport {
  readonly rows: number;
  readonly students: number;
  readonly failed_rows: number;
  readonly failed_students: number;
  readonly ignored_columns: readonly string[];
  readonly seconds: number;
  /** Ids that look like others and were taken as separate students; only in `check`. */
  readonly alike_ids?: AlikeIdsFound;
  /** What was assumed, and the decision that changes it. */
  readonly assumed: readonly Assumption[];
  /** Failures by how to repair them, those with most students first. */
  readonly failures: readonly Pick<FailureGroup, 'column' | 'problem' | 'students'>[];
}

/** The speed of the first moments says nothing about the rest. */
const SETTLING_SECONDS = 1;
/** How many kinds of failures are shown; the rest is only counted. */
const MOST_SHOWN = 10;

/** The result of a run. `sinceMs` is when it began, in milliseconds of `performance`. */
export function runReport(
  { answer, failed, ignoredColumns }: FileRun,
  sinceMs: number,
  ids: AlikeIds | null,
  assumed: readonly Assumption[],
): RunReport {
  return {
    rows: answer.rows,
    students: answer.students,
    failed_rows: answer.failedRows,
    failed_students: answer.failedStudents,
    ignored_columns: ignoredColumns,
    seconds: Math.round(performance.now() - sinceMs) / 1000,
    ...(ids === null ? {} : { alike_ids: ids.found() }),
    assumed,
    failures: failed.groups().map(({ column, problem, students }) => ({ column, problem, students })),
  };
}

/** The report for people; `whatToDo` is its last line if students failed. */
export function reportText(report: RunReport, where: string, whatToDo: string): string {
  const { rows, students, failed_students: failed, ignored_columns: ignored, failures, seconds } = report;
  const lines = [`${counted(rows, 'row')} of ${counted(students, 'student')} in ${seconds} s${where}.`];
  if (ignored.length > 0) lines.push(`Not read: ${ignored.map(onOneLine).join(', ')}.`);
  lines.push(...report.assumed.map(({ text }) => onOneLine(text)));
  const alike = report.alike_ids === undefined ? null : alikeIdsText(report.alike_ids);
  if (alike !== null) lines.push(alike);
  if (failed === 0) return [...lines, 'No student failed.'].join('\n');
  lines.push(`${counted(failed, 'student')} failed:`);
  for (const { students: count, column, problem } of failures.slice(0, MOST_SHOWN)) {
    lines.push(`${count.toLocaleString('en-US').padStart(9)}  ${column}: ${problem}`);
  }
  if (failures.length > MOST_SHOWN)
    lines.push(`           and ${failures.length - MOST_SHOWN} more reasons.`);
  return [...lines, whatToDo].join('\n');
}

/** The progress of a run in one line. `byteLength` is that of the file if known. */
export function progressParts(run: FileRun, byteLength: number | undefined): ProgressParts {
  const { answer, answeredSince, readBytes, totalRows } = run;
  if (answeredSince === null) {
    const whole = byteLength === undefined ? '' : ` of ${megabytes(byteLength)}`;
    return { text: `${megabytes(readBytes)}${whole} read`, alarm: '' };
  }
  if (answer.rows === 0)
    return { text: `${totalRows.toLocaleString('en-US')} rows to be calculated`, alarm: '' };
  const seconds = Math.max(performance.now() - answeredSince, 1) / 1000;
  const perSecond = answer.rows / seconds;
  const left = Math.ceil(Math.max(totalRows - answer.rows, 0) / Math.max(perSecond, 1));
  const rows = `${answer.rows.toLocaleString('en-US')} of ${totalRows.toLocaleString('en-US')} rows`;
  const speed = ` · ${Math.round(perSecond).toLocaleString('en-US')}/s · ${left.toLocaleString('en-US')} s left`;
  const text = seconds < SETTLING_SECONDS ? rows : rows + speed;
  const { failedStudents } = answer;
  return failedStudents === 0
    ? { text, alarm: '' }
    : { text: `${text} · `, alarm: `${counted(failedStudents, 'student')} failed` };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
