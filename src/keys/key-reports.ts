import { type KeyRecord, type KeyRecords, statusOf } from './key-file.js';
import type { IssuedKey, ReplacedKey } from './key-operations.js';

/** The output of a command: text for people, and the value of its one JSON line. */
export interface Report {
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Something that needs attention although the command succeeded. */
  readonly warning?: string;
}

const KEEP_IT = 'Keep this token now: it is not stored and cannot be shown again.';
const ALREADY_EXPIRED = 'Note that the new key has expired already: its time of expiry is in the past.\n';

/** The report of `issue`; only this one and `replace` contain a token. */
export function reportIssued({ key, token }: IssuedKey): Report {
  return {
    text: `${token}\n\n${KEEP_IT}\nKey ${key.id} for ${key.holder}, ${key.expires_at === null ? 'never expires' : `expires ${key.expires_at}`}.\n`,
    json: { ...publicPart(key), token },
    warning: statusOf(key, Date.parse(key.issued_at)) === 'expired' ? ALREADY_EXPIRED : '',
  };
}

/** The report of `replace`: the new key, and the old one as `replaced`. */
export function reportReplaced({ key, token, replaced }: ReplacedKey): Report {
  const fate = replaced.revoked_at === null ? `works until ${replaced.expires_at}` : 'stays revoked';
  const issued = reportIssued({ key, token });
  return {
    ...issued,
    text: `${issued.text}The old key ${replaced.id} ${fate}.\n`,
    json: { ...issued.json, replaced: publicPart(replaced) },
  };
}

/** The report of `revoke`. */
export function reportRevoked(key: KeyRecord): Report {
  return {
    text: `Key ${key.id} of ${key.holder} is revoked since ${key.revoked_at}.\n`,
    json: publicPart(key),
  };
}

/** The report of `list`: a table, or `{"keys": [...]}`. Shows neither tokens nor their hashes. */
export function reportList(keys: KeyRecords, nowMs: number): Report {
  const rows = keys.map((key) => [
    key.id,
    statusOf(key, nowMs),
    key.issued_at,
    key.revoked_at ?? key.expires_at ?? 'never',
    key.holder,
  ]);
  const header = ['ID', 'STATUS', 'ISSUED', 'ENDS', 'HOLDER'];
  return {
    text: keys.length === 0 ? 'No keys.\n' : table([header, ...rows]),
    json: { keys: keys.map((key) => ({ ...publicPart(key), status: statusOf(key, nowMs) })) },
  };
}

function publicPart({ id, holder, issued_at, expires_at, revoked_at }: KeyRecord) {
  return { id, holder, issued_at, expires_at, revoked_at };
}

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
