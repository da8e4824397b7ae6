const LEAST_RETRY_S = 10;
const MOST_RETRY_S = 300;

/** No memory became free in time. The upload was not read, or not completely. */
export class BudgetTimeout extends Error {
  override readonly name = 'BudgetTimeout';
  /**
   * Seconds after which to retry. Retries are spread to match the rate at which uploads have been ending, minus half
   * the time that a retry will wait again, so that there is always someone to serve.
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
   * Waits until a total of `bytes` may be held. Does nothing if that is not more than before.
   *
   * @throws BudgetTimeout when they do not become free in time, or the signal's reason.
   */
  growTo(bytes: number): Promise<void>;
  /**
   * Sets what is held to `bytes` at once. An increase may exceed the total: that memory is already in use, and keeps
   * others waiting.
   */
  resizeTo(bytes: number): void;
  /** Releases everything. Further calls have no effect. */
  release(): void;
}

/** A request for memory for one upload. */
export interface Claim {
  /** The caller; callers share the memory. */
  readonly caller: string;
  /** Bytes held at first. */
  readonly bytes: number;
  /** Bytes it will hold, according to its caller. */
  readonly announcedBytes: number;
}

/** The limits of a budget, in bytes. */
export interface BudgetLimits {
  readonly totalBytes: number;
  /** The most that one caller's uploads may hold together. */
  readonly callerBytes: number;
}

/**
 * A caller who holds nothing never waits to begin with this much, so a few rows are answered however busy the service
 * is.
 */
export const SMALL_BYTES: number = 1024 * 1024;

/**
 * For this long after an upload begins, the size it announced is kept free for it; nearly all uploads are complete by
 * then. After that only the bytes that have arrived count, so that nobody can block others by announcing much and
 * sending little.
 */
const ANNOUNCEMENT_MS = 10_000;

/** An upload that holds memory, or waits for its first. */
interface Holder {
  readonly caller: string;
  /** Order of arrival. */
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

/** Bytes held, and bytes spoken for: for each upload the larger of what it holds and what it announced. */
interface Load {
  held: number;
  spokenFor: number;
}

/**
 * Upload bytes that the process may hold at once.
 *
 * Uploads without room wait. First in line, oldest first, are those that wait in the middle, because they hold memory.
 * After them come those that have not begun, starting with the first one of the caller who holds least. A large upload
 * at the head is not overtaken by small ones, except while it waits for other uploads of its own caller. Uploads
 * waiting in the middle could block each other forever, so when all held memory belongs to waiting uploads, the oldest
 * continues beyond the total; the same applies to the uploads of one caller. It stays the oldest until it ends, so at
 * most one upload is above the total at any time.
 */
export class MemoryBudget {
  readonly #limits: BudgetLimits;
  readonly #onChange: (heldBytes: number, waiting: number) => void;
  /** Waiting in the middle of an upload, oldest first. */
  readonly #growing: Waiter[] = [];
  /** Waiting to begin, by caller, in order of arrival. */
  readonly #newcomers = new Map<string, Set<Waiter>>();
  readonly #all: Load = { held: 0, spokenFor: 0 };
  readonly #callers = new Map<string, Load>();
  #waiting = 0;
  #serial = 0;
  /** Number of uploads that have ended. */
  #ended = 0;

  /** `onChange` receives the bytes held and the number of waiting uploads whenever either changes. */
  constructor(limits: BudgetLimits, onChange: (heldBytes: number, waiting: number) => void) {
    this.#limits = limits;
    this.#onChange = onChange;
  }

  /**
   * Waits for room. More than the whole budget is granted when nothing else is held.
   *
   * @throws BudgetTimeout after `timeoutMs`, or the signal's reason when it aborts first. Both also apply to later
   * growth.
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

  /** Grants what fits, starting at the head of the line. */
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

  /** The first upload of a caller who holds nothing, if it is small. */
  #smallOne(): Waiter | undefined {
    for (const [caller, [waiter]] of this.#newcomers) {
      if (waiter !== undefined && waiter.bytes <= SMALL_BYTES && !this.#callers.has(caller)) return waiter;
    }
    return undefined;
  }

  /**
   * Whether an upload in the middle may continue: it fits, or it is the oldest and everything held belongs to waiting
   * uploads.
   */
  #hasRoom({ holder, bytes }: Waiter, { held }: Load, most: number, waiting: readonly Waiter[]): boolean {
    if (held - holder.bytes + bytes <= most) return true;
    const heldInLine = waiting.reduce((sum, waiter) => sum + waiter.holder.bytes, 0);
    return heldInLine === held && waiting[0]?.holder === holder;
  }

  /** Whether an upload that has not begun fits in addition to what is held and what others have announced. */
  #mayBegin({ bytes }: Waiter, { spokenFor }: Load, most: number): boolean {
    return spokenFor + bytes <= most || spokenFor === 0;
  }
}
