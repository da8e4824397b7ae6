import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const PERMISSIONS = 0o777;
const USUAL_PERMISSIONS = 0o666;

/**
 * A file that has its name only when it is whole. Until then it stands beside under a name that begins with a dot and ends in `.part`,
 * and is taken away when the process exits without having finished it. All methods throw the system's errors.
 */
export class FinalFile {
  readonly target: string;
  readonly #part: string;
  readonly #handle: FileHandle;
  #isOpen = true;
  #isCommitted = false;
  readonly #removeNow = (): void => rmSync(this.#part, { force: true });

  private constructor(target: string, part: string, handle: FileHandle) {
    this.target = target;
    this.#part = part;
    this.#handle = handle;
    process.once('exit', this.#removeNow);
  }

  /** `mode` is that of the file that is replaced, whose permissions are kept. */
  static async create(target: string, mode: number | undefined): Promise<FinalFile> {
    const random = randomBytes(6).toString('hex');
    const part = join(dirname(target), `.${basename(target)}.${random}.part`);
    const handle = await open(part, 'wx', USUAL_PERMISSIONS);
    const file = new FinalFile(target, part, handle);
    // The mode of `open` is what the user's mask leaves of it.
    if (mode !== undefined) await handle.chmod(mode & PERMISSIONS);
    return file;
  }

  async write(data: Uint8Array): Promise<void> {
    // Unlike `write`, goes on where the system takes only a part.
    await this.#handle.writeFile(data);
  }

  /** Brings the data to the disk. */
  async finish(): Promise<void> {
    await this.#handle.sync();
    await this.#close();
  }

  /** Replaces what is called by the name. */
  async commit(): Promise<void> {
    await rename(this.#part, this.target);
    this.#isCommitted = true;
    process.off('exit', this.#removeNow);
    await syncFolder(dirname(this.target));
  }

  /** Whether the data has the name. */
  get isCommitted(): boolean {
    return this.#isCommitted;
  }

  async discard(): Promise<void> {
    await this.#close();
    await rm(this.#part, { force: true });
    process.off('exit', this.#removeNow);
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
