import { expect, test } from 'vitest';
import { readText } from '../support/yaml-files.js';

/** Relative luminance of a color such as `#77838f`, as WCAG defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('borders of fields have the contrast that the statement says, which axe-core does not measure', () => {
  const tokens = readText('src/web/styles/tokens.css');
  const lowest = [1, 2].map((theme) => {
    const shade = (name: string) =>
      0.05 +
      luminance(
        new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(tokens)?.[theme] ?? '',
      );
    const ratios = ['back', 'panel'].map((behind) => shade('edge') / shade(behind));
    return Math.floor(Math.min(...ratios.map((ratio) => Math.max(ratio, 1 / ratio))) * 10) / 10;
  });
  const stated = /([\d.]+) to 1 or more in the light theme, ([\d.]+) to 1 in the dark one/;
  expect(stated.exec(readText('docs/accessibility.md'))?.slice(1).map(Number)).toEqual(lowest);
});
