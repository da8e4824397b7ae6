import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileProblem } from './command-error.js';

const PERMISSIONS = 0o777;
const USUAL_PERMISSIONS = 0o666;

/**
 * A file that has its name only when it is whole. Until then it has a name that begins with a dot and ends in `.part`,
 * and is deleted when the process exits without having finished it. What its methods do is said at `Output`.
 */
export class FinalFile {
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

  /**
   * `name` is what the user calls the file, `target` where it really is, `mode` that of the file that is replaced, whose permissions are
   * kept. Throws the system's error.
   */
  static async create(name: string, target: string, mode: number | undefined): Promise<FinalFile> {
    const random = randomBytes(6).toString('hex');
    const part = join(dirname(target), `.${basename(target)}.${random}.part`);
    const handle = await open(part, 'wx', USUAL_PERMISSIONS);
    const file = new FinalFile(name, target, part, handle);
    // The mode of `open` is what the user's mask leaves of it.
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
    // Unlike `write`, goes on where the system takes only a part.
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
      await rm(this.#part, { force: true });
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
 * So that the name is on the disk, too. The file is in its place already, whole: a system that opens or syncs no folders (Windows, some
 * network disks) or a folder in which this user may only write is no reason to call that a failure.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
