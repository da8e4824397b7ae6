interface Claim {
  readonly what: string;
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
  /** One value per round; the median decides. */
  readonly measured: readonly number[];
  readonly show?: (value: number) => string;
}

/** @throws Error unless both are the same: a measurement of wrong responses means nothing. */
export function expectSame<T extends string | number | boolean>(what: string, actual: T, expected: T): void {
  if (actual !== expected) throw new Error(`${what}: ${actual}, not ${expected}`);
}

export class Bench {
  readonly claims: Claim[] = [];
  #cleanups: (() => Promise<unknown>)[] = [];

  /** A quick run is too short to judge by. */
  constructor(private readonly isQuick: boolean) {}

  say(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  claim(claim: Claim): void {
    this.claims.push(claim);
    this.say(`  ${claim.what}: ${spreadText(claim.measured, claim.show ?? figure)}`);
  }

  /** Runs `warmUps` rounds that do not count, then `rounds`. In each, all contenders run in turn. */
  async inRounds<R>(warmUps: number, rounds: number, round: () => Promise<R>): Promise<R[]> {
    const results: R[] = [];
    const [first, all] = this.isQuick ? [1, 3] : [warmUps, warmUps + rounds];
    while (results.length < all) results.push(await round());
    return results.slice(first);
  }

  /** Cleanups run when the case ends, the latest first. */
  atEnd(cleanup: () => Promise<unknown>): void {
    this.#cleanups.unshift(cleanup);
  }

  async end(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0)) await cleanup();
  }
}

export type Case = (bench: Bench) => Promise<void>;

export function isMet({ wanted, measured }: Claim): boolean {
  const median = percentile(measured, 50);
  return 'atLeast' in wanted ? median >= wanted.atLeast : median <= wanted.atMost;
}

export function claimTable(claims: readonly Claim[]): string {
  const rows = claims.map(({ what, wanted, measured, show = figure }) => {
    const limit = 'atLeast' in wanted ? `at least ${show(wanted.atLeast)}` : `at most ${show(wanted.atMost)}`;
    return [what, limit, spreadText(measured, show)];
  });
  const head = ['What', 'Promise', 'Measured: median (min..max)'];
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** The value that `percent` of the values do not exceed, interpolated between two values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError('There are no values.');
  return below + (above - below) * (place - Math.floor(place));
}

function spreadText(values: readonly number[], show: (value: number) => string): string {
  const [median = '', min, max] = [50, 0, 100].map((percent) => show(percentile(values, percent)));
  return `${median} (${min}..${max})`;
}

/** Three significant digits; from 1,000 on, up to six, with commas. */
function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: value >= 1000 ? 6 : 3 });
}

export function percentText(share: number): string {
  return `${figure(share * 100)}%`;
}
