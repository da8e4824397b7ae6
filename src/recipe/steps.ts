/** Long work that lets its caller do something else at every step, and end it. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** So many rows are looked at between two steps: some milliseconds. */
const ROWS_BETWEEN_STEPS = 4096;

/** Whether a step is due after so many rows. */
export function isStepDue(rows: number): boolean {
  return rows % ROWS_BETWEEN_STEPS === 0;
}

/** Does all of it at once. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Others get their turn so often. */
const TURN_MS = 40;

/**
 * Does all of it, with turns for whatever else waits, so that it can be ended meanwhile.
 *
 * @throws the signal's reason.
 */
export async function byAndBy<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
  for (let since = performance.now(); ; ) {
    signal.throwIfAborted();
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - since < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}
