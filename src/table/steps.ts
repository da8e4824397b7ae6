/** Long work in steps; between them its caller can do other work, or end it. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** The result of a function that works in steps. */
export type ResultOf<Work> = Work extends (...given: never) => Steps<infer Result> ? Result : never;

/** Rows per step, which take some milliseconds. */
const ROWS_BETWEEN_STEPS = 4096;

/** Whether a step ends after this many rows. */
export function isStepDue(rows: number): boolean {
  return rows % ROWS_BETWEEN_STEPS === 0;
}

/** Runs all steps without a pause. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const TURN_MS = 40;

/** Runs all steps, with pauses for other work, until `signal` aborts. @throws the signal's reason. */
export async function runWithPauses<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (let since = performance.now(); ; ) {
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - since < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}
