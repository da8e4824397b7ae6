import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { withScene } from '../support/scene.js';

const SCRAPES = 40;
const OTHERS = 20_000;
/** What one scrape asks Redis, by command. */
const EACH: Readonly<Record<string, number>> = { llen: 3, lindex: 2, evalsha: 2, 'client|list': 1 };
/** The most that the processes ask by themselves of one command in a second. */
const BESIDE_EACH_SECOND = 4;

/** Scrapes, and names the commands that Redis was asked less or more often than for {@link EACH}. */
async function unexpected(control: Redis, adminUrl: string): Promise<string[]> {
  const startedAt = performance.now();
  await control.config('RESETSTAT');
  for (let scrape = 0; scrape < SCRAPES; scrape += 1) {
    const page = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(page).toContain('\nprorata_queue_workers 1\n');
  }
  const stats = (await control.info('commandstats')).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
  const calls = new Map([...stats].map(([, name = '', count]) => [name, Number(count)]));
  const beside = BESIDE_EACH_SECOND * (1 + (performance.now() - startedAt) / 1000);
  return [...new Set([...calls.keys(), ...Object.keys(EACH)])].filter((name) => {
    const more = (calls.get(name) ?? 0) - SCRAPES * (EACH[name] ?? 0);
    return more < 0 || more > beside;
  });
}

test('a scrape asks Redis the same few things however much else is in there, and nothing that takes longer for it', async () => {
  await withScene({ workers: 1 }, async ({ api, control }) => {
    // The first one also brings BullMQ's scripts.
    await fetch(`${api.adminUrl}/metrics`);
    expect(await unexpected(control, api.adminUrl)).toEqual([]);
    const others = control.pipeline();
    for (let key = 0; key < OTHERS; key += 1) others.set(`somebody-else:${key}`, 'x');
    await others.exec();
    expect(await unexpected(control, api.adminUrl)).toEqual([]);
  });
});
