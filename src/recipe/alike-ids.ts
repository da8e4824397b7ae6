/** Ids that look alike. It can be sent from thread to thread and written as JSON. */
export interface AlikeIdsFound {
  /** The number of students whose id looks like another student's. */
  readonly students: number;
  /** The first few, each with the id it looks like. */
  readonly examples: readonly (readonly [one: string, other: string])[];
}

const MOST_EXAMPLES = 5;

/**
 * Finds ids that differ only by capitals, leading zeros, the form of a letter or an invisible character. They remain
 * separate students: a person must look at them, and they are never merged silently.
 */
export class AlikeIds {
  /** The ids seen so far, by their visible form. */
  readonly #seen = new Map<string, string>();
  #students = 0;
  readonly #examples: (readonly [string, string])[] = [];

  /** Call once for each student, with the id trimmed. */
  add(id: string): void {
    const look = lookOf(id);
    const other = this.#seen.get(look);
    if (other === undefined) this.#seen.set(look, id);
    if (other === undefined || other === id) return;
    this.#students += 1;
    if (this.#examples.length < MOST_EXAMPLES) this.#examples.push([other, id]);
  }

  found(): AlikeIdsFound {
    return { students: this.#students, examples: this.#examples };
  }
}

/** Printable ASCII without capitals and leading zeros is its own visible form. */
const PLAIN = /^(?!0)[!-@[-~]+$/;

function lookOf(id: string): string {
  if (PLAIN.test(id)) return id;
  return id
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\s]+/gu, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '');
}

/** An id in quotes, with invisible characters written out. */
function shown(id: string): string {
  const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return JSON.stringify(id).replace(/[\p{Cf}\p{Mn}]/gu, code);
}

/** The sentence that points them out; null if there are none. */
export function alikeIdsText({ students, examples }: AlikeIdsFound): string | null {
  if (students === 0) return null;
  const pairs = examples.map((pair) => pair.map(shown).join(' and '));
  const more = students > examples.length ? `, and ${students - examples.length} more` : '';
  const subject =
    students === 1 ? '1 student ID looks' : `${students.toLocaleString('en-US')} student IDs look`;
  return `${subject} like another one: ${pairs.join(', ')}${more}. They were taken for different students. If they are one, write the id in one way.`;
}
