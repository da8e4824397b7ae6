import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, it } from 'vitest';
import { disturb, exercises, recovered } from '../support/exercise.js';
import { freePort } from '../support/free-port.js';
import { startLocalRedis } from '../support/redis.js';
import { type Scene, withScene } from '../support/scene.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';
import { endWithUs, ownFolder } from '../support/with-us.js';
import { ROWS } from './long-form.js';

const [large, small] = await exercises(ROWS, 2000);

const CHUNKS = { BULK_CHUNK_ROWS: '200' };

const portOf = ({ url }: { readonly url: string }): number => Number(new URL(url).port);

/** A replica of the scene's Redis, in step with it. */
async function startReplica(of: { readonly url: string }) {
  const replica = await startLocalRedis(['--replicaof', '127.0.0.1', `${portOf(of)}`]);
  const control = new Redis(replica.url);
  // It is taken away in the end.
  control.on('error', () => {});
  await until(
    async () => /master_link_status:up/.test(await control.info('replication')),
    'the replica follows',
  );
  return { ...replica, control };
}

/** The same scene, looked at through another Redis. */
function seenBy(scene: Scene, control: Redis): Scene {
  return { ...scene, control, keys: async () => (await control.keys(`${scene.prefix}:*`)).sort() };
}

/** Connections of our processes: those with a name of the scene's queue. */
async function connections(control: Redis, prefix: string): Promise<number> {
  const list = String(await control.call('CLIENT', 'LIST'));
  return list.split('\n').filter((line) => line.includes(`name=${prefix}:`)).length;
}

describe('in the middle of an upload', { timeout: 300_000 }, () => {
  it.each([
    ['follows the new one', (port: number) => port],
    ['is left to itself', () => 1],
  ])(
    'the address moves to the replica, and the old primary, which %s, keeps its connections',
    async (_, primaryOf) => {
      await withScene({ workers: 2, apiEnv: CHUNKS }, async (scene) => {
        const replica = await startReplica(scene.redis);
        try {
          await disturb(scene, large, async () => {
            await replica.control.replicaof('NO', 'ONE');
            scene.proxy.targetPort = portOf(replica);
            await scene.control.replicaof('127.0.0.1', primaryOf(portOf(replica)));
          });
          const seen = seenBy(scene, replica.control);
          await recovered(seen, small);
          await until(
            async () => (await connections(scene.control, scene.prefix)) === 0,
            'nobody asks the old one',
          );
        } finally {
          replica.control.disconnect();
          await replica.stop();
        }
      });
    },
  );

  it.each([
    [
      'are told to fail over',
      async (sentinel: Redis) => void (await sentinel.call('SENTINEL', 'FAILOVER', 'Group_1')),
    ],
    ['see the primary die', async (_: Redis, scene: Scene) => scene.redis.stop()],
    [
      'see the primary die, and answer slowly',
      async (_: Redis, scene: Scene, road: TcpProxy) => {
        // So long that the news of the failover comes while most connections ask where the primary is.
        road.delayMs = 480;
        await scene.redis.stop();
      },
    ],
  ])('Sentinels %s', async (_, failOver) => {
    await withSentinel(async (scene, sentinel, replica, road) => {
      await disturb(scene, large, async () => {
        await failOver(sentinel, scene, road);
      });
      const isPromoted = async () => /role:master/.test(await replica.info('replication'));
      await until(isPromoted, 'the replica is the primary');
      await recovered(seenBy(scene, replica), small);
    });
  });
});

/** A scene whose processes know Redis by a Sentinel alone, at the end of a road. */
async function withSentinel(
  use: (scene: Scene, sentinel: Redis, replica: Redis, road: TcpProxy) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const primary = await startLocalRedis();
  const replica = await startReplica(primary);
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `sentinel monitor Group_1 127.0.0.1 ${portOf(primary)} 1`,
    'sentinel down-after-milliseconds Group_1 1000',
    'sentinel failover-timeout Group_1 10000',
  ];
  const file = join(ownFolder('sentinel'), 'sentinel.conf');
  await writeFile(file, settings.join('\n'));
  const server = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  endWithUs(server);
  const road = await startTcpProxy(port);
  const sentinel = new Redis(port, { retryStrategy: () => 50 });
  sentinel.on('error', () => {});
  try {
    const knowsReplica = async (): Promise<boolean> => {
      const replicas = await sentinel.call('SENTINEL', 'REPLICAS', 'Group_1');
      return Array.isArray(replicas) && replicas.length === 1;
    };
    await until(knowsReplica, 'the Sentinel knows the replica');
    const address = { REDIS_URL: 'redis://Group_1', REDIS_SENTINELS: `127.0.0.1:${road.port}` };
    const options = { workers: 2, apiEnv: { ...CHUNKS, ...address }, workerEnv: address, redis: primary };
    await withScene(options, (scene) => use(scene, sentinel, replica.control, road));
  } finally {
    sentinel.disconnect();
    await road.close();
    server.kill();
    replica.control.disconnect();
    await replica.stop();
  }
}
