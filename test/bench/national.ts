import { table } from './support/bench.js';
import { figure, whole } from './support/statistics.js';

/** CPU microseconds that a row takes in each kind of process, and the bytes of it that travel. */
export interface RowCost {
  readonly api: number;
  readonly workers: number;
  readonly redis: number;
  readonly fileBytes: number;
  readonly answerBytes: number;
}

/** Every student of the country for a year, two terms each. */
const ROWS = 40_000_000;
const API_REPLICAS = [1, 2, 4, 8];
/** No process is planned to use more of its core. */
const PLANNED_SHARE = 0.7;

/** What a national run takes, by arithmetic from what a row costs. */
export function nationalTable(cost: RowCost): string {
  const lines = API_REPLICAS.map((apis) => {
    const perSecond = (apis * PLANNED_SHARE * 1e6) / cost.api;
    const workers = Math.ceil((perSecond * cost.workers) / (PLANNED_SHARE * 1e6));
    const redis = Math.ceil((perSecond * cost.redis) / (PLANNED_SHARE * 1e6));
    const mebibytes = (perSecond * (cost.fileBytes + cost.answerBytes)) / 2 ** 20;
    const minutes = ROWS / perSecond / 60;
    return [apis, workers, redis, apis + workers + redis, perSecond, mebibytes]
      .map((value) => whole(value))
      .concat(figure(minutes));
  });
  const head = ['API replicas', 'Workers', 'Redis servers', 'Cores', 'Rows a second'];
  return table([[...head, 'MiB a second into Redis, and out of it', 'Minutes'], ...lines]);
}

/** The same facts in sentences. */
export function nationalFacts(cost: RowCost): string {
  const most = (microseconds: number) => whole(1e6 / microseconds);
  const gibibytes = (bytes: number) => figure((ROWS * bytes) / 2 ** 30);
  return [
    `- One upload, and one API replica, get at most ${most(cost.api)} rows a second: a core of the API at ${figure(cost.api)} µs a row.`,
    `- One worker calculates at most ${most(cost.workers)} rows a second: ${figure(cost.workers)} µs a row. One API replica feeds ${figure(cost.workers / cost.api)} workers.`,
    `- One Redis carries at most ${most(cost.redis)} rows a second: ${figure(cost.redis)} µs a row.`,
    `- ${whole(ROWS)} rows take ${figure((ROWS * (cost.api + cost.workers + cost.redis)) / 3.6e9)} hours of one core, and are ${gibibytes(cost.fileBytes)} GiB of files and ${gibibytes(cost.answerBytes)} GiB of answers.`,
  ].join('\n');
}
