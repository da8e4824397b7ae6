import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileProblem } from './command-error.js';

const PERMISSIONS = 0o777;
const USUAL_PERMISSIONS = 0o666;

/**
 * A file that gets its name only when it is complete. Until then its name begins with a dot and ends in `.part`, and it
 * is deleted if the process exits first. `Output` documents the methods.
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
   * `name` is the user's name for the file, `target` its actual path, `mode` that of the file being replaced, whose
   * permissions are kept. Throws the system's error.
   */
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
 * Makes sure that the name is on disk, too. The complete file is already in place, so it is not a failure if the system
 * cannot open or sync folders (Windows, some network disks) or this user may only write in the folder.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
