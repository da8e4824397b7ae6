import { type KeyRecord, parseKeyFile, readKeyBytes } from './key-file.js';
import { statusOf } from './keys.js';
import { hashToken, isToken } from './token.js';

/** The caller, or why the caller is refused, with a `keyId` only if the key has expired or was revoked. */
export type Authentication =
  | { readonly ok: true; readonly keyId: string }
  | {
      readonly ok: false;
      readonly problem: 'missing' | 'malformed' | 'mistyped' | 'unknown' | 'expired' | 'revoked';
      readonly keyId: string | null;
    };

const REFUSED = { ok: false, keyId: null } as const;

export interface KeyStoreOptions {
  /** Called once when the file becomes unusable, and again if the reason changes. */
  readonly onProblem?: (error: unknown) => void;
  /** Called when new content takes effect, or the file is usable again. */
  readonly onReload?: (keysInForce: number) => void;
}

/** Between two reads: the wait of a new key's first request, far below a revocation's 2 seconds. */
const PAUSE_MS = 250;

/**
 * The keys of a key file, kept up to date however the file changes: replaced, rewritten in place, or by the
 * swapped symbolic links of a mounted secret. While the file is unusable, its last good content stays in
 * force. Does not keep the process alive.
 *
 * The whole file is read each time. Unlike a stat, opening it makes a network file system ask its server, and
 * content shows every change, which times and sizes do not.
 */
export class KeyStore {
  #keysByHash: ReadonlyMap<string, Readonly<KeyRecord>> = new Map();
  /** The content of the file whose keys are in force. */
  #content: Buffer | undefined;
  #problem: string | undefined;
  /** The next read that has not begun. */
  #nextLook: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly options: KeyStoreOptions,
  ) {}

  /** Reads the file and begins to watch it. @throws OperatorError when it cannot be read or is not valid */
  static async open(path: string, options: KeyStoreOptions = {}): Promise<KeyStore> {
    const store = new KeyStore(path, options);
    await store.#load();
    store.#nextLook = store.#lookAfter(Promise.resolve());
    return store;
  }

  /**
   * Finds the sender of an Authorization header. An unknown, well-formed token is refused only after another
   * read of the file, so that new keys work at once. The result is then a promise, which never rejects.
   */
  authenticate(
    header: string | undefined,
    nowMs: number = Date.now(),
  ): Authentication | Promise<Authentication> {
    const found = this.#find(header, nowMs);
    const isUnknown = !found.ok && found.problem === 'unknown';
    return isUnknown ? this.#nextLook.then(() => this.#find(header, nowMs)) : found;
  }

  #find(header: string | undefined, nowMs: number): Authentication {
    if (header === undefined || header === '') return { ...REFUSED, problem: 'missing' };
    // One token after the scheme and one or more spaces (RFC 6750, 2.1).
    const [, token] = /^bearer +([^ \t]+)$/i.exec(header) ?? [];
    if (token === undefined) return { ...REFUSED, problem: 'malformed' };
    if (!isToken(token)) return { ...REFUSED, problem: 'mistyped' };
    const key = this.#keysByHash.get(hashToken(token));
    if (key === undefined) return { ...REFUSED, problem: 'unknown' };
    const status = statusOf(key, nowMs);
    return status === 'active' ? { ok: true, keyId: key.id } : { ok: false, problem: status, keyId: key.id };
  }

  /** Whether the last read found a usable file. */
  get isCurrent(): boolean {
    return this.#problem === undefined;
  }

  /** The usable keys at `nowMs`: neither revoked nor expired. */
  inForce(nowMs: number = Date.now()): readonly Readonly<KeyRecord>[] {
    return [...this.#keysByHash.values()].filter((key) => statusOf(key, nowMs) === 'active');
  }

  /** Reads the file some time after the previous read. The next read is scheduled when this one begins. */
  async #lookAfter(before: Promise<void>): Promise<void> {
    await before;
    await new Promise((over) => setTimeout(over, PAUSE_MS).unref());
    const look = this.#look();
    this.#nextLook = this.#lookAfter(look);
    await look;
  }

  async #look(): Promise<void> {
    const before = this.#problem;
    try {
      const isNew = await this.#load();
      this.#problem = undefined;
      if (isNew || before !== undefined) this.options.onReload?.(this.inForce().length);
    } catch (error) {
      this.#problem = String(error);
      if (this.#problem !== before) this.options.onProblem?.(error);
    }
  }

  /** True if new content came into force. */
  async #load(): Promise<boolean> {
    const content = await readKeyBytes(this.path);
    if (this.#content?.equals(content)) return false;
    const keys = parseKeyFile(this.path, content);
    this.#keysByHash = new Map(keys.map((key) => [key.token_sha256, key]));
    this.#content = content;
    return true;
  }
}
