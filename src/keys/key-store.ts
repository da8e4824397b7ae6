import { type Authentication, authenticate, indexKeys, type KeysByHash, mayBeNew } from './authenticate.js';
import { type Fingerprint, type KeyRecords, readKeyFileIfChanged, statusOf } from './key-file.js';

/** Whether the keys in force are those of the file. */
export interface KeyStoreStatus {
  /** `stale`: the file cannot be used at present, and the last good content stays in force. */
  readonly state: 'ok' | 'stale';
  /** Since when the state is what it is. */
  readonly since: Date;
  /** Keys that are known, expired and revoked ones included. */
  readonly keyCount: number;
}

/** What to be told of, and how often to look. */
export interface KeyStoreOptions {
  /** Called once when the file becomes unusable, and again when for another reason. */
  readonly onProblem?: (error: Error) => void;
  /** Called after another content of the file, or the file after a problem, has come into force. */
  readonly onReload?: (keyCount: number) => void;
  /** Milliseconds between two looks at the file; 500 keeps well within the 2 seconds a revocation may take. */
  readonly pollMs?: number;
}

/** Shortest time between two looks at the file, however many unknown tokens ask for one. */
const MIN_PAUSE_MS = 250;

/**
 * The keys of a key file, kept up to date while the file changes in whatever way: replaced, rewritten in place, or by
 * a swap of the symbolic links of a mounted secret. Does not keep the process alive.
 */
export class KeyStore {
  readonly #path: string;
  readonly #options: KeyStoreOptions;
  #keysByHash: KeysByHash = new Map();
  #seen: Fingerprint | undefined;
  #problem: string | undefined;
  #since = new Date();
  /** Of the next look; undefined while one is under way, so that there is never more than one. */
  #timer: NodeJS.Timeout | undefined;
  /** `performance.now()` when the last look began. */
  #lookedAt = 0;
  /** Those who wait for the next look to end. */
  #waiting: (() => void)[] = [];
  #closed = false;

  private constructor(path: string, options: KeyStoreOptions) {
    this.#path = path;
    this.#options = options;
  }

  /**
   * Reads the file and begins to watch it.
   *
   * @throws KeyFileMissingError when there is no file: a first key can be issued
   * @throws KeyFileError when the file is unreadable or not valid
   */
  static async open(path: string, options: KeyStoreOptions = {}): Promise<KeyStore> {
    const store = new KeyStore(path, options);
    await store.#load();
    store.#scheduleLook();
    return store;
  }

  /**
   * Who sends a request with this Authorization header; expiry is judged at `nowMs`.
   *
   * A well-formed token that is not known is refused only after a look at the file that begins after this call, so that
   * a key works the moment it is issued: a promise then, which never rejects. All such callers share the looks.
   */
  authenticate(
    header: string | undefined,
    nowMs: number = Date.now(),
  ): Authentication | Promise<Authentication> {
    const authentication = authenticate(header, this.#keysByHash, nowMs);
    if (!mayBeNew(authentication) || this.#closed) return authentication;
    return this.#nextLook().then(() => authenticate(header, this.#keysByHash, nowMs));
  }

  /** For health checks and metrics. */
  status(): KeyStoreStatus {
    return {
      state: this.#problem === undefined ? 'ok' : 'stale',
      since: this.#since,
      keyCount: this.#keysByHash.size,
    };
  }

  /** The keys that open the door at `nowMs`: neither revoked nor expired. */
  inForce(nowMs: number = Date.now()): KeyRecords {
    return [...this.#keysByHash.values()].filter((key) => statusOf(key, nowMs) === 'active');
  }

  /** Stops watching; the keys stay in force. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const resolve of this.#waiting) resolve();
  }

  #nextLook(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1 && this.#timer !== undefined) this.#scheduleLook();
    });
  }

  #scheduleLook(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    const { pollMs = 500 } = this.#options;
    const pauseMs = this.#waiting.length > 0 ? Math.min(MIN_PAUSE_MS, pollMs) : pollMs;
    this.#timer = setTimeout(() => void this.#look(), this.#lookedAt + pauseMs - performance.now());
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const outcome = await this.#load().catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      if (!this.#closed) this.#tell(outcome);
    } finally {
      for (const resolve of waiting) resolve();
      this.#scheduleLook();
    }
  }

  /** Tells of new content and of new problems; nothing new is `false`. */
  #tell(outcome: boolean | Error): void {
    const problem = outcome instanceof Error ? outcome.message : undefined;
    if (outcome === false || (problem !== undefined && problem === this.#problem)) return;
    if ((problem === undefined) !== (this.#problem === undefined)) this.#since = new Date();
    this.#problem = problem;
    if (outcome instanceof Error) this.#options.onProblem?.(outcome);
    else this.#options.onReload?.(this.#keysByHash.size);
  }

  /** True when new content came into force. A file that was found unusable is read again at the next look. */
  async #load(): Promise<boolean> {
    this.#lookedAt = performance.now();
    const known = this.#seen;
    this.#seen = undefined;
    const { seen, keys } = await readKeyFileIfChanged(this.#path, known);
    this.#seen = seen;
    if (keys === undefined) return false;
    this.#keysByHash = indexKeys(keys);
    return true;
  }
}
