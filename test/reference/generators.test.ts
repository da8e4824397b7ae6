import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculated, firstYear } from '../engine/test-students.js';
import {
  arbitraryBrokenRequest,
  arbitraryStudent,
  randomBrokenRequest,
  randomStudent,
} from './arbitraries.js';
import { isRefused, referenceCalculate } from './calculate.js';
import {
  csvText,
  expectedRefusedRows,
  expectedRows,
  REQUEST_COLUMNS,
  RESPONSE_COLUMNS,
  requestRows,
} from './csv-rows.js';
import type { ReferenceResult } from './types.js';

const SAMPLE = 4000;

/** What a sample of students must contain so that a comparison over it means something. */
const TRAITS: [string, (result: ReferenceResult) => boolean][] = [
  ['four terms', (result) => result.terms.length === 4],
  ['one term', (result) => result.terms.length === 1],
  ['a deduction', (result) => result.terms.some((term) => term.adjustment_unsub < 0)],
  ['an addition', (result) => result.terms.some((term) => term.adjustment_unsub > 0)],
  ['a Grad PLUS adjustment', (result) => result.terms.some((term) => term.adjustment_grad_plus !== 0)],
  ['an over-disbursement', (result) => result.terms.some((term) => term.final_term_overdisbursement)],
  ['both options', (result) => result.show_both_options],
  ['100 percent', (result) => result.reduced_annual_pct === 100],
  ['0 percent', (result) => result.reduced_annual_pct === 0],
  ['Grad PLUS', (result) => result.annual_basic_eligibility_grad_plus > 0],
  ['more than six decimals', (result) => /\.\d{7}/.test(result.annual_ft_credits)],
  [
    'a required and an optional term',
    (result) => new Set(result.terms.map((term) => term.required)).size === 2,
  ],
];

describe('generated students', () => {
  const outcomes = Array.from({ length: SAMPLE }, (_, seed) => referenceCalculate(randomStudent(seed)));
  const results = outcomes.filter((outcome): outcome is ReferenceResult => !isRefused(outcome));

  it('are nearly all valid', () => {
    expect(results.length).toBeGreaterThan(SAMPLE * 0.97);
    expect(results.length).toBeLessThan(SAMPLE);
  });

  it.each(TRAITS)('include %s', (_, has) => {
    expect(results.filter(has).length).toBeGreaterThanOrEqual(5);
  });

  it('are the same for the same seed', () => {
    expect(randomStudent(7)).toEqual(randomStudent(7));
    expect(randomStudent(7)).not.toEqual(randomStudent(8));
  });

  it('are mostly refused once broken, often for several fields', () => {
    const broken = Array.from({ length: SAMPLE }, (_, seed) => referenceCalculate(randomBrokenRequest(seed)));
    const refused = broken.filter(isRefused);
    expect(refused.length).toBeGreaterThan(SAMPLE * 0.9);
    expect(refused.filter((outcome) => outcome.refused.length > 1).length).toBeGreaterThan(SAMPLE * 0.3);
  });
});

describe('every generated student', () => {
  it('gets totals that are the sums of whole, non-negative parts, and no more new money than the reduced limit', () => {
    fc.assert(
      fc.property(arbitraryStudent, (request) => {
        const result = referenceCalculate(request);
        if (isRefused(result)) return;
        for (const [option, total] of [
          [result.terms.map((term) => term.equal), result.total_equal],
          [result.terms.map((term) => term.proportional ?? term.equal), result.total_proportional],
        ] as const) {
          const amounts = option.map((part) => part.unsubsidized);
          expect(amounts.every((amount) => Number.isInteger(amount) && amount >= 0)).toBe(true);
          expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total.unsubsidized);
          const isOver = result.terms.some((term) => term.final_term_overdisbursement);
          if (!isOver) expect(total.unsubsidized).toBeLessThanOrEqual(result.annual_basic_eligibility_unsub);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is answered or refused, never an exception, also when broken', () => {
    fc.assert(
      fc.property(arbitraryBrokenRequest, (request) => {
        const outcome = referenceCalculate(request);
        expect(isRefused(outcome) ? outcome.refused.length : outcome.terms.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('rows of the bulk file', () => {
  it('carry one student and term each, with an empty cell for what is null or absent', () => {
    const request = firstYear([
      { label: 'Fall', credits_enrolled: 1e-7, required: false },
      { label: 'A, "B"' },
    ]);
    const rows = requestRows('007', request);
    expect(rows.map((row) => row.length)).toEqual([REQUEST_COLUMNS.length, REQUEST_COLUMNS.length]);
    expect(csvText(rows)).toBe(
      '007,dependent,,first_year,,,,,,,Fall,false,,0.0000001,,,,\r\n' +
        '007,dependent,,first_year,,,,,,,"A, ""B""",,,,,,,\r\n',
    );
  });

  it('expect amounts, flags and empty cells in the order of the response columns', () => {
    const request = firstYear([{ label: 'Fall' }, { label: 'Spring' }]);
    const [fall = []] = expectedRows('007', calculated(request));
    const cells = Object.fromEntries(RESPONSE_COLUMNS.map((column, index) => [column, fall[index]]));
    expect(fall).toHaveLength(RESPONSE_COLUMNS.length);
    expect(cells).toMatchObject({
      student_id: '007',
      term_equal_unsubsidized: '2750',
      term_proportional_unsubsidized: '',
      term_adjustment_source_index: '',
      term_final_term_overdisbursement: 'false',
      annual_ft_credits: '24',
      total_proportional_unsubsidized: '5500',
      show_both_options: 'false',
      error: '',
    });
    expect([cells['term_warning'], cells['warnings'], cells['term_adjustment_explanation']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('expect of a refused student only its id, its labels and an error', () => {
    const [row = []] = expectedRefusedRows('007', ['Fall']);
    expect([row[0], row[1], row.at(-1)]).toEqual(['007', 'Fall', undefined]);
    expect(new Set(row.slice(2, -1))).toEqual(new Set(['']));
  });
});
