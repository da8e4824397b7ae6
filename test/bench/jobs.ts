import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type Case, inRounds } from './support/bench.js';
import { benchFileBytes } from './support/bench-file.js';
import { temporaryPath } from './support/folder.js';
import { startProgram } from './support/program.js';
import { startApi, startRedis, startWorkers } from './support/services.js';
import { startStudentJobs } from './support/student-jobs.js';

const WORKERS = 2;
const ROWS_PER_STUDENT = 2;
/** 10,000 jobs each: it is as fast as it gets long before. */
const JOB_WARM_UPS = 5;

const answered = z.object({ seconds: z.number() });

/** Chunks through Redis, with all of HTTP around them, against a job for each student, with as many workers on the same Redis. */
export const jobs: Case = async (bench) => {
  const { bulkRows: rows, bulkWarmUps, jobStudents, jobRounds } = bench.settings;
  const redis = await startRedis(bench);
  const { url, token } = await startApi(bench, redis);
  await startWorkers(bench, redis, WORKERS);
  const caller = startProgram('bulk-caller');
  bench.atEnd(() => caller.stop());
  const perStudent = await startStudentJobs(bench, redis, WORKERS);
  const path = temporaryPath('students-jobs.csv');
  writeFileSync(path, benchFileBytes({ rows }));
  const calculate = async () => answered.parse(await caller.ask({ url, token, path, check: 'none' }));
  for (let run = 0; run < JOB_WARM_UPS; run += 1) await perStudent.run(jobStudents);
  for (let run = 0; run < bulkWarmUps; run += 1) await calculate();
  const measured = await inRounds(jobRounds, async () => {
    const chunks = rows / (await calculate()).seconds;
    return chunks / ((jobStudents * ROWS_PER_STUDENT) / (await perStudent.run(jobStudents)));
  });
  bench.claim({ what: 'rows/s: chunks / a job for each student', wanted: { atLeast: 10 }, measured });
};
