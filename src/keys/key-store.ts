import { type Authentication, authenticate, indexKeys, type KeysByHash, mayBeNew } from './authenticate.js';
import { type KeyRecords, parseKeyFile, readKeyBytes, statusOf } from './key-file.js';

/** Whether the keys in force are those of the file. */
export interface KeyStoreStatus {
  /** `stale`: the file cannot be used at present, and the last good content stays in force. */
  readonly state: 'ok' | 'stale';
  /** Since when the state is what it is. */
  readonly since: Date;
  /** Keys that are known, expired and revoked ones included. */
  readonly keyCount: number;
}

/** What to be told of. */
export interface KeyStoreOptions {
  /** Called once when the file becomes unusable, and again when for another reason. */
  readonly onProblem?: (error: Error) => void;
  /** Called after another content of the file, or the file after a problem, has come into force. */
  readonly onReload?: (keyCount: number) => void;
}

/**
 * From one look to the next: as long as a key that was just issued waits for its first answer, and far below the 2 seconds that
 * a revocation may take.
 */
const PAUSE_MS = 250;

/**
 * The keys of a key file, kept up to date while the file changes in whatever way: replaced, rewritten in place, or by
 * a swap of the symbolic links of a mounted secret. Does not keep the process alive.
 *
 * The whole file is read at each look: opening it, unlike a stat, makes a network file system ask its server, and content tells
 * of every change, which times and sizes do not.
 */
export class KeyStore {
  readonly #path: string;
  readonly #options: KeyStoreOptions;
  #keysByHash: KeysByHash = new Map();
  /** Of the file when its keys came into force. */
  #content: Buffer | undefined;
  #problem: string | undefined;
  #since = new Date();
  /** The next look that has not begun. */
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

  /** The keys that open the door at `nowMs`: neither revoked nor expired. */
  inForce(nowMs: number = Date.now()): KeyRecords {
    return [...this.#keysByHash.values()].filter((key) => statusOf(key, nowMs) === 'active');
  }

  /** Stops watching; the keys stay in force. */
  close(): void {
    this.#isClosed = true;
  }

  /** A look, some time after the one before it. The next is planned as soon as it begins. */
  async #lookAfter(before: Promise<void>): Promise<void> {
    await before;
    await new Promise((over) => setTimeout(over, PAUSE_MS).unref());
    if (this.#isClosed) return;
    const look = this.#look();
    this.#nextLook = this.#lookAfter(look);
    await look;
  }

  /** Tells of new content and of new problems. */
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

  /** True when other content came into force. */
  async #load(): Promise<boolean> {
    const content = await readKeyBytes(this.#path);
    if (this.#content?.equals(content)) return false;
    this.#keysByHash = indexKeys(parseKeyFile(this.#path, content));
    this.#content = content;
    return true;
  }
}
