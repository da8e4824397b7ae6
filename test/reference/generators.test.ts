import { expect, it } from 'vitest';
import { randomBrokenRequest, randomStudent } from './arbitraries.js';
import { isRefused, referenceCalculate } from './calculate.js';
import type { ReferenceResult } from './types.js';

const SAMPLE = 4000;

/** Traits that a sample of students must have, or comparing answers for it would mean little. */
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

const outcomes = Array.from({ length: SAMPLE }, (_, seed) => referenceCalculate(randomStudent(seed)));
const results = outcomes.filter((outcome): outcome is ReferenceResult => !isRefused(outcome));

it('generated students are nearly all valid', () => {
  expect(results.length).toBeGreaterThan(SAMPLE * 0.97);
  expect(results.length).toBeLessThan(SAMPLE);
});

it.each(TRAITS)('generated students include %s', (_, has) => {
  expect(results.filter(has).length).toBeGreaterThanOrEqual(5);
});

it('generated students are the same for the same seed', () => {
  expect(randomStudent(7)).toEqual(randomStudent(7));
  expect(randomStudent(7)).not.toEqual(randomStudent(8));
});

it('generated students are mostly refused once broken, often for several fields', () => {
  const broken = Array.from({ length: SAMPLE }, (_, seed) => referenceCalculate(randomBrokenRequest(seed)));
  const refused = broken.filter(isRefused);
  expect(refused.length).toBeGreaterThan(SAMPLE * 0.9);
  expect(refused.filter((outcome) => outcome.refused.length > 1).length).toBeGreaterThan(SAMPLE * 0.3);
});
