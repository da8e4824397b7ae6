/** No memory came free in time. The upload was not read, or not to its end. */
export class BudgetTimeout extends Error {
  override readonly name = 'BudgetTimeout';

  constructor() {
    super('No memory for the upload came free in time.');
  }
}

/** A part of the budget, held until it is released. */
export interface Reservation {
  /**
   * Waits until `bytes` in all may be held. Nothing is done where that is no more than before.
   *
   * @throws BudgetTimeout when they do not come free in time, or the signal's reason.
   */
  growTo(bytes: number): Promise<void>;
  /** Holds `bytes` from now on. More may pass the total: it is in memory already, and keeps others waiting. */
  resizeTo(bytes: number): void;
  /** Gives everything back. Further calls change nothing. */
  release(): void;
}

/** Who holds memory, or waits for the first of it. */
interface Holder {
  /** The order in which they came. */
  readonly serial: number;
  bytes: number;
}

interface Waiter {
  readonly holder: Holder;
  readonly bytes: number;
  readonly grant: () => void;
}

/**
 * Upload bytes that the process may hold at once.
 *
 * Whoever finds no room waits in one line, the eldest first: uploads that wait in the middle, since they hold memory, and behind them those
 * that have not begun; a large one at the head is not overtaken by small ones. Uploads that wait in the middle could wait for one
 * another for ever, so when everything that is held is held by those in the line, the eldest goes on past the total. It stays the
 * eldest until it has ended, so at no time does more than one upload stand above the total.
 */
export class MemoryBudget {
  readonly #totalBytes: number;
  readonly #onChange: (heldBytes: number, waiting: number) => void;
  readonly #line: Waiter[] = [];
  #heldBytes = 0;
  #serial = 0;

  /** `onChange` is told the bytes held and the uploads that wait, whenever either changes. */
  constructor(totalBytes: number, onChange: (heldBytes: number, waiting: number) => void) {
    this.#totalBytes = totalBytes;
    this.#onChange = onChange;
  }

  /**
   * Waits for room. More than the whole budget is granted when nothing else is held.
   *
   * @throws BudgetTimeout after `timeoutMs`, or the signal's reason when it aborts first. Both hold for later growth, too.
   */
  async reserve(bytes: number, timeoutMs: number, signal: AbortSignal): Promise<Reservation> {
    this.#serial += 1;
    const holder: Holder = { serial: this.#serial, bytes: 0 };
    let isReleased = false;
    const resizeTo = (to: number): void => {
      if (!isReleased) this.#hold(holder, to);
    };
    const growTo = (to: number): Promise<void> => this.#waitFor(holder, to, timeoutMs, signal);
    const release = (): void => {
      resizeTo(0);
      isReleased = true;
    };
    await growTo(bytes);
    return { growTo, resizeTo, release };
  }

  async #waitFor(holder: Holder, bytes: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (bytes <= holder.bytes) return;
    const { promise, grant, refuse } = withGrant();
    const waiter: Waiter = { holder, bytes, grant };
    const younger = this.#line.findIndex((other) => other.holder.serial > holder.serial);
    this.#line.splice(younger < 0 ? this.#line.length : younger, 0, waiter);
    const giveUp = (reason: unknown): void => {
      const place = this.#line.indexOf(waiter);
      if (place >= 0) this.#line.splice(place, 1);
      refuse(reason);
      this.#advance();
    };
    const onAbort = (): void => giveUp(signal.reason);
    const timer = setTimeout(() => giveUp(new BudgetTimeout()), timeoutMs);
    signal.addEventListener('abort', onAbort);
    this.#advance();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  #hold(holder: Holder, bytes: number): void {
    if (bytes === holder.bytes) return;
    this.#heldBytes += bytes - holder.bytes;
    holder.bytes = bytes;
    this.#advance();
  }

  /** Grants what fits, from the head of the line on. */
  #advance(): void {
    for (let next = this.#line[0]; next !== undefined && this.#fits(next); next = this.#line[0]) {
      this.#line.shift();
      this.#heldBytes += next.bytes - next.holder.bytes;
      next.holder.bytes = next.bytes;
      next.grant();
    }
    this.#onChange(this.#heldBytes, this.#line.length);
  }

  #fits({ holder, bytes }: Waiter): boolean {
    if (this.#heldBytes - holder.bytes + bytes <= this.#totalBytes) return true;
    const heldInLine = this.#line.reduce((sum, waiter) => sum + waiter.holder.bytes, 0);
    return heldInLine === this.#heldBytes;
  }
}

function withGrant(): { promise: Promise<void>; grant: () => void; refuse: (reason: unknown) => void } {
  let grant = (): void => {};
  let refuse = (_reason: unknown): void => {};
  const promise = new Promise<void>((resolve, reject) => {
    grant = resolve;
    refuse = reject;
  });
  return { promise, grant, refuse };
}
