const LEAST_RETRY_S = 10;
const MOST_RETRY_S = 300;

/** No memory came free in time. The upload was not read, or not to its end. */
export class BudgetTimeout extends Error {
  override readonly name = 'BudgetTimeout';
  /**
   * Seconds after which to come back: for those who wait to be served at the pace at which uploads ended meanwhile, less half of the
   * time that whoever comes back will wait again, so that there is somebody to serve at any time.
   */
  readonly retryAfterS: number;

  constructor(waiting: number, ended: number, timeoutMs: number) {
    super('No memory became free for the upload in time.');
    const seconds = Math.ceil(((waiting / Math.max(ended, 1) - 0.5) * timeoutMs) / 1000);
    this.retryAfterS = Math.min(MOST_RETRY_S, Math.max(LEAST_RETRY_S, seconds));
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

/** An upload that asks for memory. */
export interface Claim {
  /** Whose upload it is: callers share the memory. */
  readonly caller: string;
  /** What it holds at first. */
  readonly bytes: number;
  /** What it will hold, as far as its caller says. */
  readonly announcedBytes: number;
}

/** What a budget keeps to, bytes. */
export interface BudgetLimits {
  readonly totalBytes: number;
  /** Most of the total that one caller's uploads hold together. */
  readonly callerBytes: number;
}

/** A caller who holds nothing never waits to begin with so much: a few rows are answered however crowded it is. */
export const SMALL_BYTES: number = 1024 * 1024;

/**
 * So long after it has begun, an upload has what it announced kept free for it: nearly all are complete by then. Later it counts for
 * what has arrived, so that nobody keeps others out by announcing much and sending little.
 */
const ANNOUNCEMENT_MS = 10_000;

/** Who holds memory, or waits for the first of it. */
interface Holder {
  readonly caller: string;
  /** The order in which they came. */
  readonly serial: number;
  bytes: number;
  announcedBytes: number;
}

interface Waiter {
  readonly holder: Holder;
  readonly bytes: number;
  readonly announcedBytes: number;
  readonly grant: () => void;
}

/** Bytes that are held, and those that are spoken for: of each upload what it holds or what it announced, whichever is more. */
interface Load {
  held: number;
  spokenFor: number;
}

/**
 * Upload bytes that the process may hold at once.
 *
 * Whoever finds no room waits: first in line, oldest first, are uploads that wait in the middle, since they hold memory; behind them those
 * that have not begun, the first of the caller who holds least. A large one at the head is not overtaken by small ones, except where it
 * waits for other uploads of its own caller. Uploads that wait in the middle could wait for one another for ever, so when everything
 * that is held is held by those who wait, the oldest goes on past the total, and likewise among the uploads of one caller. It stays the
 * oldest until it has ended, so at most one upload is above the total at any time.
 */
export class MemoryBudget {
  readonly #limits: BudgetLimits;
  readonly #onChange: (heldBytes: number, waiting: number) => void;
  /** In the middle, the oldest first. */
  readonly #growing: Waiter[] = [];
  /** Not begun, by caller, first come first. */
  readonly #newcomers = new Map<string, Set<Waiter>>();
  readonly #all: Load = { held: 0, spokenFor: 0 };
  readonly #callers = new Map<string, Load>();
  #waiting = 0;
  #serial = 0;
  /** Uploads that have ended. */
  #ended = 0;

  /** `onChange` is told the bytes held and the uploads that wait, whenever either changes. */
  constructor(limits: BudgetLimits, onChange: (heldBytes: number, waiting: number) => void) {
    this.#limits = limits;
    this.#onChange = onChange;
  }

  /**
   * Waits for room. More than the whole budget is granted when nothing else is held.
   *
   * @throws BudgetTimeout after `timeoutMs`, or the signal's reason when it aborts first. Both hold for later growth, too.
   */
  async reserve(claim: Claim, timeoutMs: number, signal: AbortSignal): Promise<Reservation> {
    this.#serial += 1;
    const { caller, bytes, announcedBytes } = claim;
    const holder: Holder = { caller, serial: this.#serial, bytes: 0, announcedBytes: 0 };
    let isReleased = false;
    const hold = (held: number, announced: number): void => {
      if (isReleased) return;
      this.#hold(holder, held, announced);
      this.#advance();
    };
    const waitFor = (to: number, announced: number): Promise<void> =>
      this.#waitFor({ holder, bytes: to, announcedBytes: announced }, timeoutMs, signal);
    await waitFor(bytes, announcedBytes);
    const timer = setTimeout(() => hold(holder.bytes, 0), ANNOUNCEMENT_MS).unref();
    return {
      growTo: (to) => waitFor(to, holder.announcedBytes),
      resizeTo: (to) => hold(to, 0),
      release: () => {
        clearTimeout(timer);
        hold(0, 0);
        if (!isReleased) this.#ended += 1;
        isReleased = true;
      },
    };
  }

  async #waitFor(wanted: Omit<Waiter, 'grant'>, timeoutMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (wanted.bytes <= wanted.holder.bytes) return;
    const endedBefore = this.#ended;
    await new Promise<void>((granted, refused) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        ...wanted,
        grant: () => {
          settle();
          granted();
        },
      };
      const giveUp = (reason: unknown): void => {
        settle();
        this.#leave(waiter);
        refused(reason);
        this.#advance();
      };
      const onAbort = (): void => giveUp(signal.reason);
      const onTimeout = (): void => {
        giveUp(new BudgetTimeout(this.#waiting, this.#ended - endedBefore, timeoutMs));
      };
      const timer = setTimeout(onTimeout, timeoutMs);
      signal.addEventListener('abort', onAbort);
      this.#enter(waiter);
      this.#advance();
    });
  }

  #enter(waiter: Waiter): void {
    const { caller, serial, bytes } = waiter.holder;
    this.#waiting += 1;
    if (bytes > 0) {
      const younger = this.#growing.findIndex(({ holder }) => holder.serial > serial);
      this.#growing.splice(younger < 0 ? this.#growing.length : younger, 0, waiter);
      return;
    }
    const line = this.#newcomers.get(caller) ?? new Set();
    this.#newcomers.set(caller, line.add(waiter));
  }

  #leave(waiter: Waiter): void {
    const { caller } = waiter.holder;
    const line = this.#newcomers.get(caller);
    const place = this.#growing.indexOf(waiter);
    if (place >= 0) this.#growing.splice(place, 1);
    else if (line?.delete(waiter) !== true) return;
    if (line?.size === 0) this.#newcomers.delete(caller);
    this.#waiting -= 1;
  }

  #hold(holder: Holder, bytes: number, announcedBytes: number): void {
    const load = this.#loadOf(holder.caller);
    for (const each of [this.#all, load]) {
      each.held += bytes - holder.bytes;
      each.spokenFor += Math.max(bytes, announcedBytes) - Math.max(holder.bytes, holder.announcedBytes);
    }
    holder.bytes = bytes;
    holder.announcedBytes = announcedBytes;
    if (load.spokenFor === 0) this.#callers.delete(holder.caller);
    else this.#callers.set(holder.caller, load);
  }

  #loadOf(caller: string): Load {
    return this.#callers.get(caller) ?? { held: 0, spokenFor: 0 };
  }

  /** Grants what fits, from the head of the line on. */
  #advance(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#leave(next);
      this.#hold(next.holder, next.bytes, next.announcedBytes);
      next.grant();
    }
    this.#onChange(this.#all.held, this.#waiting);
  }

  #next(): Waiter | undefined {
    const full = new Set<string>();
    for (const waiter of this.#growing) {
      const { caller } = waiter.holder;
      if (full.has(caller)) continue;
      if (!this.#hasRoom(waiter, this.#all, this.#limits.totalBytes, this.#growing)) return this.#smallOne();
      const own = this.#growing.filter(({ holder }) => holder.caller === caller);
      if (this.#hasRoom(waiter, this.#loadOf(caller), this.#limits.callerBytes, own)) return waiter;
      full.add(caller);
    }
    const held = (caller: string): number => this.#loadOf(caller).held;
    const callers = [...this.#newcomers.keys()].sort((one, other) => held(one) - held(other));
    for (const caller of callers) {
      const [waiter] = this.#newcomers.get(caller) ?? [];
      if (waiter === undefined || full.has(caller)) continue;
      if (!this.#mayBegin(waiter, this.#loadOf(caller), this.#limits.callerBytes)) continue;
      return this.#mayBegin(waiter, this.#all, this.#limits.totalBytes) ? waiter : this.#smallOne();
    }
    return undefined;
  }

  /** The first upload of a caller who holds nothing, where it is small. */
  #smallOne(): Waiter | undefined {
    for (const [caller, [waiter]] of this.#newcomers) {
      if (waiter !== undefined && waiter.bytes <= SMALL_BYTES && !this.#callers.has(caller)) return waiter;
    }
    return undefined;
  }

  /** Whether an upload in the middle goes on: it fits, or all that is held is held by those who wait, of whom it is the oldest. */
  #hasRoom({ holder, bytes }: Waiter, { held }: Load, most: number, waiting: readonly Waiter[]): boolean {
    if (held - holder.bytes + bytes <= most) return true;
    const heldInLine = waiting.reduce((sum, waiter) => sum + waiter.holder.bytes, 0);
    return heldInLine === held && waiting[0]?.holder === holder;
  }

  /** Whether an upload that has not begun fits beside what is held and what the others have announced. */
  #mayBegin({ bytes }: Waiter, { spokenFor }: Load, most: number): boolean {
    return spokenFor + bytes <= most || spokenFor === 0;
  }
}
