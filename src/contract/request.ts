import * as z from 'zod';
import { toText } from '../engine/exact.js';
import { CURRENT_AWARD_YEAR, limitsFor } from '../engine/limits.js';
import { DEFAULT_FULL_TIME_CREDITS } from '../engine/resolved-term.js';
import { MAX_TERMS } from '../engine/student.js';
import {
  choice,
  count,
  credits,
  dollars,
  flag,
  nullableChoice,
  nullableDollars,
  optionalChoice,
  text,
  wholeDollars,
} from './fields.js';

/**
 * The one list of fields: what a request may say of a student and of a term, in JSON and in a CSV file. Reading, refusing,
 * the OpenAPI document, the columns and their documentation all come from it. Rules between fields are the engine's.
 */

/** Terms of an academic year that a request may name. */
export const MIN_YEAR_TERMS = 2;

const fullTimeCredits = toText(DEFAULT_FULL_TIME_CREDITS);
const costThreshold = limitsFor(CURRENT_AWARD_YEAR).legacy.total.toLocaleString('en-US');

function priorDisbursement(column: string, loanType: string) {
  return wholeDollars({
    column,
    description: `Whole dollars of ${loanType} loan already disbursed for the term, 0 or more.`,
    whenNull: 'nothing yet; 0 says the same on a term whose final credits are not known',
  });
}

/** One element of `terms`. */
export const termSchema = z
  .object({
    label: text({
      column: 'term_label',
      description: 'What the term is called, such as Fall 2026; returned as sent.',
    }),
    required: flag({
      column: 'term_required',
      whenAbsent: true,
      description:
        'Whether the term belongs to the academic year even when the student does not enroll in it.',
    }),
    full_time_credits: credits({
      column: 'term_ft_credits',
      bound: 'above 0',
      description: 'Credits that are full time for this term, above 0.',
      whenNull: fullTimeCredits,
    }),
    credits_enrolled: credits({
      column: 'term_credits_enrolled',
      bound: 'from 0',
      description: 'Planned credits, 0 or more.',
      whenNull: 'full-time enrollment is assumed, with a warning',
    }),
    actual_final_credits: credits({
      column: 'term_actual_final_credits',
      bound: 'from 0',
      description: 'Credits in the end, 0 or more, once they are known; they replace the planned ones.',
      whenNull: 'not known yet',
    }),
    prior_disbursement_sub: priorDisbursement('term_prior_disbursement_sub', 'subsidized'),
    prior_disbursement_unsub: priorDisbursement('term_prior_disbursement_unsub', 'unsubsidized'),
    prior_disbursement_grad_plus: priorDisbursement('term_prior_disbursement_grad_plus', 'Grad PLUS'),
  })
  .meta({ id: 'Term' });

/** The body of `POST /v1/calculate`. Parsing it gives the engine's student, every default applied. */
export const calculationRequestSchema = z
  .object({
    dependency_status: choice(['dependent', 'independent'], {
      column: 'dependency_status',
      description: 'Whether the student is a dependent of their parents for federal student aid.',
    }),
    degree_level: optionalChoice(['undergraduate', 'graduate', 'professional'], {
      column: 'degree_level',
      whenAbsent: 'undergraduate',
      description: 'Level of the program that the student attends.',
    }),
    grade_level: nullableChoice(['first_year', 'second_year', 'third_year_and_beyond'], {
      column: 'grade_level',
      description: 'Year of study. Needed for undergraduates; without effect for others.',
      whenNull: 'none, an error for undergraduates',
    }),
    subsidized_amount: dollars({
      column: 'subsidized_amount',
      bound: 'from 0',
      whenAbsent: 0,
      description:
        "Dollars of the annual limit that the student's need lets them borrow subsidized: 0 or more, and not above the subsidized maximum of the student.",
    }),
    plus_denied: flag({
      column: 'plus_denied',
      whenAbsent: false,
      description: "Whether a dependent undergraduate's parent was denied a PLUS loan.",
    }),
    is_legacy_borrower: flag({
      column: 'is_legacy_borrower',
      whenAbsent: false,
      description: 'Whether the interim exception for borrowers with a loan from before July 2026 applies.',
    }),
    cost_of_attendance: nullableDollars({
      column: 'cost_of_attendance',
      bound: 'any',
      description: `Dollars for the academic year. Needed, and above ${costThreshold}, for legacy graduate and professional borrowers; without effect for others.`,
      whenNull: 'none, an error for legacy graduate and professional borrowers',
    }),
    total_limit: nullableDollars({
      column: 'total_limit',
      bound: 'above 0',
      description: "A program's own annual limit in dollars, above 0.",
      whenNull: 'the statutory limit',
    }),
    academic_year_terms: count({
      column: 'academic_year_terms',
      from: MIN_YEAR_TERMS,
      to: MAX_TERMS,
      description: `Number of terms of the academic year, ${MIN_YEAR_TERMS} to ${MAX_TERMS}, when it has more than are listed.`,
      whenNull: 'the listed terms are the year',
    }),
    terms: z
      .array(termSchema)
      .meta({ minItems: 1, maxItems: MAX_TERMS })
      .describe(`The terms of the loan period in chronological order, 1 to ${MAX_TERMS}.`),
  })
  .meta({ id: 'CalculationRequest' });
