/** Long work that lets its caller do something else, or end it, at every step. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** What such work gives. */
export type ResultOf<Work> = Work extends (...given: never) => Steps<infer Result> ? Result : never;

/** Rows between two steps: some milliseconds of work. */
const ROWS_BETWEEN_STEPS = 4096;

/** Whether a step is due after this many rows. */
export function isStepDue(rows: number): boolean {
  return rows % ROWS_BETWEEN_STEPS === 0;
}

/** Runs everything at once. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const TURN_MS = 40;

/**
 * Runs everything, with turns for other work, so that it can be ended meanwhile.
 *
 * @throws the signal's reason.
 */
export async function byAndBy<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (let since = performance.now(); ; ) {
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - since < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}
