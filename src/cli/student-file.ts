import { readFile } from 'node:fs/promises';
import { BlankColumns, type Header, readHeader } from '../contract/header.js';
import { applyRecipe, joined } from '../recipe/apply.js';
import { ownRecipe, parseRecipe, type Recipe } from '../recipe/recipe.js';
import type { RowOrigins } from '../recipe/row-origins.js';
import { openSource, type Source, type Table } from '../recipe/source.js';
import { fileProblem, ofFile } from './command-error.js';
import { fileTable } from './file-table.js';
import { held, type Input, readAll } from './input.js';

/** A file of students on its way to be calculated. */
export interface StudentFile {
  readonly input: Input;
  /** The CSV that is calculated. */
  readonly csv: Pick<Input, 'byteLength' | 'read'>;
  /** Columns that are known to be left out, beside those that whoever calculates will tell. */
  readonly ignoredColumns: readonly string[];
  /** Sentences about what was read otherwise than one may expect. */
  readonly notes: readonly string[];
  /** The way back to the rows of the file; undefined where they are the same. */
  readonly origins: RowOrigins | undefined;
  /** The rows of the file, to be read again, and the recipe that they were read by. */
  readonly again: () => Promise<{ readonly table: Table; readonly recipe: Recipe }>;
}

/**
 * Opens a file of students: a CSV, which goes as it is, or another table by a recipe. A workbook without a recipe must have our columns.
 *
 * @param isHeld whether a CSV is kept in memory, to be read again from anywhere: for a workbook with its rows.
 * @throws CommandError, RecipeError, or ApiError for the header of a workbook.
 */
export async function openStudents(
  input: Input,
  recipePath: string | undefined,
  isHeld = false,
): Promise<StudentFile> {
  if (recipePath === undefined && !/\.xlsx$/i.test(input.name)) {
    const bytes = isHeld ? await readAll(input) : null;
    const again = async () => {
      const table = bytes === null ? fileTable(input.name) : await openSource(bytes);
      return { table, recipe: ownRecipe(table.header) };
    };
    const csv = bytes === null ? input : held(bytes);
    return { input, csv, ignoredColumns: [], notes: [], origins: undefined, again };
  }
  const given = recipePath === undefined ? undefined : await recipeIn(recipePath);
  const source = await openSource(await readAll(input), given?.read);
  const header = given === undefined ? ownHeader(source) : null;
  const recipe = given ?? ownRecipe(source.header);
  const { pieces, origins } = applyRecipe(source, recipe);
  const csv = joined(pieces);
  return {
    input,
    csv: held(csv),
    ignoredColumns: header?.ignored ?? [],
    notes: source.notes,
    origins,
    again: async () => ({ table: source, recipe }),
  };
}

/** The header of a table that is used as it is. @throws ApiError where it cannot be. */
function ownHeader(source: Source): Header {
  const header = readHeader(source.header, source.headerRow);
  const blank = new BlankColumns(source.header, header, source.headerRow);
  for (const { cells } of source.rows()) {
    if (blank.pending.length === 0) break;
    for (const place of blank.pending) if (cells[place]?.trim()) blank.isFilled(place);
  }
  blank.refuseBlank();
  return header;
}

async function recipeIn(path: string): Promise<Recipe> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileProblem(`read the recipe ${path}`, error);
  });
  try {
    return parseRecipe(text);
  } catch (error) {
    throw ofFile(path, error);
  }
}
