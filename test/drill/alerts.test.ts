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
import { withWatchedScene } from './watched.js';

const MIB = String(1024 * 1024);
const SMALL_MEMORY = { BULK_MAX_BYTES: MIB, BULK_MEMORY_BYTES: MIB };
const CSV = studentFile(4000);
/** Together six of the rules' evaluations. */
const LOOKS = 10;
const LOOK_PAUSE_MS = 300;
const SLOW_MS = 250;
/** Longer than Prometheus takes to see a process between two restarts. */
const RESTART_PAUSE_MS = 1500;
const CHUNKS = { BULK_CHUNK_ROWS: '200' };

/** What to do to a healthy service so that an alert fires. What is given back goes on until it does. */
interface Drill extends SceneOptions {
  readonly harm: (scene: Scene) => Promise<(() => Promise<unknown>) | undefined>;
}

/** One upload after the other, whatever becomes of them. */
const uploads = (scene: Scene) => () => upload(scene.api, CSV).finished;

async function single(api: Scene['api']): Promise<void> {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
  await ask(api, 'POST', '/v1/calculate', { headers, body: JSON.stringify(STUDENT) });
}

function singles({ api }: Scene, count: number): Promise<void>[] {
  return Array.from({ length: count }, () => single(api));
}

/** Single answers that take longer than the objective allows, here because their callers hesitate. */
function slowSingles({ api }: Scene, count: number) {
  const body = JSON.stringify(STUDENT);
  const slow = async (): Promise<void> => {
    const connection = await RawConnection.open(api);
    await connection.send(postHead(api, '/v1/calculate', [`Content-Length: ${body.length}`]));
    await delay(SLOW_MS);
    await connection.send(body);
    await connection.answers(1);
    connection.close();
  };
  return async () => {
    await Promise.all(Array.from({ length: count }, slow));
  };
}

function freezeWorkers(scene: Scene): void {
  for (const worker of scene.workers) worker.kill('SIGSTOP');
}

/** An upload that announces all the memory there is, and never comes. */
async function holdMemory({ api }: Scene): Promise<void> {
  const connection = await RawConnection.open(api);
  await connection.send(postHead(api, '/v1/calculate/bulk', [`Content-Length: ${MIB}`]));
}

const DRILLS: Readonly<Record<string, Drill>> = {
  ApiDown: {
    workers: 1,
    apis: 2,
    harm: async (scene) => {
      scene.api.kill('SIGKILL');
      return undefined;
    },
  },
  RedisDown: {
    workers: 1,
    harm: async (scene) => {
      await scene.redis.stop();
      return undefined;
    },
  },
  NoWorkersWithWork: { workers: 0, harm: async (scene) => uploads(scene) },
  QueueOldestTooOld: {
    workers: 1,
    apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '60000' },
    harm: async (scene) => {
      freezeWorkers(scene);
      return uploads(scene);
    },
  },
  RescuesHigh: {
    workers: 1,
    apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '300' },
    harm: async (scene) => {
      freezeWorkers(scene);
      return uploads(scene);
    },
  },
  AvailabilityBurnsFast: {
    workers: 1,
    apiEnv: { ...SMALL_MEMORY, BULK_QUEUE_TIMEOUT_MS: '0' },
    harm: async (scene) => {
      await holdMemory(scene);
      return uploads(scene);
    },
  },
  AvailabilityBurnsSlow: {
    workers: 1,
    apiEnv: { ...SMALL_MEMORY, BULK_QUEUE_TIMEOUT_MS: '0' },
    harm: async (scene) => {
      await holdMemory(scene);
      return async () => {
        await Promise.all([...singles(scene, 100), uploads(scene)()]);
      };
    },
  },
  LatencyBurnsFast: { workers: 1, harm: async (scene) => slowSingles(scene, 30) },
  LatencyBurnsSlow: { workers: 1, harm: async (scene) => slowSingles(scene, 200) },
  InternalErrors: {
    workers: 1,
    // A defect in place of one that is not known yet.
    apiEnv: {
      NODE_OPTIONS:
        '--import=data:text/javascript,const{prototype}=process.getBuiltinModule(`node:http`).ServerResponse;const{end}=prototype;prototype.end=function(...rest){if(this.statusCode===200&&this.req.method===`POST`)throw(new(Error));return(end.apply(this,rest))}',
    },
    harm: async (scene) => async () => {
      await Promise.all(singles(scene, 1));
    },
  },
  AnswersBrokenOff: {
    workers: 1,
    apiEnv: { RESPONSE_IDLE_TIMEOUT_MS: '200' },
    harm: async ({ api }) => {
      const run = upload(api, studentFile(60_000));
      run.pause();
      void run.finished;
      return undefined;
    },
  },
  KeyExpiresSoon: {
    workers: 1,
    harm: async ({ api }) => {
      const expires = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      const { token } = await api.keys('issue', '--holder', 'Leaving College', '--expires', expires);
      await single({ ...api, token: String(token) });
      return undefined;
    },
  },
  ProcessRestarts: {
    workers: 1,
    harm: async (scene) => {
      const port = new URL(scene.workers[0]?.adminUrl ?? '').port;
      return async () => {
        await scene.workers.at(-1)?.stop();
        await scene.addWorker({ ADMIN_PORT: port });
        await delay(RESTART_PAUSE_MS);
      };
    },
  },
  KeysFileStale: {
    workers: 1,
    harm: async ({ api }) => {
      await writeFile(api.keysFile, '{"keys": [');
      return undefined;
    },
  },
  WorkerUnhealthy: {
    workers: 2,
    apiEnv: CHUNKS,
    harm: async ({ workers }) => {
      workers[0]?.kill('SIGSTOP');
      return undefined;
    },
  },
  EventLoopSlow: {
    workers: 1,
    harm:
      async ({ api }) =>
      async () => {
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
      void upload(scene.api, CSV).finished;
      return undefined;
    },
  },
};

/** Whether no alert is active for some seconds on end; the first ones of a process are slow, and nobody's alert. */
async function isSilent(prometheus: Prometheus): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    if ((await prometheus.active()).length > 0) return false;
    await delay(LOOK_PAUSE_MS);
  }
  return true;
}

/** Need a container with a memory limit, ten thousand connections, or many minutes; promtool holds their rules. */
const NOT_DRILLED = ['MemoryHigh', 'DescriptorsHigh', 'BuildsDiffer', 'RedisEvicts'];

it('there is a drill for every alert', () => {
  const groups = readYaml('deploy/prometheus/alerts.yml')['groups'];
  const names = JSON.stringify(groups).matchAll(/"alert":"(\w+)"/g);
  expect([...Object.keys(DRILLS), ...NOT_DRILLED].sort()).toEqual([...names].map(([, name]) => name).sort());
});

describe.each(Object.entries(DRILLS))('%s', (name, { harm, ...options }) => {
  it('is silent while all is well, and fires when its harm is done', { timeout: 120_000 }, async () => {
    await withWatchedScene(options, async (scene, prometheus) => {
      await until(() => isSilent(prometheus), 'no alert is active', 60_000);
      const goOn = await harm(scene);
      let isOver = false;
      const going = (async () => {
        while (goOn !== undefined && !isOver) await goOn();
      })();
      try {
        const fires = async () => (await prometheus.firing()).includes(name);
        await until(fires, `${name} fires`, 60_000);
      } finally {
        isOver = true;
        // A frozen worker must not hold up the last upload.
        for (const worker of scene.workers) worker.kill('SIGCONT');
        await going;
      }
    });
  });
});
