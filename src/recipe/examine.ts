import { columnLines } from './column-lines.js';
import { dollarsOfRows } from './effects.js';
import type { Examination, Steps, TableFacts, TableToRead } from './examination.js';
import { joinedLabels, openPlaces, unknownCells } from './open-places.js';
import { isOwnRecipe } from './own-recipe.js';
import type { OpenPlace, Recipe } from './recipe.js';
import { type RivalAt, rivalsOf, withDollars } from './rivals.js';
import { examineRows, type RowsFound, shownStudent, tableQuestions } from './row-questions.js';
import { sentencesOf } from './sentences.js';
import { suggestRecipe } from './suggest.js';

/** What was found out about a table by a recipe: what people see, and what applying it needs. */
export interface Examined {
  readonly examination: Examination;
  /** Null while it is not said what a row is, and for a file in our own names, whose rows ask nothing. */
  readonly rowsFound: RowsFound | null;
  /** Everything that must be said before the file can be calculated. */
  readonly open: readonly OpenPlace[];
}

/**
 * Examines a whole table by a recipe. The rows ask their questions once the columns are placed.
 *
 * @throws what reading the rows throws.
 */
export function* examine(
  table: TableToRead,
  facts: TableFacts,
  recipe: Recipe,
  awardYear: string,
): Steps<Examined> {
  const labels = yield* joinedLabels(table, recipe);
  const ofColumns = openPlaces(recipe, facts, [], labels);
  const isOwn = isOwnRecipe(recipe);
  const isReadable = recipe.rows !== null && !isOwn && unknownCells(recipe, facts).length === 0;
  const rowsFound = isReadable ? yield* examineRows(table, recipe, awardYear) : null;
  const rivals = yield* examinedRivals(table, facts, recipe, awardYear, rowsFound);
  const isPlaced = ofColumns.length === 0;
  const ofTable = tableQuestions(table, recipe, isOwn ? facts.hidden : 0);
  const questions = isPlaced ? [...ofTable, ...(rowsFound?.questions ?? [])] : [];
  const open = isPlaced ? openPlaces(recipe, facts, questions, labels) : ofColumns;
  const seen = columnLines(recipe, facts, rivals, open, labels);
  const examination: Examination = {
    ...{ facts, rows: recipe.rows, questions, open },
    ...seen,
    suggestedRows: recipe.rows === null ? suggestRecipe(facts).rows : null,
    sentences: sentencesOf(recipe, facts, seen.lines, questions),
    firstStudent: rowsFound === null ? null : shownStudent(rowsFound),
  };
  return { examination, rowsFound, open };
}

function* examinedRivals(
  table: TableToRead,
  facts: TableFacts,
  recipe: Recipe,
  awardYear: string,
  found: RowsFound | null,
): Steps<readonly RivalAt[]> {
  const rivals = yield* rivalsOf(table, facts, recipe);
  if (found === null) return rivals;
  const rows = new Set(rivals.map(({ example }) => example));
  const dollarsOf = yield* dollarsOfRows(table, recipe, awardYear, rows, found);
  return rivals.map((rival) => withDollars(rival, recipe, dollarsOf));
}
