import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.js';

const { api } = await sharedService();

const get = (path: string, init?: RequestInit) => fetch(api.url + path, init);
const textOf = async (path: string) => (await get(path)).text();
const linksOf = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);

test('every link of every page leads to a page, and to a place in it', async () => {
  const broken: string[] = [];
  const seen = new Set(['/']);
  // Iterating over a set includes elements added meanwhile.
  for (const path of seen) {
    const response = await get(path);
    if (response.status !== 200) broken.push(path);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const link of linksOf(await response.text()).filter((each) => !/^(data|https?):/.test(each))) {
      const [target = '', anchor] = link.split('#');
      const page = target === '' ? path : target;
      seen.add(page);
      // The fragment of a page that calculates is a case, not an anchor.
      const isPlace = anchor !== undefined && !anchor.startsWith('v=');
      if (isPlace && !(await textOf(page)).includes(` id="${anchor}"`)) broken.push(`${path}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
  expect([...seen]).toEqual(
    expect.arrayContaining(['/docs', '/docs/rules', '/docs/api', '/v1/openapi.json']),
  );
});

test.each(['/docs', '/docs/rules', '/file'])('%s/ leads to the page without the slash', async (path) => {
  const response = await get(`${path}/?query`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, path]);
});

test('a page is asked for again each time; what has a hash in its name is kept', async () => {
  const page = await get('/docs');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const style = linksOf(await page.text()).find((link) => link.endsWith('.css')) ?? '';
  expect((await get(style)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const since = page.headers.get('last-modified') ?? '';
  // As a browser asks; fetch would otherwise bypass caches.
  const headers = { 'if-modified-since': since, 'cache-control': 'max-age=0' };
  expect((await get('/docs', { headers })).status).toBe(304);
});

test('an asset is the same bytes compressed and plain', async () => {
  const script = linksOf(await textOf('/docs/api')).find((link) => /swagger-ui.*\.js$/.test(link)) ?? '';
  const [plain, compressed] = await Promise.all([
    get(script, { headers: { 'accept-encoding': 'identity' } }),
    get(script, { headers: { 'accept-encoding': 'gzip' } }),
  ]);
  const told = ({ headers }: Response) =>
    ['content-encoding', 'content-type', 'vary'].map((name) => headers.get(name));
  expect(told(plain)).toEqual([null, 'text/javascript; charset=utf-8', 'Accept-Encoding']);
  expect(told(compressed)).toEqual(['gzip', 'text/javascript; charset=utf-8', 'Accept-Encoding']);
  // fetch has decompressed it.
  expect(await compressed.text()).toBe(await plain.text());
  const built = new URL(`../../dist/web${script}.gz`, import.meta.url);
  expect(gunzipSync(await readFile(built)).length).toBe(Number(plain.headers.get('content-length')));
});

test('pages may load nothing from elsewhere, and the reference speaks to this service alone', async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
  expect(await policyOf('/docs')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'none'; worker-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types worker; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(await policyOf('/docs/api')).toContain(
    "script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self';",
  );
});

test.each(['client.sh', 'client.mjs', 'client.py', 'Client.java'])('%s is shown as text', async (name) => {
  const response = await get(`/docs/clients/${name}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
});
