// Prorated loan limits in JavaScript, Node 20 or later. The key is in PRORATA_KEY, the address of the service in PRORATA_URL.
//   node client.mjs student.json        prints the answer for one student
//   node client.mjs in.csv out.csv      writes the answer for a file of students
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

const { PRORATA_URL = 'http://127.0.0.1:3000', PRORATA_KEY, PRORATA_TIMEOUT = '300' } = process.env;
if (!PRORATA_KEY) throw new Error('Put your key into PRORATA_KEY first.');
/** Gives up after so many seconds without a byte in either direction. */
const stalled = new AbortController();
const watch = setTimeout(() => stalled.abort(), Number(PRORATA_TIMEOUT) * 1000).unref();
async function* watched(pieces) {
  for await (const piece of pieces) yield watch.refresh() && piece;
}
/** What the service has refused, by a stable `code` and a message for people; a gateway's own page has no code. */
class Refused extends Error {
  constructor(status, text) {
    const error = text.startsWith('{"code":') ? JSON.parse(text) : { message: text.slice(0, 200) };
    super(
      `${status} ${error.code ?? 'of a gateway'}: ${error.message ?? JSON.stringify(error.field_errors)}`,
    );
    Object.assign(this, { code: error.code, fieldErrors: error.field_errors ?? {} });
  }
}
/** Sends again only what got no answer: nobody listened, or the service said when to come back. */
async function post(path, type, body, attempt = 1) {
  const headers = { Authorization: `Bearer ${PRORATA_KEY}`, 'Content-Type': type };
  const request = { method: 'POST', headers, body: watched(body()), duplex: 'half', signal: stalled.signal };
  let seconds;
  try {
    const response = await fetch(PRORATA_URL + path, request);
    if (response.ok) return response;
    seconds = response.status === 503 ? response.headers.get('Retry-After') : null;
    if (seconds === null || attempt === 5) throw new Refused(response.status, await response.text());
  } catch (error) {
    if (error.cause?.code !== 'ECONNREFUSED' || attempt === 5) throw error;
    seconds = 2 ** (attempt - 1);
  }
  console.warn(`The service takes nothing now; trying again in ${seconds} s.`);
  await pause(seconds * 1000);
  return post(path, type, body, attempt + 1);
}
/** One student: an object in, an object out. */
export const calculate = async (student) =>
  (await post('/v1/calculate', 'application/json', () => [Buffer.from(JSON.stringify(student))])).json();
/** A file to a file, streamed. The answer gets its name once it is whole: one that breaks off throws. */
export async function calculateFile(from, to) {
  const response = await post('/v1/calculate/bulk', 'text/csv', () => createReadStream(from));
  await pipeline(watched(response.body), createWriteStream(`${to}.part`))
    .then(() => rename(`${to}.part`, to))
    .finally(() => rm(`${to}.part`, { force: true }));
}

const [from, to] = process.argv.slice(2);
if (from === undefined) throw new Error('Usage: node client.mjs student.json, or in.csv out.csv');
if (to !== undefined) await calculateFile(from, to);
else console.log(JSON.stringify(await calculate(JSON.parse(await readFile(from, 'utf8'))), null, 2));
