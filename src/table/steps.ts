/** Long work that lets its caller do something else, or end it, at every step. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

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

/** Working on this many bytes takes some hundredths of a second. */
const TURN_BYTES = 256 * 1024;

/**
 * Divides long work into turns. Between them other events are handled, such as the click or key that cancels the work.
 */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  readonly #onTurn: ((bytes: number) => void) | undefined;
  #bytes = 0;
  #all = 0;

  /**
   * @param signal ends the work with its reason.
   * @param onTurn receives the number of bytes so far at every turn.
   */
  constructor(signal?: AbortSignal, onTurn?: (bytes: number) => void) {
    this.#signal = signal;
    this.#onTurn = onTurn;
  }

  /** Await this after every piece of work, with the bytes read or written in it. */
  async worked(bytes: number): Promise<void> {
    this.#bytes += bytes;
    if (this.#bytes < TURN_BYTES) return;
    this.#all += this.#bytes;
    this.#bytes = 0;
    this.#onTurn?.(this.#all);
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#signal?.throwIfAborted();
  }
}
