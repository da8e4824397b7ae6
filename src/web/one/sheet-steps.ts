import type { Trace, TraceStep } from '../../engine/trace/trace-format.js';
import { sourceText } from '../../engine/trace/trace-text.js';
import type { Answered } from './answer.js';
import { LIMIT_FIELDS, loansIn } from './loan-dollars.js';
import { stepsOf } from './steps-of.js';

/**
 * The steps of a trace that decided the amounts of an answer, in the order of the rules: those that make up the limit for the
 * year, and those that produce a figure of the answer. Earlier steps (how entries are read, which terms take part) are not on
 * the sheet.
 */
export function decidingSteps(trace: Trace, answer: Answered): TraceStep[] {
  const { result } = answer;
  const loans = loansIn(answer);
  const ways = result.show_both_options ? (['equal', 'proportional'] as const) : (['equal'] as const);
  const fields = [
    'reduced_annual_pct',
    ...loans.map((loan) => LIMIT_FIELDS[loan]),
    ...result.terms.flatMap((_, index) =>
      ways.flatMap((way) => loans.map((loan) => `terms.${index}.${way}.${loan}`)),
    ),
  ];
  const needed = new Set(fields.flatMap((field) => stepsOf(trace, field, 'whole')));
  return trace.steps.filter((step) => needed.has(step) && step.applies && isDeciding(step));
}

/** How entries are read. */
const INPUTS = /^1\./;
/** Sections of the rules that make up the limit for the year: its percent, its amount, and both together. */
const LIMIT = /^[234]\./;

function isDeciding({ section, result }: TraceStep): boolean {
  return LIMIT.test(section) || (result.field !== null && !INPUTS.test(section));
}

/** The sources of the steps, including dated amounts, as texts; each once, in the order of the steps. */
export function sourcesOf(steps: readonly TraceStep[]): string[] {
  const texts = steps.flatMap(({ sources, parameters }) => [
    ...parameters.map(({ name, effective, source }) => `${name}: ${source}, since ${effective}`),
    ...sources.map(sourceText),
  ]);
  return [...new Set(texts)];
}
