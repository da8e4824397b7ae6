/** Ids that look like others. It can be sent from thread to thread and written as JSON. */
export interface AlikeIdsFound {
  /** Of how many students the id looks like that of another. */
  readonly students: number;
  /** The first few, each with the one that it looks like. */
  readonly examples: readonly (readonly [one: string, other: string])[];
}

const MOST_EXAMPLES = 5;

/**
 * Finds ids that differ only by capitals, zeros in front, the form of a letter or a character that nobody sees. They stay students of
 * their own: this is to be looked at, never to be mended unseen.
 */
export class AlikeIds {
  /** The ids that were seen, by what a reader sees of them. */
  readonly #seen = new Map<string, string>();
  #students = 0;
  readonly #examples: (readonly [string, string])[] = [];

  /** Each student once, with the id trimmed. */
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

/** Printable ASCII without capitals and zeros in front looks like nothing but itself. */
const PLAIN = /^(?!0)[!-@[-~]+$/;

function lookOf(id: string): string {
  if (PLAIN.test(id)) return id;
  return id
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\s]+/gu, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '');
}

/** An id in quotes, with what nobody sees of it written out. */
function shown(id: string): string {
  const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return JSON.stringify(id).replace(/[\p{Cf}\p{Mn}]/gu, code);
}

/** The sentence that points them out; null where there are none. */
export function alikeIdsText({ students, examples }: AlikeIdsFound): string | null {
  if (students === 0) return null;
  const pairs = examples.map((pair) => pair.map(shown).join(' and '));
  const more = students > examples.length ? `, and ${students - examples.length} more` : '';
  const subject =
    students === 1 ? '1 student ID looks' : `${students.toLocaleString('en-US')} student IDs look`;
  return `${subject} like another one: ${pairs.join(', ')}${more}. They were taken for different students. If they are one, write the id in one way.`;
}
