import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ask } from '../support/client.js';
import { postHead, RawConnection } from '../support/raw-http.js';
import { STUDENT } from '../support/requests.js';
import type { Scene, SceneOptions } from '../support/scene.js';
import { studentFile } from '../support/student-file.js';
import { until } from '../support/until.js';
import { upload } from '../support/upload.js';
import { readYaml } from '../support/yaml-files.js';
import type { Prometheus } from './prometheus.js';
import { watchedScene } from './prometheus.js';

const MIB = String(1024 * 1024);
const SMALL_MEMORY = { BULK_MAX_BYTES: MIB, BULK_MEMORY_BYTES: MIB };
const CSV = studentFile(4000);
/** Together, these checks span six evaluations of the rules. */
const LOOKS = 10;
const LOOK_PAUSE_MS = 300;
const SLOW_MS = 250;
/** Prometheus sees a process within this time, so also between two restarts. */
const RESTART_PAUSE_MS = 1500;
const CHUNKS = { BULK_CHUNK_ROWS: '200' };

/** How to make an alert fire on a healthy service: `harm` once, `goOn` repeatedly until it fires. */
interface Drill extends SceneOptions {
  readonly harm?: (scene: Scene) => unknown;
  readonly goOn?: (scene: Scene) => Promise<unknown>;
}

const sendFile = ({ api }: Scene) => upload(api, CSV).finished;

async function single(api: Scene['api']): Promise<void> {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
  await ask(api, 'POST', '/v1/calculate', { headers, body: JSON.stringify(STUDENT) });
}

/** Single requests that take longer than the objective, since their callers pause. */
async function slowSingles({ api }: Scene, count: number): Promise<void> {
  const body = JSON.stringify(STUDENT);
  const slow = async (): Promise<void> => {
    const head = postHead(api, '/v1/calculate', [`Content-Length: ${body.length}`]);
    const connection = await RawConnection.open(api, head);
    await delay(SLOW_MS);
    await connection.send(body);
    await connection.answers(1);
    connection.close();
  };
  await Promise.all(Array.from({ length: count }, slow));
}

function freezeWorkers(scene: Scene): void {
  for (const worker of scene.workers) worker.kill('SIGSTOP');
}

/** An upload that announces all available memory and never arrives. */
const holdMemory = ({ api }: Scene) =>
  RawConnection.open(api, postHead(api, '/v1/calculate/bulk', [`Content-Length: ${MIB}`]));

/** The worker is frozen while files arrive. */
const FROZEN: Drill = { workers: 1, harm: freezeWorkers, goOn: sendFile };
/** All upload memory is taken, so new files are refused at once. */
const FULL: Drill = {
  workers: 1,
  apiEnv: { ...SMALL_MEMORY, BULK_QUEUE_TIMEOUT_MS: '0' },
  harm: holdMemory,
  goOn: sendFile,
};

const DRILLS: Readonly<Record<string, Drill>> = {
  ApiDown: { workers: 1, apis: 2, harm: ({ api }) => api.kill('SIGKILL') },
  RedisDown: { workers: 1, harm: ({ redis }) => redis.stop() },
  NoWorkersWithWork: { workers: 0, goOn: sendFile },
  QueueOldestTooOld: { ...FROZEN, apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '60000' } },
  RescuesHigh: { ...FROZEN, apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '300' } },
  AvailabilityBurnsFast: FULL,
  AvailabilityBurnsSlow: {
    ...FULL,
    goOn: (scene) => {
      const singles = Array.from({ length: 100 }, () => single(scene.api));
      return Promise.all([...singles, sendFile(scene)]);
    },
  },
  LatencyBurnsFast: { workers: 1, goOn: (scene) => slowSingles(scene, 30) },
  LatencyBurnsSlow: { workers: 1, goOn: (scene) => slowSingles(scene, 200) },
  InternalErrors: {
    workers: 1,
    // A defect, as a stand-in for an unknown one.
    apiEnv: {
      NODE_OPTIONS:
        '--import=data:text/javascript,const{prototype}=process.getBuiltinModule(`node:http`).ServerResponse;const{end}=prototype;prototype.end=function(...rest){if(this.statusCode===200&&this.req.method===`POST`)throw(new(Error));return(end.apply(this,rest))}',
    },
    goOn: ({ api }) => single(api),
  },
  AnswersBrokenOff: {
    workers: 1,
    apiEnv: { RESPONSE_IDLE_TIMEOUT_MS: '200' },
    harm: ({ api }) => {
      const run = upload(api, studentFile(60_000));
      run.pause();
      void run.finished;
    },
  },
  KeyExpiresSoon: {
    workers: 1,
    harm: async ({ api }) => {
      const expires = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      const { token } = await api.keys('issue', '--holder', 'Leaving College', '--expires', expires);
      await single({ ...api, token: String(token) });
    },
  },
  ProcessRestarts: {
    workers: 1,
    goOn: async ({ workers, addWorker }) => {
      await workers.at(-1)?.stop();
      await addWorker({ ADMIN_PORT: new URL(workers[0]?.adminUrl ?? '').port });
      await delay(RESTART_PAUSE_MS);
    },
  },
  KeysFileStale: { workers: 1, harm: ({ api }) => writeFile(api.keysFile, '{"keys": [') },
  WorkerUnhealthy: { workers: 2, apiEnv: CHUNKS, harm: ({ workers }) => workers[0]?.kill('SIGSTOP') },
  EventLoopSlow: {
    workers: 1,
    goOn: async ({ api }) => {
      api.kill('SIGSTOP');
      await delay(250);
      api.kill('SIGCONT');
      await delay(50);
    },
  },
  UploadsWaiting: {
    workers: 1,
    apiEnv: { ...SMALL_MEMORY, BULK_QUEUE_TIMEOUT_MS: '60000' },
    harm: async (scene) => {
      await holdMemory(scene);
      void sendFile(scene);
    },
  },
};

/** Whether no alert is active for three seconds; slow first responses of a new process may cause one. */
async function isSilent(prometheus: Prometheus): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    if ((await prometheus.active()).length > 0) return false;
    await delay(LOOK_PAUSE_MS);
  }
  return true;
}

/** Need a container's memory limit, ten thousand connections or many minutes; promtool tests their rules. */
const NOT_DRILLED = ['MemoryHigh', 'DescriptorsHigh', 'BuildsDiffer', 'RedisEvicts'];

it('there is a drill for every alert', () => {
  const groups = readYaml('deploy/prometheus/alerts.yml')['groups'];
  const names = JSON.stringify(groups).matchAll(/"alert":"(\w+)"/g);
  expect([...Object.keys(DRILLS), ...NOT_DRILLED].sort()).toEqual([...names].map(([, name]) => name).sort());
});

describe.each(Object.entries(DRILLS))('%s', (name, { harm, goOn, ...options }) => {
  it('is silent while all is well, and fires when its harm is done', { timeout: 120_000 }, async () => {
    const [scene, prometheus] = await watchedScene(options);
    await until(() => isSilent(prometheus), 'no alert is active', 60_000);
    await harm?.(scene);
    let isOver = false;
    const going = (async () => {
      while (goOn !== undefined && !isOver) await goOn(scene);
    })();
    try {
      const fires = async () => (await prometheus.firing()).includes(name);
      await until(fires, `${name} fires`, 60_000);
    } finally {
      isOver = true;
      // A frozen worker must not delay the last upload.
      for (const worker of scene.workers) worker.kill('SIGCONT');
      await going;
    }
  });
});
