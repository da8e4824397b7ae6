import { counted } from './counted.js';
import { messageBox, paragraph } from './message-box.js';
import type { Outcome } from './outcome.js';

/** In a sentence or two: how many students were calculated, and how many were not. */
export function verdictView({ summary }: Outcome): HTMLElement {
  const { students, failedStudents, studentsWithWarnings } = summary;
  const assumed =
    studentsWithWarnings === 0
      ? ''
      : ` ${studentsWithWarnings.toLocaleString('en-US')} of them with a warning.`;
  if (failedStudents === 0) {
    const all = students === 1 ? 'The student was' : `All ${counted(students, 'student')} were`;
    return messageBox('good', [paragraph(`${all} calculated.${assumed}`)]);
  }
  const calculated = students - failedStudents;
  const were = calculated === 1 ? 'was' : 'were';
  return messageBox('care', [
    paragraph(
      `${calculated.toLocaleString('en-US')} of ${counted(students, 'student')} ${were} calculated, ${failedStudents.toLocaleString('en-US')} failed.${assumed}`,
    ),
    paragraph(
      'Mend what you can here, group by group, or save the failed rows and mend them in your own file.',
    ),
  ]);
}
