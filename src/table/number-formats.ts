import { isTrue, readXml } from './xml.js';
import type { ZipArchive } from './zip-archive.js';

/**
 * How a cell style shows numbers. For a format of digits only, such as `000-00-0000` or `"S"00000`: its
 * parts, each a digit position or the text between. Null for other formats.
 */
export type NumberFormat = 'date' | 'percent' | readonly string[] | null;

/** What a cell style says beyond the value. */
export interface CellStyle {
  readonly format: NumberFormat;
  /** Whether the content of the cells is crossed out. */
  readonly isStruck: boolean;
  readonly isColored: boolean;
}

/** The cell styles of a workbook, indexed by style number. */
export async function cellStyles(archive: ZipArchive, path: string): Promise<readonly CellStyle[]> {
  const codes = new Map<number, NumberFormat>();
  const struckFonts: boolean[] = [];
  const styles: CellStyle[] = [];
  let within = '';
  await readXml(archive, path, {
    open(name, attribute) {
      const id = Number(attribute('numFmtId') ?? '0');
      if (name === 'fonts' || name === 'cellXfs') within = name;
      else if (name === 'numFmt') codes.set(id, readFormat(attribute('formatCode') ?? ''));
      else if (within === 'fonts' && name === 'font') struckFonts.push(false);
      else if (within === 'fonts' && name === 'strike')
        struckFonts[struckFonts.length - 1] = isTrue(attribute('val') ?? '1');
      else if (within === 'cellXfs' && name === 'xf')
        styles.push({
          format: codes.get(id) ?? knownFormat(id),
          isStruck: struckFonts[Number(attribute('fontId') ?? '0')] === true,
          // Fill 0 means no fill, and Excel reserves fill 1.
          isColored: Number(attribute('fillId') ?? '0') > 1,
        });
    },
    close(name) {
      if (name === within) within = '';
    },
  });
  return styles;
}

/** A built-in format, which workbooks use without defining it (18.8.30): `0%`, `0.00%`, dates and times. */
function knownFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return 'percent';
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47);
  return isDate || (id >= 50 && id <= 58) ? 'date' : null;
}

/** The longest format that Excel accepts. */
const LONGEST_FORMAT = 255;
/** Parts of a format: quoted text, escaped character, space, color or condition, or any other character. */
const PIECES = /"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[\s\S]/gi;

/** Reads only the section for positive numbers. */
function readFormat(code: string): NumberFormat {
  const all: readonly string[] = code.slice(0, LONGEST_FORMAT).match(PIECES) ?? [];
  const end = all.indexOf(';');
  const pieces = end < 0 ? all : all.slice(0, end);
  const signs = pieces.filter((piece) => piece.length === 1);
  if (/[dmyhs]/i.test(signs.join('').replace(/general|standard/gi, ''))) return 'date';
  if (signs.includes('%')) return 'percent';
  const isMask =
    pieces.every((piece) => /^["\\0-]/.test(piece)) &&
    pieces.filter((piece) => piece === '0').length > 1 &&
    pieces.at(-1) === '0';
  return isMask ? pieces : null;
}

/** Significant digits that a spreadsheet keeps and shows; further digits come from binary rounding. */
const SHOWN_DIGITS = 15;
const PLAIN_NUMBER = /^(?:0|[1-9][0-9]{0,14})$/;

/**
 * A number as a sheet shows it, but not rounded by its format: `18.5` for a stored `18.499999999999996`,
 * `000123456` if the format pads with zeros, `75%` for 0.75. Currency and decimal places of the format are
 * ignored.
 */
export function shownNumber(stored: string, format: NumberFormat): string {
  if (format === 'percent') return `${shortest(String(Number(stored) * 100))}%`;
  const text = PLAIN_NUMBER.test(stored) ? stored : shortest(stored);
  return Array.isArray(format) && /^[0-9]+$/.test(text) ? masked(text, format) : text;
}

/** A number with more digits than a sheet keeps is written with an exponent: zeros would look exact. */
function shortest(stored: string): string {
  const value = Number(Number(stored).toPrecision(SHOWN_DIGITS));
  if (!Number.isFinite(value)) return stored;
  return Math.abs(value) < 10 ** SHOWN_DIGITS ? String(value) : value.toExponential().toUpperCase();
}

/** Puts digits into the positions of a mask, from the right; the first position takes all extra digits. */
function masked(digits: string, mask: readonly string[]): string {
  const zeros = mask.filter((part) => part === '0').length;
  const places = [...digits.padStart(zeros, '0')];
  const first = places.splice(0, places.length - zeros + 1).join('');
  places.unshift(first);
  return mask.map((part) => (part === '0' ? places.shift() : part.replace(/^"|"$|^\\/g, ''))).join('');
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of both calendars. Excel counts a February 29, 1900, so earlier dates have numbers one lower. */
const DAY_0 = Date.UTC(1899, 11, 30);
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1);
const FALSE_LEAP_DAY = 60;

/** A date as `2026-08-24`, with its time of day if it has one; a time alone as `14:30:00`. */
export function dateText(stored: string, isFrom1904: boolean): string {
  const days = Number(stored);
  if (!Number.isFinite(days)) return stored;
  const shift = !isFrom1904 && days >= 1 && days < FALSE_LEAP_DAY ? 1 : 0;
  const ms = (isFrom1904 ? DAY_0_OF_1904 : DAY_0) + Math.round((days + shift) * DAY_MS);
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return stored;
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  if (days < 1 && !isFrom1904) return time;
  return Number.isInteger(days) ? day : `${day} ${time}`;
}
