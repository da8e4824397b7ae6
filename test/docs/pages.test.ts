import { expect, test } from 'vitest';
import { NO_INCIDENTS } from '../support/browser.js';
import { describePages } from '../support/page-scene.js';
import { sharedService } from '../support/shared-service.js';

const { api } = await sharedService();

/** All pages except those that calculate and the API reference, which have their own tests. */
const navigation = /<nav aria-label="Documentation">.*?<\/nav>/s.exec(
  await (await fetch(`${api.url}/docs`)).text(),
);
const PAGES = [...(navigation?.[0] ?? '').matchAll(/href="([^"]+)"/g)]
  .map(([, path = '']) => path)
  .filter((path) => path !== '/docs/api');

test('the navigation leads to the documents that are served', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['/docs', '/docs/assistants', '/docs/rules']));
});

describePages('the pages in a browser', (scene) => {
  test.each(PAGES)('%s works for everybody', (path) =>
    scene.expectForEverybody(path, async (page) => {
      expect(await page.textContent('main'), 'escaped twice').not.toMatch(/&[a-z]+;/);
    }),
  );

  test.each([
    ['/', 'One student'],
    ['/file', 'A file'],
  ])('%s says where it is, and that it needs JavaScript where there is none', async (path, name) => {
    const { page, incidents } = await scene.open(path, { javaScriptEnabled: false });
    const site = page.getByRole('navigation', { name: 'Site' });
    expect(await site.getByRole('link').allTextContents()).toEqual(['One student', 'A file', 'Docs', 'API']);
    expect(await site.locator('[aria-current=page]').textContent()).toBe(name);
    expect(await page.locator('noscript p').isVisible()).toBe(true);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('the keyboard reaches the text at once, and every frame that scrolls', async () => {
    const { page } = await scene.open('/docs/columns');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    const unreachable = await page.evaluate(
      "[...document.querySelectorAll('pre, .wide')].filter((frame) => frame.tabIndex < 0).length",
    );
    expect(unreachable).toBe(0);
  });

  test('on paper nothing is cut off and the navigation is gone', async () => {
    const { page } = await scene.open('/docs/columns');
    await page.setViewportSize({ width: 720, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.evaluate("getComputedStyle(document.querySelector('pre')).overflow")).toBe('visible');
    expect((await page.pdf()).length).toBeGreaterThan(1000);
  });

  test('the pages are whole without JavaScript', async () => {
    const { page } = await scene.open('/docs/columns', { javaScriptEnabled: false });
    expect(await page.getByRole('cell', { name: 'dependency_status' }).first().isVisible()).toBe(true);
    await page.goto(`${api.url}/docs/api`);
    expect(await page.getByRole('link', { name: 'the OpenAPI document' }).isVisible()).toBe(true);
  });

  test('a section of the rules, and a point of it, is an anchor', async () => {
    const { page } = await scene.open('/docs/rules#2.2');
    expect(await page.locator('[id="2"]').textContent()).toContain('2. The percent');
    expect(await page.locator('[id="2.2"]').textContent()).toContain('reduced_annual_pct');
  });
});
