import * as z from 'zod';
import { toText } from './exact.js';
import { type Frozen, termIndex, traceSchema } from './trace/trace-format.js';
import { DEFAULT_FULL_TIME_CREDITS } from './working.js';

const wholeDollars = z.int().min(0).describe('Whole dollars.');
const percent = z.int().min(0).max(100).describe('Whole percent.');
const credits = z.number().min(0).describe('Credits, as an exact decimal.');
const signedDollars = z
  .int()
  .describe('Whole dollars; negative for a deduction. Already included in the amounts.');

/** Whole dollars of each loan type. */
export const disbursementOptionSchema = z.object({
  subsidized: wholeDollars,
  unsubsidized: wholeDollars,
  grad_plus: wholeDollars,
});

const termResultSchema = z.object({
  label: z.string().describe('As sent.'),
  required: z.boolean().describe('As sent; true if nothing was sent.'),
  credits_enrolled: credits.describe(
    'Planned credits, as an exact decimal; the credits assumed if null was sent.',
  ),
  full_time_credits: credits.describe(
    `Full-time credits for the term, as an exact decimal; ${toText(DEFAULT_FULL_TIME_CREDITS)} if null was sent.`,
  ),
  enrollment_status: z
    .enum(['Full-Time', 'Part-Time', 'Less Than Half-Time', 'Not Enrolled'])
    .describe('Based on exact credits: the final ones once they are known.'),
  enrollment_intensity_pct: percent.describe('Whole percent of full-time credits, at most 100.'),
  disbursement_pct: percent.describe('Whole percent; 0 for a term below half time.'),
  equal: disbursementOptionSchema.describe(
    'Dollars for the term with what remains split equally over the terms still to be paid.',
  ),
  proportional: disbursementOptionSchema
    .nullable()
    .describe(
      'Dollars for the term with what remains split by credits. Null when no reduction applies: unequal installments are then not permitted.',
    ),
  adjustment_sub: signedDollars,
  adjustment_unsub: signedDollars,
  adjustment_grad_plus: signedDollars,
  adjustment_source_index: termIndex.describe(
    '0-based index of the term whose change in credits caused the adjustment.',
  ),
  adjustment_explanation: z.string().describe('One sentence, or empty.'),
  final_term_overdisbursement: z
    .boolean()
    .describe(
      'More was disbursed of a loan type than its eligibility for the year, and this is the last term that was paid any of it. The warning says what follows.',
    ),
  warning: z.string().describe('Sentences, or empty.'),
});

/** The answer for one student. Callers see the keys in this order. */
export const calculationResultSchema = z.object({
  annual_ft_credits: z
    .union([credits, z.string().regex(/^\d+(\.\d+)?$/)])
    .describe(
      'Full-time credits of the academic year: the denominator of the percent. A decimal string if the sum has more than 15 significant digits, which a double cannot carry.',
    ),
  reduced_annual_pct: percent.describe(
    'Whole percent of the annual limits that remains after the reduction.',
  ),
  annual_basic_eligibility_sub: wholeDollars.describe(
    'Whole dollars of subsidized loans for the academic year.',
  ),
  annual_basic_eligibility_unsub: wholeDollars.describe(
    'Whole dollars of unsubsidized loans for the academic year.',
  ),
  annual_basic_eligibility_grad_plus: wholeDollars
    .default(0)
    .describe('Whole dollars of Grad PLUS loans for the academic year; 0 for all but legacy borrowers.'),
  terms: z.array(termResultSchema).describe('One for each term of the request, in the same order.'),
  total_equal: disbursementOptionSchema.describe('Totals of the equal split over all terms.'),
  total_proportional: disbursementOptionSchema.describe(
    'Totals of the proportional split over all terms; the same as total_equal when there is no proportional split.',
  ),
  show_both_options: z.boolean().describe('Whether the two splits differ in any term.'),
  warnings: z.array(z.string()).describe("Sentences: the student's own, then each term's after its label."),
  trace: traceSchema.optional().describe('How each figure was worked out; only if it was requested.'),
});

/** Whole dollars of one disbursement or one total. */
export type DisbursementOption = Frozen<z.infer<typeof disbursementOptionSchema>>;
export type CalculationResult = Frozen<Omit<z.infer<typeof calculationResultSchema>, 'trace'>>;
export type TermResult = CalculationResult['terms'][number];
