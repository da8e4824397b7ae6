import { Worker } from 'bullmq';
import { z } from 'zod';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { calculate } from '../../src/engine/calculate.js';
import { serve } from './support/program.js';

const CONCURRENCY = 50;
const orderSchema = z.object({ queue: z.string(), host: z.string(), port: z.int() });
const bodySchema = z.record(z.string(), z.unknown());

/** What chunks are compared with: a worker for one job per student. It answers when it is ready. */
serve(async (message) => {
  const { queue, ...connection } = orderSchema.parse(message);
  const worker = new Worker(
    queue,
    async (job) => {
      const reading = readJsonStudent(bodySchema.parse(job.data));
      if (!reading.ok) throw new Error('a student of the benchmark was refused');
      return calculate(reading.student);
    },
    { connection, concurrency: CONCURRENCY },
  );
  await worker.waitUntilReady();
});
