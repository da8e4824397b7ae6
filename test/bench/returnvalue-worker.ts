import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { runChunk } from '../../src/csv/run-chunk.js';
import { serve } from './support/program.js';

const CONCURRENCY = 2;
const orderSchema = z.object({ queue: z.string(), host: z.string(), port: z.int() });

/** A rival's worker: it fetches a chunk as ours does, and returns the answer as the value of its job. Told its queue, it says when it is ready. */
serve(async (message) => {
  const { queue, ...address } = orderSchema.parse(message);
  const connection = new Redis({ ...address, maxRetriesPerRequest: null });
  const worker = new Worker(
    queue,
    async ({ id = '' }) => {
      const chunk = await connection.getdelBuffer(id);
      if (chunk === null) throw new Error('a chunk of the benchmark is missing');
      const { students, failedStudents, body } = runChunk(chunk);
      return { students, failedStudents, body: Buffer.from(body.buffer, 0, body.length).toString('utf8') };
    },
    { connection, concurrency: CONCURRENCY },
  );
  await worker.waitUntilReady();
});
