import { expectSame } from './bench.js';
import type { Api } from './services.js';

/** Chunks that a process has had so far, by what became of them. */
export type ChunkCounts = ReadonlyMap<string, number>;

const SERIES = /^prorata_bulk_chunks_total\{outcome="(\w+)"\} (\d+)$/gm;

/** Asks the API's operator port. */
export async function chunksByOutcome(api: Api): Promise<ChunkCounts> {
  const metrics = await (await fetch(`${api.adminUrl}/metrics`, { headers: { connection: 'close' } })).text();
  const series = [...metrics.matchAll(SERIES)];
  return new Map(series.map(([, outcome = '', count]) => [outcome, Number(count)]));
}

/** @throws {WrongCount} unless workers answered everything since then: otherwise the queue was not what was measured. */
export function expectNoRescue(before: ChunkCounts, after: ChunkCounts): void {
  const grown = (outcome: string) => (after.get(outcome) ?? 0) - (before.get(outcome) ?? 0);
  expectSame('chunks were answered by workers', grown('queue') > 0, true);
  expectSame('chunks that the API had to rescue', grown('rescue'), 0);
}
