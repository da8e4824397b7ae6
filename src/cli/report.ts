import { CommandError, commandErrorOf, EXIT, type ExitCode } from './command-error.js';
import type { Output } from './output.js';
import { say, writeOut } from './streams.js';

/** How a command reports its result. */
export interface Manner {
  /** One JSON object instead of text, on standard output, or on standard error if the data goes to standard output. */
  readonly json: boolean;
  /** Only errors. */
  readonly quiet: boolean;
  readonly isDataOnStdout: boolean;
}

/** Reports the result of a command: as an object for programs or a text for people. */
export async function report(
  { json, quiet, isDataOnStdout }: Manner,
  object: object,
  text: string,
): Promise<void> {
  if (!json) {
    if (!quiet) say(text);
    return;
  }
  const line = `${JSON.stringify(object)}\n`;
  if (isDataOnStdout) say(line);
  else await writeOut(line);
}

/**
 * Runs a command and reports a failure in the chosen manner.
 *
 * @throws what the work throws, if it is to be reported as text.
 */
export async function ending(manner: Manner, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const end = manner.json ? commandErrorOf(error) : undefined;
    if (end === undefined) throw error;
    const { exitCode, message, details } = end;
    await report(
      manner,
      { status: 'failed', exit_code: exitCode, message, error: null, ...details },
      message,
    );
    return exitCode;
  }
}

/** The error that a command ends with, and what happened to its outputs. The caller deletes unfinished parts. */
export function withFate(error: unknown, outputs: readonly Output[]): unknown {
  const end = commandErrorOf(error);
  if (end === undefined) return error;
  const namesOf = (isCommitted: boolean): string =>
    outputs
      .filter((output) => output.isFile && output.isCommitted() === isCommitted)
      .map(({ name }) => name)
      .join(' and ');
  const [untouched, written] = [namesOf(false), namesOf(true)];
  const fates = untouched === '' ? [] : [`Nothing was written to ${untouched}.`];
  if (written !== '') fates.push(`${written} was written, and is complete.`);
  for (const output of outputs) {
    if (!output.isFile && output.hasData() && end.exitCode !== EXIT.interrupted) {
      fates.push(`The answer on ${output.name} is incomplete: do not use it.`);
    }
  }
  return new CommandError(end.exitCode, [end.message, ...fates].join('\n'), {
    details: end.details,
    cause: error,
  });
}
