import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { calculate } from '../../src/engine/calculate.js';
import { add, exact } from '../../src/engine/exact.js';
import { LOAN_TYPES, perLoanType, type Student } from '../../src/engine/student.js';
import { arbitraryStudent } from '../reference/arbitraries.js';
import { fuzzRuns } from '../support/runs.js';

const RUNS = { numRuns: fuzzRuns(2000) };

/** Students whom the rules accept. */
const student: fc.Arbitrary<Student> = arbitraryStudent
  .map((request) => readJsonStudent({ ...request }))
  .filter((reading) => reading.ok)
  .map((reading) => reading.student);

const OPTION_KEYS = { sub: 'subsidized', unsub: 'unsubsidized', grad_plus: 'grad_plus' } as const;
const ELIGIBILITY_KEYS = {
  sub: 'annual_basic_eligibility_sub',
  unsub: 'annual_basic_eligibility_unsub',
  grad_plus: 'annual_basic_eligibility_grad_plus',
} as const;

const UNPAID = {
  prior_disbursement_sub: null,
  prior_disbursement_unsub: null,
  prior_disbursement_grad_plus: null,
};

/** Tries a sentence that holds of every student. */
function ofEvery(holds: (one: Student, term: number, more: number) => void): void {
  fc.assert(fc.property(student, fc.nat({ max: 3 }), fc.integer({ min: 1, max: 9 }), holds), RUNS);
}

describe('every result', () => {
  it('has whole amounts of 0 or more in both options', () => {
    ofEvery((one) => {
      const all = calculate(one).terms.flatMap(({ equal, proportional }) => [equal, proportional ?? equal]);
      for (const amount of all.flatMap((option) => Object.values(option)))
        expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
    });
  });

  it('pays no more than the reduced limit, or what was paid before when that is more', () => {
    ofEvery((one) => {
      const result = calculate(one);
      const eligible = perLoanType((loanType) => result[ELIGIBILITY_KEYS[loanType]]);
      const paid = perLoanType((loanType) =>
        one.terms.reduce((sum, term) => sum + (term[`prior_disbursement_${loanType}`] ?? 0), 0),
      );
      for (const total of [result.total_equal, result.total_proportional]) {
        const pays = perLoanType((loanType) => total[OPTION_KEYS[loanType]]);
        for (const loanType of LOAN_TYPES) {
          expect(pays[loanType]).toBeLessThanOrEqual(Math.max(eligible[loanType], paid[loanType]));
        }
        // One annual limit for both loans.
        expect(pays.sub + pays.unsub).toBeLessThanOrEqual(
          Math.max(eligible.sub + eligible.unsub, paid.sub + paid.unsub),
        );
        // Nothing new of Grad PLUS passes a program's own limit.
        if (one.total_limit !== null && pays.grad_plus > paid.grad_plus) {
          expect(pays.unsub + pays.grad_plus).toBeLessThanOrEqual(eligible.unsub + eligible.grad_plus);
        }
      }
    });
  });

  it('hands out the whole reduced limit when nothing is paid and some term is at least half time', () => {
    ofEvery((one) => {
      const result = calculate({ ...one, terms: one.terms.map((term) => ({ ...term, ...UNPAID })) });
      fc.pre(result.terms.some((term) => term.disbursement_pct > 0));
      const limit = {
        subsidized: result.annual_basic_eligibility_sub,
        unsubsidized: result.annual_basic_eligibility_unsub,
        grad_plus: result.annual_basic_eligibility_grad_plus,
      };
      expect(result.total_equal).toEqual(limit);
      expect(result.total_proportional).toEqual(limit);
    });
  });

  it('never lowers the percent when a term that counts anyway has more credits', () => {
    ofEvery((one, index, more) => {
      const terms = one.terms.map((term) => ({ ...term, required: true, actual_final_credits: null }));
      const raised = terms.map((term, i) => {
        if (i !== index % terms.length) return term;
        const planned = term.credits_enrolled ?? term.full_time_credits ?? exact(12);
        return { ...term, credits_enrolled: add(planned, exact(more)) };
      });
      const before = calculate({ ...one, terms }).reduced_annual_pct;
      expect(calculate({ ...one, terms: raised }).reduced_annual_pct).toBeGreaterThanOrEqual(before);
    });
  });

  it('has the same totals whatever the order of the terms, when nothing is paid or changed', () => {
    ofEvery((one) => {
      const terms = one.terms.map((term) => ({ ...term, actual_final_credits: null, ...UNPAID }));
      const forward = calculate({ ...one, terms });
      const backward = calculate({ ...one, terms: terms.toReversed() });
      expect(backward.total_equal).toEqual(forward.total_equal);
      expect(backward.total_proportional).toEqual(forward.total_proportional);
      expect(backward.reduced_annual_pct).toBe(forward.reduced_annual_pct);
    });
  });
});
