import { LOAN_TYPE_NAMES } from '../../engine/texts.js';
import type { Trace, TraceStep } from '../../engine/trace/trace-format.js';
import { sourceText } from '../../engine/trace/trace-text.js';
import type { Answered } from './answer.js';
import { LIMIT_FIELDS, loansIn, waysOf } from './loan-dollars.js';

/** Figures that the page shows separately: an explanation that rests on one names it and goes back no further. */
const SHOWN_BY_THEMSELVES: readonly string[] = ['reduced_annual_pct', ...Object.values(LIMIT_FIELDS)];

/**
 * The steps that a figure rests on, ending with its own. Steps that do not apply are left out, except the figure's own. They go
 * back to figures that the page shows separately or, as a whole, to the very beginning.
 */
export function stepsOf(
  trace: Trace,
  field: string,
  extent: 'to shown figures' | 'whole' = 'to shown figures',
): TraceStep[] {
  const byId = new Map(trace.steps.map((step) => [step.id, step]));
  const own = trace.steps.find((step) => step.result.field === field);
  const needed = new Set<TraceStep>();
  const visit = (step: TraceStep) => {
    if (needed.has(step) || !(step.applies || step === own)) return;
    needed.add(step);
    if (extent !== 'whole' && step !== own && SHOWN_BY_THEMSELVES.includes(step.result.field ?? '')) return;
    for (const { from } of step.inputs) {
      const earlier = byId.get(from.replace(/^step:/, ''));
      if (earlier !== undefined) visit(earlier);
    }
  };
  if (own !== undefined) visit(own);
  return trace.steps.filter((step) => needed.has(step));
}

/** The title of a step, after the term that it is for. */
export function stepTitle({ title, for: { loan, term } }: TraceStep, terms: readonly string[]): string {
  const whose = [term === null ? null : terms[term], loan === null ? null : LOAN_TYPE_NAMES[loan]];
  const said = whose.filter(
    (part) => part !== null && part !== undefined && !title.toLowerCase().includes(part.toLowerCase()),
  );
  return said.length === 0 ? title : `${title} (${said.join(', ')})`;
}

/** The rule in words, rounding, dated amounts and sources, as one line. */
export function reasons(step: TraceStep): string {
  const { formula, rounding } = step;
  const rule = `Rule: ${formula}${rounding === null ? '' : `; rounded ${rounding}`}`;
  return [rule, ...sourcesOf([step])].join(' · ');
}

/** The sources of the steps, including dated amounts, as texts; each once, in the order of the steps. */
export function sourcesOf(steps: readonly TraceStep[]): string[] {
  const texts = steps.flatMap(({ sources, parameters }) => [
    ...parameters.map(({ name, effective, source }) => `${name}: ${source}, since ${effective}`),
    ...sources.map(sourceText),
  ]);
  return [...new Set(texts)];
}

/** Whether a step only says how an entry is read: section 1 of the rules. */
export function isOfInput({ section }: TraceStep): boolean {
  return section.startsWith('1.');
}

/**
 * The steps of a trace that decided the amounts of an answer, in the order of the rules: those that make up the limit for the
 * year, and those that produce a figure of the answer. Earlier steps (how entries are read, which terms take part) are not on
 * the sheet.
 */
export function decidingSteps(trace: Trace, answer: Answered): TraceStep[] {
  const { result } = answer;
  const loans = loansIn(answer);
  const ways = waysOf(result);
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

/** Sections of the rules that make up the limit for the year: its percent, its amount, and both together. */
const LIMIT = /^[234]\./;

function isDeciding(step: TraceStep): boolean {
  return LIMIT.test(step.section) || (step.result.field !== null && !isOfInput(step));
}
