import { listed } from '../engine/texts.js';
import type { TableFacts, TableToRead } from '../table/column-facts.js';
import type { TableRow } from '../table/delimited-text.js';
import { isStepDue, type ResultOf } from '../table/steps.js';
import { columnLines } from './columns/column-lines.js';
import { factsByRecipe } from './columns/facts-by-recipe.js';
import { misplacedRules } from './columns/misplaced-rules.js';
import { columnsOf } from './format/column-rules.js';
import type { Examination, Question } from './format/examination.js';
import { isOurRecipe, type OpenPlace, type Recipe } from './format/recipe.js';
import { effectReader, shownQuestion } from './questions/example-dollars.js';
import { rowMaker } from './questions/make-rows.js';
import type { RaisedQuestion } from './questions/question.js';
import { questionCollector } from './questions/row-questions.js';
import { idQuestions, tableQuestions } from './questions/table-questions.js';
import { rivalsOf } from './rivals.js';
import { controlTotals } from './rows/control-totals.js';
import type { Student, StudentGroup } from './rows/file-student.js';
import { indexStudents, studentGroups } from './rows/student-groups.js';
import { termReader } from './rows/student-terms.js';
import { sentencesOf } from './sentences.js';

/** What examining a table by a recipe yields: what people see, and what applying the recipe needs. */
export type Examined = ResultOf<typeof examine>;

/**
 * Examines a table by a recipe. The rows raise questions once the columns are placed.
 * @throws what reading the rows throws.
 */
export function* examine(table: TableToRead, tableFacts: TableFacts, recipe: Recipe, awardYear: string) {
  const facts = yield* factsByRecipe(table, tableFacts, recipe);
  const { open: openLines, isReadable } = columnLines(recipe, facts);
  const openColumns = [...openLines, ...misplacedRules(recipe)];
  const ofTable = tableQuestions(table, recipe, facts);
  const isPlaced = openColumns.length === 0 && !ofTable.some(isOpen);
  // While anything else is open, dollars would rest on assumptions.
  const isSettled = openColumns.every(({ path: [first] }) => first === 'not_used');
  const depth = isPlaced ? 'questions' : isSettled ? 'dollars' : 'first student';
  // Null while rows cannot be read, and for a file in our own names, whose rows raise no questions.
  const rowsFound =
    isReadable && !isOurRecipe(recipe) ? yield* examineRows(table, recipe, awardYear, facts, depth) : null;
  const rivals = yield* rivalsOf(table, facts, recipe, isSettled ? rowsFound : null);
  const rowQuestions = rowsFound?.questions ?? [];
  const questions = [...ofTable, ...rowQuestions];
  const shown = columnLines(recipe, facts, rivals);
  // Questions come first: codes of rows that turn out to be of no student need no meaning.
  const open: readonly OpenPlace[] = [...questions.flatMap(openQuestion), ...openColumns];
  const examination: Examination = {
    ...shown,
    facts,
    questions,
    open,
    sentences: sentencesOf(recipe, facts, shown, questions, rowsFound),
    firstStudent: rowsFound?.first ?? [],
  };
  return { examination, rowsFound, open };
}

function isOpen({ answer }: Question): boolean {
  return answer === null;
}

function openQuestion({ path, text, choices, answer }: Question): readonly OpenPlace[] {
  const values = choices.map(({ value, label }) => `"${value}" (${label})`);
  return answer === null ? [{ path, message: `${text} Expected ${listed(values, 'or')}.` }] : [];
}

/** Reads rows by a recipe: all to raise questions, enough for example dollars, or the first student alone. */
export function* examineRows(
  table: TableToRead,
  recipe: Recipe,
  awardYear: string,
  facts: Pick<TableFacts, 'rows' | 'columns'>,
  depth: 'questions' | 'dollars' | 'first student' = 'questions',
) {
  const asks = depth === 'questions';
  const readsFullTime = [recipe, ...recipe.terms].some(
    ({ fields }) => columnsOf(fields?.term_ft_credits).length > 0,
  );
  const needsAll = asks || (depth === 'dollars' && readsFullTime);
  const index = yield* indexStudents(table, recipe);
  const readTerms = termReader(table.header, recipe, awardYear);
  const usualFullTime = new Map<string, string | null>();
  const collector = questionCollector(recipe, table.header);
  const totals = controlTotals(recipe.terms.map(({ label }) => label));
  const alikeIds = new Set([...index.lookalikes].slice(0, 1).flat());
  const alikeRows: TableRow[] = [];
  let read = 0;
  /** Students all of whose rows are left out. */
  let leftOut = 0;
  let firstGroup: StudentGroup | null = null;
  for (const group of studentGroups(table, recipe, index)) {
    const { rows } = group;
    for (const _ of rows) {
      read += 1;
      if (isStepDue(read)) yield;
    }
    if (alikeIds.has(group.id)) alikeRows.push(...rows);
    const student = readTerms(group);
    if (student.isLeftOut) {
      leftOut += 1;
      continue;
    }
    firstGroup ??= group;
    if (readsFullTime) addFullTime(usualFullTime, student);
    // A student whose rows are unclear is not calculated, and raises no questions.
    if (asks && !rows.some(({ isUnclear }) => isUnclear)) {
      const asRead = student.terms.map(({ cells }) => ({ ...cells }));
      collector.add(student);
      totals.add(student, asRead);
    }
    if (!needsAll) break;
  }
  const effectOf = effectReader(table.header, awardYear, usualFullTime);
  const ask = (each: RaisedQuestion): Question =>
    shownQuestion(each, recipe, depth === 'first student' ? () => null : effectOf, facts);
  // Ids are asked about before columns are placed: codes of rows of no student need no meaning.
  const ids = asks ? index : { ...index, lookalikes: new Map() };
  const groups = [
    idQuestions(recipe, ids, facts.rows, alikeRows),
    ...collector.raisedGroups(index.lastRows.size),
  ];
  const questions: Question[] = [];
  for (const group of groups) {
    // What is found depends on earlier answers: a row may be a total, or a term of another year.
    if (questions.some(isOpen)) break;
    for (const each of group) {
      yield;
      questions.push(ask(each));
    }
  }
  const first = firstGroup === null ? [] : rowMaker(recipe, usualFullTime)(readTerms(firstGroup));
  return { index, effectOf, usualFullTime, questions, leftOut, totals: asks ? totals.texts() : [], first };
}

/** Adds the full-time credits of a student's terms, by level and term; null once students of one differ. */
function addFullTime(usual: Map<string, string | null>, { level, terms }: Student): void {
  for (const { termIndex, cells } of terms) {
    const full = cells.term_ft_credits;
    const key = `${level} ${termIndex}`;
    const known = usual.get(key);
    if (full !== '') usual.set(key, known === undefined || known === full ? full : null);
  }
}
