import { Agent, request } from 'node:http';
import { expect } from 'vitest';
import { STUDENT } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';
import { upload } from '../support/upload.js';

const SINGLES_AT_ONCE = 6;
const FILES = [studentFile(300), studentFile(20_000), studentFile(60_000)];
const STUDENT_TEXT = JSON.stringify(STUDENT);

/** Where callers send what they have. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

/** Status and body of a single answer, or what went wrong. */
function single({ host, port, token }: Target, agent: Agent | false): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const options = { host, port, path: '/v1/calculate', method: 'POST' };
    const outgoing = request({ ...options, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', (error) => resolve(String(error)));
      response.on('end', () => resolve(`${response.statusCode} ${text}`));
    });
    outgoing.on('error', (error) => resolve(String(error)));
    outgoing.end(STUDENT_TEXT);
  });
}

/** Status and body of a file's answer; `broken` where its transfer did not end as HTTP wants it. */
async function file({ host, port, token }: Target, text: string): Promise<string> {
  const { status, complete, body } = await upload({ url: `http://${host}:${port}`, token }, text).finished;
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
  const agent = new Agent({ keepAlive: true });
  const whole = await single(target, false);
  expect(whole).toMatch(/^200 /);
  const callers = Array.from({ length: SINGLES_AT_ONCE }, (_, at) =>
    repeat(() => single(target, at % 2 === 0 ? agent : false), whole),
  );
  for (const text of FILES) {
    const answer = await file(target, text);
    expect(answer).toMatch(/^200 /);
    callers.push(repeat(() => file(target, text), answer));
  }
  await work();
  const done = await Promise.all(callers.map(({ stop }) => stop()));
  agent.destroy();
  const wrong = done.flatMap((each) => each.wrong);
  expect({ count: wrong.length, some: wrong.slice(0, 10) }).toEqual({ count: 0, some: [] });
  for (const { count } of done) expect(count).toBeGreaterThan(0);
}
