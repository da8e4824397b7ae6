import { z } from 'zod';

/** The latest time that the key file can contain: years have four digits. */
export const LATEST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');
const EARLIEST_TIME_MS = Date.parse('0000-01-01T00:00:00.000Z');

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const LONGEST_MS = 36_500 * 86_400_000;

const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** Milliseconds of `90d`, `12h`, `30m`, `45s`, `2w` or `0`, up to 36500 days; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const [, amount, unit] = /^(\d{1,12})([smhdw])$/.exec(text) ?? [];
  const unitMs = unit === undefined ? undefined : UNIT_MS[unit];
  if (amount === undefined || unitMs === undefined) return undefined;
  const ms = Number(amount) * unitMs;
  return ms <= LONGEST_MS ? ms : undefined;
}

/**
 * The time named by a duration from now, or by an ISO 8601 date or time with its zone; a date alone is 00:00 UTC.
 * Undefined for any other text, and for a time outside the years 0000 to 9999 UTC.
 */
export function parseMoment(text: string, now: Date): Date | undefined {
  const durationMs = parseDuration(text);
  if (durationMs === undefined && !isoTime.safeParse(text).success) return undefined;
  const moment = durationMs === undefined ? new Date(text) : new Date(now.getTime() + durationMs);
  const isInRange = moment.getTime() >= EARLIEST_TIME_MS && moment.getTime() <= LATEST_TIME_MS;
  return isInRange ? moment : undefined;
}
