import { describe, expect, it } from 'vitest';
import {
  bytesKeys,
  decodeAnswer,
  decodePayload,
  encodeAnswer,
  encodePayload,
  MisplacedBytes,
  pack,
  unpack,
} from '../../../src/bulk/queue/protocol.js';
import { redisErrorText } from '../../../src/bulk/queue/redis-link.js';

const of = { job: 'a-1\n"', build: 'test' };
/** In memory of its own, as whoever encodes it promises. */
const bytes = new Uint8Array(Buffer.from('one\n{"job":2}\ntwo\u0000'));
const { frame, digest } = encodePayload(of, bytes);
const answer = { students: 2, failedStudents: 1, body: new Uint8Array(bytes) };
const reply = encodeAnswer(of, digest, answer);

/** A copy in which one byte is another. */
function damaged(whole: Uint8Array, at: number): Uint8Array {
  const copy = new Uint8Array(whole);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe('bytes that were packed', () => {
  it('come back as they were, and bytes that were not pass as they are', async () => {
    expect(await unpack(await pack(frame))).toEqual(frame);
    expect(await unpack(frame)).toBe(frame);
  });

  it('are not taken where they were cut or changed', async () => {
    const packed = await pack(frame);
    await expect(unpack(packed.subarray(0, -9))).rejects.toThrow(MisplacedBytes);
    packed[packed.length - 6] = (packed[packed.length - 6] ?? 0) ^ 1;
    await expect(unpack(packed)).rejects.toThrow(MisplacedBytes);
  });
});

describe('a payload', () => {
  it('carries its bytes, line feeds included', () => {
    const opened = decodePayload(frame, of);
    expect(Buffer.from(opened.body).equals(bytes)).toBe(true);
    expect(opened.digest).toBe(digest);
  });

  it.each([
    ['of another job', frame, { ...of, job: 'a-2' }],
    ['of another build', frame, { ...of, build: 'other' }],
    ['cut off', frame.subarray(0, -4), of],
    ['without its first byte', frame.subarray(1), of],
    ['empty', Buffer.alloc(0), of],
    ['that is text', Buffer.from('hello\nworld'), of],
    ['that is an answer', reply, of],
  ])('%s is refused', (_, whole, identity) => {
    expect(() => decodePayload(whole, identity)).toThrow(MisplacedBytes);
  });

  it('with any byte changed is refused', () => {
    for (let at = 0; at < frame.length; at++) {
      expect(() => decodePayload(damaged(frame, at), of)).toThrow(MisplacedBytes);
    }
  });
});

describe('an answer', () => {
  it('carries its counts and bytes', () => {
    const opened = decodeAnswer(reply, of, digest);
    expect(opened).toMatchObject({ students: 2, failedStudents: 1 });
    expect(Buffer.from(opened.body).equals(bytes)).toBe(true);
  });

  it('is the same bytes whether or not there is room behind its body', () => {
    const roomy = new Uint8Array(1000);
    roomy.set(bytes);
    const written = encodeAnswer(of, digest, { ...answer, body: roomy.subarray(0, bytes.length) });
    expect(written.equals(reply)).toBe(true);
  });

  it('to another payload of the same job is refused', () => {
    const other = encodePayload(of, new Uint8Array(5)).digest;
    expect(() => decodeAnswer(reply, of, other)).toThrow(MisplacedBytes);
  });

  it('of another build is refused', () => {
    const foreign = encodeAnswer({ ...of, build: 'other' }, digest, answer);
    expect(() => decodeAnswer(foreign, of, digest)).toThrow(MisplacedBytes);
  });

  it('that counts what cannot be is refused', () => {
    const odd = encodeAnswer(of, digest, { ...answer, students: -1 });
    expect(() => decodeAnswer(odd, of, digest)).toThrow(MisplacedBytes);
  });

  it('with any byte changed is refused, counts included', () => {
    for (let at = 0; at < reply.length; at++) {
      expect(() => decodeAnswer(damaged(reply, at), of, digest)).toThrow(MisplacedBytes);
    }
  });
});

describe('the keys of a job', () => {
  it('are below the prefix, whatever the job is called', () => {
    expect(bytesKeys('prorata', '../keys')).toEqual({
      payload: 'prorata:payload:../keys',
      answer: 'prorata:answer:../keys',
    });
  });
});

describe('the text of a Redis error', () => {
  it('holds no arguments of the command', () => {
    const error = new Error("ERR unknown command 'SET', with args beginning with: 'key' 'student 4711'");
    expect(redisErrorText(error)).toBe("ERR unknown command 'SET'");
  });

  it('holds no reply', () => {
    const error = new Error('Command queue state error. Last reply: student 4711,Fall,1750');
    expect(redisErrorText(error)).toBe('Command queue state error.');
  });
});
