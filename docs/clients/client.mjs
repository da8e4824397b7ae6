// Prorated loan limits in JavaScript, Node 20 or later. The key is in API_KEY, the address of the service in PRORATA_URL.
//   node client.mjs student.json        prints the answer for one student
//   node client.mjs in.csv out.csv      writes the answer for a file of students
import { createWriteStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

const { PRORATA_URL = 'http://127.0.0.1:3000', API_KEY } = process.env;

/** What the service has refused. Decide by `code`, which is stable; messages are for people and may change. */
class Refused extends Error {
  constructor(status, { code, message, field_errors }) {
    super(`${status} ${code}: ${message ?? JSON.stringify(field_errors)}`);
    this.code = code;
    this.fieldErrors = field_errors ?? {};
  }
}

/** Sends again only what got no answer: nobody listened, or the service said when to come back. */
async function post(path, type, makeBody, attempt = 1) {
  const headers = { Authorization: `Bearer ${API_KEY}`, 'Content-Type': type };
  let seconds;
  try {
    const options = { method: 'POST', headers, body: await makeBody(), duplex: 'half' };
    const response = await fetch(PRORATA_URL + path, options);
    if (response.ok) return response;
    seconds = response.status === 503 ? response.headers.get('Retry-After') : null;
    if (seconds === null || attempt === 5) throw new Refused(response.status, await response.json());
  } catch (error) {
    if (error.cause?.code !== 'ECONNREFUSED' || attempt === 5) throw error;
    seconds = 2 ** (attempt - 1);
  }
  console.warn(`The service takes nothing now; trying again in ${seconds} s.`);
  await pause(seconds * 1000);
  return post(path, type, makeBody, attempt + 1);
}

/** One student: an object in, an object out. */
export async function calculate(student) {
  return (await post('/v1/calculate', 'application/json', () => JSON.stringify(student))).json();
}

/** A file to a file, streamed. The answer gets its name once it is whole: one that breaks off throws. */
export async function calculateFile(from, to) {
  const readFrom = async () => (await open(from)).createReadStream();
  const response = await post('/v1/calculate/bulk', 'text/csv', readFrom);
  try {
    await pipeline(response.body, createWriteStream(`${to}.part`));
    await rename(`${to}.part`, to);
  } finally {
    await rm(`${to}.part`, { force: true });
  }
}

const [from, to] = process.argv.slice(2);
if (from === undefined) throw new Error('Usage: node client.mjs student.json, or in.csv out.csv');
if (to !== undefined) await calculateFile(from, to);
else console.log(JSON.stringify(await calculate(JSON.parse(await readFile(from, 'utf8'))), null, 2));
