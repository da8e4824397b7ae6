import { describe, expect, it } from 'vitest';
import type { WireRequest, WireTerm } from '../reference/wire.js';
import { firstYear, refusedFields } from './test-students.js';

const terms = [{}, {}];

describe('fields of the student that are refused', () => {
  it.each<[string, object]>([
    ['grade_level', { grade_level: 'senior' }],
    ['dependency_status', { dependency_status: 'Dependent' }],
    ['degree_level', { degree_level: null }],
    ['plus_denied', { plus_denied: null }],
    ['is_legacy_borrower', { is_legacy_borrower: 'true' }],
    ['academic_year_terms', { academic_year_terms: 5 }],
    ['academic_year_terms', { academic_year_terms: '2' }],
    ['subsidized_amount', { subsidized_amount: null }],
    ['subsidized_amount', { subsidized_amount: '-0.01' }],
    ['total_limit', { total_limit: '0.00' }],
    ['total_limit', { total_limit: 1_000_000_000 }],
    ['cost_of_attendance', { cost_of_attendance: '1234567890.12' }],
    ['cost_of_attendance', { cost_of_attendance: 123456.1234567891 }],
    ['terms', { terms: [] }],
    ['terms', { terms: Array.from({ length: 5 }, () => ({ label: 'Term' })) }],
    ['terms.1', { terms: [{ label: 'Fall' }, 'Spring'] }],
  ])('%s in %j', (path, change) => {
    expect(refusedFields({ ...firstYear(terms), ...change })).toEqual([path]);
  });

  it.each<[string, Partial<WireRequest>]>([
    ['a limit of one cent', { total_limit: '.01' }],
    ['the largest number', { cost_of_attendance: '999999999.999999' }],
    ['fifteen digits', { cost_of_attendance: '0.123456789012345' }],
  ])('accepts %s', (_, change) => {
    expect(refusedFields(firstYear(terms, change))).toEqual([]);
  });
});

describe('fields of a term that are refused', () => {
  it.each<[keyof WireTerm, unknown]>([
    ['label', ''],
    ['label', 'x'.repeat(201)],
    ['required', null],
    ['full_time_credits', 0],
    ['credits_enrolled', '-1'],
    ['credits_enrolled', '1e1'],
    ['credits_enrolled', '.'],
    ['actual_final_credits', -0.5],
    ['prior_disbursement_sub', -1],
    ['prior_disbursement_unsub', 100.5],
    ['prior_disbursement_grad_plus', '0.5'],
  ])('%s: %j', (field, value) => {
    const request = firstYear(terms);
    const changed = { ...request, terms: [request.terms[0], { ...request.terms[1], [field]: value }] };
    expect(refusedFields(changed)).toEqual([`terms.1.${field}`]);
  });

  it('accepts whole dollars with a decimal part of zeros, and a zero with a sign', () => {
    const fall = { prior_disbursement_unsub: '100.00', credits_enrolled: '-0' };
    expect(refusedFields(firstYear([fall, {}]))).toEqual([]);
  });
});

describe('several fields', () => {
  it('names every failing field at once', () => {
    const bad = { ...firstYear([{ credits_enrolled: -1 }, { full_time_credits: 0 }]), total_limit: 'none' };
    expect(refusedFields({ ...bad, grade_level: null, subsidized_amount: -5 })).toEqual([
      'grade_level',
      'subsidized_amount',
      'terms.0.credits_enrolled',
      'terms.1.full_time_credits',
      'total_limit',
    ]);
  });
});
