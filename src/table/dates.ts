/** Recognizes dates that are written as text. */

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const TWO = '(?:0[1-9]|[12]\\d|3[01])';
const CENTURIES = '(?:19|20)\\d\\d';
const YEAR = '(?:19|20)?\\d\\d';
const LAYOUTS = [
  `${CENTURIES}([-/.]?)${TWO}\\3${TWO}`,
  `${CENTURIES}([-/.])${DAY}\\4${DAY}`,
  `${TWO}${TWO}${CENTURIES}`,
  `${DAY}([-/.])(?:${DAY}|${MONTH})\\5${YEAR}`,
  `${DAY} ?${MONTH} ?${YEAR}`,
  // A month's name in any language.
  `${DAY}[-/. ](?:de )?\\p{L}{3,10}\\.?[-/. ](?:de )?${CENTURIES}`,
  `${MONTH} ${DAY},? ${CENTURIES}`,
];
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,? )?';
const TIME = '(?:[ T]\\d{1,2}:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?: ?[ap]m)?(?:Z| ?[+-]\\d\\d:?\\d\\d)?)?';
/**
 * A date, alone or after a word, as systems write it: `9/14/2026`, `20260914`, `2026-09-14T00:00:00Z`,
 * `14-SEP-26`, `Mon, Sep 14, 2026`, `DW 14 de septiembre de 2026`.
 */
const DATE = new RegExp(`^(\\p{L}{1,12} )??${WEEKDAY}(?<date>${LAYOUTS.join('|')})${TIME}$`, 'iu');
const DATED = new RegExp(`(^|[\\s(])(?<date>${LAYOUTS.join('|')})(?![\\p{L}\\d])`, 'iu');

/** Whether a text contains a date, as in `As of 9/14/2026`. */
export function hasDate(text: string): boolean {
  return DATED.test(text);
}

/** The beginning of the code for the dates of a year. */
const DATES = 'a date of ';

/**
 * The code of a text in a status column or a flag. All dates of a year share a code, since each month has new
 * dates. Dates of another year may belong to earlier attendance or mean no date.
 */
export function dateCode(text: string): string {
  const found = DATE.exec(text);
  if (found === null) return text;
  const date = found.groups?.['date'] ?? '';
  return `${found[1] ?? ''}${DATES}${/(?:19|20)\d\d$|^(?:19|20)\d\d/.exec(date)?.[0] ?? `20${date.slice(-2)}`}`;
}
