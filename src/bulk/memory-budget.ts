/** No memory came free in time. The upload was not begun. */
export class BudgetTimeout extends Error {
  override readonly name = 'BudgetTimeout';

  constructor() {
    super('No memory for the upload came free in time.');
  }
}

/** A part of the budget, held until it is released. */
export interface Reservation {
  /**
   * Holds `bytes` from now on, less or more than before. More may pass the total: it is in memory already, and keeps others
   * waiting.
   */
  resizeTo(bytes: number): void;
  /** Gives everything back. Further calls change nothing. */
  release(): void;
}

interface Waiter {
  readonly bytes: number;
  readonly grant: (reservation: Reservation) => void;
}

/**
 * Upload bytes that the process may hold at once. Whoever finds no room waits in line; a large upload at the head of
 * the line is not overtaken by small ones. Reserving the most that an upload can need before its first byte is read
 * is what keeps many uploads from waiting for one another in the middle.
 */
export class MemoryBudget {
  readonly #totalBytes: number;
  #heldBytes = 0;
  readonly #waiters: Waiter[] = [];
  readonly #onChange: (heldBytes: number, waiting: number) => void;

  /** `onChange` is told the bytes held and the uploads that wait, whenever either changes. */
  constructor(totalBytes: number, onChange: (heldBytes: number, waiting: number) => void) {
    this.#totalBytes = totalBytes;
    this.#onChange = onChange;
  }

  /**
   * Waits for room. More than the whole budget is granted when nothing else is held.
   *
   * @throws BudgetTimeout after `timeoutMs`, or the signal's reason when it aborts first.
   */
  async reserve(bytes: number, timeoutMs: number, signal: AbortSignal): Promise<Reservation> {
    signal.throwIfAborted();
    if (this.#waiters.length === 0 && this.#fits(bytes)) return this.#hold(bytes);
    return new Promise<Reservation>((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        bytes,
        grant: (reservation) => {
          settle();
          resolve(reservation);
        },
      };
      const giveUp = (reason: unknown): void => {
        settle();
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(reason);
        this.#grantWaiting();
        this.#changed();
      };
      const onAbort = (): void => giveUp(signal.reason);
      const timer = setTimeout(() => giveUp(new BudgetTimeout()), timeoutMs);
      signal.addEventListener('abort', onAbort);
      this.#waiters.push(waiter);
      this.#changed();
    });
  }

  #fits(bytes: number): boolean {
    return this.#heldBytes === 0 || this.#heldBytes + bytes <= this.#totalBytes;
  }

  #hold(bytes: number): Reservation {
    let held = bytes;
    let isReleased = false;
    this.#heldBytes += bytes;
    this.#changed();
    const resizeTo = (to: number): void => {
      if (isReleased || to === held) return;
      this.#heldBytes += to - held;
      held = to;
      this.#grantWaiting();
      this.#changed();
    };
    const release = (): void => {
      resizeTo(0);
      isReleased = true;
    };
    return { resizeTo, release };
  }

  #changed(): void {
    this.#onChange(this.#heldBytes, this.#waiters.length);
  }

  #grantWaiting(): void {
    for (let next = this.#waiters[0]; next !== undefined && this.#fits(next.bytes); next = this.#waiters[0]) {
      this.#waiters.shift();
      next.grant(this.#hold(next.bytes));
    }
  }
}
