import { WARNING_SEPARATOR } from '../contract/csv-response.js';

/** A warning without its term, as the first student has it who has one like it, and how many have. */
export interface WarningCount {
  readonly warning: string;
  readonly students: number;
}

/** The label in front of a term's warning: what is not a term's has no capital behind a colon. */
const LABEL = /^.*?: (?=[A-Z0-9$])/s;

/** Counts the students who have a warning of each kind. */
export class WarningCounts {
  readonly #kinds = new Map<string, { readonly warning: string; students: number }>();

  /** The cell `warnings` of one student. */
  add(cell: string): void {
    if (cell === '') return;
    const sentences = cell.split(WARNING_SEPARATOR).map((warning) => warning.replace(LABEL, ''));
    const kinds = new Map(sentences.map((warning) => [warning.replace(/[0-9][0-9,.]*/g, '#'), warning]));
    for (const [kind, warning] of kinds) {
      const known = this.#kinds.get(kind);
      if (known === undefined) this.#kinds.set(kind, { warning, students: 1 });
      else known.students += 1;
    }
  }

  /** The most frequent first. */
  counts(): readonly WarningCount[] {
    return [...this.#kinds.values()].sort((one, other) => other.students - one.students);
  }
}
