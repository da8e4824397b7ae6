import type { LoanDollars } from '../../review/loan-sums.js';
import { type Child, element } from '../element.js';
import { details, list, messageBox, paragraph } from '../page-parts.js';
import { counted, dollarText, numberText } from './counted.js';
import { histogram } from './histogram.js';
import { textTable } from './text-table.js';
import type { Outcome } from './worker-messages.js';

/** In a sentence or two: how many students were calculated, and how many were not. */
export function verdictView({ summary }: Outcome): HTMLElement {
  const { students, failedStudents, studentsWithWarnings } = summary;
  const assumed =
    studentsWithWarnings === 0 ? '' : ` ${numberText(studentsWithWarnings)} of them with a warning.`;
  if (failedStudents === 0) {
    const all = students === 1 ? 'The student was' : `All ${counted(students, 'student')} were`;
    return messageBox('good', [`${all} calculated.${assumed}`]);
  }
  const calculated = students - failedStudents;
  const were = calculated === 1 ? 'was' : 'were';
  return messageBox('care', [
    `${numberText(calculated)} of ${counted(students, 'student')} ${were} calculated, ${numberText(failedStudents)} failed.${assumed}`,
    'Mend what you can here, group by group, or save the failed rows and mend them in your own file.',
  ]);
}

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
        `${counted(reducedStudents, 'student')} of ${numberText(calculated)} ${reducedStudents === 1 ? 'gets' : 'get'} less than a full year's limit.`,
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
  return details(`Warnings, and what was assumed (${warnings.length})`, [
    list(warnings.map(({ warning, students }) => `${counted(students, 'student')}: ${warning}`)),
  ]);
}
