import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cellValue, Refused } from '../../src/contract/field-kinds.js';
import { FIELDS, type Field } from '../../src/contract/field-list.js';
import { plainReader } from '../../src/csv/plain-cell.js';
import { forAll, fuzzRuns } from '../support/runs.js';

const RUNS = fuzzRuns(3000);

const words = (text: string) => fc.constantFrom(...text.split(' '));

/** Values for cells of all columns, valid and invalid. */
const cell = fc.oneof(
  fc.constantFrom(...FIELDS.flatMap(({ options = [] }) => options)),
  words('true false 1 0 yes N Y'),
  fc.constantFrom('Fall 2026', 'Été', ' Fall', 'x'.repeat(200), 'x'.repeat(201), 'é'.repeat(150)),
  fc.nat({ max: 20 }).map(String),
  fc.nat({ max: 10_000_000_000 }).map(String),
  fc.tuple(fc.nat({ max: 99_999 }), fc.nat({ max: 99_999 })).map(([whole, part]) => `${whole}.${part}`),
  // The leading space adds an empty cell.
  words(' - $- . +3 0 0.0 .5 5. 000 0.001 0.0001 123456789 1234567890 12.1234 1.2.3'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

function readByField(field: Field, text: string): unknown {
  const value = field.read(cellValue(field, text));
  return value instanceof Refused ? 'refused' : value;
}

it.each(FIELDS.map((field) => [field.column, field] as const))(
  'a cell of %s that is read straight from its bytes is what its field reads',
  (_, field) => {
    const read = plainReader(field);
    let plain = 0;
    forAll(RUNS, cell, fc.nat({ max: 3 }), (text, before) => {
      const bytes = Buffer.from(`${'"'.repeat(before)}${text},`);
      const value = read(bytes, before, bytes.length - 1);
      if (value === undefined) return;
      plain += 1;
      expect(value).toEqual(readByField(field, text));
    });
    expect(plain).toBeGreaterThan(0);
  },
);
