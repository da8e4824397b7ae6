import { expect } from 'vitest';
import { it } from '../support/scene.js';

it('a scrape asks Redis nothing that takes longer however much else is in there', async ({ sceneWith }) => {
  const { api, control } = await sceneWith({ workers: 1 });
  await control.config('RESETSTAT');
  for (let scrape = 0; scrape < 10; scrape += 1) {
    const page = await (await fetch(`${api.adminUrl}/metrics`)).text();
    expect(page).toContain('\nprorata_queue_workers 1\n');
  }
  const stats = (await control.info('commandstats')).matchAll(/^cmdstat_([^:]+):/gm);
  const asked = [...stats].map(([, name = '']) => name);
  expect(asked).toContain('llen');
  expect(asked.filter((name) => /^(?:keys|scan)$/.test(name))).toEqual([]);
});
