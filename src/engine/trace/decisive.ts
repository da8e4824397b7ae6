import type { TraceStep } from './trace-format.js';

/** How many steps are shown first. */
const MOST = 10;

/** The most decisive rules first, each with a test of whether its step decided anything for this student. */
const RANKS: readonly { readonly rule: string; readonly decides?: (step: TraceStep) => boolean }[] = [
  { rule: 'annual_percent' },
  { rule: 'statutory_limit' },
  { rule: 'combined_eligibility' },
  { rule: 'overdisbursement', decides: ({ applies }) => applies },
  { rule: 'limit_before_reduction', decides: ({ decided_by }) => decided_by === "program's own limit" },
  { rule: 'subsidized_eligibility', decides: ({ applies, result }) => applies && result.value !== 0 },
  { rule: 'grad_plus_eligibility', decides: ({ applies }) => applies },
  { rule: 'change_in_remaining', decides: ({ applies, result }) => applies && result.value !== 0 },
  { rule: 'unscheduled', decides: ({ applies }) => applies },
  { rule: 'payable', decides: ({ result }) => result.value === false },
  { rule: 'remaining', decides: ({ decided_by }) => decided_by !== null },
  { rule: 'annual_credits' },
  { rule: 'annual_full_time_credits' },
  { rule: 'disbursed', decides: ({ applies, result }) => applies && result.value !== 0 },
  { rule: 'unsubsidized_eligibility' },
  { rule: 'equal_amount', decides: ({ applies, result }) => applies && result.value !== 0 },
];

/** Ids of the steps that decided most for a student, in the order of the steps. */
export function decisiveSteps(steps: readonly TraceStep[]): string[] {
  const rules = steps.map(({ id }) => id.split('.', 1)[0]);
  const found = RANKS.flatMap(({ rule, decides }) =>
    steps.filter((step, nth) => rules[nth] === rule && (decides?.(step) ?? true)),
  );
  const ids = new Set(found.slice(0, MOST).map(({ id }) => id));
  return steps.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}
