import { closestMatch } from 'leven';

/** Column names as people see them: names that look the same are the same. */

/** Zero-width spaces and joiners, soft hyphens, direction marks, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Printable ASCII needs no folding. Nearly all of the millions of names and cells are printable ASCII. */
const PLAIN = /^[ -~]*$/;

/** A name as it looks: compatibility forms (ligatures, full width) folded, trimmed, nothing invisible. */
export function visibleName(name: string): string {
  return (PLAIN.test(name) ? name : name.normalize('NFKC').replace(INVISIBLE, '')).trim();
}

/** Only letters and digits, in lower case: `Student ID`, `student.id` and `STUDENT-ID` give `studentid`. */
export function folded(name: string): string {
  return visibleName(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** The first `count` characters of a text, with an ellipsis if it was cut. No emoji is cut in half. */
export function cutText(text: string, count: number): string {
  // A text of at most this many UTF-16 units needs no counting.
  if (text.length <= count) return text;
  const first = [...text.slice(0, count * 2)].slice(0, count).join('');
  return first === text ? text : `${first}…`;
}

/** What spreadsheets show where a formula failed (ISO/IEC 29500-1, 18.17.3, and later additions). */
const SPREADSHEET_ERROR =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|BUSY!|CONNECT!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/i;

/** Whether a text is the error of a spreadsheet's formula. */
export function isSpreadsheetError(text: string): boolean {
  return SPREADSHEET_ERROR.test(text.trim());
}

/** Where a new word begins in camel case: `StudentID`, `PLUSDenied`. */
const CAMEL_CASE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** The words of a name in lower case, with one underscore around each: `Fall2026` gives `_fall_2026_`. */
export function wordsOf(name: string): string {
  const words = visibleName(name)
    .replace(CAMEL_CASE, '_')
    .toLowerCase()
    .replace(/(?<=\p{L})(?=\p{N})/gu, '_');
  return `_${words}_`.replace(/[^\p{L}\p{M}\p{N}]+/gu, '_');
}

/** A typo changes at most one letter in this many. */
const LETTERS_PER_SLIP = 4;

/** The name closest to a misspelled one by edit distance; undefined if none is near. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(given.length / LETTERS_PER_SLIP));
  return closestMatch(given, [...names], { maxDistance });
}
