import { readFile, writeFile } from 'node:fs/promises';
import { isOurHeader, readHeader } from '../contract/header.js';
import { findMistake } from '../contract/json-mistakes.js';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { applyRecipe, joined } from '../guessing/apply.js';
import type { Assumption } from '../guessing/assumption.js';
import { examine, openDecisions } from '../guessing/examine.js';
import { assumptions } from '../guessing/file-assumptions.js';
import { type Proposal, propose } from '../guessing/propose.js';
import { ownRecipe, parseRecipe, type Recipe } from '../guessing/recipe.js';
import type { RowOrigins } from '../guessing/row-origins.js';
import { markOpen } from '../guessing/settle.js';
import { openSource, type SourceTable } from '../guessing/source.js';
import type { Bytes } from '../table/encodings.js';
import { requireRows } from '../table/open-table.js';
import { byAndBy } from '../table/steps.js';
import { TableError } from '../table/table-error.js';
import { fileProblem, ofFile } from './command-error.js';
import { fileTable, hasOurHeader, piecesOf } from './file-table.js';
import { held, type Input, readAll } from './input.js';
import { OpenDecisions } from './open-decisions.js';

/** A file of students ready to be calculated. */
export interface StudentFile {
  readonly input: Input;
  /** The CSV that is calculated. */
  readonly csv: Pick<Input, 'byteLength' | 'read'>;
  /** Its bytes, to be read again. */
  readonly ours: () => Bytes;
  /** Columns known to be left out, besides those that the calculation reports. */
  readonly ignoredColumns: readonly string[];
  /** Sentences about what was read differently than one may expect. */
  readonly notes: readonly string[];
  /** What is assumed, with the numbers of the file. */
  readonly assumptions: readonly Assumption[];
  /** Maps rows back to the rows of the file; undefined if they are the same. */
  readonly origins: RowOrigins | undefined;
  /** Reads the rows of the file again, with the recipe that was used. */
  readonly again: () => Promise<{ readonly table: SourceTable; readonly recipe: Recipe }>;
}

/** How to open a file of students. A file with our columns raises questions only if all of it is to be calculated. */
export interface Opening {
  readonly recipe?: string | undefined;
  /** Where to write the recipe used for the file, with its open decisions marked. */
  readonly recipeOut?: string | undefined;
  readonly asksOwn?: boolean;
  /** The award year whose limits apply; by default the current one. */
  readonly awardYear?: string | undefined;
  /** Whether to keep a CSV in memory, to be read again from any position: for a workbook with its rows. */
  readonly isHeld?: boolean;
}

/**
 * Opens a file of students to be calculated: a CSV in our format, which is used unchanged, or another table, read with
 * a recipe or by guessing. Whatever is left open is asked.
 *
 * @throws OpenDecisions while somebody has to decide something; CommandError or TableError for a file that cannot be
 * read; the signal's reason.
 */
export async function openStudents(
  input: Input,
  opening: Opening,
  signal: AbortSignal,
): Promise<StudentFile> {
  const { awardYear = CURRENT_AWARD_YEAR } = opening;
  const given = opening.recipe === undefined ? undefined : await recipeIn(opening.recipe);
  if (given === undefined && opening.isHeld !== true && isPlainOurs(input)) {
    const table = fileTable(input.name);
    const recipe = ownRecipe(table.header);
    const again = () => fileTable(input.name);
    const ours = () => piecesOf(input.name);
    if (opening.asksOwn !== true) return asItIs(input, input, ours, [], again, recipe);
    const { facts, decisions } = await byAndBy(examine(table, recipe, awardYear), signal);
    await settled(input, { recipe, guesses: [], decisions }, opening);
    return asItIs(input, input, ours, assumptions(facts), again, recipe);
  }
  const bytes = await readAll(input);
  const source = await openSource(bytes, given?.read, signal);
  if (source.ours === null) requireRows(source);
  const own = given === undefined && isOurHeader(source.header) ? ownRecipe(source.header) : undefined;
  const { proposal, examination } = await byAndBy(propose(source, awardYear, given ?? own), signal).catch(
    (error: unknown) => {
      // The recipe may not fit because something was read from a different place than it says.
      if (!(error instanceof TableError) || given === undefined) throw error;
      const notes = source.notes.map((message) => ({ message, row: null, column: null }));
      throw new TableError([...error.problems, ...notes]);
    },
  );
  const { recipe } = proposal;
  const assumed = opening.asksOwn === true || own === undefined ? assumptions(examination.facts) : [];
  // A table with none of our columns is not a table of students; the calculation refuses it in its own words.
  const isForeign = Object.keys(recipe.columns).length === 0 && source.kind === 'text' && given === undefined;
  const isSpared = own !== undefined && opening.asksOwn !== true;
  // For a file with our names, only the questions about columns matter unless all of it is to be calculated.
  const asked = proposal.decisions.filter(
    ({ name }) => !isSpared || name === 'sheet' || name.startsWith('column:'),
  );
  if (!isForeign) await settled(input, { ...proposal, decisions: asked }, opening, source.notes);
  if ((source.ours !== null && own !== undefined) || isForeign) {
    return {
      ...asItIs(
        input,
        held(bytes),
        () => bytes,
        assumed,
        () => source,
        recipe,
      ),
      notes: source.notes,
    };
  }
  const { pieces, origins } = applyRecipe(
    source,
    recipe,
    undefined,
    isSpared ? { ...examination, decisions: asked } : examination,
  );
  const csv = joined(pieces);
  return {
    input,
    csv: held(csv),
    ours: () => csv,
    ignoredColumns: own === undefined ? [] : readHeader(source.header, source.headerRow).ignored,
    notes: source.notes,
    assumptions: assumed,
    origins,
    again: async () => ({ table: source, recipe }),
  };
}

/** Whether a file on disk is a CSV in our format by its first row, so that it need not be held in memory. */
function isPlainOurs({ name, byteLength }: Input): boolean {
  return byteLength !== undefined && hasOurHeader(name);
}

function asItIs(
  input: Input,
  csv: StudentFile['csv'],
  ours: StudentFile['ours'],
  assumed: readonly Assumption[],
  table: () => SourceTable,
  recipe: Recipe,
): StudentFile {
  return {
    input,
    csv,
    ours,
    ignoredColumns: [],
    notes: [],
    assumptions: assumed,
    origins: undefined,
    again: async () => ({ table: table(), recipe }),
  };
}

/** Writes the recipe if wanted. @throws OpenDecisions if somebody has to decide something. */
async function settled(
  input: Input,
  proposal: Proposal,
  { recipe: path, recipeOut }: Opening,
  notes: readonly string[] = [],
): Promise<void> {
  const { recipe, decisions } = proposal;
  if (recipeOut !== undefined) {
    const text = `${JSON.stringify(markOpen(recipe, decisions), null, 2)}\n`;
    await writeFile(recipeOut, text).catch((error: unknown) => {
      throw fileProblem(`write ${recipeOut}`, error);
    });
  }
  if (openDecisions(decisions).length > 0) {
    throw new OpenDecisions(input.name, proposal, notes, recipeOut ?? path);
  }
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
