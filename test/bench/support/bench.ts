import type { Settings } from './settings.js';
import { figure, spread, spreadText } from './statistics.js';

/** A promise about speed or memory, and what was measured of it. */
export interface Claim {
  readonly what: string;
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
  /** One value for each round; the median is judged. */
  readonly measured: readonly number[];
  readonly show?: (value: number) => string;
}

/** Not everything that was asked for came back, so that nothing was measured. */
export class WrongCount extends Error {
  override readonly name = 'WrongCount';
}

/** @throws {WrongCount} unless the two are the same. */
export function expectSame<T extends string | number | boolean>(what: string, actual: T, expected: T): void {
  if (actual !== expected) throw new WrongCount(`${what}: ${actual}, not ${expected}`);
}

/** What a case gets: its settings, and where it puts what it finds. */
export class Bench {
  readonly claims: Claim[] = [];
  readonly settings: Settings;
  #cleanups: (() => Promise<unknown>)[] = [];

  constructor(settings: Settings) {
    this.settings = settings;
  }

  say(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  claim(claim: Claim): void {
    this.claims.push(claim);
  }

  /** A ratio without a promise, for the reader. */
  note(what: string, measured: readonly number[]): void {
    this.say(`    ${what}: ${spreadText(measured, figure)}`);
  }

  /** To be done when the case is over, the latest first. */
  atEnd(cleanup: () => Promise<unknown>): void {
    this.#cleanups.unshift(cleanup);
  }

  /** Ends a case, whatever became of it. */
  async end(): Promise<void> {
    const cleanups = this.#cleanups;
    this.#cleanups = [];
    for (const cleanup of cleanups) await cleanup();
  }
}

/** One kind of measurement. */
export type Case = (bench: Bench) => Promise<void>;

/** Everything once for warming up, which is thrown away, then `rounds` times. A round runs all contenders in turn. */
export async function inRounds<R>(rounds: number, round: () => Promise<R>): Promise<R[]> {
  await round();
  const results: R[] = [];
  while (results.length < rounds) results.push(await round());
  return results;
}

export function isMet({ wanted, measured }: Claim): boolean {
  const { median } = spread(measured);
  return 'atLeast' in wanted ? median >= wanted.atLeast : median <= wanted.atMost;
}

/** The final table. */
export function claimTable(claims: readonly Claim[]): string {
  const rows = claims.map((claim) => {
    const { what, wanted, measured, show = figure } = claim;
    const limit = 'atLeast' in wanted ? `>= ${show(wanted.atLeast)}` : `<= ${show(wanted.atMost)}`;
    return [what, limit, spreadText(measured, show), isMet(claim) ? 'met' : 'missed'];
  });
  return table([['claim', 'wanted', 'measured: median (min..max)', ''], ...rows]);
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n');
}
