import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { withScene } from '../support/scene.js';

const SCRAPES = 40;
const OTHERS = 20_000;

/** What a scrape asks Redis, by command; what the processes ask by themselves, a few things a second, is rounded off. */
async function askedByScrape(control: Redis, adminUrl: string): Promise<Record<string, number>> {
  await control.config('RESETSTAT');
  for (let scrape = 0; scrape < SCRAPES; scrape += 1) {
    const page = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(page).toContain('\nprorata_queue_workers 1\n');
  }
  const commands = (await control.info('commandstats')).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
  const perScrape = [...commands].map(
    ([, name = '', calls]) => [name, Math.floor(Number(calls) / SCRAPES)] as const,
  );
  return Object.fromEntries(perScrape.filter(([, calls]) => calls > 0));
}

test('a scrape asks Redis the same few things however much else is in there, and nothing that takes longer for it', async () => {
  await withScene({ workers: 1 }, async ({ api, control }) => {
    // The first one also brings BullMQ's scripts.
    await fetch(`${api.adminUrl}/metrics`);
    const alone = await askedByScrape(control, api.adminUrl);
    expect(alone).toEqual({ llen: 3, lindex: 2, evalsha: 2, 'client|list': 1 });
    const others = control.pipeline();
    for (let key = 0; key < OTHERS; key += 1) others.set(`somebody-else:${key}`, 'x');
    await others.exec();
    expect(await askedByScrape(control, api.adminUrl)).toEqual(alone);
  });
});
