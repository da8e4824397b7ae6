import { z } from 'zod';
import { ZERO } from '../engine/exact.js';
import { MAX_TERMS } from '../engine/student.js';
import { decimal, label, optionalDecimal, optionalWholeDollars } from './fields.js';

/** Terms of an academic year that a request may name. */
const MIN_YEAR_TERMS = 2;

/** One element of `terms`. */
export const termSchema = z
  .object({
    label: label.describe('What the term is called; returned as sent.'),
    required: z
      .boolean()
      .default(true)
      .describe('Whether the term belongs to the academic year even when the student does not enroll in it.'),
    credits_enrolled: optionalDecimal.describe(
      'Planned credits. Null: full-time enrollment is assumed, with a warning.',
    ),
    full_time_credits: optionalDecimal.describe(
      'Credits that are full time for this term, above 0. Null: 12.',
    ),
    actual_final_credits: optionalDecimal.describe(
      'Credits in the end, once they are known; they replace the planned ones.',
    ),
    prior_disbursement_sub: optionalWholeDollars.describe(
      'Whole dollars of subsidized loan already disbursed.',
    ),
    prior_disbursement_unsub: optionalWholeDollars.describe(
      'Whole dollars of unsubsidized loan already disbursed.',
    ),
    prior_disbursement_grad_plus: optionalWholeDollars.describe(
      'Whole dollars of Grad PLUS loan already disbursed.',
    ),
  })
  .meta({ id: 'Term' });

/** The body of `POST /v1/calculate`. Parsing it gives the engine's student, every default applied. */
export const calculationRequestSchema = z
  .object({
    dependency_status: z.enum(['dependent', 'independent']),
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
        'Terms of the academic year when it has more than are listed. Null: the listed terms are the year.',
      ),
    cost_of_attendance: optionalDecimal.describe(
      'Dollars. Needed for legacy graduate and professional borrowers.',
    ),
    degree_level: z.enum(['undergraduate', 'graduate', 'professional']).default('undergraduate'),
    grade_level: z
      .enum(['first_year', 'second_year', 'third_year_and_beyond'])
      .nullable()
      .default(null)
      .describe('Needed for undergraduates.'),
    is_legacy_borrower: z
      .boolean()
      .default(false)
      .describe('Whether the interim exception for borrowers with a loan from before July 2026 applies.'),
    plus_denied: z
      .boolean()
      .default(false)
      .describe("Whether a dependent undergraduate's parent was denied a PLUS loan."),
    subsidized_amount: decimal
      .default(ZERO)
      .describe(
        "Dollars of the annual limit that the student's need lets them borrow subsidized, 0 or more.",
      ),
    total_limit: optionalDecimal.describe("A program's own annual limit in dollars, above 0."),
  })
  .meta({ id: 'CalculationRequest' });
