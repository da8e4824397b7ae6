import { startWorker } from '../../src/bulk/queue/start-worker.js';
import { BUILD, LogBook, shout } from './helpers.js';

/** A worker as a process of its own, to be killed. Says `took` on its standard output when a chunk is begun. */
const [redisUrl = '', prefix = '', busyMs = '0'] = process.argv.slice(2);

const worker = startWorker({
  redisUrl,
  prefix,
  build: BUILD,
  concurrency: 2,
  logger: new LogBook(),
  runChunk: (bytes) => {
    process.stdout.write('took\n');
    const end = performance.now() + Number(busyMs);
    while (performance.now() < end);
    return shout(bytes);
  },
});
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
