import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { wordsOf } from '../contract/name-forms.js';
import { FUND_COLUMNS } from '../contract/other-names.js';
import { shownCell } from './cell-rules.js';
import { type FoundHeader, findHeader } from './find-header.js';
import { type Candidates, candidatesOf } from './guess-columns.js';
import { placesNamed } from './guess-shape.js';
import type { OtherSheet } from './other-sheets.js';
import { PAID_COLUMNS } from './recipe.js';
import { recipeError } from './recipe-error.js';
import { SheetReader, type SheetRow } from './sheet-rows.js';
import type { Pace } from './steps.js';
import { oddTerms } from './term-labels.js';
import { termTime } from './term-order.js';
import type { SheetPart, WorkbookParts } from './workbook-parts.js';
import { xmlPieces } from './xml.js';

/** The sheet of a workbook to read. */
export interface ChosenSheet extends SheetPart {
  /** Number of visible sheets. */
  readonly count: number;
  /** Other sheets that contain such a table, hidden ones included. */
  readonly others: readonly OtherSheet[];
  /** All sheets with the same columns, this one first, if nobody has chosen one; empty if it is the only one. */
  readonly same: readonly string[];
  /** Whether it is read in place of a named sheet that does not exist. */
  readonly isInstead: boolean;
}

/** What the first rows of a sheet contain. */
interface Looked {
  readonly sheet: SheetPart;
  readonly header: FoundHeader | undefined;
  /** The columns of ours that its columns may be. */
  readonly columns: readonly Candidates[];
  readonly rows: readonly SheetRow[];
}

/** A row with this many known names is the header of a table of students. */
const ENOUGH_NAMES = 2;

const LOOKED_AT_ROWS = 60;

/**
 * The sheet of that name, or the only one with a similar name, such as next month's. Without a name, the first of those
 * whose header has the most known names. A hidden sheet is used only if no visible one contains such a table.
 *
 * @throws RecipeError for a sheet that does not exist if no other has a table of students either; and if nobody has
 * named a sheet, for several that hold a part of each student's year: whichever is read, the rest would be missing.
 */
export async function chosenSheet(
  parts: WorkbookParts,
  wanted: string | undefined,
  pace: Pace,
): Promise<ChosenSheet> {
  const shown = parts.sheets.filter(({ isHidden }) => !isHidden);
  const count = shown.length;
  const [first] = [...shown, ...parts.sheets];
  if (first === undefined) throw recipeError('The workbook has no sheet with cells.');
  const named = wanted === undefined ? undefined : sheetNamed(parts.sheets, wanted);
  const isInstead = wanted !== undefined && named === undefined;
  if (parts.sheets.length === 1) return { ...first, count, others: [], same: [], isInstead };
  const all: Looked[] = [];
  for (const sheet of [...shown, ...parts.sheets.filter(({ isHidden }) => isHidden)])
    all.push(await lookedAt(parts, sheet, pace));
  const tables = all.filter(({ header }) => (header?.known ?? 0) >= ENOUGH_NAMES);
  const ofKind = isInstead ? shown.filter(({ name }) => patternOf(name) === patternOf(wanted)) : [];
  const candidates = tables.some(({ sheet }) => !sheet.isHidden)
    ? tables.filter(({ sheet }) => !sheet.isHidden)
    : tables;
  const most = Math.max(...candidates.map(({ header }) => header?.known ?? 0));
  const best = named ?? (ofKind.length === 1 ? ofKind[0] : undefined);
  const chosen = best ?? candidates.find(({ header }) => header?.known === most)?.sheet;
  if (chosen === undefined && isInstead) {
    const names = shown.map(({ name }) => `"${name}"`);
    throw recipeError(`The workbook has no sheet "${wanted}". It has ${names.join(', ')}.`);
  }
  if (chosen === undefined) return { ...first, count, others: [], same: [], isInstead };
  const own = tables.find(({ sheet }) => sheet === chosen);
  const others = all.filter(
    (each) => each !== own && (tables.includes(each) || saysMore(each, own) !== null),
  );
  const same = own === undefined ? [] : [own, ...others.filter((each) => keyOf(each) === keyOf(own))];
  if (wanted === undefined) refuseParts(same);
  return {
    ...chosen,
    count,
    others: others.map((each) => ({ name: each.sheet.name, says: saysMore(each, own) })),
    same: best !== undefined || same.length < 2 ? [] : same.map(({ sheet }) => sheet.name),
    isInstead,
  };
}

async function lookedAt(parts: WorkbookParts, sheet: SheetPart, pace: Pace): Promise<Looked> {
  const reader = new SheetReader(parts);
  const rows: SheetRow[] = [];
  for await (const _ of xmlPieces(parts.archive, sheet.path, reader, pace)) {
    rows.push(...reader.taken());
    if (rows.length >= LOOKED_AT_ROWS) break;
  }
  const header = findHeader(rows);
  return { sheet, header, rows, columns: candidatesOf(header?.names ?? [], new Set()) };
}

/** What decides dollars and may be said on another sheet, by our columns or by words in its name and those of its columns. */
const SAYS: readonly (readonly [what: string, ours: readonly string[], words?: RegExp])[] = [
  ['what was paid', PAID_COLUMNS],
  ['final credits', ['term_actual_final_credits']],
  ['who withdrew', [], /_(?:withdr\w*|drop\w*|r2t4|leave|loa|lda|no_shows?)_/],
  ['a status', [], /^_(?:enroll\w*_|reg\w*_|student_|term_)?status_/],
  ['whose parents were denied a PLUS loan', ['plus_denied'], /_(?:denied|denials?)_/],
  ['who is a legacy borrower', ['cost_of_attendance'], /_(?:legacy|grandfather\w*)_/],
  ['limits', ['total_limit'], /_limits?_/],
];

function saysMore(other: Looked, own: Looked | undefined): string | null {
  if (!hasOneOf(other, [STUDENT_ID_COLUMN])) return null;
  const isSaid = (each: Looked, [what, ours, words]: (typeof SAYS)[number], title = ''): boolean =>
    hasOneOf(each, ours) ||
    (what === 'what was paid' && placesNamed(namesOf(each), FUND_COLUMNS).length > 0) ||
    (words !== undefined && [title, ...namesOf(each)].some((name) => words.test(wordsOf(name))));
  const found = SAYS.find(
    (said) => isSaid(other, said, other.sheet.name) && (own === undefined || !isSaid(own, said)),
  );
  return found?.[0] ?? null;
}

function hasOneOf({ columns }: Looked, wanted: readonly string[]): boolean {
  return columns.some(({ ours, places }) => wanted.includes(ours) && places.length > 0);
}

function namesOf({ header }: Looked): readonly string[] {
  return header?.names ?? [];
}

/** Sheets have the same columns if these may be the same columns of ours, in any order and beside any others. */
function keyOf({ columns }: Looked): string {
  return columns.flatMap(({ ours, places }) => (places.length === 0 ? [] : [ours])).join(' ');
}

/** What the first rows of a sheet have in one of our columns. */
function valuesOf({ header, columns, rows }: Looked, column: string): ReadonlySet<string> {
  const [place = -1] = columns.find(({ ours }) => ours === column)?.places ?? [];
  const below = rows.filter(({ row }) => row > (header?.row ?? 0));
  return new Set(below.flatMap(({ cells }) => shownCell(cells[place] ?? '').trim() || []));
}

/** @throws RecipeError if sheets with the same columns hold a term each, or several have the same students. */
function refuseParts(sheets: readonly Looked[]): void {
  const listed = sheets.map(({ sheet }) => `"${sheet.name}"${sheet.isHidden ? ' (hidden)' : ''}`).join(', ');
  const times = sheets.flatMap(({ sheet }) => termTime(sheet.name) ?? []);
  const terms = sheets.map((each) => valuesOf(each, 'term_label'));
  const isOneYear = (oddTerms(terms.flatMap((own) => [...own]))?.years ?? []).length === 0;
  const shared = sharedStudent(sheets);
  if (
    new Set(times.map(({ season, partOfYear }) => season ?? partOfYear)).size > 1 ||
    (shared !== undefined && isOneYear && areDisjoint(terms))
  )
    throw recipeError(
      `The workbook has a sheet for each term: ${listed}. Put the rows of a year's terms below each other on one sheet, with a column Term that says which term a row is of, and choose that file. If you need only one of the sheets, save it as a file of its own.`,
    );
  const shown = sheets.filter(({ sheet }) => !sheet.isHidden);
  // Last month's sheet has the same students as this month's, and a hidden one may be an old copy.
  const isOfMonths = new Set(shown.map(({ sheet }) => patternOf(sheet.name))).size < shown.length;
  const student = isOfMonths ? undefined : sharedStudent(shown);
  if (student !== undefined)
    throw recipeError(
      `The same students are on several sheets with the same columns: ${listed}. Student ${student} is one of them. Put the rows of all these sheets below each other on one sheet, and choose that file. If only one of them counts, save it as a file of its own.`,
    );
}

/** A student who is on several of these sheets, if there is one in their first rows. */
function sharedStudent(sheets: readonly Looked[]): string | undefined {
  const seen = new Set<string>();
  for (const sheet of sheets) {
    const own = valuesOf(sheet, STUDENT_ID_COLUMN);
    for (const id of own) if (seen.has(id)) return id;
    for (const id of own) seen.add(id);
  }
  return undefined;
}

/** Whether there are several sets, none is empty, and no value is in two of them. */
function areDisjoint(sets: readonly ReadonlySet<string>[]): boolean {
  const all = new Set(sets.flatMap((own) => [...own]));
  return (
    sets.length > 1 &&
    sets.every(({ size }) => size > 0) &&
    all.size === sets.reduce((sum, { size }) => sum + size, 0)
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
