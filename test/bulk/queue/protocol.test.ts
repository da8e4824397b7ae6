import { describe, expect, it } from 'vitest';
import { decodeReply, encodeReply, jobSchema, type ReplyHead } from '../../../src/bulk/queue/protocol.js';
import { parseRedisUrl } from '../../../src/bulk/queue/redis-client.js';
import { redisErrorText } from '../../../src/bulk/queue/redis-status.js';

const head: ReplyHead = { job: 'a-1\n"', counts: { students: 2, failedStudents: 1 }, stalls: 0 };

describe('a reply', () => {
  it('carries head and bytes, line feeds in both included', () => {
    const bytes = Buffer.from('one\n{"job":2}\ntwo\u0000');
    const reply = decodeReply(encodeReply(head, bytes));
    expect(reply?.head).toEqual(head);
    expect(Buffer.from(reply?.body ?? []).equals(bytes)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['no line', JSON.stringify(head)],
    ['no JSON', 'hello\nworld'],
    ['another head', `world\n${JSON.stringify({ ...head, stalls: 'maybe' })}`],
  ])('that is none is refused: %s', (_, text) => {
    expect(decodeReply(Buffer.from(text))).toBeNull();
  });
});

describe('job data', () => {
  it('without a payload key is refused', () => {
    const data = { request: 'r', index: 0, payload: 'p', reply: 'q' };
    expect(jobSchema.safeParse(data).success).toBe(true);
    expect(jobSchema.safeParse({ ...data, payload: '' }).success).toBe(false);
  });
});

describe('a Redis address', () => {
  it('may hold user, password, port, database and TLS', () => {
    expect(parseRedisUrl('rediss://us%40er:p%2Fw@redis.example:6380/3')).toEqual({
      host: 'redis.example',
      port: 6380,
      db: 3,
      username: 'us@er',
      password: 'p/w',
      tls: { servername: 'redis.example' },
    });
    expect(parseRedisUrl('redis://[::1]')).toEqual({ host: '::1', port: 6379, db: 0 });
  });
});

describe('the text of a Redis error', () => {
  it('holds no arguments of the command', () => {
    const error = new Error("ERR unknown command 'SET', with args beginning with: 'key' 'student 4711'");
    expect(redisErrorText(error)).toBe("ERR unknown command 'SET'");
  });
});
