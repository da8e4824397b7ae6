import { parseArgs } from 'node:util';
import { holderSchema, MAX_HOLDER_LENGTH } from './key-file.js';
import { parseDuration, parseMoment } from './times.js';

/** What the operator wants done. */
export type Command =
  | { readonly name: 'help' }
  | (Common & { readonly name: 'issue'; readonly holder: string; readonly expiresAt: Date | null })
  | (Common & { readonly name: 'list' })
  | (Common & { readonly name: 'revoke'; readonly id: string })
  | (Common & {
      readonly name: 'replace';
      readonly id: string;
      readonly overlapMs: number;
      readonly expiresAt: Date | undefined;
    });

interface Common {
  readonly file: string;
  readonly json: boolean;
}

/** The command line cannot be understood; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const DEFAULT_FILE = 'data/keys.json';
const DEFAULT_OVERLAP = '7d';

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  file: { type: 'string' },
  holder: { type: 'string' },
  expires: { type: 'string' },
  id: { type: 'string' },
  overlap: { type: 'string' },
} as const;

/** Beside `--json` and `--help`, which all take. */
const COMMANDS: Readonly<Record<string, { readonly usage: string; readonly options: readonly string[] }>> = {
  issue: { usage: 'issue --holder NAME [--expires WHEN]', options: ['file', 'holder', 'expires'] },
  list: { usage: 'list [--file PATH]', options: ['file'] },
  revoke: { usage: 'revoke ID', options: ['file', 'id'] },
  replace: {
    usage: 'replace ID [--overlap 7d] [--expires WHEN]',
    options: ['file', 'id', 'overlap', 'expires'],
  },
};

/** What `--help` shows; `typed` is what somebody types in front of a command: `npm run keys --`. */
export const helpText = (typed: string): string => `Issue, list, revoke and replace API keys.

  ${typed} issue --holder NAME [--expires WHEN]
      a new key; its token is shown once
  ${typed} list
      all keys, never a token
  ${typed} revoke ID
      refused within 2 seconds, for good
  ${typed} replace ID [--overlap 7d] [--expires WHEN]
      a new key for the same holder; the old one expires after the overlap, and no later than it would have

  --holder NAME   the institution or product that the key is for
  --id ID         the key's id, as list shows it (the same as naming it without --id)
  --expires WHEN  a duration (45s, 30m, 12h, 90d, 2w) or an ISO date or time with its zone (2027-06-30,
                  2027-06-30T17:00:00Z); a date alone means 00:00 UTC of that day. Without it a new key never
                  expires, and a replacement lasts as long as the old key was issued for
  --overlap TIME  how long the old key still works (default ${DEFAULT_OVERLAP}; 0 ends it at once)
  --file PATH     the key file (default: KEYS_FILE, or else ${DEFAULT_FILE})
  --json          one JSON object on one line
  --help          this text

Exit codes: 0 done, 1 failed, 2 the command line is wrong.
`;

/**
 * Understands a command line.
 *
 * @param args what follows the program's name
 * @param env KEYS_FILE is the key file, where empty means unset; npm's own variables tell what it took from the line
 * @throws UsageError
 */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv, now: Date): Command {
  const { values, positionals } = parse(args);
  if (values.help === true) return { name: 'help' };
  const [name, ...rest] = positionals;
  refuseWhatNpmTook(args, name, env);
  if (name === undefined) throw new UsageError('Say what to do: issue, list, revoke or replace.');
  const options = commandNamed(name)?.options;
  if (options === undefined) {
    throw new UsageError(`There is no command "${name}". The commands are issue, list, revoke and replace.`);
  }
  for (const option of Object.keys(values)) {
    if (option !== 'json' && !options.includes(option)) {
      throw new UsageError(`${name} has no option --${option}.`);
    }
  }
  if (values.file === '') throw new UsageError('--file needs a path.');

  const common = {
    file: values.file ?? (env['KEYS_FILE'] || DEFAULT_FILE),
    json: values.json === true || (isRunByNpm(env) && env['npm_config_json'] === 'true'),
  };
  const ids = values.id === undefined ? rest : [values.id, ...rest];
  switch (name) {
    case 'issue':
      if (values.holder !== undefined) refuseExtra(rest);
      return {
        name,
        ...common,
        holder: holderOf(values.holder),
        expiresAt: momentOf(values.expires, now) ?? null,
      };
    case 'list':
      refuseExtra(rest);
      return { name, ...common };
    case 'revoke':
      return { name, ...common, id: idOf(name, ids) };
    default:
      return {
        name: 'replace',
        ...common,
        id: idOf(name, ids),
        overlapMs: overlapOf(values.overlap ?? DEFAULT_OVERLAP),
        expiresAt: momentOf(values.expires, now),
      };
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function commandNamed(name: string | undefined) {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

function isRunByNpm(env: NodeJS.ProcessEnv): boolean {
  return env['npm_lifecycle_event'] === 'keys';
}

/**
 * `npm run keys issue --holder NAME`, without `--`: npm takes the option for one of its own. What it hands on of the
 * value may be among the arguments, or in a variable and changed into a number, or nowhere: it is not to be guessed. Of
 * `--json` nothing can be lost.
 */
function refuseWhatNpmTook(args: readonly string[], name: string | undefined, env: NodeJS.ProcessEnv): void {
  // An option that has arrived shows that "--" was there.
  if (!isRunByNpm(env) || args.some((arg) => arg.startsWith('-'))) return;
  const { usage, options } = commandNamed(name) ?? {
    usage: 'COMMAND',
    options: Object.values(COMMANDS).flatMap((command) => command.options),
  };
  const taken = [...new Set(options)].filter((option) => env[`npm_config_${option}`] !== undefined);
  if (taken.length === 0) return;
  throw new UsageError(
    `npm took --${taken.join(' and --')} for an option of its own, because "--" is missing in front of the command. ` +
      `Type: npm run keys -- ${usage}`,
  );
}

function refuseExtra(rest: readonly string[]): void {
  if (rest.length > 0) {
    throw new UsageError(
      `"${rest.join(' ')}" is not expected here. Put quotes around a name that has spaces.`,
    );
  }
}

function holderOf(value: string | undefined): string {
  if (value === undefined) throw new UsageError('issue needs --holder NAME: who the key is for.');
  const holder = holderSchema.safeParse(value);
  if (holder.success) return holder.data;
  throw new UsageError(
    `--holder must be 1 to ${MAX_HOLDER_LENGTH} characters on one line, without control characters.`,
  );
}

function idOf(command: string, ids: readonly string[]): string {
  const [id, ...others] = new Set(ids);
  if (id === undefined || id === '')
    throw new UsageError(`${command} needs the id of a key, as list shows it.`);
  if (others.length > 0)
    throw new UsageError(`${command} takes one id, not several: ${[id, ...others].join(', ')}.`);
  return id;
}

function momentOf(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const moment = parseMoment(text, now);
  if (moment !== undefined) return moment;
  throw new UsageError(
    `--expires "${text}" is neither a duration such as 90d nor an ISO date such as 2027-06-30, up to the year 9999.`,
  );
}

function overlapOf(text: string): number {
  const overlapMs = parseDuration(text);
  if (overlapMs !== undefined) return overlapMs;
  throw new UsageError(`--overlap "${text}" is not a duration such as 7d, 12h or 0.`);
}
