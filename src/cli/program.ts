import { inspect } from 'node:util';
import { Command, CommanderError, Option, type OptionValues } from 'commander';
import { AWARD_YEAR, askingService, calculatingFile, JSON_OUT, RECIPE, type Run } from './command.js';
import { CommandError, commandErrorOf, EXIT, OutputClosed } from './command-error.js';
import { completionScript } from './completion.js';
import * as help from './help-text.js';
import { outliveReaders, say, visible, writeOut } from './streams.js';

/*
 * commander reads the command line: unlike util.parseArgs it supports commands with their own options and help, and
 * suggests the nearest name for a wrong one. It has no dependencies. Each command is loaded only when it runs, so that
 * help appears at once.
 */

const STUDENTS = 'students as CSV or .xlsx; - for standard input';
/** These commands run until they are stopped. */
const SERVICES = ['serve', 'worker', 'keys'];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a command line and sets the exit code. */
export async function runProgram(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  outliveReaders();
  const words = args[0] === 'help' && args[1] === 'keys' ? ['keys', '--help'] : args;
  if (words[0] === 'keys') {
    const { runKeysCommand } = await import('../keys/keys-command.js');
    return runKeysCommand(words.slice(1), env, 'prorata keys');
  }
  const program = programOf(env);
  try {
    if (args[0] === '--version' || args[0] === '-V') {
      const { versionText } = await import('./version.js');
      return await writeOut(`${versionText()}\n`);
    }
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.refused;
      return;
    }
    const end = commandErrorOf(error);
    if (end === undefined) return endWithDefect(error);
    if (!(end instanceof OutputClosed)) say(end.message);
    process.exitCode = end.exitCode;
  }
}

function endWithDefect(error: unknown): never {
  say(`This is a bug in prorata. Report it, without student data:\n${inspect(error)}`);
  process.exit(EXIT.defect);
}

function programOf(env: NodeJS.ProcessEnv): Command {
  const program = new Command('prorata')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(visible(text.replace(/^error: /, ''))) })
    .showHelpAfterError('Type "prorata --help" for examples.')
    .addHelpText('before', help.ABOUT)
    .addHelpText('after', help.VARIABLES + help.EXIT_CODES)
    .option('-V, --version', 'the version of the program, its build and its rules');
  const command = (name: string, summary: string, examples: string): Command => {
    return program
      .command(name)
      .summary(summary)
      .addHelpText('before', examples)
      .addHelpText('after', SERVICES.includes(name) ? help.SERVICE_EXIT_CODES : help.EXIT_CODES)
      .showHelpAfterError(`Type "prorata ${name} --help" for examples.`);
  };
  /** Wraps a command that ends by itself. Each is loaded when it runs. */
  const running = <Options extends OptionValues>(load: () => Promise<Run<Options>>) =>
    async function (this: Command): Promise<void> {
      process.on('uncaughtException', endWithDefect);
      const run = await load();
      process.exitCode = await run(this.args, this.opts<Options>(), env, interruption());
    };

  askingService(command('calculate', 'one student as JSON', help.CALCULATE_EXAMPLES), env)
    .addOption(AWARD_YEAR)
    .argument('<file>', 'the student as JSON; - for standard input')
    .action(running(async () => (await import('./calculate-command.js')).calculateCommand));
  const output = new Option(
    '-o, --output <file>',
    'where to write the answer; an older file stays until the answer is complete',
  );
  const bulk = askingService(command('bulk', 'a file of students', help.BULK_EXAMPLES), env).addOption(
    output.default('-', 'standard output'),
  );
  calculatingFile(bulk)
    .argument('<file>', STUDENTS)
    .action(running(async () => (await import('./file-commands.js')).bulkCommand));
  calculatingFile(command('check', 'what is wrong with a file of students', help.CHECK_EXAMPLES))
    .argument('<file>', STUDENTS)
    .action(running(async () => (await import('./file-commands.js')).checkCommand));
  const ofStudent = (made: Command, json: string): Command =>
    made
      .argument('<file>', 'a student as JSON, or a file of students as CSV or .xlsx; - for standard input')
      .option('--student <id>', 'which student in the file: the student_id, or row:<N> for a row without one')
      .addOption(RECIPE)
      .addOption(AWARD_YEAR)
      .option('--json', json);
  const explain = command('explain', 'how the amounts of one student were worked out', help.EXPLAIN_EXAMPLES);
  ofStudent(explain, 'the trace as JSON').action(
    running(async () => (await import('./explain-command.js')).explainCommand),
  );
  const figure = command(
    'check-figure',
    'whether a published figure is right for a student',
    help.CHECK_FIGURE_EXAMPLES,
  );
  ofStudent(figure, 'print the result as JSON')
    .requiredOption('--figure <name>', 'which figure for the year, such as percent or combined')
    .requiredOption('--value <value>', 'what was published, such as 3190, $3,190 or 54%')
    .action(running(async () => (await import('./check-figure-command.js')).checkFigureCommand));
  command('diff', 'whose amounts changed, and which input caused it', help.DIFF_EXAMPLES)
    .argument('<old>', 'an answer, or a file of students, as CSV or .xlsx')
    .argument('<new>', 'an answer, or a file of students, as CSV or .xlsx')
    .addOption(RECIPE)
    .addOption(AWARD_YEAR)
    .addOption(JSON_OUT)
    .action(running(async () => (await import('./diff-command.js')).diffCommand));
  command('serve', 'the service: API and pages', help.SERVE_EXAMPLES).action(async () => {
    await import('../main.js');
  });
  command('worker', 'a worker that calculates files', help.WORKER_EXAMPLES).action(async () => {
    await import('../../workers/queue-worker.js');
  });
  command('mcp', 'tools for an assistant on this computer', help.MCP_EXAMPLES).action(
    running(async () => (await import('./mcp-command.js')).mcpCommand),
  );
  command(
    'completion',
    'a script that completes commands and options in bash',
    help.COMPLETION_EXAMPLES,
  ).action(
    running(async () => async () => {
      await writeOut(completionScript(program));
      return EXIT.done;
    }),
  );
  // Only for the help; the command itself is handled above.
  command('keys', 'the API keys of a service', '');
  return program;
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
