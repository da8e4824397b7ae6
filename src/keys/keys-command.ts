import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import { holderSchema, MAX_HOLDER_LENGTH, readKeyFile } from './key-file.js';
import { KeyFileError } from './key-file-errors.js';
import { issueKey, replaceKey, revokeKey } from './key-operations.js';
import { type Report, reportIssued, reportList, reportReplaced, reportRevoked } from './key-reports.js';
import { reasonOf } from './system-error.js';
import { parseDuration, parseMoment } from './times.js';

const DEFAULT_FILE = 'data/keys.json';
const DEFAULT_OVERLAP = '7d';

const HELP = `
WHEN is a duration (45s, 30m, 12h, 90d, 2w) or an ISO date or time with its zone (2027-06-30, 2027-06-30T17:00:00Z);
a date alone means 00:00 UTC of that day. TIME is a duration.

Exit codes: 0 done, 1 failed, 2 the command line is wrong.`;

/** An option parsed by `read`; if that returns undefined, `problem` says what is wrong. */
function option<T>(read: (text: string) => T | undefined, problem: (text: string) => string) {
  return z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(problem(text));
    return z.NEVER;
  });
}

const expiresFrom = (now: Date) =>
  option(
    (text) => parseMoment(text, now),
    (text) =>
      `--expires "${text}" is neither a duration such as 90d nor an ISO date such as 2027-06-30, up to the year 9999.`,
  ).optional();

const overlap = option(
  parseDuration,
  (text) => `--overlap "${text}" is not a duration such as 7d, 12h or 0.`,
).prefault(DEFAULT_OVERLAP);

const holder = z
  .string('issue needs --holder NAME: who the key is for.')
  .refine(
    (name) => holderSchema.safeParse(name).success,
    `--holder must be 1 to ${MAX_HOLDER_LENGTH} characters on one line, without control characters.`,
  )
  .pipe(holderSchema);

const ids = z.tuple([z.string().min(1)], 'Name one key by its id, as list shows it.');

/**
 * Runs a `keys` command line and sets the exit code: 0 done, 1 failed, 2 the command line is wrong. Throws only for
 * defects of the program.
 *
 * @param env KEYS_FILE is the key file, where empty means unset; npm's own variables show which options npm consumed
 * @param typed what the user types before the command line, for the help
 */
export async function runKeysCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  typed = 'npm run keys --',
): Promise<void> {
  const program = programOf(env, typed);
  try {
    if (env['npm_lifecycle_event'] === 'keys') refuseWhatNpmTook(program, args, env);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else if (error instanceof KeyFileError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    } else {
      throw error;
    }
  }
}

function programOf(env: NodeJS.ProcessEnv, typed: string): Command {
  // One time for everything: a key for 90 days ends 90 days after it was issued, to the millisecond.
  const now = new Date();
  const expires = expiresFrom(now);
  const common = z.object({
    file: z
      .string()
      .min(1, '--file needs a path.')
      .default(env['KEYS_FILE'] || DEFAULT_FILE),
    // If npm consumes this option, nothing is lost.
    json: z.boolean().default(env['npm_lifecycle_event'] === 'keys' && env['npm_config_json'] === 'true'),
  });
  const running =
    <T extends z.ZodRawShape>(
      shape: T,
      run: (options: z.output<typeof common> & z.output<z.ZodObject<T>>) => Promise<Report>,
    ) =>
    async (...given: unknown[]): Promise<void> => {
      const command = z.instanceof(Command).parse(given.at(-1));
      const options = command.optsWithGlobals();
      const named = new Set([...command.args, options['id']].filter((id) => id !== undefined));
      const read = common.and(z.object(shape)).safeParse({ ...options, ids: [...named] });
      if (read.success) print(await run(read.data), read.data.json);
      else command.error(read.error.issues.map(({ message }) => message).join('\n'));
    };

  const program = new Command(typed)
    .description('Issue, list, revoke and replace API keys.')
    .option('--file <path>', `the key file (default: KEYS_FILE, or else ${DEFAULT_FILE})`)
    .option('--json', 'print one line of JSON')
    .helpCommand(false)
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => `${command.name()} ${command.usage()}`,
    })
    .addHelpText('afterAll', HELP)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
    .showHelpAfterError(`Run "${typed} --help" to see the commands and options.`)
    .exitOverride();
  program
    .command('issue')
    .usage('--holder NAME [--expires WHEN]')
    .description('a new key; its token is shown once')
    .option(
      '--holder <NAME>',
      'the institution or product that the key is for; in quotes where it has spaces',
    )
    .option('--expires <WHEN>', 'when the key expires; without it, never')
    .action(
      running({ holder, expires }, async (options) =>
        reportIssued(await issueKey(options.file, options.holder, options.expires ?? null, now)),
      ),
    );
  program
    .command('list')
    .usage('[--json]')
    .description('all keys, never a token')
    .action(running({}, async ({ file }) => reportList(await readKeyFile(file), Date.now())));
  program
    .command('revoke')
    .usage('ID')
    .argument('[ID]', "the key's id, as list shows it")
    .option('--id <ID>', 'the same, as an option')
    .description('end a key for good; requests with it are refused within 2 seconds')
    .action(running({ ids }, async ({ file, ids: [id] }) => reportRevoked(await revokeKey(file, id, now))));
  program
    .command('replace')
    .usage(`ID [--overlap TIME] [--expires WHEN]`)
    .argument('[ID]', "the key's id, as list shows it")
    .option('--id <ID>', 'the same, as an option')
    .option(
      '--overlap <TIME>',
      `how long the old key still works (default: ${DEFAULT_OVERLAP}; 0 ends it at once)`,
    )
    .option(
      '--expires <WHEN>',
      'when the new key expires; without it, the new key is valid for as long as the old one was issued for',
    )
    .description(
      'a new key for the same holder; the old one expires after the overlap, or on its own date if that is sooner',
    )
    .action(
      running({ ids, overlap, expires }, async (options) =>
        reportReplaced(await replaceKey(options.file, options.ids[0], options.overlap, options.expires, now)),
      ),
    );
  return program;
}

/**
 * Handles `npm run keys issue --holder NAME` without `--`, where npm consumes the option. The value may be among the
 * arguments, in a variable and converted to a number, or lost, so it must not be guessed.
 */
function refuseWhatNpmTook(program: Command, args: readonly string[], env: NodeJS.ProcessEnv): void {
  // An option that arrived shows that "--" was there.
  if (args.some((arg) => arg.startsWith('-'))) return;
  const command = program.commands.find((each) => each.name() === args[0]);
  const options = [program, ...(command ? [command] : program.commands)].flatMap((each) => each.options);
  const names = new Set(options.map((each) => each.name()).filter((name) => name !== 'json'));
  const taken = [...names].filter((name) => env[`npm_config_${name}`] !== undefined);
  if (taken.length === 0) return;
  program.error(
    `npm took --${taken.join(' and --')} for an option of its own, because "--" is missing in front of the command. ` +
      `Type: npm run keys -- ${command ? `${command.name()} ${command.usage()}` : 'COMMAND'}`,
  );
}

function print({ text, json, warning = '' }: Report, asJson: boolean): void {
  process.stdout.on('error', (error) => {
    const advice = 'The command was carried out. If nobody saw the token, revoke its key.';
    process.stderr.write(`The answer cannot be written: ${reasonOf(error)}. ${advice}\n`);
    process.exitCode = 1;
  });
  process.stdout.write(asJson ? `${JSON.stringify(json)}\n` : text);
  process.stderr.write(warning);
}
