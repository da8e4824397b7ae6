import { csvFile as withoutRequired } from '../support/requests.js';
import { studentFile as longWithoutRequired } from '../support/student-file.js';

/**
 * Files of students that say of each term whether it is required, so that nobody has to be asked how many terms their year has. The
 * column changes nothing of the answer.
 */

export function csvFile(...rows: readonly string[]): string {
  return required(withoutRequired(...rows));
}

export function studentFile(rows: number): string {
  return required(longWithoutRequired(rows));
}

/** No cell has a line end in it. */
function required(csv: string): string {
  let isHeader = true;
  return csv.replace(/[^\r\n]+/g, (line) => {
    const added = isHeader ? ',term_required' : ',true';
    isHeader = false;
    return line + added;
  });
}
