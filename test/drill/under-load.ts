import { Agent, type Dispatcher, request } from 'undici';
import { expect } from 'vitest';
import type { Api } from '../support/api.js';
import { STUDENT } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';
import { upload } from '../support/upload.js';

const SINGLES_AT_ONCE = 6;
const FILES = [studentFile(300), studentFile(20_000), studentFile(60_000)];

type Target = Pick<Api, 'url' | 'token'>;

/** Status and body of a single answer, or what went wrong. */
async function single({ url, token }: Target, connections: Dispatcher): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(STUDENT), dispatcher: connections } as const;
  try {
    const { statusCode, body } = await request(`${url}/v1/calculate`, sent);
    return `${statusCode} ${await body.text()}`;
  } catch (error) {
    return String(error);
  }
}

/** Status and body of a file's answer; `broken` where its transfer did not end as HTTP wants it. */
async function file(target: Target, text: string): Promise<string> {
  const { status, complete, body } = await upload(target, text).finished;
  return complete ? `${status} ${body.toString('utf8')}` : `broken after ${status}`;
}

/** Asks the same thing again and again until told to stop; keeps whatever is not the first answer. */
function repeat(ask: () => Promise<string>, wanted: string) {
  let isOver = false;
  let count = 0;
  const wrong: string[] = [];
  const over = (async () => {
    while (!isOver) {
      const answer = await ask();
      count += 1;
      if (answer !== wanted) wrong.push(answer.slice(0, 80));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await over;
      return { count, wrong };
    },
  };
}

/** Sends single students and files, several at once and without a pause, while `work` is done: each answer must be as before it. */
export async function underLoad(target: Target, work: () => Promise<void>): Promise<void> {
  const [kept, one] = [new Agent(), new Agent({ pipelining: 0 })];
  const whole = await single(target, one);
  expect(whole).toMatch(/^200 /);
  const callers = Array.from({ length: SINGLES_AT_ONCE }, (_, at) =>
    repeat(() => single(target, at % 2 === 0 ? kept : one), whole),
  );
  for (const text of FILES) {
    const answer = await file(target, text);
    expect(answer).toMatch(/^200 /);
    callers.push(repeat(() => file(target, text), answer));
  }
  await work();
  const done = await Promise.all(callers.map(({ stop }) => stop()));
  await Promise.all([kept.close(), one.close()]);
  const wrong = done.flatMap((each) => each.wrong);
  expect({ count: wrong.length, some: wrong.slice(0, 10) }).toEqual({ count: 0, some: [] });
  for (const { count } of done) expect(count).toBeGreaterThan(0);
}
