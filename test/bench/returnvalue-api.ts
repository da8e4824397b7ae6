import { readFileSync } from 'node:fs';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { csvLimits } from '../../src/bulk/bulk-service.js';
import { collect } from '../../src/bulk/collector.js';
import type { ChunkRunner } from '../../src/bulk/runner.js';
import { HEADER_ROW } from '../../src/contract/csv-response.js';
import { type ChunkAnswer, cutChunk, planChunks } from '../../src/csv/chunk.js';
import { splitCsv } from '../../src/csv/split.js';
import { loadConfig } from '../../src/ops/config.js';
import { digest } from './support/bulk-client.js';
import { serve } from './support/program.js';

const CONFIG = loadConfig({});
const OUTPUT = { format: 'csv', escapeFormulas: CONFIG.csvEscapeFormulas } as const;
const PAYLOAD_TTL_MS = 60_000;

const orderSchema = z.object({ queue: z.string(), host: z.string(), port: z.int(), path: z.string() });
const returnedSchema = z.object({ students: z.int(), failedStudents: z.int(), body: z.string() });

/** The rival's side of the API: a chunk to a key, a job for it, and its answer from the event that tells of the job's end. */
async function connect(name: string, address: { host: string; port: number }): Promise<ChunkRunner> {
  const client = new Redis({ ...address, maxRetriesPerRequest: null });
  const queue = new Queue(name, { connection: client });
  const events = new QueueEvents(name, { connection: address, lastEventId: '0-0' });
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
  const waiting = new Map<string, (answer: ChunkAnswer) => void>();
  events.on('completed', ({ jobId, returnvalue }) => {
    const { body, ...counts } = returnedSchema.parse(returnvalue);
    waiting.get(jobId)?.({ ...counts, body: new TextEncoder().encode(body) });
    waiting.delete(jobId);
  });
  const run: ChunkRunner['run'] = async ({ requestId, index, toBytes }) => {
    const jobId = `${requestId}-${index}`;
    const answer = new Promise<ChunkAnswer>((resolve) => waiting.set(jobId, resolve));
    const { buffer, byteOffset, length } = toBytes();
    void client.set(jobId, Buffer.from(buffer, byteOffset, length), 'PX', PAYLOAD_TTL_MS);
    await queue.add('chunk', {}, { jobId, removeOnComplete: true });
    return answer;
  };
  return { run };
}

let runs = 0;
let runner: Promise<ChunkRunner> | undefined;
const files = new Map<string, Buffer>();

/** Told of a file, it has it calculated; there is no HTTP, so what it takes is the least that this way of answering can take. */
serve(async (message) => {
  const { queue, path, ...address } = orderSchema.parse(message);
  const file = files.get(path) ?? readFileSync(path);
  files.set(path, file);
  runner ??= connect(queue, address);
  const connected = await runner;
  runs += 1;
  const began = performance.now();
  const split = splitCsv(file, csvLimits(CONFIG));
  const chunks = function* () {
    for (const span of planChunks(split, CONFIG.bulkChunkRows))
      yield () => cutChunk(file, split, span, OUTPUT);
  };
  const pieces: Uint8Array[] = [Buffer.from(HEADER_ROW)];
  await collect(
    chunks(),
    connected,
    async (piece) => void pieces.push(piece),
    {
      requestId: `run-${runs}`,
      caller: 'benchmark',
      window: () => CONFIG.bulkWindow,
      onWindow: () => {},
      onAnswered: () => {},
    },
    new AbortController().signal,
  );
  const seconds = (performance.now() - began) / 1000;
  return { seconds, digest: digest(Buffer.concat(pieces)) };
});
