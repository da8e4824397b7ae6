import { readFile } from 'node:fs/promises';
import { type IgnoredColumns, readHeader } from '../contract/header.js';
import { findMistake } from '../contract/json-mistakes.js';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { applyRecipe, joined } from '../guessing/apply.js';
import type { Assumption } from '../guessing/assumption.js';
import { assumptions } from '../guessing/file-assumptions.js';
import { isOurHeader } from '../guessing/own-header.js';
import { propose } from '../guessing/propose.js';
import { ownRecipe, parseRecipe, type Recipe } from '../guessing/recipe.js';
import type { RowOrigins } from '../guessing/row-origins.js';
import { markOpen } from '../guessing/settle.js';
import { openSource, type SourceTable } from '../guessing/source.js';
import { ERROR_COLUMN } from '../review/failed-rows.js';
import { requireRows } from '../table/open-table.js';
import { byAndBy } from '../table/steps.js';
import { TableError } from '../table/table-error.js';
import { fileProblem, ofFile } from './command-error.js';
import type { Input } from './input.js';
import { OpenDecisions } from './open-decisions.js';
import { writeWhole } from './output.js';

/** A file of students ready to be calculated. */
export interface StudentFile {
  /** As the user names it. */
  readonly name: string;
  /** The CSV that is calculated. */
  readonly csv: Uint8Array<ArrayBuffer>;
  /** The columns of `csv` that are not ours and need not be read. */
  readonly ignoreColumns: IgnoredColumns;
  /** Columns known to be left out, besides those that the calculation reports. */
  readonly ignoredColumns: readonly string[];
  /** Sentences about what was read differently than one may expect. */
  readonly notes: readonly string[];
  /** What is assumed, with the numbers of the file. */
  readonly assumptions: readonly Assumption[];
  /** Maps rows back to the rows of the file; undefined if they are the same. */
  readonly origins: RowOrigins | undefined;
  /** The rows of the file, with the recipe that was used. */
  readonly table: SourceTable;
  readonly recipe: Recipe;
  /** The year whose limits apply. */
  readonly awardYear: string;
}

/** How to open a file of students. A file with our columns raises questions only if all of it is to be calculated. */
export interface Opening {
  readonly recipe?: string | undefined;
  /** In a file with our columns, the others that need not be read. */
  readonly ignoreColumns?: IgnoredColumns | undefined;
  /** Where to write the recipe used for the file, with its open decisions marked. */
  readonly recipeOut?: string | undefined;
  readonly asksOwn?: boolean;
  /** The award year whose limits apply; by default the current one. */
  readonly awardYear?: string | undefined;
}

/**
 * Opens a file of students to be calculated: a CSV in our format, which is used unchanged, or another table, read with
 * a recipe or by guessing. Whatever is left open is asked.
 *
 * @throws ApiError for a file with our columns that has others; OpenDecisions while somebody has to decide something; CommandError or TableError for a file that cannot be
 * read; the signal's reason.
 */
export async function openStudents(
  { name, bytes }: Input,
  {
    recipe: path,
    ignoreColumns: ignored = [],
    recipeOut,
    asksOwn = false,
    awardYear = CURRENT_AWARD_YEAR,
  }: Opening,
  signal: AbortSignal,
): Promise<StudentFile> {
  const given = path === undefined ? undefined : await recipeIn(path);
  const source = await openSource(bytes, given?.read, signal);
  if (source.ours === null) requireRows(source);
  const own = given === undefined && isOurHeader(source.header) ? ownRecipe(source.header) : undefined;
  const ignoreColumns = ignored === '*' ? ignored : [...ignored, ERROR_COLUMN];
  const header = own && readHeader(source.header, source.headerRow, ignoreColumns);
  const { proposal, examination } = await byAndBy(propose(source, awardYear, given ?? own), signal).catch(
    (error: unknown) => {
      // The recipe may not fit because something was read from a different place than it says.
      if (!(error instanceof TableError) || given === undefined) throw error;
      const notes = source.notes.map((message) => ({ message, row: null, column: null }));
      throw new TableError([...error.problems, ...notes]);
    },
  );
  const { recipe } = proposal;
  // A table with none of our columns is not a table of students; the calculation refuses it in its own words.
  const isForeign = Object.keys(recipe.columns).length === 0 && source.kind === 'text' && given === undefined;
  const isSpared = own !== undefined && !asksOwn;
  // For a file with our names, only the questions about columns matter unless all of it is to be calculated.
  const decisions = proposal.decisions.filter(
    ({ name: asked }) => !isSpared || asked === 'sheet' || asked.startsWith('column:'),
  );
  if (!isForeign) {
    if (recipeOut !== undefined) {
      await writeWhole(recipeOut, `${JSON.stringify(markOpen(recipe, decisions), null, 2)}\n`);
    }
    if (decisions.some(({ open }) => open)) {
      throw new OpenDecisions(name, { ...proposal, decisions }, source.notes, recipeOut ?? path);
    }
  }
  const opened = {
    name,
    notes: source.notes,
    assumptions: isSpared ? [] : assumptions(examination.facts),
    table: source,
    recipe,
    awardYear,
    ignoreColumns,
  };
  if ((source.ours !== null && own !== undefined) || isForeign) {
    return { ...opened, csv: bytes, ignoredColumns: [], origins: undefined };
  }
  const { pieces, origins } = applyRecipe(source, recipe, undefined, {
    ...examination,
    decisions: isSpared ? decisions : examination.decisions,
  });
  return { ...opened, csv: joined(pieces), ignoredColumns: header?.ignored ?? [], origins };
}

async function recipeIn(path: string): Promise<Recipe> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileProblem(`read the recipe ${path}`, error);
  });
  try {
    return parseRecipe(text, findMistake);
  } catch (error) {
    throw ofFile(path, error);
  }
}
