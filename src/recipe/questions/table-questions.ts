import { counted, listed, numberText } from '../../engine/texts.js';
import { MOST_REMARKS, type TableFacts, type TableToRead } from '../../table/column-facts.js';
import { nameKey } from '../../table/column-names.js';
import type { TableRow } from '../../table/delimited-text.js';
import { digestText } from '../../table/row-digest.js';
import { columnsOf, isFundShape } from '../format/column-rules.js';
import type { Question } from '../format/examination.js';
import { decisionOf, type Recipe } from '../format/recipe.js';
import { areFew, lookalikePairs, type StudentIndex, withoutIdKey } from '../rows/student-groups.js';
import { shownQuestion } from './example-dollars.js';
import type { RaisedQuestion } from './question.js';

/** Questions about the ids of students. `alikeRows` are those of the first two ids that look alike. */
export function idQuestions(
  recipe: Recipe,
  { withoutId, wordIds, words, lookalikes, lastRows }: StudentIndex,
  allRows: number,
  alikeRows: readonly TableRow[],
): readonly RaisedQuestion[] {
  const isPart = recipe.rows === 'course' || isFundShape(recipe.rows);
  const withId = [...withoutId.values()].reduce((left, { rows }) => left - rows, allRows);
  const factsClause = (rows: number) => `, but ${rows === 1 ? 'says' : 'say'} who the student is`;
  const noIds = [...withoutId].map(
    ([key, found]): RaisedQuestion => ({
      ...found,
      students: 0,
      path: ['decisions', key],
      text: `${counted(found.rows, 'row has', 'rows have')} no student ID${key === withoutIdKey(true) ? factsClause(found.rows) : ''}, ${suchAs(found.examples)}. Whose are they?`,
      share: { count: found.rows, total: allRows },
      choices: {
        above: 'The student in the row above, whose ID is printed once',
        ...(!isPart && { each_row: 'Each is a student of its own' }),
        leave_out: 'No student: they are left out',
      },
    }),
  );
  const wordId: RaisedQuestion = {
    ...wordIds,
    students: 0,
    path: ['decisions', 'word_ids'],
    text: `${counted(wordIds.rows, 'row has', 'rows have')} words in place of a student ID, such as ${listed(words.slice(0, 3).map((id) => `"${id}"`))}. What are they?`,
    share: { count: wordIds.rows, total: withId },
    choices: {
      leave_out: 'Totals or remarks: they are left out',
      read: 'Students: these are their IDs. If a word was added to an ID, correct it in the file',
    },
  };
  const alikeId: RaisedQuestion = {
    rows: lookalikes.size,
    students: lookalikes.size,
    examples: alikeRows,
    groups: [alikeRows],
    path: ['decisions', 'alike_ids'],
    text: `${lookalikePairs(lookalikes)} Are they the same student?`,
    // That these are one student says nothing about others.
    share: { count: lookalikes.size, total: lastRows.size, provisional: ['same'] },
    choices: {
      same: 'Yes: their rows are one student, under the id that comes first',
      different: 'No: they are different students',
    },
  };
  const isAsked = areFew(words.length, lastRows.size) || decisionOf(recipe, 'word_ids') === 'leave_out';
  return [...noIds, ...(isAsked ? [wordId] : []), alikeId].filter(({ rows }) => rows !== 0);
}

function suchAs(rows: readonly TableRow[]): string {
  return `such as ${listed(rows.slice(0, 3).map(({ row }) => `row ${numberText(row)}`))}`;
}

/** Questions about the table as a whole have no example student. */
const NO_EXAMPLES = { rows: 0, students: 0, examples: [], groups: [] };

/** Questions about the table itself: sheets that are not read, rows hidden or crossed out, and remarks. */
export function tableQuestions(
  { sheet, otherSheets = [] }: TableToRead,
  recipe: Recipe,
  facts: TableFacts,
): readonly Question[] {
  const { rows, marked, remarks } = facts;
  const raised: RaisedQuestion[] = [];
  const ids = columnsOf(recipe.fields.student_id).map(nameKey);
  const others = otherSheets.filter(
    ({ columns, isAsWide }) => isAsWide || columns.some((column) => ids.includes(nameKey(column))),
  );
  const named = others.map(({ name, isHidden }) => `"${name}"${isHidden ? ', a hidden sheet' : ''}`);
  if (others.length > 0)
    raised.push({
      ...NO_EXAMPLES,
      path: ['decisions', `other_sheets:${others.map(({ name }) => name).join(', ')}`],
      text: `Only the sheet "${sheet}" is read. Are students that you need in ${listed(named)}? If so, put all rows into one sheet, with a column for what tells the sheets apart, such as the term. To read another sheet instead, choose it above (--sheet on the command line).`,
      choices: { not_needed: `"${sheet}" has all that is needed` },
    });
  if (marked.rows > 0)
    raised.push({
      ...NO_EXAMPLES,
      ...marked,
      path: ['decisions', 'hidden_rows'],
      text: `The sheet hides or crosses out all or a part of ${counted(marked.rows, 'row')}, ${suchAs(marked.examples)}. Should these rows be read? If only some rows or cells count, delete the others.`,
      // Next month, the sheet may mark other rows.
      share: {
        count: marked.rows,
        total: rows,
        provisional: ['leave_out', 'read'],
        digest: digestText(marked.hashes),
      },
      choices: {
        leave_out: 'No: they are left out, with all that is on them',
        read: 'Yes: they are read like the others',
      },
    });
  const [remark] = remarks;
  if (remark !== undefined) {
    // Next month, the head of a page has another date and number.
    const all = new Set(remarks.map(({ text }) => text.replace(/\d+([/-]\d+){1,2}|(?<=\bpage )\d+/gi, '#')));
    raised.push({
      ...NO_EXAMPLES,
      path: ['decisions', remarks.length > MOST_REMARKS ? 'remarks' : `remarks:${[...all].join(' / ')}`],
      text: `Remarks are between the rows or beside them, such as row ${numberText(remark.row)}, "${remark.text}". If one says that rows do not count, or whose they are, put it into a column.`,
      choices: { not_needed: 'They do not matter' },
    });
  }
  return raised.map((each) => shownQuestion(each, recipe, () => null, facts));
}
