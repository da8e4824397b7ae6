import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, commandErrorOf, EXIT, fileProblem, systemCode } from './command.js';
import { writeOut } from './streams.js';

const PERMISSIONS = 0o777;
const USUAL_PERMISSIONS = 0o666;

/** Where a file is until it gets its name, and that name. */
interface Place {
  readonly part: string;
  readonly target: string;
  /** The permissions of the file that is replaced. */
  readonly mode: number | null;
}

/** An output of a command: a file, or what is written directly (standard output, a pipe, a device). */
export class Output {
  /** What has become of it, in a sentence; empty where nothing has. */
  fate: string;

  /**
   * @param name as the user names it.
   * @param handle null for standard output.
   * @param place null for what is written directly.
   */
  constructor(
    readonly name: string,
    readonly handle: FileHandle | null = null,
    readonly place: Place | null = null,
  ) {
    this.fate = this.isFile ? `Nothing was written to ${name}.` : '';
  }

  get isFile(): boolean {
    return this.place !== null;
  }

  write(data: Uint8Array): Promise<void> {
    const { handle } = this;
    if (!this.isFile) this.fate = `The answer on ${this.name} is incomplete: do not use it.`;
    // Unlike `write`, continues when the system takes only a part.
    return handle === null ? writeOut(data) : this.inWords(() => handle.writeFile(data));
  }

  /** Does something to the output. @throws CommandError for an error of the system. */
  async inWords(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw fileProblem(`write ${this.name}`, error);
    }
  }
}

/**
 * The outputs of one run. A file gets its name only when it is complete. Until then its name begins with a dot and ends in
 * `.part`, and it is deleted if the process exits first. What is written directly cannot be taken back.
 */
class Outputs {
  readonly #signal: AbortSignal;
  readonly #all: Output[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    process.once('exit', () => this.#removeParts());
  }

  /** Opens `path` for writing, `-` meaning standard output. @throws CommandError when nothing can be written there. */
  async open(path: string): Promise<Output> {
    const output = path === '-' ? new Output('standard output') : await opened(path);
    this.#all.push(output);
    const { handle, place } = output;
    // The user's umask applies to the mode of `open`.
    const mode = place?.mode ?? null;
    if (mode !== null) await output.inWords(async () => handle?.chmod(mode));
    return output;
  }

  /**
   * Gives files their names, the first one last, so that a program waiting for it finds the others of the same run.
   *
   * @throws CommandError; the signal's reason.
   */
  async commit(): Promise<void> {
    for (const output of this.#all) {
      const { handle, isFile } = output;
      // On disk, so that nothing is left that could fail once the first has its name.
      await output.inWords(async () => {
        if (isFile) await handle?.sync();
        await handle?.close();
      });
    }
    this.#signal.throwIfAborted();
    for (const output of this.#all.toReversed()) {
      const { place, name } = output;
      if (place === null) continue;
      await output.inWords(() => rename(place.part, place.target));
      output.fate = `${name} was written, and is complete.`;
    }
  }

  /** Files that are committed stay. */
  async discard(): Promise<void> {
    for (const { handle } of this.#all) await handle?.close();
    this.#removeParts();
  }

  /** The error that a command ends with, and what has become of its outputs. */
  withFate(error: unknown): unknown {
    const end = commandErrorOf(error);
    if (end === undefined) return error;
    const { exitCode, message, details } = end;
    const fates = this.#all.flatMap(({ isFile, fate }) =>
      fate !== '' && (isFile || exitCode !== EXIT.interrupted) ? [fate] : [],
    );
    return new CommandError(exitCode, [message, ...fates].join('\n'), { details, cause: error });
  }

  /** Finds nothing where a file has its name. */
  #removeParts(): void {
    for (const { place } of this.#all) if (place !== null) rmSync(place.part, { force: true });
  }
}

async function opened(path: string): Promise<Output> {
  try {
    const old = await stat(path).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
    });
    // A folder is refused here.
    if (old?.isFile() === false) return new Output(path, await open(path, 'w'));
    // A link stays a link: its target is replaced.
    const target = old === undefined ? path : await realpath(path);
    const part = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.part`);
    const handle = await open(part, 'wx', USUAL_PERMISSIONS);
    return new Output(path, handle, {
      part,
      target,
      mode: old === undefined ? null : old.mode & PERMISSIONS,
    });
  } catch (error) {
    throw fileProblem(`write ${path}`, error);
  }
}

/**
 * Writes outputs completely or not at all: unless `work` commits them, nothing of them is left.
 *
 * @throws CommandError, which says what has become of each output; the signal's reason.
 */
export async function writing<Done>(
  signal: AbortSignal,
  work: (outputs: Outputs) => Promise<Done>,
): Promise<Done> {
  const outputs = new Outputs(signal);
  try {
    return await work(outputs);
  } catch (error) {
    throw outputs.withFate(error);
  } finally {
    await outputs.discard();
  }
}

/**
 * Refuses outputs that are the same file as the input or as each other.
 *
 * @param outputs the paths that are to be written; undefined for those that are not.
 * @throws CommandError
 */
export async function refuseSameFile(input: string, outputs: readonly (string | undefined)[]): Promise<void> {
  const source = await placeOf(input);
  const taken = new Set<string>();
  for (const path of outputs) {
    if (path === undefined) continue;
    const place = await placeOf(path);
    const name = path === '-' ? 'Standard output' : path;
    if (taken.has(place)) {
      throw new CommandError(EXIT.refused, `${name} was named twice: every output needs a file of its own.`);
    }
    if (path !== '-' && place === source) {
      const message = `${path} is the file of students itself. Name another one for what is written.`;
      throw new CommandError(EXIT.refused, message);
    }
    taken.add(place);
  }
}

/** What tells a file from others however it is named, whether or not it exists. */
async function placeOf(path: string): Promise<string> {
  if (path === '-') return path;
  const status = await stat(path).catch(() => undefined);
  if (status !== undefined) return `${status.dev}:${status.ino}`;
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return resolve(folder, basename(path));
}
