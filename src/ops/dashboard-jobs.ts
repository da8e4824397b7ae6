/** Shown in place of whatever could hold student data. */
const hidden = '(hidden)';

/** Ids of requests, chunks and instances look like this; free text does not. */
const idText = /^[\w.:/-]{1,128}$/;

/** The parts of a job that tell who a student is only by mistake: what failed, and what was handed in or back. */
interface JobParts {
  readonly data: unknown;
  readonly returnvalue: unknown;
  readonly progress: unknown;
  readonly failedReason?: string | undefined;
  readonly stacktrace: string[] | null;
  readonly deferredFailure?: string | undefined;
}

function isId(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && idText.test(value))
  );
}

function publicData(data: unknown, fields: ReadonlySet<string>): unknown {
  if (typeof data !== 'object' || data === null) return hidden;
  const entries = Object.entries(data);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, fields.has(name) && isId(value) ? value : hidden]),
  );
}

function hide(text: string): string {
  return text === '' ? text : `${hidden}: the worker's log has it, under this chunk's request id`;
}

/**
 * A job as the dashboard may show it: of its data the allowed fields, and those only while they hold an id, a number
 * or a flag. Errors may quote a cell of the file, so that a failure is shown but not its text.
 */
export function onlyPublicParts<T extends JobParts>(job: T, fields: ReadonlySet<string>): T {
  return {
    ...job,
    data: publicData(job.data, fields),
    returnvalue: job.returnvalue == null ? job.returnvalue : hidden,
    progress: typeof job.progress === 'number' ? job.progress : hidden,
    stacktrace: [],
    ...(job.failedReason === undefined ? {} : { failedReason: hide(job.failedReason) }),
    ...(job.deferredFailure === undefined ? {} : { deferredFailure: hide(job.deferredFailure) }),
  };
}
