import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { systemCode } from '../keys/system-error.js';
import { CommandError, EXIT, fileProblem } from './command-error.js';
import { FinalFile } from './final-file.js';
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
  /** Deletes what was written. */
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

/** An output that writes directly to a handle, or to standard output. */
function straight(name: string, handle: FileHandle | null): Output {
  const write = handle === null ? writeOut : (data: Uint8Array) => handle.writeFile(data);
  const close = async (): Promise<void> => handle?.close();
  let hasData = false;
  return {
    name,
    isFile: false,
    hasData: () => hasData,
    write: (data) => {
      hasData = true;
      return write(data).catch((error: unknown) => {
        throw error instanceof CommandError ? error : fileProblem(`write ${name}`, error);
      });
    },
    finish: close,
    commit: async () => {},
    isCommitted: () => false,
    discard: close,
  };
}

function ifMissing(error: unknown): undefined {
  if (systemCode(error) === 'ENOENT') return undefined;
  throw error;
}

/**
 * Refuses outputs that are the same file as the input or as each other.
 *
 * @throws CommandError
 */
export async function refuseSameFile(
  input: string,
  output: string | null,
  failed: string | undefined,
): Promise<void> {
  if (input === '-' && failed !== undefined) {
    throw new CommandError(
      EXIT.refused,
      '--failed reads the students again, so they must come from a file, not from standard input.',
    );
  }
  const isSame =
    failed !== undefined && output !== null && (await placeOf(failed)) === (await placeOf(output));
  if (isSame || failed === '-') {
    throw new CommandError(
      EXIT.refused,
      'The answer and the rows that failed need a file each: name another one with --failed.',
    );
  }
  const source = await identityOf(input);
  for (const path of [output, failed]) {
    if (path == null || path === '-' || source === undefined || (await identityOf(path)) !== source) continue;
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
