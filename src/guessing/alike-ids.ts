import { madeOnce } from './tally.js';
/** Ids that look alike. It can be sent from thread to thread and written as JSON. */
export interface AlikeIdsFound {
  /** The number of students whose id looks like another student's. */
  readonly students: number;
  /** The first few, each with the id it looks like. */
  readonly examples: readonly (readonly [one: string, other: string])[];
}

const MOST_EXAMPLES = 5;

/**
 * Finds ids that differ only by capitals, leading zeros, the mark of a footnote, the form of a letter or an invisible character. They remain
 * separate students: a person must look at them, and they are never merged silently.
 */
export class AlikeIds {
  readonly #firstOf = firstById();
  #students = 0;
  readonly #examples: (readonly [string, string])[] = [];

  /** Call once for each student, with the id trimmed. */
  add(id: string): void {
    const other = this.#firstOf(id);
    if (other === id) return;
    this.#students += 1;
    if (this.#examples.length < MOST_EXAMPLES) this.#examples.push([other, id]);
  }

  found(): AlikeIdsFound {
    return { students: this.#students, examples: this.#examples };
  }
}

/** Gives ids that look alike the form of the first of them. The others are added to `joined`, each with that form. */
export function alikeJoiner(joined: Map<string, string>): (id: string) => string {
  const firstOf = firstById();
  return (id) => {
    const first = firstOf(id);
    if (first !== id) joined.set(id, first);
    return first;
  };
}

/** Gives of each id the first that looks like it. */
function firstById(): (id: string) => string {
  const seen = new Map<string, string>();
  return (id) => madeOnce(seen, lookOf(id), () => id);
}

/** Marks of footnotes. */
const MARKS = /(?<=.)[*#+†‡]+$/;
/** Printable ASCII without capitals, leading zeros and marks at its end is its own visible form. */
const PLAIN = /^(?!0)[!-@[-~]*[!-"$-),-@[-~]$/;

/** The visible form of an id. */
export function lookOf(id: string): string {
  if (PLAIN.test(id)) return id;
  return id
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\s]+/gu, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '')
    .replace(MARKS, '');
}

/** An id in quotes, with invisible characters written out. */
function shown(id: string): string {
  const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return JSON.stringify(id).replace(/[\p{Cf}\p{Mn}]/gu, code);
}

/** The sentences that point them out; null if there are none. */
export function alikeIdsText(found: AlikeIdsFound): string | null {
  if (found.students === 0) return null;
  return `${alikePairs(found)} They were taken for different students. If they are one, write the id in one way.`;
}

/** The sentence that names the first pairs. */
export function alikePairs({ students, examples }: AlikeIdsFound): string {
  const pairs = examples.map((pair) => pair.map(shown).join(' and '));
  const more = students > examples.length ? `, and ${students - examples.length} more` : '';
  const subject =
    students === 1 ? '1 student ID looks' : `${students.toLocaleString('en-US')} student IDs look`;
  return `${subject} like another one: ${pairs.join(', ')}${more}.`;
}
