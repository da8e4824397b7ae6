#!/usr/bin/env node
import process from 'node:process';
import { inspect } from 'node:util';
import { Command, CommanderError, Option, type OptionValues } from 'commander';
import { ignoredColumns } from '../contract/header.js';
import { unknownAwardYear } from '../contract/request-errors.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { CommandError, commandErrorOf, EXIT, type Run } from './command.js';
import { outliveReaders, say, type Telling, tell, visible, writeOut } from './streams.js';

// Each command is loaded only when it runs, so that help appears at once.

const ABOUT = `Prorated federal student loan limits: 34 CFR 685.203(m)(1), the reduction for less than full-time enrollment.
Everything is calculated on this computer. Nothing is sent anywhere.

  prorata check export.xlsx --recipe-out r.json        how an export is understood, and what is open
  prorata bulk export.xlsx --recipe r.json -o answer.xlsx    your own rows with the answer beside them
  prorata bulk students.csv -o answer.csv --failed failed.csv    a file in the service's own columns needs no recipe
  prorata explain students.csv --student 0012          how the amounts of one student were worked out

A file of students is CSV or .xlsx, and - is standard input.
`;
const EXIT_CODES = `
Exit codes: 0 all good, 1 some students failed, 2 refused: change something first, 70 a bug in prorata: report it,
130 interrupted, or the output was closed.
`;

async function runProgram(args: readonly string[]): Promise<void> {
  outliveReaders();
  process.on('uncaughtException', endWithDefect);
  const help: string[] = [];
  try {
    if (args[0] === '--version' || args[0] === '-V') {
      const { versionText } = await import('./version.js');
      await writeOut(`${versionText()}\n`);
    } else await program((text) => help.push(text)).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) await endWith(error);
    else if (error.exitCode !== 0) process.exitCode = EXIT.refused;
    else await writeOut(help.join('')).catch(endWith);
  }
}

/** Reports why a command ended, as JSON with `--json`, and sets the exit code. */
async function endWith(error: unknown, options: Telling = {}): Promise<void> {
  const end = commandErrorOf(error);
  if (end === undefined) return endWithDefect(error);
  const { exitCode, message, details } = end;
  process.exitCode = exitCode;
  const failure = { status: 'failed', exit_code: exitCode, message, error: null, ...details };
  await tell({ ...options, quiet: false }, failure, message);
  // A pending read of standard input would keep the process alive.
  if (exitCode === EXIT.interrupted) process.exit();
}

function endWithDefect(error: unknown): never {
  say(`This is a bug in prorata. Report it, without student data:\n${inspect(error)}`);
  process.exit(EXIT.defect);
}

const AWARD_YEAR = new Option(
  '--award-year <year>',
  `the award year whose limits are used: ${AWARD_YEARS.join(', ')} (default: ${CURRENT_AWARD_YEAR})`,
).argParser((given) => {
  if (AWARD_YEARS.includes(given)) return given;
  throw new CommandError(EXIT.refused, unknownAwardYear('--award-year', given));
});
const READING = [
  new Option('--recipe <file>', 'a recipe that says what the columns mean'),
  new Option('--sheet <name>', 'the sheet of a workbook to read'),
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
  'where to write: a workbook if it ends in .xlsx, else CSV; an older file stays until the new one is complete',
).default('-', 'standard output');
const STUDENT = new Option(
  '--student <id>',
  'which student in the file: the student_id, or row:<N> for a row without one',
);
const QUIET = new Option('--quiet', 'print only errors');
const JSON_OUT = new Option('--json', 'print one line of JSON instead of sentences');

function program(onHelp: (text: string) => void): Command {
  const all = new Command('prorata')
    .exitOverride()
    .configureOutput({
      writeOut: onHelp,
      outputError: (text, write) => write(visible(text.replace(/^error: /, ''))),
    })
    .showHelpAfterError('Type "prorata --help" for examples.')
    .addHelpText('before', ABOUT)
    .addHelpText('afterAll', EXIT_CODES)
    .option('-V, --version', 'the version of the program, its build and its rules');
  const add = <Options extends OptionValues>(
    usage: string,
    about: string,
    options: readonly Option[],
    load: () => Promise<Run<Options>>,
  ): void => {
    const command = all.command(usage).description(about);
    command.showHelpAfterError(`Type "prorata ${command.name()} --help" for the options.`);
    for (const option of options) command.addOption(option);
    command.action(async () => {
      const signal = interruption();
      const run = await load();
      try {
        process.exitCode = await run(command.args, command.opts<Options>(), signal);
      } catch (error) {
        await endWith(error, command.opts());
      }
    });
  };

  add(
    'check <file>',
    'how a file of students is understood, and what is wrong with it',
    [...READING, RECIPE_OUT, FAILED, QUIET, JSON_OUT],
    async () => (await import('./file-commands.js')).checkCommand,
  );
  add(
    'bulk <file>',
    'calculate a file of students',
    [OUTPUT, FAILED, ...READING, QUIET, JSON_OUT],
    async () => (await import('./file-commands.js')).bulkCommand,
  );
  add(
    'convert <file>',
    'write a file of students as the CSV that the service takes',
    [OUTPUT, ...READING, QUIET, JSON_OUT],
    async () => (await import('./file-commands.js')).convertCommand,
  );
  add(
    'explain <file>',
    'how the amounts of one student were worked out: a student as JSON, or one of a file of students',
    [STUDENT, ...READING, JSON_OUT],
    async () => (await import('./student-commands.js')).explainCommand,
  );
  add(
    'diff <old> <new>',
    'whose amounts changed, and by how much: each file is an answer, or a file of students',
    [...READING, JSON_OUT],
    async () => (await import('./diff-command.js')).diffCommand,
  );
  add(
    'calculate <file>',
    'calculate one student as JSON',
    [AWARD_YEAR],
    async () => (await import('./student-commands.js')).calculateCommand,
  );
  add(
    'mcp',
    'tools for an assistant on this computer, which starts it: the Model Context Protocol over standard input and output',
    [],
    async () => (await import('./mcp-command.js')).mcpCommand,
  );
  return all;
}

/**
 * A signal that aborts, with the command's error, when the user or a scheduler stops the program. The second
 * time, the process exits at once, which deletes unfinished output.
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
