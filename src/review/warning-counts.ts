import { WARNING_SEPARATOR } from '../contract/csv-response.js';

/** A warning without its term, and how many students have it or one that differs only in its numbers. */
export interface WarningCount {
  /** As the first student has it; it says so if the numbers of others differ. */
  readonly warning: string;
  readonly students: number;
}

/** The label in front of a term's warning: what is not a term's has no capital behind a colon. */
const LABEL = /^.*?: (?=[A-Z0-9$])/s;

/** Counts the students who have a warning of each kind. */
export class WarningCounts {
  readonly #kinds = new Map<string, { readonly first: string; students: number; isVaried: boolean }>();

  /** The cell `warnings` of one student. */
  add(cell: string): void {
    if (cell === '') return;
    const sentences = cell.split(WARNING_SEPARATOR).map((warning) => warning.replace(LABEL, ''));
    const kinds = new Map(sentences.map((warning) => [warning.replace(/[0-9][0-9,.]*/g, '#'), warning]));
    for (const [kind, warning] of kinds) {
      const known = this.#kinds.get(kind) ?? { first: warning, students: 0, isVaried: false };
      this.#kinds.set(kind, known);
      known.students += 1;
      known.isVaried ||= warning !== known.first;
    }
  }

  /** The most frequent first. */
  counts(): readonly WarningCount[] {
    return [...this.#kinds.values()]
      .sort((one, other) => other.students - one.students)
      .map(({ first, students, isVaried }) => ({
        warning: isVaried ? `${first}${OTHERS}` : first,
        students,
      }));
  }
}

const OTHERS = ' (numbers of the first student; those of the others differ)';
