import { describe, expect, it } from 'vitest';
import {
  add,
  ceil,
  compare,
  divide,
  floor,
  fraction,
  halfDown,
  halfUp,
  multiply,
  parseRational,
  subtract,
  toDecimalString,
  whole,
} from './rational.js';

const r = parseRational;

describe('exact fractions', () => {
  it.each([
    ['12', '12'],
    ['+3', '3'],
    ['.5', '0.5'],
    ['12.', '12'],
    ['-0.250', '-0.25'],
    ['-0', '0'],
    ['007.10', '7.1'],
    ['1e-7', '0.0000001'],
    ['1.5e+3', '1500'],
    ['0.333333333333333', '0.333333333333333'],
  ])('reads %s as %s', (text, value) => {
    expect(toDecimalString(r(text))).toBe(value);
  });

  it.each(['', '.', '+', '-.', '1.2.3', '1,000', ' 5', 'NaN', '0x10'])(
    'does not read "%s" as a number',
    (text) => {
      expect(() => parseRational(text)).toThrow(RangeError);
    },
  );

  it('adds tenths exactly', () => {
    expect(toDecimalString(add(r('0.1'), r('0.2')))).toBe('0.3');
  });

  it('makes a whole of a third multiplied by three', () => {
    expect(multiply(divide(whole(1), whole(3)), whole(3))).toEqual(whole(1));
  });

  it('subtracts below zero', () => {
    expect(toDecimalString(subtract(r('1.25'), r('3')))).toBe('-1.75');
  });

  it('compares fractions that binary numbers cannot tell apart', () => {
    expect(compare(r('5.99999999999999999999'), r('6'))).toBe(-1);
    expect(compare(r('6.00'), r('6'))).toBe(0);
  });

  it('refuses a denominator of 0 and a decimal that never ends', () => {
    expect(() => divide(whole(1), whole(0))).toThrow(RangeError);
    expect(() => toDecimalString(fraction(1n, 3n))).toThrow(RangeError);
  });

  // value, floor, ceil, half_up = floor(x + 1/2), half_down = ceil(x - 1/2)
  it.each([
    ['2.5', 2n, 3n, 3n, 2n],
    ['-2.5', -3n, -2n, -2n, -3n],
    ['2.4999', 2n, 3n, 2n, 2n],
    ['2.5001', 2n, 3n, 3n, 3n],
    ['-0.5', -1n, 0n, 0n, -1n],
    ['7', 7n, 7n, 7n, 7n],
    ['-7', -7n, -7n, -7n, -7n],
  ])('rounds %s', (text, down, up, nearestUp, nearestDown) => {
    const x = r(text);
    expect([floor(x), ceil(x), halfUp(x), halfDown(x)]).toEqual([down, up, nearestUp, nearestDown]);
  });
});
