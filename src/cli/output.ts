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
}

/** An output of a command: a file, or what is written directly (standard output, a pipe, a device). */
export class Output {
  hasData = false;
  isCommitted = false;

  /**
   * @param name as the user names it.
   * @param handle null for standard output.
   * @param place null for what is written directly.
   */
  constructor(
    readonly name: string,
    readonly handle: FileHandle | null = null,
    readonly place: Place | null = null,
  ) {}

  get isFile(): boolean {
    return this.place !== null;
  }

  write(data: Uint8Array): Promise<void> {
    const { handle } = this;
    this.hasData = true;
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
    if (path === '-') return this.#with(new Output('standard output'));
    try {
      const old = await stat(path).catch(ifMissing);
      // A folder is refused here.
      if (old?.isFile() === false) return this.#with(new Output(path, await open(path, 'w')));
      // A link stays a link: its target is replaced.
      const target = old === undefined ? path : await realpath(path);
      const part = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.part`);
      const handle = await open(part, 'wx', USUAL_PERMISSIONS);
      const output = this.#with(new Output(path, handle, { part, target }));
      // What is replaced keeps its permissions. The user's umask applies to the mode of `open`.
      if (old !== undefined) await handle.chmod(old.mode & PERMISSIONS);
      return output;
    } catch (error) {
      throw fileProblem(`write ${path}`, error);
    }
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
      const { place } = output;
      if (place === null) continue;
      await output.inWords(() => rename(place.part, place.target));
      output.isCommitted = true;
    }
  }

  /** Deletes files that are not committed. */
  async discard(): Promise<void> {
    for (const { handle } of this.#all) await handle?.close();
    this.#removeParts();
  }

  /** The error that a command ends with, and what has become of its outputs. */
  withFate(error: unknown): unknown {
    const end = commandErrorOf(error);
    if (end === undefined) return error;
    const namesOf = (isCommitted: boolean): string =>
      this.#all
        .filter((output) => output.isFile && output.isCommitted === isCommitted)
        .map(({ name }) => name)
        .join(' and ');
    const [untouched, written] = [namesOf(false), namesOf(true)];
    const fates = untouched === '' ? [] : [`Nothing was written to ${untouched}.`];
    if (written !== '') fates.push(`${written} was written, and is complete.`);
    for (const { isFile, hasData, name } of this.#all) {
      if (!isFile && hasData && end.exitCode !== EXIT.interrupted) {
        fates.push(`The answer on ${name} is incomplete: do not use it.`);
      }
    }
    const { exitCode, message, details } = end;
    return new CommandError(exitCode, [message, ...fates].join('\n'), { details, cause: error });
  }

  #with(output: Output): Output {
    this.#all.push(output);
    return output;
  }

  /** Finds nothing where a file has its name. */
  #removeParts(): void {
    for (const { place } of this.#all) if (place !== null) rmSync(place.part, { force: true });
  }
}

function ifMissing(error: unknown): undefined {
  if (systemCode(error) === 'ENOENT') return undefined;
  throw error;
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
    if (taken.has(place)) {
      const name = path === '-' ? 'Standard output' : path;
      const message = `${name} was named twice: every output needs a file of its own.`;
      throw new CommandError(EXIT.refused, message);
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
