import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellValue, Refused } from '../../src/contract/field-kinds.js';
import { fieldNamed } from '../../src/contract/field-list.js';
import { isSame } from '../../src/engine/exact.js';
import { forAll } from '../support/runs.js';

const COST = fieldNamed('cost_of_attendance');

/** The value of a dollar cell; null if refused. */
function read(text: string): unknown {
  const value = COST.read(cellValue(COST, text.trim()));
  return value instanceof Refused ? null : value;
}

const plainly = (amount: number): unknown => read((amount / 100).toFixed(2));
const isRightOrRefused = (written: string, value: unknown): boolean => {
  const given = read(written);
  return given === null || isSame(given, value);
};

const cents = fc.oneof(fc.nat(99_999), fc.nat(99_999_999), fc.nat(99_999_999_999));
const inAmerica = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-US', options);
const DOLLARS = { style: 'currency', currency: 'USD' } as const;

test('an amount with separators and dollar signs, as spreadsheets write it, is read as what was meant', () => {
  const formats = [
    inAmerica(DOLLARS),
    inAmerica({ ...DOLLARS, currencySign: 'accounting' }),
    inAmerica({ minimumFractionDigits: 2 }),
    inAmerica({ minimumFractionDigits: 2, useGrouping: false }),
  ];
  forAll(100, cents, fc.constantFrom(...formats), (amount, format) => {
    const written = format.format(amount / 100);
    expect(read(written)).toEqual(plainly(amount));
    expect(read(` ${written.replace('$', '$ ')} `)).toEqual(plainly(amount));
  });
});

test('an amount as other countries write it is read as what was meant, or refused', () => {
  const countries = ['de-DE', 'fr-FR', 'es-ES', 'de-CH', 'en-IN', 'pt-BR', 'sv-SE', 'ar-EG', 'en-ZA'];
  forAll(100, cents, fc.constantFrom(...countries), fc.boolean(), (amount, country, isCurrency) => {
    const format = new Intl.NumberFormat(country, isCurrency ? DOLLARS : { minimumFractionDigits: 2 });
    expect(isRightOrRefused(format.format(amount / 100), plainly(amount))).toBe(true);
  });
});

test('an amount with a separator anywhere is read where it is right there, and else refused', () => {
  forAll(100, cents, fc.nat(12), (amount, at) => {
    const digits = String(amount);
    const written = `${digits.slice(0, at)},${digits.slice(at)}`;
    const isRight = amount.toLocaleString('en-US') === written;
    expect(read(written)).toEqual(isRight ? read(digits) : null);
  });
});

const WRONG = ['($100.00)', '(100)', '0,500', '1,000,00', '1.000,00', '$', ',', '--', '\u2212100'];
test.each(WRONG)('an amount of %s is refused', (written) => {
  expect(read(written)).toBeNull();
});
