import { counted, listed, numberText } from '../../engine/texts.js';
import { MOST_REMARKS, type TableFacts, type TableToRead } from '../../table/column-facts.js';
import { nameKey } from '../../table/column-names.js';
import { SHEET_MARKS, type TableRow } from '../../table/delimited-text.js';
import { areFailedRows } from '../columns/column-changes.js';
import { beginningFor, beginningOf } from '../format/answers.js';
import { columnsOf, isOfFunds } from '../format/column-rules.js';
import type { Choice, Question } from '../format/examination.js';
import { answered, DECISIONS_OF_MARKS, decisionOf, type Recipe, valueAt } from '../format/recipe.js';
import { alikePairs, areFew, ofRowWithoutId, type StudentIndex } from '../rows/student-groups.js';
import { different, type EffectOf } from './example-dollars.js';
import type { Asked } from './question.js';

/** What is asked of a table and of its ids, and what the answers to any question of the rows do to a student. */

/** What is asked of the ids of students. `alikeRows` are those of the first two that look alike. */
export function aboutIds(
  recipe: Recipe,
  { withoutId, wordIds, words, alike, lastRows }: StudentIndex,
  allRows: number,
  alikeRows: readonly TableRow[],
): readonly Asked[] {
  const isPart = recipe.rows === 'course' || isOfFunds(recipe.rows);
  const withId = [...withoutId.values()].reduce((left, { rows }) => left - rows, allRows);
  const saying = (rows: number) => `, but ${rows === 1 ? 'says' : 'say'} who the student is`;
  const ofNoId = [...withoutId].map(
    ([key, found]): Asked => ({
      ...found,
      students: 0,
      path: ['decisions', key],
      text: `${counted(found.rows, 'row has', 'rows have')} no student ID${key === ofRowWithoutId(true) ? saying(found.rows) : ''}, ${suchAs(found.examples)}. Whose are they?`,
      share: { found: found.rows, of: allRows },
      choices: {
        above: 'The student in the row above, whose ID is printed once',
        ...(!isPart && { each_row: 'Each is a student of its own' }),
        leave_out: 'No student: they are left out',
      },
    }),
  );
  const ofWords: Asked = {
    ...wordIds,
    students: 0,
    path: ['decisions', 'word_ids'],
    text: `${counted(wordIds.rows, 'row has', 'rows have')} words in place of a student ID, such as ${listed(words.slice(0, 3).map((id) => `"${id}"`))}. What are they?`,
    share: { found: wordIds.rows, of: withId },
    choices: {
      leave_out: 'Totals, averages or remarks: they are left out',
      read: 'Students: these are their IDs. Where a word is added to an ID, correct it in the file',
    },
  };
  const ofAlike: Asked = {
    rows: alike.size,
    students: alike.size,
    examples: alikeRows,
    groups: [alikeRows],
    path: ['decisions', 'alike_ids'],
    text: `${alikePairs(alike)} Are they the same student?`,
    share: { found: alike.size, of: lastRows.size },
    choices: {
      same: 'Yes: their rows are one student, under the id that comes first',
      different: 'No: they are different students',
    },
  };
  const isAsked = areFew(words.length, lastRows.size) || decisionOf(recipe, 'word_ids') === 'leave_out';
  return [...ofNoId, ...(isAsked ? [ofWords] : []), ofAlike].filter(({ rows }) => rows !== 0);
}

function suchAs(rows: readonly TableRow[]): string {
  return `such as ${listed(rows.slice(0, 3).map(({ row }) => `row ${numberText(row)}`))}`;
}

/**
 * What is asked of a table whatever its rows are: of sheets that are not read, of rows that a sheet hides or crosses out, and of remarks.
 */
export function tableQuestions(
  { sheet, otherSheets = [] }: TableToRead,
  recipe: Recipe,
  facts: TableFacts,
): readonly Question[] {
  const { rows, marked, remarks } = facts;
  const asked: Asked[] = [];
  const ids = columnsOf(recipe.fields.student_id).map(nameKey);
  const others = otherSheets.filter(
    ({ columns, isAsWide }) => isAsWide || columns.some((column) => ids.includes(nameKey(column))),
  );
  const named = others.map(({ name, isHidden }) => `"${name}"${isHidden ? ', a hidden sheet' : ''}`);
  if (others.length > 0)
    asked.push({
      path: ['decisions', `other_sheets:${others.map(({ name }) => name).join(', ')}`],
      text: `The workbook may have students in ${listed(named)}, too, and only "${sheet}" is read. If rows of students are there, such as those of another page or term, put all of them below one header in one sheet, with a column for what tells the sheets apart, such as the term. To read another sheet, choose it, or name it in "read.sheet" of the recipe.`,
      choices: { not_needed: `"${sheet}" has all that is needed` },
    });
  const does = {
    hidden: 'hides',
    'crossed out': 'crosses out',
    'partly crossed out': 'crosses out some cells of',
  };
  for (const mark of SHEET_MARKS) {
    const found = marked[mark];
    if (found.rows === 0) continue;
    asked.push({
      path: ['decisions', DECISIONS_OF_MARKS[mark]],
      text: `The sheet ${does[mark]} ${counted(found.rows, 'row')}, ${suchAs(found.examples)}. Should they be read? If only some of them count, delete the others.`,
      ...found,
      share: { found: found.rows, of: rows, notYet: 'leave_out' },
      choices: {
        leave_out: 'No: they are left out, with all that they say was paid',
        read: 'Yes: they are read like the others',
      },
    });
  }
  const [remark] = remarks;
  if (remark !== undefined) {
    const texts = remarks.map(({ text }) => text);
    asked.push({
      path: ['decisions', remarks.length > MOST_REMARKS ? 'remarks' : `remarks:${texts.join(' / ')}`],
      text: `Between the rows of students, or beside them, are remarks, such as row ${numberText(remark.row)}, "${remark.text}". If one says something of its row or of those below it, such as whose they are or that they do not count, put it into a column, or delete it.`,
      choices: { not_needed: 'They say nothing that matters' },
    });
  }
  // They are of the table as a whole: no single student shows what an answer does.
  return asked.map((each) => questionOf(each, recipe, () => null, facts));
}

const PAID_OF_PARTS = 'paid_of_parts:';

/**
 * A question with what each choice does to a student: the first of those to whom the most choices do something else. What rows say
 * was paid of one loan is shown as if the same was said of the others, among `all` that is asked: else the student is refused.
 */
export function questionOf(
  { path, text, choices: plain, share, rows = 0, students = 0, examples = [], groups = [] }: Asked,
  recipe: Recipe,
  effectOf: EffectOf,
  facts: Pick<TableFacts, 'columns'>,
  all: readonly Asked[] = [],
): Question {
  const said = valueAt(recipe, path);
  // Of rows that failed, nearly all may be what few were in the whole file.
  const isOfPart = areFailedRows(facts) && said != null;
  const choices = Object.entries(plain).map(([plainValue, label]) => {
    const beginning = isOfPart ? beginningOf(said) : share && beginningFor(share, said, plainValue);
    return { value: `${share ? beginning : ''}${plainValue}`, label };
  });
  const isOfLoans = (each: Pick<Asked, 'path'>): boolean => String(each.path[1]).startsWith(PAID_OF_PARTS);
  const open = isOfLoans({ path })
    ? all.filter((each) => isOfLoans(each) && valueAt(recipe, each.path) == null)
    : [];
  const recipeBy = (value: string): Recipe =>
    open.reduce((so, each) => answered(so, each.path, value), answered(recipe, path, value));
  let effects: Choice['effect'][] = [];
  for (const own of groups) {
    const found = choices.map(({ value }) => effectOf(own, recipeBy(value)));
    if (different(found) > different(effects)) effects = found;
    if (different(effects) === choices.length) break;
  }
  return {
    path,
    text,
    rows,
    students,
    examples,
    choices: choices.map((choice, at) => ({ ...choice, effect: effects[at] ?? null })),
    answer: choices.find(({ value }) => value === said)?.value ?? null,
  };
}
