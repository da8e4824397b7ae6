import type { ChangedStudent } from './diff.js';
import type { ExplainedChange } from './input-changes.js';

/** One reason why answers changed, with the students it concerns. Each student counts under one cause. */
export interface ChangeCause {
  readonly kind: ChangedStudent['kind'];
  /**
   * The columns of the input that changed together. Empty if none did, so that different rules or a different order of
   * rows caused it; null if the input is not known, and for students who are in only one of the files.
   */
  readonly columns: readonly string[] | null;
  readonly students: number;
  /**
   * Students among them who are calculated in both and get more, and less, than before: how many, and whole dollars of the
   * year.
   */
  readonly more: { readonly students: number; readonly dollars: number };
  readonly less: { readonly students: number; readonly dollars: number };
}

/**
 * Counts why answers changed. The students of all causes add up to those who were given, and so do the dollars. The cause of most
 * students comes first.
 */
export function countCauses(changed: Iterable<ExplainedChange>): readonly ChangeCause[] {
  const causes = new Map<string, Counted>();
  for (const { kind, inputs, dollars } of changed) {
    const isOneSided = kind === 'added' || kind === 'removed';
    const columns = isOneSided || inputs === null ? null : [...new Set(inputs.map(({ column }) => column))];
    const key = `${kind} ${columns?.join(' ')}`;
    const cause = causes.get(key) ?? new Counted(kind, columns);
    causes.set(key, cause);
    cause.add(kind === 'changed' ? dollars : 0);
  }
  return [...causes.values()].sort((one, other) => other.students - one.students);
}

class Counted implements ChangeCause {
  students = 0;
  readonly more = { students: 0, dollars: 0 };
  readonly less = { students: 0, dollars: 0 };
  readonly kind: ChangedStudent['kind'];
  readonly columns: readonly string[] | null;

  constructor(kind: ChangedStudent['kind'], columns: readonly string[] | null) {
    this.kind = kind;
    this.columns = columns;
  }

  add(dollars: number): void {
    this.students += 1;
    if (dollars === 0) return;
    const side = dollars > 0 ? this.more : this.less;
    side.students += 1;
    side.dollars += dollars;
  }
}
