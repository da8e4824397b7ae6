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
  /** What goes into docs/performance.md, by the name of its place there. */
  readonly blocks: Record<string, string> = {};
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

  /** Says something that belongs into docs/performance.md. */
  block(name: string, text: string): void {
    this.say(text);
    this.blocks[name] = text;
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
    const limit = 'atLeast' in wanted ? `at least ${show(wanted.atLeast)}` : `at most ${show(wanted.atMost)}`;
    return [what, limit, spreadText(measured, show)];
  });
  return table([['What', 'Promise', 'Measured: median (min..max)'], ...rows]);
}

/** A table in Markdown whose columns are as wide as their widest cell. The first row is its head. */
export function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => {
    return Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0));
  });
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
