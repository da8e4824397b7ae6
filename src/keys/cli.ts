import process from 'node:process';
import { Command } from 'commander';
import { z } from 'zod';
import { OperatorError } from '../ops/logged-errors.js';
import { holderSchema, type KeyRecord, readKeyFile } from './key-file.js';
import { type IssuedKey, issueKey, replaceKey, revokeKey, statusOf } from './keys.js';

interface Report {
  readonly text: string;
  readonly json: object;
}

// A single time for everything: a key for 90 days expires exactly 90 days after it was issued.
const now = new Date();

const program = new Command('npm run keys --')
  .description('Issue, list, revoke and replace API keys.')
  .helpCommand(false)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .showHelpAfterError('Run "npm run keys -- --help" to see the commands and options.')
  .addHelpText(
    'after',
    `
WHEN is a duration (45s, 30m, 12h, 90d, 2w) or an ISO date or time with its zone (2027-06-30, 2027-06-30T17:00:00Z);
a date alone means 00:00 UTC of that day. TIME is a duration.

Exit codes: 0 done, 1 failed, 2 the command line is wrong.`,
  );

/** Adds a command. `run` gets its options, with the path of the key file, and returns the report. */
function command<Options>(
  name: string,
  description: string,
  run: (options: Options & { readonly file: string }) => Promise<Report>,
): Command {
  return program
    .command(name)
    .description(description)
    .option('--file <PATH>', 'the key file', process.env['KEYS_FILE'] || 'data/keys.json')
    .option('--json', 'print one line of JSON')
    .action(async (options: Options & { readonly file: string; readonly json?: true }) => {
      const { text, json } = await run(options);
      process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : text);
    });
}

command<{ holder: string; expires?: Date }>(
  'issue',
  'a new key for an institution or product; its token is shown once',
  async ({ file, holder, expires = null }) => issued(await issueKey(file, holder, expires, now)),
)
  .requiredOption('--holder <NAME>', 'who the key is for', (name) => {
    const wrong = '--holder must be 1 to 200 characters on one line, without control characters.';
    return holderSchema.safeParse(name).data ?? program.error(wrong);
  })
  .option('--expires <WHEN>', 'when the key ends; never, unless given', momentOf);

command('list', 'all keys, never a token', async ({ file }) => listed(await readKeyFile(file)));

command<{ id: string }>(
  'revoke',
  'end a key for good; requests with it are refused within 2 seconds',
  async ({ file, id }) => {
    const key = await revokeKey(file, id, now);
    const text = `Key ${key.id} of ${key.holder} is revoked since ${key.revoked_at}.\n`;
    return { text, json: publicPart(key) };
  },
).requiredOption('--id <ID>', 'the id of the key, as list shows it');

command<{ id: string; overlap: string; expires?: Date }>(
  'replace',
  'a new key for the same holder, valid for as long as the old one was issued for',
  async ({ file, id, overlap, expires }) => {
    const overlapMs = millisecondsOf(overlap);
    if (Number.isNaN(overlapMs))
      program.error(`--overlap "${overlap}" is not a duration such as 7d, 12h or 0.`);
    const { replaced, ...fresh } = await replaceKey(file, id, overlapMs, expires, now);
    const { text, json } = issued(fresh);
    const fate = replaced.revoked_at === null ? `works until ${replaced.expires_at}` : 'stays revoked';
    const both = { ...json, replaced: publicPart(replaced) };
    return { text: `${text}The old key ${replaced.id} ${fate}.\n`, json: both };
  },
)
  .requiredOption('--id <ID>', 'the id of the old key, as list shows it')
  .option('--overlap <TIME>', 'how long the old key still works, if not less anyway; 0 for not at all', '7d')
  .option('--expires <WHEN>', 'when the new key ends', momentOf);

const UNIT_MS = new Map(Object.entries({ s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }));
const LONGEST_MS = 36_500 * 86_400_000;

/** Milliseconds of `90d`, `12h`, `30m`, `45s`, `2w` or `0`, up to 36500 days; NaN for any other text. */
function millisecondsOf(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,12})([smhdw])$/.exec(text) ?? [];
  const ms = text === '0' ? 0 : Number(amount) * (UNIT_MS.get(unit) ?? Number.NaN);
  return ms <= LONGEST_MS ? ms : Number.NaN;
}

const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** The time that `--expires` names: a date alone is 00:00 UTC. */
function momentOf(text: string): Date {
  const moment = new Date(isoTime.safeParse(text).success ? text : now.getTime() + millisecondsOf(text));
  if (!Number.isNaN(moment.getTime())) return moment;
  return program.error(
    `--expires "${text}" is neither a duration such as 90d nor an ISO date such as 2027-06-30.`,
  );
}

/** The report of a new key: the only one with a token. */
function issued({ key, token }: IssuedKey): Report {
  const end = key.expires_at === null ? 'never expires' : `expires ${key.expires_at}`;
  if (statusOf(key, now.getTime()) === 'expired') {
    process.stderr.write('Note that the new key has expired already: its time of expiry is in the past.\n');
  }
  const keep = 'Keep this token now: it is not stored and cannot be shown again.';
  const text = `${token}\n\n${keep}\nKey ${key.id} for ${key.holder}, ${end}.\n`;
  return { text, json: { ...publicPart(key), token } };
}

function listed(keys: readonly KeyRecord[]): Report {
  const all = keys.map((key) => ({ ...publicPart(key), status: statusOf(key, now.getTime()) }));
  const rows = all.map(({ id, status, issued_at, revoked_at, expires_at, holder }) => {
    return [id, status, issued_at, revoked_at ?? expires_at ?? 'never', holder];
  });
  const table = [['ID', 'STATUS', 'ISSUED', 'ENDS', 'HOLDER'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return { text: `${lines.join('\n')}\n`, json: { keys: all } };
}

/** A key without its token and hash. */
function publicPart({ id, holder, issued_at, expires_at, revoked_at }: KeyRecord) {
  return { id, holder, issued_at, expires_at, revoked_at };
}

// Without "--" npm takes options for itself, and the command would run without them.
const ours = ['holder', 'expires', 'overlap', 'file', 'json'];
const taken = ours.filter((name) => process.env[`npm_config_${name}`]);
if (process.env['npm_lifecycle_event'] === 'keys' && taken.length > 0) {
  const begun = process.argv[2] ?? '';
  program.error(`npm took --${taken.join(' and --')} for its own. Type: npm run keys -- ${begun}`);
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
