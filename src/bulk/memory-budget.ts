import { tooManyUploads } from '../contract/request-errors.js';

/** A part of the budget, held until it is released. */
export interface Reservation {
  readonly bytes: number;
  /**
   * Waits until `bytes` in total may be held. Does nothing if that is no more than before. More than the
   * whole budget is granted when nothing else is held.
   * @param announcedBytes the total that the caller announced; unchanged by default.
   * @throws ApiError `unavailable` if the bytes do not become free in time, or the signal's reason.
   */
  growTo(bytes: number, announcedBytes?: number): Promise<void>;
  /** Sets the bytes held, and forgets those announced. May be above the total: the memory is in use already. */
  resizeTo(bytes: number): void;
  /** Releases everything. Further calls have no effect. */
  release(): void;
}

/** A caller who holds nothing never waits for this much: a few rows are answered on the busiest service. */
export const SMALL_BYTES: number = 1024 * 1024;

/**
 * For this long after an upload begins, memory is kept free for its announced size; nearly all uploads are
 * complete by then. Afterwards only arrived bytes count, so that nobody can block others by announcing much
 * and sending little.
 */
const ANNOUNCEMENT_MS = 10_000;

/** An upload that holds memory, or waits to begin. */
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

/** Bytes held, and bytes spoken for: per upload, the larger of the bytes held and announced. */
interface Load {
  readonly held: number;
  readonly spokenFor: number;
}

/**
 * Upload bytes that the process may hold at once.
 *
 * Uploads without room wait. First in line, oldest first, are uploads in progress, because they hold memory.
 * Next are uploads that have not begun, starting with the first one of the caller who holds least. None
 * overtakes one at the head, except while that waits for other uploads of its own caller; but a small upload
 * of a caller who holds nothing begins at once, even above the total.
 * Uploads in progress could block each other forever. When waiting uploads hold all memory, the oldest
 * therefore continues beyond the total; the same applies within one caller. It stays the oldest until it
 * ends, so small ones aside at most one upload grows above the total.
 */
export class MemoryBudget {
  readonly #holders = new Set<Holder>();
  /** In the order in which they began to wait. */
  readonly #waiters = new Set<Waiter>();
  #serial = 0;

  /**
   * @param limits for all uploads together, and for the uploads of one caller.
   * @param onChange receives the bytes held and the number of waiting uploads whenever either may have changed.
   */
  constructor(
    private readonly limits: { readonly totalBytes: number; readonly callerBytes: number },
    private readonly onChange: (heldBytes: number, waiting: number) => void,
  ) {}

  /** An empty reservation for one upload. Its waits end after `timeoutMs`, or when the signal aborts. */
  open(caller: string, timeoutMs: number, signal: AbortSignal): Reservation {
    this.#serial += 1;
    const holder: Holder = { caller, serial: this.#serial, bytes: 0, announcedBytes: 0 };
    let timer: NodeJS.Timeout | undefined;
    const hold = (held: number): void => {
      if (!this.#holders.has(holder)) return;
      holder.bytes = held;
      holder.announcedBytes = 0;
      this.#advance();
    };
    return {
      get bytes() {
        return holder.bytes;
      },
      growTo: async (bytes, announcedBytes = holder.announcedBytes) => {
        await this.#waitFor({ holder, bytes, announcedBytes }, timeoutMs, signal);
        timer ??= setTimeout(() => hold(holder.bytes), ANNOUNCEMENT_MS).unref();
      },
      resizeTo: hold,
      release: () => {
        clearTimeout(timer);
        this.#holders.delete(holder);
        this.#advance();
      },
    };
  }

  async #waitFor(wanted: Omit<Waiter, 'grant'>, timeoutMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (wanted.bytes <= wanted.holder.bytes) return;
    await new Promise<void>((granted, refused) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiters.delete(waiter);
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
        refused(reason);
        this.#advance();
      };
      const onAbort = (): void => giveUp(signal.reason);
      const timer = setTimeout(() => giveUp(tooManyUploads()), timeoutMs);
      signal.addEventListener('abort', onAbort);
      this.#waiters.add(waiter);
      this.#advance();
    });
  }

  #advance(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#holders.add(next.holder);
      next.holder.bytes = next.bytes;
      next.holder.announcedBytes = next.announcedBytes;
      next.grant();
    }
    this.onChange(this.#load().held, this.#waiters.size);
  }

  /** The load of one caller, or of all callers. */
  #load(caller?: string): Load {
    let [held, spokenFor] = [0, 0];
    for (const holder of this.#holders) {
      if (caller !== undefined && holder.caller !== caller) continue;
      held += holder.bytes;
      spokenFor += Math.max(holder.bytes, holder.announcedBytes);
    }
    return { held, spokenFor };
  }

  #next(): Waiter | undefined {
    const { totalBytes, callerBytes } = this.limits;
    const all = this.#load();
    const growing = [...this.#waiters]
      .filter(({ holder }) => holder.bytes > 0)
      .sort((one, other) => one.holder.serial - other.holder.serial);
    const newcomers = new Map<string, Waiter & { readonly load: Load }>();
    for (const waiter of this.#waiters) {
      const { caller, bytes } = waiter.holder;
      if (bytes === 0 && !newcomers.has(caller))
        newcomers.set(caller, { ...waiter, load: this.#load(caller) });
    }
    const full = new Set<string>();
    // A small upload of a caller who holds nothing yet.
    const smallOne = (): Waiter | undefined =>
      [...newcomers.values()].find(({ bytes, load }) => bytes <= SMALL_BYTES && load.spokenFor === 0);
    for (const waiter of growing) {
      const { caller } = waiter.holder;
      if (full.has(caller)) continue;
      if (!hasRoom(waiter, all, totalBytes, growing)) return smallOne();
      const own = growing.filter(({ holder }) => holder.caller === caller);
      if (hasRoom(waiter, this.#load(caller), callerBytes, own)) return waiter;
      full.add(caller);
    }
    const line = [...newcomers.values()].sort((one, other) => one.load.held - other.load.held);
    const first = line.find(
      (waiter) => !full.has(waiter.holder.caller) && mayBegin(waiter, waiter.load, callerBytes),
    );
    return first === undefined || mayBegin(first, all, totalBytes) ? first : smallOne();
  }
}

/** Whether an upload in progress may grow: it fits, or is the oldest and only waiting ones hold memory. */
function hasRoom(
  { holder, bytes }: Waiter,
  { held }: Load,
  most: number,
  waiting: readonly Waiter[],
): boolean {
  if (held - holder.bytes + bytes <= most) return true;
  const heldInLine = waiting.reduce((sum, waiter) => sum + waiter.holder.bytes, 0);
  return heldInLine === held && waiting[0]?.holder === holder;
}

/** Whether a new upload fits in addition to what others hold or have announced. */
function mayBegin({ bytes }: Waiter, { spokenFor }: Load, most: number): boolean {
  return spokenFor + bytes <= most || spokenFor === 0;
}
