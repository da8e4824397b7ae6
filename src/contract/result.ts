import { z } from 'zod';
import type { CalculationResult } from '../engine/student.js';

const wholeDollars = z.int().min(0).describe('Whole dollars.');
const percent = z.int().min(0).max(100).describe('Whole percent.');
const credits = z.number().min(0).describe('Credits, exactly the decimal value.');
const signedDollars = z
  .int()
  .describe('Whole dollars; negative is a deduction. Already contained in the amounts.');

const disbursementOptionSchema = z
  .object({ subsidized: wholeDollars, unsubsidized: wholeDollars, grad_plus: wholeDollars })
  .meta({ id: 'DisbursementOption' });

const termResultSchema = z
  .object({
    label: z.string(),
    required: z.boolean(),
    credits_enrolled: credits,
    full_time_credits: credits,
    enrollment_status: z.enum(['Full-Time', 'Part-Time', 'Less Than Half-Time', 'Not Enrolled']),
    enrollment_intensity_pct: percent,
    disbursement_pct: percent.describe('Whole percent; 0 for a term below half time.'),
    equal: disbursementOptionSchema,
    proportional: disbursementOptionSchema
      .nullable()
      .describe('Null when no reduction applies: unequal installments are then not permitted.'),
    adjustment_sub: signedDollars,
    adjustment_unsub: signedDollars,
    adjustment_grad_plus: signedDollars,
    adjustment_source_index: z
      .int()
      .min(0)
      .nullable()
      .describe('0-based index of the term whose change of credits caused the adjustment.'),
    adjustment_explanation: z.string().describe('One sentence, or empty.'),
    final_term_overdisbursement: z
      .boolean()
      .describe('More was disbursed than the reduced limit, and no later term can absorb it.'),
    warning: z.string().describe('Sentences, or empty.'),
  })
  .meta({ id: 'TermResult' });

/** The body of the 200 answer of `POST /v1/calculate`. */
export const calculationResultSchema = z
  .object({
    annual_ft_credits: credits.describe(
      'Full-time credits of the academic year: the denominator of the percent.',
    ),
    reduced_annual_pct: percent,
    annual_basic_eligibility_sub: wholeDollars,
    annual_basic_eligibility_unsub: wholeDollars,
    annual_basic_eligibility_grad_plus: wholeDollars.default(0),
    terms: z.array(termResultSchema),
    total_equal: disbursementOptionSchema,
    total_proportional: disbursementOptionSchema,
    show_both_options: z.boolean(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'CalculationResult' });

/** The JSON text of a result, its credits as exact JSON numbers even where a double cannot carry them. */
export function resultJson(result: CalculationResult): string {
  const { annual_ft_credits: sum } = result;
  if (typeof sum === 'number') return JSON.stringify(result);
  return JSON.stringify(result).replace(JSON.stringify(sum), sum);
}
