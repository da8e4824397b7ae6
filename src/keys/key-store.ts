import { type Authentication, authenticate, indexKeys, type KeysByHash, mayBeNew } from './authenticate.js';
import { type KeyRecords, parseKeyFile, readKeyBytes, statusOf } from './key-file.js';

/** Whether the keys in force match the file. */
export interface KeyStoreStatus {
  /** `stale`: the file cannot be used at present, and its last good content stays in force. */
  readonly state: 'ok' | 'stale';
  /** When the current state began. */
  readonly since: Date;
  /** Number of known keys, including expired and revoked ones. */
  readonly keyCount: number;
}

/** Callbacks of a key store. */
export interface KeyStoreOptions {
  /** Called once when the file becomes unusable, and again if the reason changes. */
  readonly onProblem?: (error: Error) => void;
  /** Called when new content, or a file that is usable again, has come into force. */
  readonly onReload?: (keyCount: number) => void;
}

/**
 * Time between two reads of the file: how long a newly issued key waits for its first answer, and far below the 2
 * seconds that a revocation may take.
 */
const PAUSE_MS = 250;

/**
 * The keys of a key file, kept up to date however the file changes: replaced, rewritten in place, or by swapping the
 * symbolic links of a mounted secret. Does not keep the process alive.
 *
 * The whole file is read each time. Unlike a stat, opening it makes a network file system ask its server, and content
 * shows every change, which times and sizes do not.
 */
export class KeyStore {
  readonly #path: string;
  readonly #options: KeyStoreOptions;
  #keysByHash: KeysByHash = new Map();
  /** The content of the file whose keys are in force. */
  #content: Buffer | undefined;
  #problem: string | undefined;
  #since = new Date();
  /** The next read that has not begun. */
  #nextLook: Promise<void> = Promise.resolve();
  #isClosed = false;

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
    store.#nextLook = store.#lookAfter(Promise.resolve());
    return store;
  }

  /**
   * Authenticates a request by its Authorization header; expiry is judged at `nowMs`.
   *
   * A well-formed but unknown token is refused only after a read of the file that begins after this call, so that a key
   * works the moment it is issued. The result is then a promise, which never rejects. All such callers share the reads.
   */
  authenticate(
    header: string | undefined,
    nowMs: number = Date.now(),
  ): Authentication | Promise<Authentication> {
    const authentication = authenticate(header, this.#keysByHash, nowMs);
    if (!mayBeNew(authentication) || this.#isClosed) return authentication;
    return this.#nextLook.then(() => authenticate(header, this.#keysByHash, nowMs));
  }

  /** For health checks and metrics. */
  status(): KeyStoreStatus {
    return {
      state: this.#problem === undefined ? 'ok' : 'stale',
      since: this.#since,
      keyCount: this.#keysByHash.size,
    };
  }

  /** The usable keys at `nowMs`: neither revoked nor expired. */
  inForce(nowMs: number = Date.now()): KeyRecords {
    return [...this.#keysByHash.values()].filter((key) => statusOf(key, nowMs) === 'active');
  }

  /** Stops watching; the keys stay in force. */
  close(): void {
    this.#isClosed = true;
  }

  /** Reads the file some time after the previous read. The next read is scheduled as soon as this one begins. */
  async #lookAfter(before: Promise<void>): Promise<void> {
    await before;
    await new Promise((over) => setTimeout(over, PAUSE_MS).unref());
    if (this.#isClosed) return;
    const look = this.#look();
    this.#nextLook = this.#lookAfter(look);
    await look;
  }

  /** Reads the file and reports new content and new problems. */
  async #look(): Promise<void> {
    const outcome = await this.#load().catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    if (this.#isClosed) return;
    const problem = outcome instanceof Error ? outcome.message : undefined;
    const isNews = outcome === true || problem !== this.#problem;
    if ((problem === undefined) !== (this.#problem === undefined)) this.#since = new Date();
    this.#problem = problem;
    if (!isNews) return;
    if (outcome instanceof Error) this.#options.onProblem?.(outcome);
    else this.#options.onReload?.(this.#keysByHash.size);
  }

  /** True if new content came into force. */
  async #load(): Promise<boolean> {
    const content = await readKeyBytes(this.#path);
    if (this.#content?.equals(content)) return false;
    this.#keysByHash = indexKeys(parseKeyFile(this.#path, content));
    this.#content = content;
    return true;
  }
}
