import { isJsonObject, type JsonObject, readJsonStudent } from '../../src/contract/json-student.js';
import { calculationRequestSchema } from '../../src/contract/openapi/schemas.js';
import { calculate } from '../../src/engine/calculate.js';
import type { Student } from '../../src/engine/student.js';
import { traceOf } from '../../src/engine/trace/trace.js';
import { type Bench, type Case, expectSame, inRounds, WrongCount } from './support/bench.js';
import { figure, spread, spreadText } from './support/statistics.js';
import { benchStudent } from './support/students.js';

const STUDENTS = 2000;
const STEP_MS = 150;

/** What one student costs, step by step: the engine next to the parsing and serializing around it. */
export const engine: Case = async (bench) => {
  const all = Array.from({ length: STUDENTS }, (_, index) => bodyOf(benchStudent(index).request));
  await measureTrace(bench, all.map(studentOf));
  await measure(
    bench,
    'as planned',
    all.filter((body) => !isAfterChange(body)),
  );
  await measure(bench, 'after a disbursement and a change', all.filter(isAfterChange));
};

/** What a trace costs those who do not ask for one. Must come first: the plain answers are measured before any trace is made, too. */
async function measureTrace(bench: Bench, students: readonly Student[]): Promise<void> {
  const { engineRounds } = bench.settings;
  const plain = () => keepAll(students, (student) => JSON.stringify(calculate(student)));
  const alone = await inRounds(engineRounds, async () => microsecondsPerStudent(plain, STUDENTS));
  const traced = () =>
    keepAll(students, (student) => JSON.stringify({ ...calculate(student), trace: traceOf(student) }));
  const rounds = await inRounds(engineRounds, async () => ({
    traced: microsecondsPerStudent(traced, STUDENTS),
    plain: microsecondsPerStudent(plain, STUDENTS),
  }));
  bench.note(
    'µs CPU per answer with a trace',
    rounds.map((round) => round.traced),
  );
  bench.note(
    'time of a plain answer, beside traced ones / before any',
    rounds.map((round) => round.plain / spread(alone).median),
  );
}

async function measure(bench: Bench, kind: string, bodies: readonly JsonObject[]): Promise<void> {
  const texts = bodies.map((body) => JSON.stringify(body));
  const students = bodies.map(studentOf);
  // Clones: V8 would take results that live on for the usual, and make all later ones where collecting them is dear.
  const results = students.map((student) => structuredClone(calculate(student)));
  for (const result of results) expectSame('terms of a result', result.terms.length, 2);

  const steps = {
    'JSON.parse': () => keepAll(texts, (text) => JSON.parse(text)),
    'zod validation': () => keepAll(bodies, (body) => calculationRequestSchema.safeParse(body)),
    'whole of readJsonStudent': () => keepAll(bodies, readJsonStudent),
    calculate: () => keepAll(students, (student) => calculate(student)),
    'JSON.stringify of the result': () => keepAll(results, (result) => JSON.stringify(result)),
  };
  const names = Object.keys(steps);
  const rounds = await inRounds(bench.settings.engineRounds, async () =>
    Object.values(steps).map((step) => microsecondsPerStudent(step, bodies.length)),
  );
  bench.say(`  µs CPU per student of two terms, ${kind} (${bodies.length} students)`);
  for (const [column, name] of names.entries()) {
    const values = rounds.map((round) => round[column] ?? Number.NaN);
    bench.say(`    ${name}: ${spreadText(values, figure)}`);
  }
  const zod = names.indexOf('zod validation');
  const own = names.indexOf('calculate');
  bench.note(
    `time of calculate / zod validation, ${kind}`,
    rounds.map((round) => (round[own] ?? Number.NaN) / (round[zod] ?? Number.NaN)),
  );
}

/** As a request arrives: made by the parser. */
function bodyOf(request: JsonObject): JsonObject {
  const body: unknown = JSON.parse(JSON.stringify(request));
  if (!isJsonObject(body)) throw new TypeError('A request is an object.');
  return body;
}

function isAfterChange(body: JsonObject): boolean {
  return studentOf(body).terms.some((term) => term.actual_final_credits !== null);
}

function studentOf(body: JsonObject): Student {
  const reading = readJsonStudent(body);
  if (!reading.ok) throw new WrongCount(`a request was refused: ${JSON.stringify(reading.failures)}`);
  return reading.student;
}

/** Where the last values stay for a while, so that no step can be optimized away. */
const kept: unknown[] = [];

function keepAll<T>(inputs: readonly T[], step: (input: T) => unknown): void {
  for (let index = 0; index < inputs.length; index++) {
    const input = inputs[index];
    if (input !== undefined) kept[index & 15] = step(input);
  }
}

/** CPU time, so that other work of the machine does not count. */
function microsecondsPerStudent(passOverAll: () => void, count: number): number {
  const before = process.cpuUsage();
  let students = 0;
  let microseconds = 0;
  while (microseconds < STEP_MS * 1000) {
    passOverAll();
    students += count;
    const { user, system } = process.cpuUsage(before);
    microseconds = user + system;
  }
  return microseconds / students;
}
