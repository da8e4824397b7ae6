import { Redis } from 'ioredis';
import { describe, it, onTestFinished } from 'vitest';
import { disturb, recovered } from '../support/exercise.js';
import { startLocalRedis } from '../support/redis.js';
import { type Scene, sceneOfTest } from '../support/scene.js';
import { startSentinel } from '../support/sentinel.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';
import { IS_LONG, large, small } from './long-form.js';

const CHUNKS = { BULK_CHUNK_ROWS: '200' };

const portOf = ({ url }: { readonly url: string }): number => Number(new URL(url).port);

/** A replica in sync with a Redis; it ends with the test. */
async function startReplica(of: { readonly url: string }) {
  const replica = await startLocalRedis(['--replicaof', '127.0.0.1', `${portOf(of)}`]);
  const control = new Redis(replica.url);
  // The replica is stopped while this client is connected.
  control.on('error', () => {});
  onTestFinished(() => {
    control.disconnect();
    return replica.stop();
  });
  const follows = async () => /master_link_status:up/.test(await control.info('replication'));
  await until(follows, 'the replica follows');
  return { port: portOf(replica), control };
}

function seenBy(scene: Scene, control: Redis): Scene {
  return { ...scene, control, keys: async () => (await control.keys(`${scene.prefix}:*`)).sort() };
}

/** Connections of our processes, which have the scene's queue in their names. */
async function connections(control: Redis, prefix: string): Promise<number> {
  const list = String(await control.call('CLIENT', 'LIST'));
  return list.split('\n').filter((line) => line.includes(`name=${prefix}:`)).length;
}

/** A scene whose processes find Redis only through a Sentinel, behind a proxy. */
async function withSentinel() {
  const primary = await startLocalRedis();
  const { control: replica } = await startReplica(primary);
  const port = await startSentinel(
    `sentinel monitor Group_1 127.0.0.1 ${portOf(primary)} 1`,
    'sentinel down-after-milliseconds Group_1 1000',
    'sentinel failover-timeout Group_1 10000',
  );
  const road = await startTcpProxy(port);
  onTestFinished(() => road.close());
  const sentinel = new Redis(port, { retryStrategy: () => 50 });
  sentinel.on('error', () => {});
  onTestFinished(() => sentinel.disconnect());
  const knowsReplica = async (): Promise<boolean> => {
    const replicas = await sentinel.call('SENTINEL', 'REPLICAS', 'Group_1');
    return Array.isArray(replicas) && replicas.length === 1;
  };
  await until(knowsReplica, 'the Sentinel knows the replica');
  const address = { REDIS_URL: 'redis://Group_1', REDIS_SENTINELS: `127.0.0.1:${road.port}` };
  const apiEnv = { ...CHUNKS, ...address };
  const scene = await sceneOfTest({ workers: 2, apiEnv, workerEnv: address, redis: primary });
  return { scene, sentinel, replica, road };
}

type FailOver = [string, (failing: Awaited<ReturnType<typeof withSentinel>>) => Promise<unknown>];

const SLOW_SENTINELS: FailOver = [
  'see the primary die, and answer slowly',
  ({ scene, road }) => {
    // So slow that news of the failover arrives while most connections ask for the primary.
    road.delayMs = 480;
    return scene.redis.stop();
  },
];

describe('every answer is right when, in the middle of an upload,', { timeout: 300_000 }, () => {
  it.for(['follows the new one', ...(IS_LONG ? ['is left to itself'] : [])])(
    'the address moves to the replica, and the old primary, which %s, keeps its connections',
    async (old) => {
      const scene = await sceneOfTest({ workers: 2, apiEnv: CHUNKS });
      const { port, control } = await startReplica(scene.redis);
      await disturb(scene, large, async () => {
        await control.replicaof('NO', 'ONE');
        scene.proxy.targetPort = port;
        await scene.control.replicaof('127.0.0.1', old === 'is left to itself' ? 1 : port);
      });
      await recovered(seenBy(scene, control), small);
      const isAlone = async () => (await connections(scene.control, scene.prefix)) === 0;
      await until(isAlone, 'nobody asks the old one');
    },
  );

  it.for<FailOver>([
    ['are told to fail over', ({ sentinel }) => sentinel.call('SENTINEL', 'FAILOVER', 'Group_1')],
    ['see the primary die', ({ scene }) => scene.redis.stop()],
    ...(IS_LONG ? [SLOW_SENTINELS] : []),
  ])('Sentinels %s', async ([, failOver]) => {
    const failing = await withSentinel();
    const { scene, replica } = failing;
    await disturb(scene, large, () => failOver(failing));
    const isPromoted = async () => /role:master/.test(await replica.info('replication'));
    await until(isPromoted, 'the replica is the primary');
    await recovered(seenBy(scene, replica), small);
  });
});
