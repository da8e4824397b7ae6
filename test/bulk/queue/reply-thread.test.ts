import { describe, expect, it } from 'vitest';
import { ReplyThread } from '../../../src/bulk/queue/reply-thread.js';
import { until } from '../../support/until.js';

/** A thread whose code is `code`, and what was heard of it. */
function start(code: string): { thread: ReplyThread; connections: boolean[]; troubles: string[] } {
  const connections: boolean[] = [];
  const troubles: string[] = [];
  const thread = new ReplyThread({
    filename: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    redisUrl: 'redis://127.0.0.1:1',
    replyKey: 'replies',
    onReply: () => {},
    onConnection: (isReady) => connections.push(isReady),
    onTrouble: (reason) => troubles.push(reason),
  });
  return { thread, connections, troubles };
}

const CONNECTED = `import { parentPort } from 'node:worker_threads';
parentPort.postMessage({ kind: 'connection', isReady: true });`;

describe('a thread for replies that dies', () => {
  it('has no connection any more, and another takes its place', async () => {
    const { thread, connections, troubles } = start(
      `${CONNECTED} setTimeout(() => { throw new Error('a student row'); }, 50);`,
    );
    try {
      await until(() => connections.length >= 4, 'a second thread was connected and died');
      expect(connections.slice(0, 4)).toEqual([true, false, true, false]);
      expect(troubles[0]).toBe('the thread for replies has failed');
    } finally {
      thread.close();
    }
  });
});

describe('a thread for replies that is closed', () => {
  it('says nothing more and is not started again', async () => {
    const { thread, connections } = start(`${CONNECTED} setInterval(() => {}, 1000);`);
    await until(() => thread.isReady, 'the thread is connected');
    await thread.close();
    expect(thread.isReady).toBe(false);
    expect(connections).toEqual([true]);
  });
});
