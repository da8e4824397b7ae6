import { expect, test } from 'vitest';
import { pointIn } from '../../src/table/decimal-marks.js';

test('three digits behind a point are told as what they may be', () => {
  for (const either of ['3.500', '$1.750', '1.234.567', 'USD 1.750', '2.500 USD'])
    expect(pointIn(either), either).toBe('either');
  expect(['500.00', '1,750.000', '3500', 'x.500', ''].map(pointIn)).toEqual([null, null, null, null, null]);
  expect(['1750.000', '0.500'].map(pointIn)).toEqual(['thousandths', 'thousandths']);
});
