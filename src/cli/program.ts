import { inspect } from 'node:util';
import { Command, CommanderError, type OptionValues } from 'commander';
import { CommandError, commandErrorOf, EXIT } from './command-error.js';
import * as help from './help-text.js';
import * as options from './options.js';
import { outliveReaders, say, visible, writeOut } from './streams.js';

/*
 * commander reads the command line: unlike util.parseArgs it supports commands with their own options and help, and
 * suggests the nearest name for a wrong one. It has no dependencies. Each command is loaded only when it runs, so that
 * help appears at once.
 */

const STUDENTS = 'students as CSV or .xlsx; - for standard input';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a command line and sets the exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  outliveReaders();
  process.on('uncaughtException', endWithDefect);
  /** Help and version, which commander would print itself, without noticing that nobody can read it. */
  const printed: string[] = [];
  try {
    if (args[0] === '--version' || args[0] === '-V') {
      const { versionText } = await import('./version.js');
      return await writeOut(`${versionText()}\n`);
    }
    await programOf((text) => printed.push(text)).parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = await endingOf(error, printed.join(''));
  }
}

async function endingOf(error: unknown, printed: string): Promise<number> {
  try {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) return EXIT.refused;
    await writeOut(printed);
    return EXIT.done;
  } catch (problem) {
    const end = commandErrorOf(problem);
    if (end === undefined) return endWithDefect(problem);
    say(end.message);
    // A read of a named pipe that nobody feeds would keep the process alive.
    if (end.exitCode === EXIT.interrupted) process.exit(EXIT.interrupted);
    return end.exitCode;
  }
}

function endWithDefect(error: unknown): never {
  say(`This is a bug in prorata. Report it, without student data:\n${inspect(error)}`);
  process.exit(EXIT.defect);
}

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
  const command = (name: string, summary: string, examples: string): Command =>
    program
      .command(name)
      .summary(summary)
      .addHelpText('before', examples)
      .addHelpText('after', help.EXIT_CODES)
      .showHelpAfterError(`Type "prorata ${name} --help" for examples.`);

  command('check', 'what is understood of a file of students, and what is wrong with it', help.CHECK_EXAMPLES)
    .argument('<file>', STUDENTS)
    .addOption(options.RECIPE)
    .addOption(options.IGNORE_COLUMNS)
    .addOption(options.RECIPE_OUT)
    .addOption(options.FAILED)
    .addOption(options.AWARD_YEAR)
    .addOption(options.QUIET)
    .addOption(options.JSON_OUT)
    .action(running(async () => (await import('./file-commands.js')).checkCommand));
  command('bulk', 'calculate a file of students', help.BULK_EXAMPLES)
    .argument('<file>', STUDENTS)
    .addOption(options.OUTPUT)
    .addOption(options.FAILED)
    .addOption(options.RECIPE)
    .addOption(options.IGNORE_COLUMNS)
    .addOption(options.AWARD_YEAR)
    .addOption(options.QUIET)
    .addOption(options.JSON_OUT)
    .action(running(async () => (await import('./file-commands.js')).bulkCommand));
  command('convert', 'write a file of students as the CSV that the service takes', help.CONVERT_EXAMPLES)
    .argument('<file>', STUDENTS)
    .addOption(options.OUTPUT)
    .addOption(options.RECIPE)
    .addOption(options.IGNORE_COLUMNS)
    .addOption(options.AWARD_YEAR)
    .addOption(options.QUIET)
    .addOption(options.JSON_OUT)
    .action(running(async () => (await import('./file-commands.js')).convertCommand));
  command('explain', 'how the amounts of one student were worked out', help.EXPLAIN_EXAMPLES)
    .argument('<file>', 'a student as JSON, or a file of students as CSV or .xlsx; - for standard input')
    .option('--student <id>', 'which student in the file: the student_id, or row:<N> for a row without one')
    .addOption(options.RECIPE)
    .addOption(options.IGNORE_COLUMNS)
    .addOption(options.AWARD_YEAR)
    .option('--json', 'the trace as JSON')
    .action(running(async () => (await import('./student-commands.js')).explainCommand));
  command('diff', 'whose amounts changed, and by how much', help.DIFF_EXAMPLES)
    .argument('<old>', 'an answer, or a file of students, as CSV or .xlsx')
    .argument('<new>', 'an answer, or a file of students, as CSV or .xlsx')
    .addOption(options.RECIPE)
    .addOption(options.IGNORE_COLUMNS)
    .addOption(options.AWARD_YEAR)
    .addOption(options.JSON_OUT)
    .action(running(async () => (await import('./diff-command.js')).diffCommand));
  command('calculate', 'calculate one student as JSON', help.CALCULATE_EXAMPLES)
    .argument('<file>', 'the student as JSON; - for standard input')
    .addOption(options.AWARD_YEAR)
    .action(running(async () => (await import('./student-commands.js')).calculateCommand));
  command('mcp', 'tools for an assistant on this computer', help.MCP_EXAMPLES).action(
    running(async () => (await import('./mcp-command.js')).mcpCommand),
  );
  return program;
}

/** Wraps a command, which is loaded when it runs. */
function running<Options extends OptionValues>(load: () => Promise<options.Run<Options>>) {
  return async function (this: Command): Promise<void> {
    const run = await load();
    process.exitCode = await run(this.args, this.opts<Options>(), interruption());
  };
}

/**
 * A signal that aborts when the user or the scheduler stops the program, with the error to end the command with. The
 * second time the process exits at once, which deletes unfinished output.
 */
function interruption(): AbortSignal {
  const stop = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort(new CommandError(EXIT.interrupted, 'Interrupted.'));
    });
  }
  return stop.signal;
}
