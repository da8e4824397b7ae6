import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, commandErrorOf, EXIT, fileProblem, systemCode } from './command.js';
import { writeOut } from './streams.js';

const PERMISSIONS = 0o777;
const USUAL_PERMISSIONS = 0o666;

/**
 * An output of a command. A file gets its name only when it is complete. Until then its name begins with a dot and ends
 * in `.part`, and it is deleted if the process exits first. Standard output, a pipe or a device is written directly, and
 * nothing can be taken back.
 */
export class Output {
  /** As the user names it. */
  readonly name: string;
  /** Null for standard output. */
  readonly #handle: FileHandle | null;
  /** Where a file is until it gets its name, and that name; null for what is written directly. */
  readonly #file: { readonly part: string; readonly target: string } | null;
  /** Finds nothing where the file has its name. */
  readonly #removePart = (): void => rmSync(this.#file?.part ?? '', { force: true });
  hasData = false;
  isCommitted = false;

  constructor(
    name: string,
    handle: FileHandle | null = null,
    file: { readonly part: string; readonly target: string } | null = null,
  ) {
    this.name = name;
    this.#handle = handle;
    this.#file = file;
    if (file !== null) process.once('exit', this.#removePart);
  }

  get isFile(): boolean {
    return this.#file !== null;
  }

  write(data: Uint8Array): Promise<void> {
    this.hasData = true;
    if (this.#handle === null) return writeOut(data);
    const handle = this.#handle;
    // Unlike `write`, continues when the system takes only a part.
    return this.#inWords(() => handle.writeFile(data));
  }

  /** Writes everything to disk, so that nothing is left in `commit` that could fail. */
  finish(): Promise<void> {
    return this.#inWords(async () => {
      if (this.isFile) await this.#handle?.sync();
      await this.#handle?.close();
    });
  }

  /** Gives the file its name, in one step. Call it after `finish`. */
  commit(): Promise<void> {
    return this.#inWords(async () => {
      if (this.#file === null) return;
      await rename(this.#file.part, this.#file.target);
      this.isCommitted = true;
    });
  }

  /** Deletes a file unless it is committed. */
  async discard(): Promise<void> {
    await this.#handle?.close();
    this.#removePart();
  }

  async #inWords(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw fileProblem(`write ${this.name}`, error);
    }
  }
}

/**
 * Opens `path` for writing, `-` meaning standard output.
 *
 * @throws CommandError when nothing can be written there.
 */
async function openOutput(path: string): Promise<Output> {
  if (path === '-') return new Output('standard output');
  try {
    const old = await stat(path).catch(ifMissing);
    // A folder is refused here.
    if (old?.isFile() === false) return new Output(path, await open(path, 'w'));
    // A link stays a link: its target is replaced.
    const target = old === undefined ? path : await realpath(path);
    const part = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.part`);
    const handle = await open(part, 'wx', USUAL_PERMISSIONS);
    const output = new Output(path, handle, { part, target });
    // What is replaced keeps its permissions. The user's umask applies to the mode of `open`.
    if (old !== undefined) await handle.chmod(old.mode & PERMISSIONS);
    return output;
  } catch (error) {
    throw fileProblem(`write ${path}`, error);
  }
}

function ifMissing(error: unknown): undefined {
  if (systemCode(error) === 'ENOENT') return undefined;
  throw error;
}

/** Opens outputs that are written by one run. */
export type OpenOutput = (path: string) => Promise<Output>;

/**
 * Writes outputs completely or not at all: they get their names when `work` is done, the first one last, so that a program
 * waiting for it finds the others of the same run. Then `tell` is called with what the work came to.
 *
 * @throws CommandError, which says what has become of each output; the signal's reason.
 */
export async function writing<Done, Told = Done>(
  signal: AbortSignal,
  work: (open: OpenOutput) => Promise<Done>,
  tell: (done: Done) => Promise<Told>,
): Promise<Told> {
  const outputs: Output[] = [];
  try {
    const done = await work(async (path) => {
      const output = await openOutput(path);
      outputs.push(output);
      return output;
    });
    for (const each of outputs) await each.finish();
    signal.throwIfAborted();
    for (const each of outputs.toReversed()) await each.commit();
    return await tell(done);
  } catch (error) {
    throw withFate(error, outputs);
  } finally {
    for (const each of outputs) await each.discard();
  }
}

/** The error that a command ends with, and what has become of its outputs. */
function withFate(error: unknown, outputs: readonly Output[]): unknown {
  const end = commandErrorOf(error);
  if (end === undefined) return error;
  const namesOf = (isCommitted: boolean): string =>
    outputs
      .filter((output) => output.isFile && output.isCommitted === isCommitted)
      .map(({ name }) => name)
      .join(' and ');
  const [untouched, written] = [namesOf(false), namesOf(true)];
  const fates = untouched === '' ? [] : [`Nothing was written to ${untouched}.`];
  if (written !== '') fates.push(`${written} was written, and is complete.`);
  for (const { isFile, hasData, name } of outputs) {
    if (!isFile && hasData && end.exitCode !== EXIT.interrupted) {
      fates.push(`The answer on ${name} is incomplete: do not use it.`);
    }
  }
  const { exitCode, message, details } = end;
  return new CommandError(exitCode, [message, ...fates].join('\n'), { details, cause: error });
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
