import { parentPort, workerData } from 'node:worker_threads';
import { replyThreadData, serveReplies } from '../src/bulk/queue/replies.js';

if (parentPort === null) throw new Error('This is the entry of a thread, not of a process.');
serveReplies(replyThreadData.parse(workerData), parentPort);
