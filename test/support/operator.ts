import { z } from 'zod';
import { until } from './until.js';

const readiness = z.looseObject({
  status: z.enum(['ok', 'degraded', 'down', 'stopping']),
  checks: z.record(z.string(), z.looseObject({ state: z.string(), detail: z.string().optional() })),
});

export async function readyz(adminUrl: string) {
  const answer = await fetch(`${adminUrl}/readyz`);
  const text = await answer.text();
  const { status, checks } = readiness.parse(JSON.parse(text));
  const states = Object.entries(checks).map(([name, { state }]) => [name, state] as const);
  return { httpStatus: answer.status, status: String(status), text, checks: Object.fromEntries(states) };
}

/** All metrics, by name and labels as in `/metrics`: `prorata_bulk_chunks_total{outcome="queue"}`. */
export async function metrics(adminUrl: string): Promise<ReadonlyMap<string, number>> {
  return samplesOf(await (await fetch(`${adminUrl}/metrics`)).text());
}

export function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** A `prorata_bulk_` metric by the rest of its name, such as `upload_bytes_held`. */
export async function bulkGauge(
  { adminUrl }: { readonly adminUrl: string },
  name: string,
): Promise<number | undefined> {
  return (await metrics(adminUrl)).get(`prorata_bulk_${name}`);
}

/** Chunks of an API process by outcome, since its start. */
export async function chunkOutcomes(adminUrl: string): Promise<Readonly<Record<string, number>>> {
  const all = await metrics(adminUrl);
  const outcomes = ['threads', 'queue', 'rescue', 'retry', 'duplicate'];
  return Object.fromEntries(
    outcomes.map((outcome) => [outcome, all.get(`prorata_bulk_chunks_total{outcome="${outcome}"}`) ?? 0]),
  );
}

/** Waits until an API process counts this many workers: a worker connects a moment after its start. */
export async function workersAre(adminUrl: string, count: number): Promise<void> {
  const isSo = async () => (await metrics(adminUrl)).get('prorata_queue_workers') === count;
  await until(isSo, `the API counts ${count} workers`);
}
