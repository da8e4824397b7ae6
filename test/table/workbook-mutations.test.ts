import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { TableError } from '../../src/table/table-error.js';
import { madeRow, madeWorkbook, zipped } from '../support/made-workbook.js';
import { forAllAsync, fuzzRuns } from '../support/runs.js';
import { opened } from './opened.js';

const RUNS = fuzzRuns(100);

const MADE = madeWorkbook({
  sheets: [
    {
      rows:
        madeRow(1, ['Student ID', 'Term', 'Credits', 'Dep Status']) +
        madeRow(2, ['A1', { xml: 't="s"><v>0</v>' }, 9, 'D']) +
        madeRow(3, [null, { xml: 't="s"><v>1</v>' }, { xml: '><f>C2+3</f><v>12</v>' }, 'D']),
      behind: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
    },
  ],
  strings: ['Fall', 'Spring'],
});
const LIBRE_OFFICE = readFileSync(join(import.meta.dirname, '../files/refused/students.xlsx'));
const SOUND = [MADE, new Uint8Array(LIBRE_OFFICE)];
const workbook = fc.constantFrom(...SOUND);

/** Header and rows, or `refused`. Errors other than a refusal in words are thrown. */
async function readingOf(bytes: Uint8Array): Promise<unknown> {
  try {
    const source = await opened(bytes);
    return [source.header, [...source.rows()]];
  } catch (error) {
    if (error instanceof TableError) return 'refused';
    throw error;
  }
}

const READINGS = new Map(await Promise.all(SOUND.map(async (one) => [one, await readingOf(one)] as const)));

async function mustBeSameOrRefused(bytes: Uint8Array, sound: Uint8Array): Promise<void> {
  const expected = READINGS.get(sound);
  expect(expected).toBeInstanceOf(Array);
  const reading = await readingOf(bytes);
  if (reading !== 'refused') expect(reading).toEqual(expected);
}

const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

test('a file with bytes flipped, left out or doubled has the same rows, or is refused; one that is cut is refused', async () => {
  const flips = fc.array(fc.tuple(share, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 });
  await forAllAsync(RUNS, workbook, flips, share, share, async (sound, flipped, one, other) => {
    const bytes = sound.slice();
    for (const [where, bits] of flipped) {
      // The first four bytes tell the kind of file; with others, it is read as text.
      const at = 4 + Math.floor(where * (bytes.length - 4));
      bytes[at] = (bytes[at] ?? 0) ^ bits;
    }
    await mustBeSameOrRefused(bytes, sound);
    const [from = 0, to = 0] = [one, other]
      .map((each) => Math.floor(each * sound.length))
      .toSorted((a, b) => a - b);
    expect(await readingOf(sound.slice(0, to))).toBe('refused');
    if (to - from < 2) return;
    await mustBeSameOrRefused(Buffer.concat([sound.subarray(0, from), sound.subarray(to)]), sound);
    await mustBeSameOrRefused(Buffer.concat([sound.subarray(0, to), sound.subarray(from)]), sound);
  });
});

test('a part that is cut is refused, whatever its checksum says; parts that are swapped are refused or have no rows', async () => {
  await forAllAsync(RUNS, workbook, fc.nat(), fc.nat(), share, async (sound, one, other, part) => {
    const parts = unzipSync(sound);
    // Parts that are not read need not be complete.
    const names = Object.keys(parts).filter((name) =>
      /^xl\/(?:_rels|workbook|worksheets|sharedStrings|styles)/.test(name),
    );
    const [name = '', swapped = ''] = [one, other].map((nth) => names[nth % names.length]);
    const whole = parts[name] ?? new Uint8Array();
    // Blanks may follow the last tag.
    const end = whole.lastIndexOf(0x3e);
    await expect(
      readingOf(zipped({ ...parts, [name]: whole.subarray(0, Math.floor(part * end)) })),
    ).resolves.toBe('refused');
    const exchanged = { ...parts, [name]: parts[swapped] ?? whole, [swapped]: whole };
    await mustBeSameOrRefused(zipped(exchanged), sound);
  });
});

test('a part with any text put into it is read or refused in words, whatever its checksum says', async () => {
  const text = fc.string({ maxLength: 3 });
  await forAllAsync(RUNS, workbook, fc.nat(), share, text, async (sound, nth, where, put) => {
    const parts = unzipSync(sound);
    const [name = '', bytes = []] = Object.entries(parts)[nth % Object.keys(parts).length] ?? [];
    const part = Buffer.from(bytes);
    const at = Math.floor(where * part.length);
    const changed = Buffer.concat([part.subarray(0, at), Buffer.from(put), part.subarray(at + put.length)]);
    await readingOf(zipped({ ...parts, [name]: changed }));
  });
});
