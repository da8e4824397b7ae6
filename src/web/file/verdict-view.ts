import { counted } from './counted.js';
import { messageBox, paragraph } from './message-box.js';
import type { Outcome } from './outcome.js';

/** In a sentence or two: how many students were calculated, and how many were not. */
export function verdictView({ summary }: Outcome): HTMLElement {
  const { students, failedStudents, studentsWithWarnings } = summary;
  const assumed =
    studentsWithWarnings === 0
      ? ''
      : ` ${studentsWithWarnings.toLocaleString('en-US')} of them with something that was assumed or deserves a look.`;
  if (failedStudents === 0) {
    return messageBox('good', [paragraph(`All ${counted(students, 'student')} were calculated.${assumed}`)]);
  }
  const calculated = (students - failedStudents).toLocaleString('en-US');
  return messageBox('care', [
    paragraph(
      `${calculated} of ${counted(students, 'student')} were calculated, ${failedStudents.toLocaleString('en-US')} failed.${assumed}`,
    ),
    paragraph(
      'Mend what you can here, group by group, or save the failed rows and mend them in your own file.',
    ),
  ]);
}
