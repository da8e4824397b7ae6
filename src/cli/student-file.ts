import { readFile } from 'node:fs/promises';
import { type IgnoredColumns, readHeader } from '../contract/header.js';
import { joined } from '../csv/text.js';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { applyRecipe } from '../recipe/apply-recipe.js';
import type { Sentence, TableFacts } from '../recipe/examination.js';
import { type Examined, examine } from '../recipe/examine.js';
import { withHeld } from '../recipe/held.js';
import { hasOwnNames, ownField } from '../recipe/our-fields.js';
import { markNotUsed } from '../recipe/place-columns.js';
import {
  answered,
  ERROR_COLUMN,
  type OpenPlace,
  ownRecipe,
  pathText,
  type Recipe,
  RecipeError,
  valueAt,
} from '../recipe/recipe.js';
import { parseRecipe } from '../recipe/recipe-file.js';
import { RowOrigins } from '../recipe/row-origins.js';
import { readFacts, recall, suggestRecipe } from '../recipe/suggest.js';
import { NAME_HINTS } from '../recipe/usual-names.js';
import { withKeptRows } from '../table/kept-rows.js';
import { openTable, type ReadSettings, type Table } from '../table/open-table.js';
import { SET_ASIDE_REASONS } from '../table/set-aside.js';
import { byAndBy } from '../table/steps.js';
import { CommandError, commandErrorOf, EXIT, fileProblem, type ReadingOptions } from './command.js';
import type { Input } from './input.js';
import { onOneLine } from './streams.js';

/** A file of students as it is understood, with all that it leaves open. */
export interface UnderstoodFile {
  /** As the user names it. */
  readonly name: string;
  readonly table: Table;
  readonly recipe: Recipe;
  /** The path of the recipe; undefined for a draft, and for a file that needs none. */
  readonly recipePath: string | undefined;
  /** Whether it is in our own names, so that it needs no recipe. */
  readonly isOwn: boolean;
  /** What was found in all rows; null for a CSV in our own names, which is calculated as it is. */
  readonly found: { readonly facts: TableFacts; readonly examined: Examined } | null;
  readonly open: readonly OpenPlace[];
  /** In a file in our own names, the columns that are not ours and need not be read. */
  readonly ignoreColumns: IgnoredColumns;
  readonly awardYear: string;
}

/** A file of students ready to be calculated. */
export interface StudentFile extends UnderstoodFile {
  readonly csv: Uint8Array<ArrayBuffer>;
  /** Maps rows back to the rows of the file. */
  readonly origins: RowOrigins;
}

/** Whether names suggest a draft of a recipe where none is given: for any file, or for one that is not in our own names. */
export type Draft = 'never' | 'for other names' | 'always';

/**
 * Reads a file of students: in our own names, by a recipe, or by a draft of one.
 *
 * @throws ApiError for a file in our own names that has others; CommandError, RecipeError or TableError for what cannot
 * be read; the signal's reason.
 */
export async function understand(
  { name, bytes }: Input,
  { recipe: recipePath, ignoreColumns: ignored = [], awardYear = CURRENT_AWARD_YEAR }: ReadingOptions,
  draft: Draft,
  signal: AbortSignal,
): Promise<UnderstoodFile> {
  const given = recipePath === undefined ? null : await recipeIn(recipePath, name);
  const table = await openTable(bytes, { read: given?.read, hints: NAME_HINTS, signal });
  const ignoreColumns = ignored === '*' ? ignored : [...ignored, ERROR_COLUMN];
  const isDrafted = draft === 'always' || (draft === 'for other names' && !hasOwnNames(table.header));
  const isOwn = given === null && !isDrafted;
  const common = { name, recipePath, isOwn, ignoreColumns, awardYear };
  if (isOwn) refuseOthers(name, table, ignoreColumns);
  const own = ownRecipe(table.header);
  if (isOwn && table.ours !== null) return { ...common, table, recipe: own, found: null, open: [] };
  // They are read several times.
  const kept = withKeptRows(table);
  const facts = await byAndBy(readFacts(kept), signal);
  // Other columns of a file in our names are ignored by the option.
  const others = facts.columns.filter(({ name: column }) => ownField(column) === undefined);
  const drafted = isOwn ? { ...others.reduce(markNotUsed, own), confirmed: true } : suggestRecipe(facts);
  const recipe = given === null ? drafted : recall(given, facts);
  const examined = await byAndBy(examine(kept, facts, recipe, awardYear), signal);
  return { ...common, table: kept, recipe, found: { facts, examined }, open: examined.open };
}

/** @throws ApiError or CommandError unless the file is in our own names. */
function refuseOthers(name: string, { header, headerRow }: Table, ignoreColumns: IgnoredColumns): void {
  const hint = `A recipe says what columns of other names mean. To write one that you can complete, run: prorata check ${name} --recipe-out recipe.json`;
  if (!header.some((each) => ownField(each) !== undefined)) {
    throw new CommandError(EXIT.refused, `${name} has none of the columns of the service. ${hint}`);
  }
  try {
    readHeader(header, headerRow, ignoreColumns);
  } catch (error) {
    const end = commandErrorOf(error);
    throw end === undefined || hasOwnNames(header)
      ? error
      : new CommandError(EXIT.refused, `${end.message}\n${hint}`, end);
  }
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
    return { ...file, csv: new Uint8Array(table.ours), origins: new RowOrigins(true) };
  }
  const { rowsFound } = found?.examined ?? { rowsFound: null };
  const { pieces, origins } = applyRecipe(table, recipe, { rowsFound, open: file.open }, awardYear);
  return { ...file, csv: joined(pieces), origins };
}

const EVERY_ROW: ReadSettings = { keep: SET_ASIDE_REASONS, sums: 'read' };

/** What is done with a file, in sentences; read anew for a file in our own names. @throws the signal's reason. */
export async function sentencesOf(file: UnderstoodFile, signal: AbortSignal): Promise<readonly Sentence[]> {
  const { recipe, awardYear } = file;
  if (file.found !== null) return file.found.examined.examination.sentences;
  const { ours } = file.table;
  // Of a file that is calculated as it is no row is set aside.
  const table =
    ours === null ? file.table : await openTable(ours, { read: EVERY_ROW, hints: NAME_HINTS, signal });
  const facts = await byAndBy(readFacts(table), signal);
  const { examination } = await byAndBy(examine(table, facts, recipe, awardYear), signal);
  return examination.sentences;
}

/** The recipe of a file with everything open marked: `null` where a value is missing, and a sentence for each place. */
export function markedRecipe({ recipe, open, found }: UnderstoodFile): Recipe {
  const marked = open
    .filter(({ path }) => path[0] !== 'not_used' && path[0] !== 'held' && valueAt(recipe, path) === undefined)
    .reduce(
      (so, { path }) => answered(so, path, null),
      found === null ? recipe : withHeld(recipe, found.facts),
    );
  const { open: _, ...rest } = marked;
  const isDone = open.length === 0;
  return {
    ...rest,
    confirmed: recipe.confirmed && isDone,
    ...(isDone ? {} : { open: open.map(({ path, message }) => `${pathText(path)}: ${message}`) }),
  };
}

/** The refusal of a file until somebody says what it leaves open. */
function openPlaces({ name, open, recipe, recipePath }: UnderstoodFile, recipeOut?: string): CommandError {
  const lines = open.map(({ path, message }) => onOneLine(`  ${pathText(path)}: ${message}`));
  const path = recipeOut ?? recipePath;
  const todo =
    path === undefined
      ? `To write a recipe that you can complete, run: prorata check ${name} --recipe-out recipe.json`
      : `Complete ${path}, write "confirmed": true, and run: prorata check ${name} --recipe ${path}`;
  const beginning =
    open.length === 0
      ? `confirmed: Nobody has said yet that these are the columns. Read what was understood, with: prorata check ${name}${path === undefined ? '' : ` --recipe ${path}`}`
      : `Nothing is calculated while anything is open. ${open.length === 1 ? 'One place is' : `${open.length} places are`} open:`;
  const places = open.map((each) => ({ path: pathText(each.path), message: each.message }));
  const details = { open: places, recipe };
  return new CommandError(EXIT.refused, [beginning, ...lines, todo].join('\n'), { details });
}

async function recipeIn(path: string, name: string): Promise<Recipe> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileProblem(`read the recipe ${path}`, error);
  });
  try {
    return parseRecipe(text);
  } catch (error) {
    if (!(error instanceof RecipeError)) throw error;
    const todo = `To write a new one, run: prorata check ${name} --recipe-out recipe.json`;
    throw new CommandError(EXIT.refused, `${path}: ${error.message}\n${todo}`, { cause: error });
  }
}

/** Reads a file of students that must be ready. @throws as {@link understand} and {@link ready} do. */
export async function openStudents(
  input: Input,
  options: ReadingOptions,
  signal: AbortSignal,
): Promise<StudentFile> {
  return ready(await understand(input, options, 'never', signal));
}
