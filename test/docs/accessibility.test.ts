import { expect, test } from 'vitest';
import { documentText } from './readme.js';

const REPORT = documentText('docs/accessibility.md');

/** The criteria of WCAG 2.1 by level; 4.1.1 is one of its own although it counts as met. */
const CRITERIA = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.3.1 3.3.2 4.1.1 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 4.1.3',
} as const;

test.each(Object.entries(CRITERIA))(
  'the report has every criterion of level %s once, with a level of support and a remark',
  (level, numbers) => {
    const [, table = ''] = REPORT.split(`: Level ${level}\n`);
    const rows = [
      ...(table.split('\n## ')[0] ?? '').matchAll(/^\| ([\d.]+) [^|]+\| ([^|]+) \| ([^|]+) \|$/gm),
    ];
    expect(rows.map(([, number]) => number)).toEqual(numbers.split(' '));
    for (const [, , support = ''] of rows) {
      expect(['Supports', 'Partially supports', 'Does not support', 'Not applicable']).toContain(support);
    }
  },
);

/** Relative luminance of a color such as `#77838f`, as WCAG defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('borders of fields have the contrast that the report states', () => {
  const tokens = documentText('src/web/styles/tokens.css');
  const lowest = [1, 2].map((theme) => {
    const colorOf = (name: string) =>
      new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(tokens)?.[theme] ?? '';
    return Math.min(...['back', 'panel'].map((behind) => contrast(colorOf('edge'), colorOf(behind))));
  });
  const stated =
    /Field borders were calculated: ([\d.]+) to 1 or more in the light theme,\s+([\d.]+) to 1/.exec(REPORT);
  const [, inLight, inDark] = (stated ?? []).map(Number);
  expect(lowest.map((each) => Math.floor(each * 10) / 10)).toEqual([inLight, inDark]);
});
