import { parentPort, workerData } from 'node:worker_threads';
import { serveTransport } from '../src/bulk/queue/transport.js';

if (parentPort === null) throw new Error('This is the entry of a thread, not of a process.');
serveTransport(workerData, parentPort);
