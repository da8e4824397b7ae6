import { readFile } from 'node:fs/promises';
import { type IgnoredColumns, readHeader } from '../contract/header.js';
import { joined } from '../csv/text.js';
import { CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { applyRecipe, RowOrigins } from '../recipe/apply-recipe.js';
import { unrecorded, withHeld } from '../recipe/columns/column-changes.js';
import { withRecipeNames } from '../recipe/columns/facts-by-recipe.js';
import { markNotUsed } from '../recipe/columns/place-columns.js';
import { readFacts, suggestRecipe } from '../recipe/columns/suggest.js';
import { NAME_HINTS } from '../recipe/columns/usual-names.js';
import { type Examined, examine } from '../recipe/examine.js';
import { namesText } from '../recipe/format/column-texts.js';
import { hasOurNames, ourField } from '../recipe/format/our-fields.js';
import {
  ERROR_COLUMN,
  isOurRecipe,
  type OpenPlace,
  ourRecipe,
  pathText,
  type Recipe,
  RecipeError,
  readOf,
  valueAt,
  withAnswer,
} from '../recipe/format/recipe.js';
import { parseRecipe } from '../recipe/format/recipe-file.js';
import { factsOf, type TableFacts } from '../table/column-facts.js';
import { withKeptRows } from '../table/kept-rows.js';
import { openTable, type Table } from '../table/open-table.js';
import { SET_ASIDE_REASONS } from '../table/set-aside.js';
import { runWithPauses } from '../table/steps.js';
import { CommandError, EXIT, fileProblem, type ReadingOptions } from './command.js';
import { type Input, inputName } from './input.js';
import { onOneLine } from './streams.js';

/** What was understood of a file of students, and what is open. */
export interface UnderstoodFile {
  /** As typed by the user. */
  readonly path: string;
  readonly table: Table;
  readonly recipe: Recipe;
  /** The path of the recipe; undefined for a draft, or a file that needs no recipe. */
  readonly recipePath: string | undefined;
  /** Whether the file has our own names, so that it needs no recipe. */
  readonly isOwn: boolean;
  /** Findings in all rows; null for a CSV in our own names, which is used unchanged. */
  readonly found: { readonly facts: TableFacts; readonly examined: Examined } | null;
  readonly open: readonly OpenPlace[];
  /** In a file with our own names, the other columns, which are not read. */
  readonly ignoreColumns: IgnoredColumns;
  readonly awardYear: string;
}

/** A file of students ready to be calculated. */
export interface StudentFile extends UnderstoodFile {
  readonly csv: Uint8Array<ArrayBuffer>;
  /** Maps our rows back to the rows of the file. */
  readonly origins: RowOrigins;
}

/**
 * Reads a file of students: with our own names, by a recipe, or by a draft that names suggest.
 *
 * @param drafts which files may get a draft: those with other names, or any.
 * @throws ApiError for unknown columns beside our own names; CommandError, RecipeError or TableError for a
 * file that cannot be read; the signal's reason.
 */
export async function understand(
  { path, bytes }: Input,
  { recipe: recipePath, sheet, ignoreColumns: ignored = [], awardYear = CURRENT_AWARD_YEAR }: ReadingOptions,
  signal: AbortSignal,
  drafts?: 'other names' | 'any',
): Promise<UnderstoodFile> {
  const given = recipePath === undefined ? null : await recipeIn(recipePath, path);
  const onUnpacked = () => signal.throwIfAborted();
  const settings = sheet === undefined ? given?.read : { ...given?.read, sheet };
  const table = await openTable(bytes, { read: readOf(settings, bytes), hints: NAME_HINTS, onUnpacked });
  const ignoreColumns = ignored === '*' ? ignored : [...ignored, ERROR_COLUMN];
  const isDrafted = drafts === 'any' || (drafts === 'other names' && !hasOurNames(table.header));
  const isOwn = given === null && !isDrafted;
  const common = { path, recipePath, isOwn, ignoreColumns, awardYear };
  if (isOwn) refuseOthers(path, table, ignoreColumns);
  const own = ourRecipe(table.header);
  if (isOwn && table.ours !== null) return { ...common, table, recipe: own, found: null, open: [] };
  // The rows are read several times.
  const read = withKeptRows(table);
  // What a row is, is suggested for drafts alone.
  const ofTable = await runWithPauses(given === null ? readFacts(read) : factsOf(read), signal);
  const { table: kept, facts } = withRecipeNames(given ?? own, read, ofTable);
  // In a file with our own names, the option covers all other columns.
  const others = facts.columns.filter(({ name: column }) => ourField(column) === undefined);
  const drafted = isOwn
    ? { ...others.reduce((so, column) => markNotUsed(so, facts, column), own), confirmed: true }
    : suggestRecipe(facts, settings);
  const recipe = given ?? drafted;
  const examined = await runWithPauses(examine(kept, facts, recipe, awardYear), signal);
  return { ...common, table: kept, recipe, found: { facts, examined }, open: examined.open };
}

/** @throws ApiError or CommandError unless the file has our own names. */
function refuseOthers(path: string, { header, headerRow }: Table, ignoreColumns: IgnoredColumns): void {
  if (!hasOurNames(header)) {
    const message = `${inputName(path)} does not have the columns of the service: every file has dependency_status, term_label, and term_credits_enrolled or term_actual_final_credits. A recipe says what columns of other names mean.`;
    throw new CommandError(EXIT.refused, `${message} ${toWriteOne(path)}`);
  }
  readHeader(header, headerRow, ignoreColumns);
}

/** The command to check a file, with quotes around paths that have spaces. */
function typed(...words: readonly string[]): string {
  return ['prorata check', ...words.map((word) => (/\s/.test(word) ? `"${word}"` : word))].join(' ');
}

function toWriteOne(path: string): string {
  return `To write one that you can complete, run: ${typed(path, '--recipe-out', 'recipe.json')}`;
}

/**
 * Makes a file ready to be calculated.
 *
 * @param recipeOut where the recipe was written, if it was.
 * @throws CommandError if anything is open, or the recipe is not confirmed.
 */
export function ready(file: UnderstoodFile, recipeOut?: string): StudentFile {
  const { table, recipe, found, awardYear } = file;
  if (file.open.length > 0 || !recipe.confirmed) throw openPlaces(file, recipeOut);
  if (found === null && table.ours !== null) {
    return { ...file, csv: new Uint8Array(table.ours), origins: new RowOrigins() };
  }
  const { rowsFound } = found?.examined ?? { rowsFound: null };
  const { pieces, origins } = applyRecipe(table, recipe, { rowsFound, open: file.open }, awardYear);
  return { ...file, csv: joined(pieces), origins };
}

/**
 * What is done with a file: sentences with their paths in the recipe, and lines that begin with the table's
 * notes. A CSV with our own names is examined for this. @throws the signal's reason.
 */
export async function toldOf({ recipe, awardYear, found, table, csv }: StudentFile, signal: AbortSignal) {
  let examined = found?.examined;
  if (examined === undefined) {
    // In a file that is used unchanged, no row is set aside.
    const all = await openTable(csv, { read: { keep: SET_ASIDE_REASONS }, hints: NAME_HINTS });
    const facts = await runWithPauses(factsOf(all), signal);
    examined = await runWithPauses(examine(all, facts, recipe, awardYear), signal);
  }
  const { sentences: said } = examined.examination;
  const sentences = said.map(({ text, path }) => ({ text, path: pathText(path) }));
  const names = isOurRecipe(recipe) ? [] : unrecorded(recipe, examined.examination.facts);
  if (names.length > 0) {
    const text = `The recipe does not record what ${namesText(names)} held, so a change there will not be noticed next month. To record it, run check with --recipe-out.`;
    sentences.push({ text, path: 'held' });
  }
  return { sentences, lines: [...table.notes, ...sentences.map(({ text }) => text)] };
}

/** The recipe with open places marked: `null` for a missing value, and a sentence for each place. */
export function markedRecipe({ recipe, open, found }: UnderstoodFile): Recipe {
  const marked = open
    .filter(({ path }) => path[0] !== 'not_used' && path[0] !== 'held' && valueAt(recipe, path) === undefined)
    .reduce(
      (so, { path }) => withAnswer(so, path, null),
      found === null ? recipe : withHeld(recipe, found.examined.examination.facts),
    );
  const { open: _, ...rest } = marked;
  const isDone = open.length === 0;
  return {
    ...rest,
    confirmed: recipe.confirmed && isDone,
    ...(isDone ? {} : { open: open.map(({ path, message }) => `${pathText(path)}: ${message}`) }),
  };
}

/** Refuses a file, with a list of what is open. */
function openPlaces(
  { path, open, recipe, recipePath }: UnderstoodFile,
  recipeOut: string | undefined,
): CommandError {
  const file = recipeOut ?? recipePath;
  const unread = { path: 'confirmed', message: 'Nobody has confirmed yet that these are the columns.' };
  const places =
    open.length === 0 ? [unread] : open.map((each) => ({ path: pathText(each.path), message: each.message }));
  const count = places.length === 1 ? 'One place is' : `${places.length} places are`;
  const todo =
    file === undefined
      ? `A recipe says what the columns mean. ${toWriteOne(path)}`
      : `Complete ${file}${recipe.confirmed && recipeOut === undefined ? '' : ', write "confirmed": true'}, and run: ${typed(path, '--recipe', file)}`;
  const lines = [
    `Nothing is calculated while anything is open. ${count} open:`,
    ...places.map((each) => onOneLine(`  ${each.path}: ${each.message}`)),
    todo,
  ];
  return new CommandError(EXIT.refused, lines.join('\n'), { open: places, recipe });
}

async function recipeIn(recipePath: string, path: string): Promise<Recipe> {
  const text = await readFile(recipePath, 'utf8').catch((error: unknown) => {
    throw fileProblem(`read the recipe ${recipePath}`, error);
  });
  try {
    return parseRecipe(text);
  } catch (error) {
    if (!(error instanceof RecipeError)) throw error;
    throw new CommandError(EXIT.refused, `${recipePath}: ${error.message}\n${toWriteOne(path)}`);
  }
}

/** Reads a file that must be ready. @throws like {@link understand} and {@link ready}. */
export async function openStudents(
  input: Input,
  options: ReadingOptions,
  signal: AbortSignal,
): Promise<StudentFile> {
  return ready(await understand(input, options, signal));
}
