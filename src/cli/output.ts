import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, EXIT, fileProblem, systemCode } from './command.js';
import { writeOut } from './streams.js';

const PERMISSIONS = 0o777;
const USUAL_PERMISSIONS = 0o666;

/** The temporary path of a file until it is complete, and its final path. */
interface Place {
  readonly part: string;
  readonly target: string;
}

/** An output: a file, or a direct output (standard output, a pipe, a device). */
export class Output {
  /** `name` is as typed; `handle` is null for standard output, and `place` for any direct output. */
  constructor(
    readonly name: string,
    private readonly handle: FileHandle | null = null,
    private readonly place: Place | null = null,
  ) {}

  /** @throws CommandError for a system error. */
  async write(data: Uint8Array): Promise<void> {
    // Unlike `write`, `writeFile` continues after a partial write.
    if (this.handle === null) await writeOut(data);
    else await this.#inWords(this.handle.writeFile(data));
  }

  /** Flushes to disk, so that nothing can fail once another output has its final name. */
  async end(): Promise<void> {
    if (this.place !== null) await this.#inWords(this.handle?.sync());
    await this.#inWords(this.handle?.close());
  }

  async takeName(): Promise<void> {
    if (this.place !== null) await this.#inWords(rename(this.place.part, this.place.target));
  }

  /** Deletes the temporary file; has no effect once it has its final name. */
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

/** Opens `path`; `-` means standard output. @throws CommandError if it cannot be written. */
async function opened(path: string): Promise<Output> {
  if (path === '-') return new Output('standard output');
  try {
    const old = await stat(path).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
    });
    // A folder fails here.
    if (old?.isFile() === false) return new Output(path, await open(path, 'w'));
    // A link stays a link: its target is replaced.
    const target = old === undefined ? path : await realpath(path);
    const part = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.part`);
    // Whoever could not read the old file must not read the new one.
    const mode = old === undefined ? USUAL_PERMISSIONS : old.mode & PERMISSIONS;
    return new Output(path, await open(part, 'wx', mode), { part, target });
  } catch (error) {
    throw fileProblem(`write ${path}`, error);
  }
}

/**
 * Writes outputs completely or not at all. Files get their names after `work`, the first one last, so that a
 * program waiting for it finds the others. Until then a name begins with a dot and ends in `.part`, and the
 * file is deleted if the process exits. Direct outputs cannot be undone.
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

/** Refuses a path that is used twice; undefined is an output that is not wanted. @throws CommandError */
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
