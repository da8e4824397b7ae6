import { expect, it } from 'vitest';
import { MisplacedBytes, seal, unseal } from '../../../src/bulk/queue/protocol.js';
import { redisErrorText } from '../../../src/bulk/queue/redis-link.js';

const of = { job: 'a-1\n"', build: 'test' };
/** In its own memory, as `seal` requires. */
const bytes = new Uint8Array(Buffer.from('one\n{"job":2}\ntwo\u0000'));
const { frame, digest } = seal(bytes, of);
const ofAnswer = { ...of, payload: digest, result: { students: 2, failedStudents: 1 } };
const reply = seal(new Uint8Array(bytes), ofAnswer).frame;

function damaged(whole: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(whole);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

it('a payload carries its job and its bytes, line feeds included', () => {
  expect(frame.toString()).toContain(of.job);
  const opened = unseal(frame, of);
  expect(Buffer.from(opened.body).equals(bytes)).toBe(true);
  expect(opened.digest).toBe(digest);
});

it.each([
  ['of another job', frame, { ...of, job: 'a-2' }],
  ['of another job, whose name is as long', frame, { ...of, job: 'a-2\n"' }],
  ['of another build', frame, { ...of, build: 'other' }],
  ['cut off', frame.subarray(0, -4), of],
  ['without its first byte', frame.subarray(1), of],
  [
    'with another job written over its own',
    Buffer.from(frame.toString().replace('a-1', 'a-2')),
    { ...of, job: 'a-2\n"' },
  ],
  ['empty', Buffer.alloc(0), of],
  ['that is text', Buffer.from('hello\nworld'), of],
  ['that is an answer', reply, of],
])('a payload %s is refused', (_, whole, belonging) => {
  expect(() => unseal(whole, belonging)).toThrow(MisplacedBytes);
});

it('an answer carries its bytes', () => {
  const { body } = unseal(reply, ofAnswer);
  expect(Buffer.from(body).equals(bytes)).toBe(true);
});

it.each([
  ['to another payload of the same job', { payload: seal(new Uint8Array(5), of).digest }],
  ['of another build', { build: 'other' }],
  ['of another number of students than the job returned', { result: { students: 3, failedStudents: 1 } }],
  ['of another number of failures than the job returned', { result: { students: 2, failedStudents: 0 } }],
  ['that is taken for a payload', { payload: undefined, result: undefined }],
])('an answer %s is refused', (_, other) => {
  expect(() => unseal(reply, { ...ofAnswer, ...other })).toThrow(MisplacedBytes);
});

it.each([
  ['a payload', frame, of],
  ['an answer', reply, ofAnswer],
])('%s with any byte changed is refused', (_, whole, belonging) => {
  for (let at = 0; at < whole.length; at++) {
    expect(() => unseal(damaged(whole, at), belonging)).toThrow(MisplacedBytes);
  }
});

it.each([
  ['arguments of a command', "ERR unknown command 'SET'", ", with args beginning with: 'key' 'student 4711'"],
  ['reply', 'Command queue state error.', ' Last reply: student 4711,Fall,1750'],
])('the text of a Redis error holds no %s', (_, text, more) => {
  expect(redisErrorText(new Error(text + more))).toBe(text);
});
