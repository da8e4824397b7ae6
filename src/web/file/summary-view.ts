import type { LoanDollars } from '../../review/loan-sums.js';
import { type Child, element } from '../element.js';
import { counted, dollarText } from './counted.js';
import { histogram } from './histogram.js';
import { paragraph } from './message-box.js';
import type { Outcome } from './outcome.js';
import { textTable } from './text-table.js';

/** What an answer says in all: how many students, the totals, who gets how much of a year. */
export function summaryView({ summary }: Outcome): HTMLElement {
  const { totals, percents, warnings, students, failedStudents, reducedStudents } = summary;
  const calculated = students - failedStudents;
  const children: Child[] = [];
  if (calculated > 0) {
    children.push(
      textTable(
        'Totals',
        ['Dollars', 'Subsidized', 'Unsubsidized', 'Grad PLUS', 'Together'],
        [
          totalRow('Reduced annual limits', totals.annual),
          totalRow('Paid in equal installments', totals.equal),
          totalRow('Paid by credits', totals.proportional),
        ],
        [1, 2, 3, 4],
      ),
      paragraph(
        `${counted(reducedStudents, 'student')} of ${calculated.toLocaleString('en-US')} ${reducedStudents === 1 ? 'gets' : 'get'} less than a full year's limit.`,
      ),
      histogram(percents),
    );
  }
  if (warnings.length > 0) children.push(warningsView(warnings));
  return element('div', {}, children);
}

function totalRow(name: string, { subsidized, unsubsidized, grad_plus }: LoanDollars): string[] {
  const sum = subsidized + unsubsidized + grad_plus;
  return [name, ...[subsidized, unsubsidized, grad_plus, sum].map(dollarText)];
}

function warningsView(warnings: Outcome['summary']['warnings']): HTMLElement {
  return element('details', {}, [
    element('summary', {
      props: { textContent: `Warnings, and what was assumed (${warnings.length})` },
    }),
    element(
      'ul',
      {},
      warnings.map(({ warning, students }) =>
        element('li', { props: { textContent: `${counted(students, 'student')}: ${warning}` } }),
      ),
    ),
  ]);
}
