import process from 'node:process';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { holderSchema, KeyFileError, type KeyRecord, readKeyFile, statusOf } from './key-file.js';
import {
  EARLIEST_TIME_MS,
  type IssuedKey,
  issueKey,
  LATEST_TIME_MS,
  replaceKey,
  revokeKey,
} from './key-operations.js';
import { reasonOf } from './system-error.js';

const DEFAULT_FILE = 'data/keys.json';
const DEFAULT_OVERLAP = '7d';

const help = (typed: string): string => `Issue, list, revoke and replace API keys.

  ${typed} issue --holder NAME [--expires WHEN]
      a new key for an institution or product; its token is shown once
  ${typed} list
      all keys, never a token
  ${typed} revoke ID
      end a key for good; requests with it are refused within 2 seconds
  ${typed} replace ID [--overlap TIME] [--expires WHEN]
      a new key for the same holder, valid for as long as the old one was issued for; the old one expires after the
      overlap (${DEFAULT_OVERLAP} unless given, 0 for at once), or on its own date if that is sooner

  --file PATH  the key file (default: KEYS_FILE, or else ${DEFAULT_FILE})
  --json       print one line of JSON
  --id ID      the id as an option

WHEN is a duration (45s, 30m, 12h, 90d, 2w) or an ISO date or time with its zone (2027-06-30, 2027-06-30T17:00:00Z);
a date alone means 00:00 UTC of that day. TIME is a duration.

Exit codes: 0 done, 1 failed, 2 the command line is wrong.
`;

const OPTIONS = {
  file: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  holder: { type: 'string' },
  expires: { type: 'string' },
  overlap: { type: 'string' },
  id: { type: 'string' },
} as const;
const COMMON = ['file', 'json', 'help'];
const COMMANDS = new Map([
  ['issue', ['holder', 'expires']],
  ['list', []],
  ['revoke', ['id']],
  ['replace', ['id', 'overlap', 'expires']],
]);

class UsageError extends Error {}

/** What a command prints: text for people, the value of its one JSON line, and what needs attention all the same. */
interface Report {
  readonly text: string;
  readonly json: object;
  readonly warning?: string;
}

/**
 * Runs a `keys` command line and sets the exit code: 0 done, 1 failed, 2 the command line is wrong. Throws only for
 * defects of the program.
 *
 * @param env KEYS_FILE is the key file, where empty means unset
 * @param typed what the user types before the command line, for the help
 */
export async function runKeysCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  typed = 'npm run keys --',
): Promise<void> {
  try {
    const { values, words, json } = readCommandLine(args, env);
    if (values.help) process.stdout.write(help(typed));
    else print(await carryOut(words, values, env), json);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nRun "${typed} --help" to see the commands and options.\n`);
      process.exitCode = 2;
    } else if (error instanceof KeyFileError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    } else throw error;
  }
}

function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv) {
  // Without "--" npm takes an option for its own, and the command would do something else without it.
  const isNpm = env['npm_lifecycle_event'] === 'keys';
  const taken = Object.keys(OPTIONS).filter((name) => env[`npm_config_${name}`] && name !== 'json');
  if (isNpm && taken.length > 0) {
    throw new UsageError(
      `npm took --${taken.join(' and --')} for its own. Type: npm run keys -- ${args[0] ?? ''}`,
    );
  }
  try {
    const { values, positionals: words } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const json = values.json ?? (isNpm && env['npm_config_json'] === 'true');
    return { values, words, json };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type Options = ReturnType<typeof readCommandLine>['values'];

async function carryOut(words: readonly string[], options: Options, env: NodeJS.ProcessEnv): Promise<Report> {
  // One time for everything: a key for 90 days ends 90 days after it was issued, to the millisecond.
  const now = new Date();
  const [command = '', ...rest] = words;
  const own = COMMANDS.get(command);
  if (own === undefined) {
    throw new UsageError(
      `${command === '' ? 'No command is given' : `There is no command "${command}"`}: issue, list, revoke or replace.`,
    );
  }
  const foreign = Object.keys(options).find((name) => ![...COMMON, ...own].includes(name));
  if (foreign !== undefined) throw new UsageError(`${command} has no option --${foreign}.`);
  const ids = [...rest, ...(options.id === undefined ? [] : [options.id])];
  if (ids.length > (own.includes('id') ? 1 : 0))
    throw new UsageError(`${command} has too many words: ${ids.join(' ')}`);
  if (options.file === '') throw new UsageError('--file needs a path.');
  const file = options.file ?? (env['KEYS_FILE'] || DEFAULT_FILE);
  const expires = options.expires === undefined ? undefined : momentOf(options.expires, now);
  if (command === 'list') return listed(await readKeyFile(file), now.getTime());
  if (command === 'issue')
    return issued(await issueKey(file, holderOf(options.holder), expires ?? null, now));
  const [id = ''] = ids;
  if (id === '') throw new UsageError('Name the key by its id, as list shows it.');
  if (command === 'revoke') {
    const key = await revokeKey(file, id, now);
    return {
      text: `Key ${key.id} of ${key.holder} is revoked since ${key.revoked_at}.\n`,
      json: publicPart(key),
    };
  }
  const overlapMs = millisecondsOf(options.overlap ?? DEFAULT_OVERLAP);
  if (Number.isNaN(overlapMs)) {
    throw new UsageError(`--overlap "${options.overlap}" is not a duration such as 7d, 12h or 0.`);
  }
  const { replaced, ...fresh } = await replaceKey(file, id, overlapMs, expires, now);
  const report = issued(fresh);
  const fate = replaced.revoked_at === null ? `works until ${replaced.expires_at}` : 'stays revoked';
  return {
    ...report,
    text: `${report.text}The old key ${replaced.id} ${fate}.\n`,
    json: { ...report.json, replaced: publicPart(replaced) },
  };
}

function holderOf(text: string | undefined): string {
  if (text === undefined) throw new UsageError('issue needs --holder NAME: who the key is for.');
  const read = holderSchema.safeParse(text);
  if (read.success) return read.data;
  throw new UsageError('--holder must be 1 to 200 characters on one line, without control characters.');
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const LONGEST_MS = 36_500 * 86_400_000;

/** Milliseconds of `90d`, `12h`, `30m`, `45s`, `2w` or `0`, up to 36500 days; NaN for any other text. */
function millisecondsOf(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,12})([smhdw])$/.exec(text) ?? [];
  const ms = text === '0' ? 0 : Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
  return ms <= LONGEST_MS ? ms : Number.NaN;
}

const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** The time named by a duration from now, or by an ISO 8601 date or time with its zone; a date alone is 00:00 UTC. */
function momentOf(text: string, now: Date): Date {
  const moment = new Date(isoTime.safeParse(text).success ? text : now.getTime() + millisecondsOf(text));
  // Years have four digits in the key file.
  if (moment.getTime() >= EARLIEST_TIME_MS && moment.getTime() <= LATEST_TIME_MS) return moment;
  throw new UsageError(
    `--expires "${text}" is neither a duration such as 90d nor an ISO date such as 2027-06-30, up to the year 9999.`,
  );
}

/** The report of a new key: the only one with a token. */
function issued({ key, token }: IssuedKey): Report {
  const end = key.expires_at === null ? 'never expires' : `expires ${key.expires_at}`;
  const keep = 'Keep this token now: it is not stored and cannot be shown again.';
  const isPast = statusOf(key, Date.parse(key.issued_at)) === 'expired';
  return {
    text: `${token}\n\n${keep}\nKey ${key.id} for ${key.holder}, ${end}.\n`,
    json: { ...publicPart(key), token },
    warning: isPast ? 'Note that the new key has expired already: its time of expiry is in the past.\n' : '',
  };
}

/** A table with columns as wide as their widest cell, or `{"keys": [...]}`. */
function listed(keys: readonly KeyRecord[], nowMs: number): Report {
  const all = keys.map((key) => ({ ...publicPart(key), status: statusOf(key, nowMs) }));
  const rows = all.map(({ id, status, issued_at, revoked_at, expires_at, holder }) => {
    return [id, status, issued_at, revoked_at ?? expires_at ?? 'never', holder];
  });
  const table = [['ID', 'STATUS', 'ISSUED', 'ENDS', 'HOLDER'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return { text: keys.length === 0 ? 'No keys.\n' : `${lines.join('\n')}\n`, json: { keys: all } };
}

/** Neither the token nor its hash. */
function publicPart({ id, holder, issued_at, expires_at, revoked_at }: KeyRecord) {
  return { id, holder, issued_at, expires_at, revoked_at };
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
