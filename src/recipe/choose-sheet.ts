import { folded } from '../contract/name-forms.js';
import { findHeader } from './find-header.js';
import type { Pace } from './pace.js';
import { type RecipeError, recipeError } from './recipe-error.js';
import { SheetReader, type SheetRow } from './sheet-rows.js';
import { termTime } from './term-order.js';
import type { SheetPart, WorkbookParts } from './workbook-parts.js';
import { xmlPieces } from './xml-part.js';

/** The sheet of a workbook to read. */
export interface ChosenSheet extends SheetPart {
  /** Number of visible sheets. */
  readonly count: number;
  /** Other visible sheets that contain such a table. */
  readonly alike: readonly string[];
  /** All sheets with the same column names, this one first, if nobody has chosen one; empty if it is the only one. */
  readonly same: readonly string[];
  /** Whether it is read in place of a named sheet that does not exist. */
  readonly isInstead: boolean;
}

/** A row with this many known names is the header of a table of students. */
const ENOUGH_NAMES = 2;

/** How many rows of a sheet are looked at to see what it contains. */
const LOOKED_AT_ROWS = 60;

/**
 * The sheet of that name, or the only one with a similar name, such as next month's. Without a name, the first of those
 * whose header has the most known names. A hidden sheet is used only if no visible one contains such a table.
 *
 * @throws RecipeError for a sheet that does not exist if no other has a table of students either; and if nobody has
 * named a sheet, for a sheet for each term: whichever is read, the credits of the others would be missing.
 */
export async function chosenSheet(
  parts: WorkbookParts,
  wanted: string | undefined,
  pace: Pace,
): Promise<ChosenSheet> {
  const shown = parts.sheets.filter(({ isHidden }) => !isHidden);
  const chosen = { count: shown.length, alike: [], same: [], isInstead: false };
  const named = wanted === undefined ? undefined : sheetNamed(parts.sheets, wanted);
  if (named !== undefined) return { ...named, ...chosen };
  const isInstead = wanted !== undefined;
  const ofKind = isInstead ? shown.filter(({ name }) => patternOf(name) === patternOf(wanted)) : [];
  if (ofKind.length === 1 && ofKind[0] !== undefined) return { ...ofKind[0], ...chosen, isInstead };
  const [first, ...more] = shown.length > 0 ? shown : parts.sheets;
  if (first === undefined) throw recipeError('The workbook has no sheet with cells.');
  if (more.length === 0 && parts.sheets.length === 1) return { ...first, ...chosen, isInstead };
  const ranked = [];
  for (const sheet of [...shown, ...parts.sheets.filter(({ isHidden }) => isHidden)]) {
    const header = findHeader(await firstRows(parts, sheet, pace));
    ranked.push({ sheet, names: header?.known ?? 0, key: header?.names.map(folded).join('\n') ?? '' });
  }
  const tables = ranked.filter(({ names }) => names >= ENOUGH_NAMES);
  const candidates = tables.some(({ sheet }) => !sheet.isHidden)
    ? tables.filter(({ sheet }) => !sheet.isHidden)
    : tables;
  const most = Math.max(...candidates.map(({ names }) => names));
  const best = candidates.find(({ names }) => names === most);
  if (best === undefined && isInstead) throw notThere(shown, wanted);
  if (best === undefined) return { ...first, ...chosen };
  const others = candidates.filter(({ sheet }) => sheet !== best.sheet && !sheet.isHidden);
  const alike = others.map(({ sheet }) => sheet.name);
  const same = others.filter(({ key }) => key === best.key).map(({ sheet }) => sheet.name);
  if (wanted === undefined) refuseTerms([best.sheet.name, ...same]);
  return {
    ...best.sheet,
    count: shown.length,
    alike,
    same: same.length === 0 ? [] : [best.sheet.name, ...same],
    isInstead,
  };
}

function refuseTerms(names: readonly string[]): void {
  const times = names.flatMap((name) => termTime(name) ?? []);
  if (new Set(times.map(({ season, partOfYear }) => season ?? partOfYear)).size < 2) return;
  const listed = names.map((name) => `"${name}"`).join(', ');
  throw recipeError(
    `The workbook has a sheet for each term: ${listed}. Put the rows of a year's terms below each other on one sheet, with a column Term that says which term a row is of, and choose that file. If you need only one of the sheets, save it as a file of its own.`,
  );
}

function sheetNamed(sheets: readonly SheetPart[], wanted: string): SheetPart | undefined {
  const key = (name: string): string => name.trim().toLowerCase();
  return sheets.find(({ name }) => key(name) === key(wanted));
}

const TERM_WORDS =
  /\b(?:fall|autumn|spring|summer|winter|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/g;

/** A name without what changes from term to term: `Fall 2026` and `Spring 2027` have the same pattern. */
function patternOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(TERM_WORDS, '@')
    .replace(/[0-9]+/g, '#');
}

function notThere(shown: readonly SheetPart[], wanted: string): RecipeError {
  const names = shown.map(({ name }) => `"${name}"`);
  return recipeError(`The workbook has no sheet "${wanted}". It has ${names.join(', ')}.`);
}

async function firstRows(
  parts: WorkbookParts,
  { path }: SheetPart,
  pace: Pace,
): Promise<readonly SheetRow[]> {
  const reader = new SheetReader(parts);
  const rows: SheetRow[] = [];
  for await (const _ of xmlPieces(parts.archive, path, reader, pace)) {
    rows.push(...reader.taken());
    if (rows.length >= LOOKED_AT_ROWS) break;
  }
  return rows;
}
