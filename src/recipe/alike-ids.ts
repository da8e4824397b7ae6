/** Marks of footnotes. */
const MARKS = /(?<=.)[*#+†‡]+$/;
/** Printable ASCII without capitals, leading zeros and marks at its end is its own visible form. */
const PLAIN = /^(?!0)[!-@[-~]*[!-"$-),-@[-~]$/;

const ASCII = /^[!-~]*$/;

/** The visible form of an id: without the differences of capitals, leading zeros, blanks and marks of footnotes. */
export function lookOf(id: string): string {
  if (PLAIN.test(id)) return id;
  const seen = ASCII.test(id) ? id : id.normalize('NFKC').replace(/[\p{Cf}\p{Cc}\s]+/gu, '');
  return seen
    .toLowerCase()
    .replace(/^0+(?=.)/, '')
    .replace(MARKS, '');
}

/** An id in quotes, with invisible characters written out. */
function shown(id: string): string {
  const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return JSON.stringify(id).replace(/[\p{Cf}\p{Mn}]/gu, code);
}

/** The sentence that names the first pairs of ids that look alike, of so many students. */
export function alikePairs(students: number, pairs: readonly (readonly [string, string])[]): string {
  const more =
    students > pairs.length ? `, and ${(students - pairs.length).toLocaleString('en-US')} more` : '';
  const subject =
    students === 1 ? '1 student ID looks' : `${students.toLocaleString('en-US')} student IDs look`;
  return `${subject} like another one: ${pairs.map((pair) => pair.map(shown).join(' and ')).join(', ')}${more}.`;
}
