import { z } from 'zod';
import { ZERO } from '../engine/exact.js';
import { MAX_TERMS } from '../engine/student.js';
import {
  decimal,
  decimalMeta,
  label,
  nullableDecimalMeta,
  optionalDecimal,
  optionalWholeDollars,
} from './fields.js';

/** Terms of an academic year that a request may name. */
const MIN_YEAR_TERMS = 2;

function priorDisbursementMeta(loanType: string) {
  return nullableDecimalMeta(
    `Whole dollars of ${loanType} loan already disbursed for the term, 0 or more. Null, or 0 on a term without actual_final_credits: nothing yet.`,
    { type: 'integer', minimum: 0 },
  );
}

/** One element of `terms`. */
export const termSchema = z
  .object({
    label: label.describe('What the term is called; returned as sent.'),
    required: z
      .boolean()
      .default(true)
      .describe('Whether the term belongs to the academic year even when the student does not enroll in it.'),
    credits_enrolled: optionalDecimal.meta(
      nullableDecimalMeta(
        'Planned credits, 0 or more. Null: full-time enrollment is assumed, with a warning.',
        { minimum: 0 },
      ),
    ),
    full_time_credits: optionalDecimal.meta(
      nullableDecimalMeta('Credits that are full time for this term, above 0. Null: 12.', {
        exclusiveMinimum: 0,
      }),
    ),
    actual_final_credits: optionalDecimal.meta(
      nullableDecimalMeta(
        'Credits in the end, 0 or more, once they are known; they replace the planned ones. Null: not known yet.',
        { minimum: 0 },
      ),
    ),
    prior_disbursement_sub: optionalWholeDollars.meta(priorDisbursementMeta('subsidized')),
    prior_disbursement_unsub: optionalWholeDollars.meta(priorDisbursementMeta('unsubsidized')),
    prior_disbursement_grad_plus: optionalWholeDollars.meta(priorDisbursementMeta('Grad PLUS')),
  })
  .meta({ id: 'Term' });

/** The body of `POST /v1/calculate`. Parsing it gives the engine's student, every default applied. */
export const calculationRequestSchema = z
  .object({
    dependency_status: z
      .enum(['dependent', 'independent'])
      .describe('Whether the student is a dependent of their parents for federal student aid.'),
    terms: z
      .array(termSchema)
      .meta({ minItems: 1, maxItems: MAX_TERMS })
      .describe(`The terms of the loan period in chronological order, 1 to ${MAX_TERMS}.`),
    academic_year_terms: z
      .int()
      .min(MIN_YEAR_TERMS)
      .max(MAX_TERMS)
      .nullable()
      .default(null)
      .describe(
        'Number of terms of the academic year when it has more than are listed. Null: the listed terms are the year.',
      ),
    cost_of_attendance: optionalDecimal.meta(
      nullableDecimalMeta(
        'Dollars for the academic year. Needed, and above 20,500, for legacy graduate and professional borrowers; without effect for others.',
      ),
    ),
    degree_level: z
      .enum(['undergraduate', 'graduate', 'professional'])
      .default('undergraduate')
      .describe('Level of the program that the student attends.'),
    grade_level: z
      .enum(['first_year', 'second_year', 'third_year_and_beyond'])
      .nullable()
      .default(null)
      .describe('Year of study. Needed for undergraduates; without effect for others.'),
    is_legacy_borrower: z
      .boolean()
      .default(false)
      .describe('Whether the interim exception for borrowers with a loan from before July 2026 applies.'),
    plus_denied: z
      .boolean()
      .default(false)
      .describe("Whether a dependent undergraduate's parent was denied a PLUS loan."),
    subsidized_amount: decimal.default(ZERO).meta({
      ...decimalMeta(
        "Dollars of the annual limit that the student's need lets them borrow subsidized: 0 or more, and not above the subsidized maximum of the student.",
        { minimum: 0 },
      ),
      // The type of the parsed default is the engine's own, so the default on the wire is said here.
      wireDefault: '0',
    }),
    total_limit: optionalDecimal.meta(
      nullableDecimalMeta("A program's own annual limit in dollars, above 0. Null: the statutory limit.", {
        exclusiveMinimum: 0,
      }),
    ),
  })
  .meta({ id: 'CalculationRequest' });
