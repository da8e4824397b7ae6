import { knownNames } from './find-header.js';
import type { Pace } from './pace.js';
import { recipeError } from './recipe-error.js';
import { SheetReader, type SheetRow } from './sheet-rows.js';
import type { SheetPart, WorkbookParts } from './workbook-parts.js';
import { xmlPieces } from './xml-part.js';

/** The sheet of a workbook that is read. */
export interface ChosenSheet extends SheetPart {
  /** How many sheets are shown. */
  readonly count: number;
  /** Other sheets that are shown and hold such a table, too. */
  readonly alike: readonly string[];
}

/** So many names that are known make a row the header of a table of students. */
const ENOUGH_NAMES = 2;

/** So many rows of a sheet show what it holds. */
const LOOKED_AT_ROWS = 60;

/**
 * The sheet of that name; without one, the first of those whose header has most names that are known. A hidden sheet is taken only when
 * none that is shown holds such a table.
 *
 * @throws RecipeError for a sheet that is not there.
 */
export async function chosenSheet(
  parts: WorkbookParts,
  wanted: string | undefined,
  pace: Pace,
): Promise<ChosenSheet> {
  const shown = parts.sheets.filter(({ isHidden }) => !isHidden);
  const chosen = { count: shown.length, alike: [] };
  if (wanted !== undefined) return { ...named(parts.sheets, wanted), ...chosen };
  const [first, ...others] = shown.length > 0 ? shown : parts.sheets;
  if (first === undefined) throw recipeError('The workbook has no sheet with cells.');
  if (others.length === 0 && parts.sheets.length === 1) return { ...first, ...chosen };
  const ranked = [];
  for (const sheet of [...shown, ...parts.sheets.filter(({ isHidden }) => isHidden)]) {
    ranked.push({ sheet, names: knownNames(await firstRows(parts, sheet, pace)) });
  }
  const tables = ranked.filter(({ names }) => names >= ENOUGH_NAMES);
  const candidates = tables.some(({ sheet }) => !sheet.isHidden)
    ? tables.filter(({ sheet }) => !sheet.isHidden)
    : tables;
  const most = Math.max(...candidates.map(({ names }) => names));
  const best = candidates.find(({ names }) => names === most)?.sheet;
  if (best === undefined) return { ...first, ...chosen };
  const alike = candidates.filter(({ sheet }) => sheet !== best && !sheet.isHidden);
  return { ...best, count: shown.length, alike: alike.map(({ sheet }) => sheet.name) };
}

function named(sheets: readonly SheetPart[], wanted: string): SheetPart {
  const key = (name: string): string => name.trim().toLowerCase();
  const found = sheets.find(({ name }) => key(name) === key(wanted));
  if (found !== undefined) return found;
  const names = sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => `"${name}"`);
  throw recipeError(`The workbook has no sheet "${wanted}". It has ${names.join(', ')}.`);
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
