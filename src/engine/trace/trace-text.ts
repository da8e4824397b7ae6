import { LOAN_TYPE_NAMES } from '../student.js';
import { wholeDollars } from '../texts.js';
import type { Trace, TraceSource, TraceStep } from './trace-format.js';

/**
 * A trace as an auditor prints it, under a title: the most decisive steps, then all others, one paragraph
 * each; then warnings, assumptions and omissions. A term without a name in `labels` is numbered.
 */
export function traceText(title: string, trace: Trace, labels: readonly string[] = []): string {
  const { award_year, version, policy_read_on, not_read } = trace.rules;
  const rules = `Rules of award year ${award_year}, version ${version}`;
  const assumed = trace.assumed.map(
    ({ input, value, section }) => `  ${input}: ${value} (section ${section})`,
  );
  const isDecisive = ({ id }: TraceStep): boolean => trace.decisive.includes(id);
  const warnings = trace.warnings.map(({ text, term, steps }) => {
    const of = term === null ? '' : `${labels[term] ?? `term ${term + 1}`}: `;
    return `  ${of}${text}${steps.length === 0 ? '' : ` [${steps.join(', ')}]`}`;
  });
  const outside = trace.not_considered.map(({ text }) => text).join('; ');
  return [
    title,
    rules,
    `Law and guidance as third parties described them on ${policy_read_on}. Official texts not read: ${not_read.join('; ')}.`,
    '',
    `Digest of the request: ${trace.digest}`,
    '',
    'WHAT DECIDED',
    '',
    ...trace.steps.filter(isDecisive).map((step) => stepText(step, labels)),
    'ALL OTHER STEPS',
    '',
    ...trace.steps.filter((step) => !isDecisive(step)).map((step) => stepText(step, labels)),
    ...(warnings.length === 0 ? [] : [`Warnings:\n${warnings.join('\n')}`]),
    assumed.length === 0 ? 'Nothing was assumed.' : `Assumed:\n${assumed.join('\n')}`,
    `Not considered (section 10): ${outside}.`,
    '',
  ].join('\n');
}

function stepText(step: TraceStep, labels: readonly string[]): string {
  const { result, parameters, rounding, decided_by, sources, table } = step;
  const { term, loan } = step.for;
  const name = term === null ? [] : (labels[term] ?? `term ${term + 1}`);
  const of = [name, loan === null ? [] : LOAN_TYPE_NAMES[loan]].flat().join(', ');
  const lines = [
    `${step.section} ${step.title}${of === '' ? '' : ` (${of})`}${step.applies ? '' : ' - does not apply'}`,
    `    rule:    ${step.formula}`,
    `    worked:  ${step.worked}`,
    `    result:  ${resultText(result)}${result.field === null ? '' : ` = ${result.field}`}`,
  ];
  if (rounding !== null) lines.push(`    rounded: ${rounding}`);
  if (decided_by !== null) lines.push(`    decided: ${decided_by}`);
  for (const { name, value, unit, effective, source } of parameters) {
    lines.push(`    amount:  ${name}: ${value} ${unit}, since ${effective} (${source})`);
  }
  for (const { row, subsidized_maximum, total, chosen } of table ?? []) {
    lines.push(
      `    table:   ${chosen ? '* ' : '  '}${row}: ${wholeDollars(total)}, of it subsidized at most ${wholeDollars(subsidized_maximum)}`,
    );
  }
  lines.push(`    from:    ${step.inputs.map(({ name, from }) => `${name} [${from}]`).join('; ')}`);
  lines.push(`    source:  ${sources.map(sourceText).join('; ')}`, '');
  return lines.join('\n');
}

function resultText({ value, unit }: TraceStep['result']): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return unit === 'word' ? String(value) : `${value} ${unit}`;
}

const READ = {
  verbatim: ' (read verbatim)',
  excerpt: ' (read in excerpts)',
  'third party': ' (as transcribed by a third party)',
  restated: " (restated from third parties' descriptions, not read verbatim)",
} as const;

/** The source's kind, its citation, and how it was read. */
export function sourceText({ kind, cite, read }: TraceSource): string {
  return `${kind}: ${cite}${read === null ? '' : READ[read]}`;
}
