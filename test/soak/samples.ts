import { metrics } from '../support/operator.js';
import type { Scene } from '../support/scene.js';

/** The service at one moment. */
export interface Sample {
  readonly minute: number;
  readonly requests: number;
  readonly rssMiB: number;
  readonly heapMiB: number;
  readonly handles: number;
  readonly loopDelayMs: number;
  /** The largest of the workers that are alive. */
  readonly workerMiB: number;
  readonly redisKeys: number;
  readonly redisMiB: number;
}

const MIB = 2 ** 20;

export async function takeSample(scene: Scene, minute: number, requests: number): Promise<Sample> {
  const seen = await metrics(scene.api.adminUrl);
  const workers = await Promise.all(
    scene.workers.map(async ({ adminUrl }) => {
      // Of those that were killed nothing is to be heard.
      const own = await metrics(adminUrl).catch(() => new Map<string, number>());
      return own.get('process_resident_memory_bytes') ?? 0;
    }),
  );
  const memory = /used_memory:(\d+)/.exec(await scene.control.info('memory'))?.[1];
  return {
    minute,
    requests,
    rssMiB: (seen.get('process_resident_memory_bytes') ?? Number.NaN) / MIB,
    heapMiB: (seen.get('nodejs_heap_size_used_bytes') ?? Number.NaN) / MIB,
    handles: seen.get('nodejs_active_handles_total') ?? Number.NaN,
    loopDelayMs: (seen.get('nodejs_eventloop_lag_p99_seconds') ?? Number.NaN) * 1000,
    workerMiB: Math.max(...workers) / MIB,
    redisKeys: await scene.control.dbsize(),
    redisMiB: Number(memory) / MIB,
  };
}

const COLUMNS = [
  ['minute', 'minute', 1],
  ['requests', 'requests', 0],
  ['API MiB', 'rssMiB', 0],
  ['heap MiB', 'heapMiB', 1],
  ['handles', 'handles', 0],
  ['loop p99 ms', 'loopDelayMs', 1],
  ['worker MiB', 'workerMiB', 0],
  ['Redis keys', 'redisKeys', 0],
  ['Redis MiB', 'redisMiB', 2],
] as const satisfies readonly (readonly [string, keyof Sample, number])[];

export const tableHead = `| ${COLUMNS.map(([title]) => title).join(' | ')} |\n|${COLUMNS.map(() => '---:').join('|')}|`;

export function tableRow(sample: Sample): string {
  return `| ${COLUMNS.map(([, field, digits]) => sample[field].toFixed(digits)).join(' | ')} |`;
}

/**
 * How much (MiB) a reading grew over the second half of the samples, by the line that fits them best. The first half
 * belongs to caches, pools and compiled code that fill up once.
 */
export function growth(samples: readonly Sample[], field: 'rssMiB' | 'heapMiB'): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const times = half.map(({ minute }) => minute);
  const values = half.map((sample) => sample[field]);
  const [time, value] = [mean(times), mean(values)];
  const up = half.reduce((sum, sample) => sum + (sample.minute - time) * (sample[field] - value), 0);
  const across = times.reduce((sum, at) => sum + (at - time) ** 2, 0);
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return across === 0 ? 0 : (up / across) * span;
}
