#!/usr/bin/env node
import process from 'node:process';
import { inspect } from 'node:util';
import { Command, CommanderError, InvalidArgumentError, Option, type OptionValues } from 'commander';
import { ignoredColumns } from '../contract/header.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { listed } from '../engine/texts.js';
import { CommandError, commandErrorOf, EXIT, type Run } from './command.js';
import * as help from './help-text.js';
import { outliveReaders, say, type Telling, tell, visible, writeOut } from './streams.js';

/*
 * commander reads the command line: unlike util.parseArgs it supports commands with their own options and help, and
 * suggests the nearest name for a wrong one. It has no dependencies. Each command is loaded only when it runs, so that
 * help appears at once.
 */

/** Runs a command line and sets the exit code. */
async function runProgram(args: readonly string[]): Promise<void> {
  outliveReaders();
  process.on('uncaughtException', endWithDefect);
  /** Help, which commander would print itself, without noticing that nobody can read it. */
  let printed = '';
  const program = programOf((text) => {
    printed += text;
  });
  try {
    if (args[0] === '--version' || args[0] === '-V') {
      const { versionText } = await import('./version.js');
      await writeOut(`${versionText()}\n`);
    } else await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) await endWith(error);
    else if (error.exitCode !== 0) process.exitCode = EXIT.refused;
    else await writeOut(printed).catch((problem: unknown) => endWith(problem));
  }
}

/** Tells why a command ended, and sets the exit code. With `--json` programs are told. */
async function endWith(error: unknown, options: Telling = {}): Promise<void> {
  const end = commandErrorOf(error);
  if (end === undefined) return endWithDefect(error);
  const { exitCode, message, details } = end;
  process.exitCode = exitCode;
  const failure = { status: 'failed', exit_code: exitCode, message, error: null, ...details };
  await tell({ ...options, quiet: false }, failure, message);
  // A read of a named pipe that nobody feeds would keep the process alive.
  if (exitCode === EXIT.interrupted) process.exit();
}

function endWithDefect(error: unknown): never {
  say(`This is a bug in prorata. Report it, without student data:\n${inspect(error)}`);
  process.exit(EXIT.defect);
}

const STUDENTS = 'students as CSV or .xlsx; - for standard input';
const ANSWER = 'an answer, or a file of students, as CSV or .xlsx';

const AWARD_YEAR = new Option(
  '--award-year <year>',
  `the award year whose limits are used (default: the current one, ${CURRENT_AWARD_YEAR})`,
).argParser(knownAwardYear);
const READING = [
  new Option('--recipe <file>', 'a recipe that says what the columns mean'),
  new Option(
    '--ignore-columns <names>',
    'columns that need not be read in a file with the names of the service: names with commas between, or * for all others',
  ).argParser(ignoredColumns),
  AWARD_YEAR,
];
const FAILED = new Option(
  '--failed <file>',
  'where to write the rows of students who failed, unchanged, with the reason',
);
const RECIPE_OUT = new Option(
  '--recipe-out <file>',
  'write the recipe for this file, with everything open marked',
);
const OUTPUT = new Option(
  '-o, --output <file>',
  'where to write; an older file stays until the new one is complete',
).default('-', 'standard output');
const STUDENT = new Option(
  '--student <id>',
  'which student in the file: the student_id, or row:<N> for a row without one',
);
const QUIET = new Option('--quiet', 'print only errors');
const JSON_OUT = new Option('--json', 'print the summary as one line of JSON');
const JSON_TRACE = new Option('--json', 'the trace as JSON');

function knownAwardYear(year: string): string {
  if (AWARD_YEARS.includes(year)) return year;
  throw new InvalidArgumentError(
    `Give ${listed(AWARD_YEARS, 'or')}: other award years have no table of limits.`,
  );
}

/** @param print receives help. */
function programOf(print: (text: string) => void): Command {
  const program = new Command('prorata')
    .exitOverride()
    .configureOutput({
      writeOut: print,
      outputError: (text, write) => write(visible(text.replace(/^error: /, ''))),
    })
    .showHelpAfterError('Type "prorata --help" for examples.')
    .addHelpText('before', help.ABOUT)
    .addHelpText('after', help.EXIT_CODES)
    .option('-V, --version', 'the version of the program, its build and its rules');
  const add = <Options extends OptionValues>(
    name: string,
    summary: string,
    about: string,
    words: Readonly<Record<string, string>>,
    options: readonly Option[],
    load: () => Promise<Run<Options>>,
  ): void => {
    const command = program
      .command(name)
      .summary(summary)
      .addHelpText('before', about)
      .addHelpText('after', help.EXIT_CODES)
      .showHelpAfterError(`Type "prorata ${name} --help" for examples.`);
    for (const [word, description] of Object.entries(words)) command.argument(word, description);
    for (const option of options) command.addOption(option);
    command.action(running(load));
  };

  add(
    'check',
    'what is understood of a file of students, and what is wrong with it',
    help.CHECK,
    { '<file>': STUDENTS },
    [...READING, RECIPE_OUT, FAILED, QUIET, JSON_OUT],
    async () => (await import('./file-commands.js')).checkCommand,
  );
  add(
    'bulk',
    'calculate a file of students',
    help.BULK,
    { '<file>': STUDENTS },
    [OUTPUT, FAILED, ...READING, QUIET, JSON_OUT],
    async () => (await import('./file-commands.js')).bulkCommand,
  );
  add(
    'convert',
    'write a file of students as the CSV that the service takes',
    help.CONVERT,
    { '<file>': STUDENTS },
    [OUTPUT, ...READING, QUIET, JSON_OUT],
    async () => (await import('./file-commands.js')).convertCommand,
  );
  add(
    'explain',
    'how the amounts of one student were worked out',
    help.EXPLAIN,
    { '<file>': 'a student as JSON, or a file of students as CSV or .xlsx; - for standard input' },
    [STUDENT, ...READING, JSON_TRACE],
    async () => (await import('./student-commands.js')).explainCommand,
  );
  add(
    'diff',
    'whose amounts changed, and by how much',
    help.DIFF,
    { '<old>': ANSWER, '<new>': ANSWER },
    [...READING, JSON_OUT],
    async () => (await import('./diff-command.js')).diffCommand,
  );
  add(
    'calculate',
    'calculate one student as JSON',
    help.CALCULATE,
    { '<file>': 'the student as JSON; - for standard input' },
    [AWARD_YEAR],
    async () => (await import('./student-commands.js')).calculateCommand,
  );
  add(
    'mcp',
    'tools for an assistant on this computer',
    help.MCP,
    {},
    [],
    async () => (await import('./mcp-command.js')).mcpCommand,
  );
  return program;
}

/** Runs a command, which is loaded only then. */
function running<Options extends OptionValues>(load: () => Promise<Run<Options>>) {
  return async function (this: Command): Promise<void> {
    const signal = interruption();
    const run = await load();
    try {
      process.exitCode = await run(this.args, this.opts<Options>(), signal);
    } catch (error) {
      await endWith(error, this.opts());
    }
  };
}

/**
 * A signal that aborts when the user or the scheduler stops the program, with the error to end the command with. The
 * second time the process exits at once, which deletes unfinished output.
 */
function interruption(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort(new CommandError(EXIT.interrupted, 'Interrupted.'));
    });
  }
  return stop.signal;
}

await runProgram(process.argv.slice(2));
