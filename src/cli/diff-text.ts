import type { DisbursementOption } from '../engine/student.js';
import { numberText } from '../engine/texts.js';
import type { ChangeCause } from '../review/change-causes.js';
import type { ChangedStudent, DiffSummary } from '../review/diff.js';
import type { ExplainedChange, InputChange } from '../review/input-changes.js';
import { onOneLine } from './streams.js';

const KINDS: Readonly<Record<Exclude<ChangedStudent['kind'], 'changed'>, string>> = {
  added: 'only in the second file',
  removed: 'only in the first file',
  failed: 'could be calculated before, and cannot any more',
  mended: 'could not be calculated before, and can now',
};

/** One student, for people: what changed, and which input caused it. */
export function changeText({ id, kind, dollars, changes, inputs }: ExplainedChange): string {
  const what = kind === 'changed' ? inDollars(dollars) : `${KINDS[kind]}; ${inDollars(dollars)}`;
  const lines = [`${onOneLine(id)}: ${what}`];
  for (const change of inputs ?? []) lines.push(`    because ${cellText(change)}`);
  if (inputs?.length === 0 && kind === 'changed') lines.push('    with the same input, by other rules');
  for (const change of changes) lines.push(`    ${cellText(change)}`);
  return `${lines.join('\n')}\n`;
}

/** How two files differ, in numbers, for people. */
export function summaryText({ students, unchanged, counts, totals, more, less }: DiffSummary): string {
  return [
    `${numberText(students.before)} students before, ${numberText(students.after)} now: ${numberText(unchanged)} unchanged, ${numberText(counts.changed)} changed, ${numberText(counts.added)} added, ${numberText(counts.removed)} removed, ${numberText(counts.failed)} fail now, ${numberText(counts.mended)} fail no more.`,
    `Students who get more: ${numberText(more.students)}, $${numberText(more.dollars)} together. Who get less: ${numberText(less.students)}, $${numberText(Math.abs(less.dollars))} together.`,
    `Annual limits before: ${loanText(totals.before)}.`,
    `Annual limits now:    ${loanText(totals.after)}.`,
  ].join('\n');
}

/** How many students changed for each cause, one line each; empty if the inputs are not known. */
export function causesText(causes: readonly ChangeCause[]): string {
  const known = causes.filter(({ columns }) => columns !== null);
  return known.map((cause) => `${causeText(cause)}\n`).join('');
}

function causeText({ kind, columns, students, more, less }: ChangeCause): string {
  const by = columns?.length ? `because of ${columns.join(' and ')}` : 'with the same input, by other rules';
  const what = kind === 'changed' ? 'changed' : KINDS[kind];
  const said = `${numberText(students)} ${what} ${by}`;
  if (kind !== 'changed') return `${said}.`;
  return `${said}: ${numberText(more.students)} get $${numberText(more.dollars)} more, ${numberText(less.students)} get $${numberText(Math.abs(less.dollars))} less.`;
}

function cellText({ column, term, before, after }: InputChange): string {
  return `${column}${term === null ? '' : ` of ${onOneLine(term)}`}: ${shown(before)} -> ${shown(after)}`;
}

function shown(cell: string): string {
  return cell === '' ? '(blank)' : onOneLine(cell);
}

function inDollars(dollars: number): string {
  if (dollars === 0) return 'the same amount for the year';
  return `$${numberText(Math.abs(dollars))} ${dollars > 0 ? 'more' : 'less'} for the year`;
}

function loanText({ subsidized, unsubsidized, grad_plus: gradPlus }: DisbursementOption): string {
  return `subsidized $${numberText(subsidized)}, unsubsidized $${numberText(unsubsidized)}, Grad PLUS $${numberText(gradPlus)}`;
}
