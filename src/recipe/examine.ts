import { columnLines } from './column-lines.js';
import type { Examination, ReadStudent, Steps, TableFacts, TableToRead } from './examination.js';
import { openPlaces, readings, termLabels } from './places.js';
import { isOwnRecipe, type OpenPlace, OUR_FIELDS, type Recipe } from './recipe.js';
import { wrongPlaces } from './recipe-file.js';
import { rivalsOf } from './rivals.js';
import { examineRows, type RowsFound, tableQuestions } from './row-questions.js';
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
  const labels = yield* termLabels(table, facts, recipe);
  const ofColumns = [...openPlaces(recipe, facts, [], labels), ...wrongPlaces(recipe)];
  const isKnown = readings(recipe, facts).every(({ isReadable }) => isReadable);
  const isReadable = recipe.rows !== null && !isOwnRecipe(recipe) && isKnown;
  const rowsFound = isReadable ? yield* examineRows(table, recipe, awardYear) : null;
  // While anything else is open, dollars would rest on what is taken without it.
  const isSettled = ofColumns.every(({ path: [first] }) => first === 'not_used');
  const rivals = yield* rivalsOf(table, facts, recipe, isSettled ? rowsFound : null);
  const isPlaced = ofColumns.length === 0;
  const ofRows = rowsFound?.questions ?? [];
  const questions = isPlaced ? [...tableQuestions(table, recipe, facts), ...ofRows] : [];
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

/** The first student as cells by our columns, for people. */
function shownStudent({ first }: RowsFound): ReadStudent | null {
  if (first === null) return null;
  return {
    rows: [...new Set(first.rows.flatMap(({ rows }) => rows))],
    terms: first.rows.map(({ cells }) =>
      Object.fromEntries(OUR_FIELDS.flatMap((field, at) => (cells[at] ? [[field, cells[at]]] : []))),
    ),
  };
}
