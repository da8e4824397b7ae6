import { counted, listed, numberText } from '../engine/texts.js';
import { harmlessText, rivalTexts, valuesText } from '../recipe/format/column-texts.js';
import type { Examination, FieldLine, Question } from '../recipe/format/examination.js';
import { helpOf } from '../recipe/format/our-fields.js';
import { pathText } from '../recipe/format/recipe.js';
import type { ColumnFacts } from '../table/column-facts.js';
import { inputName } from './input.js';
import { onOneLine } from './streams.js';
import type { UnderstoodFile } from './student-file.js';

const MOST_ABOVE = 5;
/** What was understood of a file, line by line: recipe, column contents, unread columns, and questions. */
export function understoodText({ path, table, found }: UnderstoodFile): string {
  const sheet = table.sheet === null ? '' : `, sheet "${table.sheet}"`;
  const beginning = `${inputName(path)}${sheet}: the columns are in row ${numberText(table.headerRow)}.`;
  const parts = found === null ? [] : columnsText(found.examined.examination);
  return [beginning, ...aboveText(table), ...table.notes, ...parts].map(onOneLine).join('\n');
}

/** The texts of the last rows above the header, by column: a name alone may not identify a column. */
function aboveText({ header, above }: UnderstoodFile['table']): readonly string[] {
  return above.slice(-MOST_ABOVE).map(({ row, cells }) => {
    const texts = cells.flatMap((cell, place) =>
      cell.trim() === '' ? [] : `"${cell.trim()}" over "${header[place] ?? ''}"`,
    );
    return `Row ${numberText(row)}, above the columns: ${listed(texts)}.`;
  });
}

function columnsText(examination: Examination): readonly string[] {
  const { lines, unread, harmless, questions, sentences } = examination;
  const asked = new Set(questions.map(({ path }) => pathText(path)));
  const details = new Map(lines.map((line) => [pathText(line.path), detailsText(line)]));
  return [
    ...sentences
      .filter(({ path }) => path[0] !== 'not_used' && !asked.has(pathText(path)))
      .flatMap(({ path, text }) => [text, ...(details.get(pathText(path)) ?? [])]),
    ...section('Not read:', [
      ...unread
        .filter(({ markedAs }) => markedAs !== 'status')
        .flatMap(({ column, alarms }) => [
          `  "${column.name}": ${valuesText(column)}.`,
          ...alarms.map(alarmText),
        ]),
      ...(harmless.length === 0 ? [] : [`  Not asked about: ${listed(harmless.map(harmlessText))}.`]),
    ]),
    ...section('The rows ask:', questions.flatMap(questionText)),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function detailsText({ field, columns, codes, rivals, alarms, warnings }: FieldLine): readonly string[] {
  // Of other columns, the sentence has every value.
  const shown = codes.length === 0 || helpOf(field).kind === 'number' ? columns : [];
  const nameOf = (column: ColumnFacts): string => (columns.length > 1 ? `"${column.name}": ` : '');
  const values = shown.map((column) => `${nameOf(column)}${valuesText(column)}`);
  const texts = [...values, ...rivalTexts(rivals), ...warnings].map((text) => `  ${text}`);
  return [...texts, ...alarms.map(alarmText)];
}

function alarmText(word: string): string {
  return `    Look at this column: its name or a value says "${word}".`;
}

function questionText(question: Question): readonly string[] {
  const { path, rows, students, examples, choices, answer } = question;
  const numbers = examples.map(({ row }) => numberText(row));
  const where = numbers.length === 0 ? '' : `, such as row ${listed(numbers)}`;
  const count = students === 0 ? '' : ` ${counted(rows, 'row')} of ${counted(students, 'student')}${where}.`;
  return [
    `  ${question.text}${count}`,
    ...choices.map(({ value, label, effect }) => {
      const dollars = effect === null ? '' : ` Student ${effect.student}: ${effect.text}.`;
      return `    ${value === answer ? '*' : '-'} ${JSON.stringify(value)}: ${label}.${dollars}`;
    }),
    ...(answer === null ? [`    Open: ${pathText(path)}`] : []),
  ];
}
