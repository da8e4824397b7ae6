import { startWorker } from '../../../dist/src/bulk/queue/start-worker.js';

/*
 * A worker as a process of its own, to be killed: node worker-process.js <Redis> <prefix> <build> <milliseconds>
 *
 * Says `took` on its standard output when a chunk is begun, is busy for so long, and answers with the chunk in capitals.
 */
const [redisUrl, prefix, build, busyMs] = process.argv.slice(2);
const quiet = () => {};

const worker = startWorker({
  redis: { host: new URL(redisUrl).hostname, port: Number(new URL(redisUrl).port) },
  prefix,
  build,
  concurrency: 2,
  stopLimitMs: 7000,
  logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  runChunk: (bytes) => {
    process.stdout.write('took\n');
    const end = performance.now() + Number(busyMs);
    while (performance.now() < end);
    const loud = new TextDecoder().decode(bytes).toUpperCase();
    return { students: 1, failedStudents: 0, body: new TextEncoder().encode(loud) };
  },
});
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
