import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, EXIT, fileProblem, systemCode } from './command-error.js';
import { writeOut } from './streams.js';

/** An output of a command. Until `commit`, a file keeps its old content or does not exist. */
export interface Output {
  /** As the user names it. */
  readonly name: string;
  /**
   * Whether it is a file that gets its name at the end. Anything written to standard output, a pipe or a device cannot
   * be taken back.
   */
  readonly isFile: boolean;
  /** Whether anything was written so far. */
  hasData(): boolean;
  /** @throws CommandError when it cannot be written. */
  write(data: Uint8Array): Promise<void>;
  /** Writes everything to disk, so that nothing is left in `commit` that could fail. */
  finish(): Promise<void>;
  /** Gives the data its name, in one step. Call it after `finish`. */
  commit(): Promise<void>;
  /** Whether `commit` has done so. */
  isCommitted(): boolean;
  /** Deletes what was written, unless it is committed. */
  discard(): Promise<void>;
}

/**
 * Opens `path` for writing, `-` meaning standard output.
 *
 * @throws CommandError when nothing can be written there.
 */
export async function openOutput(path: string): Promise<Output> {
  if (path === '-') return straight('standard output', null);
  try {
    const old = await stat(path).catch(ifMissing);
    // A folder is refused here.
    if (old?.isFile() === false) return straight(path, await open(path, 'w'));
    // A link stays a link: its target is replaced.
    const isLink = (await lstat(path).catch(ifMissing))?.isSymbolicLink() === true;
    return await FinalFile.create(path, isLink ? await realpath(path) : path, old?.mode);
  } catch (error) {
    throw fileProblem(`write ${path}`, error);
  }
}

function ifMissing(error: unknown): undefined {
  if (systemCode(error) === 'ENOENT') return undefined;
  throw error;
}

/** An output that writes directly to a handle, or to standard output. */
function straight(name: string, handle: FileHandle | null): Output {
  let hasData = false;
  const close = async (): Promise<void> => handle?.close();
  return {
    name,
    isFile: false,
    hasData: () => hasData,
    write: async (data) => {
      hasData = true;
      if (handle === null) return writeOut(data);
      await handle.writeFile(data).catch((error: unknown) => {
        throw fileProblem(`write ${name}`, error);
      });
    },
    finish: close,
    commit: async () => {},
    isCommitted: () => false,
    discard: close,
  };
}

const PERMISSIONS = 0o777;
const USUAL_PERMISSIONS = 0o666;

/**
 * A file that gets its name only when it is complete. Until then its name begins with a dot and ends in `.part`, and it
 * is deleted if the process exits first.
 */
class FinalFile implements Output {
  readonly name: string;
  readonly isFile = true;
  readonly #target: string;
  readonly #part: string;
  readonly #handle: FileHandle;
  #isOpen = true;
  #hasData = false;
  #isCommitted = false;
  readonly #removeNow = (): void => rmSync(this.#part, { force: true });

  private constructor(name: string, target: string, part: string, handle: FileHandle) {
    this.name = name;
    this.#target = target;
    this.#part = part;
    this.#handle = handle;
    process.once('exit', this.#removeNow);
  }

  /** `mode` is that of the file being replaced, whose permissions are kept. Throws the system's error. */
  static async create(name: string, target: string, mode: number | undefined): Promise<FinalFile> {
    const random = randomBytes(6).toString('hex');
    const part = join(dirname(target), `.${basename(target)}.${random}.part`);
    const handle = await open(part, 'wx', USUAL_PERMISSIONS);
    const file = new FinalFile(name, target, part, handle);
    // The user's umask applies to the mode of `open`.
    if (mode !== undefined) await handle.chmod(mode & PERMISSIONS);
    return file;
  }

  hasData(): boolean {
    return this.#hasData;
  }

  isCommitted(): boolean {
    return this.#isCommitted;
  }

  write(data: Uint8Array): Promise<void> {
    this.#hasData = true;
    // Unlike `write`, continues when the system takes only a part.
    return this.#inWords(() => this.#handle.writeFile(data));
  }

  finish(): Promise<void> {
    return this.#inWords(async () => {
      await this.#handle.sync();
      await this.#close();
    });
  }

  commit(): Promise<void> {
    return this.#inWords(async () => {
      await rename(this.#part, this.#target);
      this.#isCommitted = true;
      process.off('exit', this.#removeNow);
      await syncFolder(dirname(this.#target));
    });
  }

  discard(): Promise<void> {
    return this.#inWords(async () => {
      await this.#close();
      if (!this.#isCommitted) await rm(this.#part, { force: true });
      process.off('exit', this.#removeNow);
    });
  }

  async #inWords(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw fileProblem(`write ${this.name}`, error);
    }
  }

  async #close(): Promise<void> {
    if (this.#isOpen) await this.#handle.close();
    this.#isOpen = false;
  }
}

/**
 * Makes sure that the name is on disk, too. The complete file is already in place, so it is not a failure if the system
 * cannot open or sync folders (Windows, some network disks) or this user may only write in the folder.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** Writes a whole text under a name. @throws CommandError */
export async function writeWhole(path: string, text: string): Promise<void> {
  const output = await openOutput(path);
  try {
    await output.write(Buffer.from(text));
    await output.finish();
    await output.commit();
  } finally {
    await output.discard();
  }
}

/**
 * Refuses outputs that are the same file as the input or as each other.
 *
 * @param outputs the paths that are to be written; undefined and null for those that are not.
 * @throws CommandError
 */
export async function refuseSameFile(
  input: string,
  outputs: readonly (string | null | undefined)[],
): Promise<void> {
  const taken = new Set<string>();
  const source = await identityOf(input);
  for (const path of outputs) {
    if (path == null) continue;
    const place = path === '-' ? path : await placeOf(path);
    if (taken.has(place)) {
      const name = path === '-' ? 'Standard output' : path;
      throw new CommandError(EXIT.refused, `${name} was named twice: every output needs a file of its own.`);
    }
    taken.add(place);
    if (path === '-' || source === undefined || (await identityOf(path)) !== source) continue;
    throw new CommandError(
      EXIT.refused,
      `${path} is the file of students itself. Name another one for what is written.`,
    );
  }
}

/** The resolved path of a file, whether or not it exists, and however it is written. */
async function placeOf(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  return realpath(path).catch(() => join(folder, basename(path)));
}

async function identityOf(path: string): Promise<string | undefined> {
  const status = await stat(path).catch(() => undefined);
  return status?.isFile() === true ? `${status.dev}:${status.ino}` : undefined;
}
