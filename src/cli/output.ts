import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, EXIT, fileProblem, systemCode } from './command.js';
import { writeOut } from './streams.js';

const PERMISSIONS = 0o777;
const USUAL_PERMISSIONS = 0o666;

/** Where a file is until it gets its name, and that name. */
interface Place {
  readonly part: string;
  readonly target: string;
}

/** An output of a command: a file, or what is written directly (standard output, a pipe, a device). */
export class Output {
  /** `name` is as the user names it; `handle` is null for standard output, `place` for what is written directly. */
  constructor(
    readonly name: string,
    private readonly handle: FileHandle | null = null,
    private readonly place: Place | null = null,
  ) {}

  /** @throws CommandError for an error of the system. */
  async write(data: Uint8Array): Promise<void> {
    // Unlike `write`, continues when the system takes only a part.
    if (this.handle === null) await writeOut(data);
    else await this.#inWords(this.handle.writeFile(data));
  }

  /** Everything on disk, so that nothing is left that could fail once another output has its name. */
  async end(): Promise<void> {
    if (this.place !== null) await this.#inWords(this.handle?.sync());
    await this.#inWords(this.handle?.close());
  }

  async takeName(): Promise<void> {
    if (this.place !== null) await this.#inWords(rename(this.place.part, this.place.target));
  }

  /** Finds nothing where a file has its name. */
  removePart(): void {
    if (this.place !== null) rmSync(this.place.part, { force: true });
  }

  async discard(): Promise<void> {
    await this.handle?.close();
    this.removePart();
  }

  async #inWords(work: Promise<void> | undefined): Promise<void> {
    await work?.catch((error: unknown) => {
      throw fileProblem(`write ${this.name}`, error);
    });
  }
}

/** Opens `path` for writing, `-` meaning standard output. @throws CommandError when nothing can be written there. */
async function opened(path: string): Promise<Output> {
  if (path === '-') return new Output('standard output');
  try {
    const old = await stat(path).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
    });
    // A folder is refused here.
    if (old?.isFile() === false) return new Output(path, await open(path, 'w'));
    // A link stays a link: its target is replaced.
    const target = old === undefined ? path : await realpath(path);
    const part = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.part`);
    // Nobody may read it who could not read what it replaces.
    const mode = old === undefined ? USUAL_PERMISSIONS : old.mode & PERMISSIONS;
    return new Output(path, await open(part, 'wx', mode), { part, target });
  } catch (error) {
    throw fileProblem(`write ${path}`, error);
  }
}

/**
 * Writes outputs completely or not at all. A file gets its name only when `work` is done, the first one last, so that a
 * program waiting for it finds the others of the same run. Until then its name begins with a dot and ends in `.part`, and
 * it is deleted if the process exits first. What is written directly cannot be taken back.
 *
 * @param paths undefined for an output that is not wanted.
 * @throws CommandError; the signal's reason.
 */
export async function writing<Done>(
  signal: AbortSignal,
  paths: readonly (string | undefined)[],
  work: (outputs: readonly (Output | undefined)[]) => Promise<Done>,
): Promise<Done> {
  const outputs: (Output | undefined)[] = [];
  process.once('exit', () => {
    for (const output of outputs) output?.removePart();
  });
  try {
    for (const path of paths) outputs.push(path === undefined ? undefined : await opened(path));
    const done = await work(outputs);
    for (const output of outputs) await output?.end();
    signal.throwIfAborted();
    for (const output of outputs.toReversed()) await output?.takeName();
    return done;
  } finally {
    for (const output of outputs) await output?.discard();
  }
}

/** Refuses a file that is named twice; an output that is not wanted is undefined. @throws CommandError */
export async function refuseSameFile(input: string, outputs: readonly (string | undefined)[]): Promise<void> {
  const taken = new Set<string>();
  for (const path of [input === '-' ? undefined : input, ...outputs]) {
    if (path === undefined) continue;
    const place = await realpath(path).catch(() => resolve(path));
    if (taken.size === taken.add(place).size) {
      const name = path === '-' ? 'Standard output' : path;
      throw new CommandError(EXIT.refused, `${name} was named twice. Name another file for what is written.`);
    }
  }
}
