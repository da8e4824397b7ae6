import { z } from 'zod';
import { startProcess } from './service-process.js';

export type WorkerProcess = Awaited<ReturnType<typeof startWorker>>;

const startedLine = z.looseObject({ admin_port: z.number() });

/** Starts a worker; resolves when it takes chunks. `env` needs REDIS_URL; `entry` may be another build's. */
export async function startWorker(env: Readonly<Record<string, string>>, entry = 'workers/queue-worker.js') {
  const worker = startProcess(entry, env);
  const started = startedLine.parse(await worker.logged(({ msg }) => msg === 'taking chunks'));
  return { ...worker, adminUrl: `http://127.0.0.1:${started.admin_port}` };
}
