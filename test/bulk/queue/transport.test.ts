import { describe, expect, it } from 'vitest';
import { Transport } from '../../../src/bulk/queue/transport.js';
import { until } from '../../support/until.js';

/** A thread whose code is `code`, and what was heard of it. */
function start(code: string): { transport: Transport; connections: boolean[]; troubles: string[] } {
  const connections: boolean[] = [];
  const troubles: string[] = [];
  const transport = new Transport({
    filename: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    redisUrl: 'redis://127.0.0.1:1',
    replyKey: 'replies',
    onReply: () => {},
    onConnection: (isReady) => connections.push(isReady),
    onTrouble: (reason) => troubles.push(reason),
  });
  return { transport, connections, troubles };
}

const CONNECTED = `import { parentPort } from 'node:worker_threads';
parentPort.postMessage({ kind: 'connection', isReady: true });`;

describe('a transport whose thread dies', () => {
  it('has no connection any more, and another takes its place', async () => {
    const { transport, connections, troubles } = start(
      `${CONNECTED} setTimeout(() => { throw new Error('a student row'); }, 50);`,
    );
    try {
      await until(() => connections.length >= 4, 'a second thread was connected and died');
      expect(connections.slice(0, 4)).toEqual([true, false, true, false]);
      expect(troubles[0]).toBe('the thread to Redis has failed: Error');
    } finally {
      transport.close();
    }
  });
});

describe('a transport without a connection', () => {
  it('refuses what it is asked at once', async () => {
    const { transport } = start('setInterval(() => {}, 1000);');
    try {
      await expect(transport.store([{ key: 'key', bytes: new Uint8Array(1) }], 1000)).rejects.toThrow(
        'no connection',
      );
      await expect(transport.delete(['key'])).rejects.toThrow('no connection');
    } finally {
      await transport.close();
    }
  });

  it('refuses what its thread was asked and did not do before it died', async () => {
    const { transport } = start(
      `${CONNECTED} parentPort.on('message', () => { throw new Error('a student row'); });`,
    );
    try {
      await until(() => transport.isReady, 'the thread is connected');
      await expect(transport.store([{ key: 'key', bytes: new Uint8Array(1) }], 1000)).rejects.toThrow(
        'has ended',
      );
    } finally {
      await transport.close();
    }
  });
});

describe('a transport that is closed', () => {
  it('says nothing more and is not started again', async () => {
    const { transport, connections } = start(`${CONNECTED} setInterval(() => {}, 1000);`);
    await until(() => transport.isReady, 'the thread is connected');
    await transport.close();
    expect(transport.isReady).toBe(false);
    expect(connections).toEqual([true]);
  });
});
