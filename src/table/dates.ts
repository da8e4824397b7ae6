/** Dates as the texts of cells. */

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const TWO = '(?:0[1-9]|[12]\\d|3[01])';
const YEAR = '(?:20)?\\d\\d';
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,? )?';
const TIME = '(?:[ T]\\d{1,2}:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?: ?[ap]m)?(?:Z| ?[+-]\\d\\d:?\\d\\d)?)?';
/**
 * A date of this century and nothing else, as systems write it: `9/14/2026`, `20260914`, `2026-09-14T00:00:00Z`, `14-SEP-26`,
 * `Mon, Sep 14, 2026`, `14 de septiembre de 2026`.
 */
const DATE = new RegExp(
  `^${WEEKDAY}(?:20\\d\\d([-/.]?)${TWO}\\1${TWO}|20\\d\\d([-/.])${DAY}\\2${DAY}|${DAY}([-/.])(?:${DAY}|${MONTH})\\3${YEAR}|${DAY} ?${MONTH} ?${YEAR}|${DAY} (?:de )?\\p{L}{3,10}\\.? (?:de )?20\\d\\d|${MONTH} ${DAY},? 20\\d\\d)${TIME}$`,
  'iu',
);
/** The beginning of the code that the dates of a year have. */
export const DATES = 'a date of ';

/**
 * The code of a text of a status column or a flag: the dates of a year are one, as each month has dates of its own. Those of
 * another year may be of an earlier time at the school, or stand for none.
 */
export function dateCode(text: string): string {
  if (!DATE.test(text)) return text;
  const [date = ''] = text.split(/[ T]\d{1,2}:/);
  return `${DATES}${/20\d\d/.exec(date)?.[0] ?? `20${date.slice(-2)}`}`;
}
