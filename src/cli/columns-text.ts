import { columnLabel } from '../contract/field-labels.js';
import { counted, listed, numberText } from '../engine/texts.js';
import { dollarsText, harmlessText, rivalText, samplesText, valuesText } from '../recipe/column-texts.js';
import type { Examination, FieldLine, Question, UnreadLine } from '../recipe/examination.js';
import { type OpenPlace, pathText } from '../recipe/recipe.js';
import { onOneLine } from './streams.js';
import type { UnderstoodFile } from './student-file.js';

const MOST_ABOVE = 5;

/**
 * What was understood of a file, line by line: each of our fields with the column it is read from, every column that is
 * not read and whose values vary, and the questions of the rows.
 */
export function understoodText({ name, table, found }: UnderstoodFile): string {
  const sheet = table.sheet === null ? '' : `, sheet "${table.sheet}"`;
  const beginning = `${name}${sheet}: the columns are in row ${numberText(table.headerRow)}.`;
  const parts = found === null ? [] : columnsText(found.examined.examination);
  return [beginning, ...aboveText(table), ...table.notes, ...parts].map(onOneLine).join('\n');
}

/** A name of a column that another one has, too. */
const AGAIN = / \[\d+\]$/;

/** What the rows above the header say over each column, where its name does not tell it from another one. */
function aboveText({ header, above }: UnderstoodFile['table']): readonly string[] {
  if (!header.some((name) => AGAIN.test(name))) return [];
  return above.slice(-MOST_ABOVE).map(({ row, cells }) => {
    const texts = cells.flatMap((cell, place) =>
      cell.trim() === ''
        ? []
        : `"${cell.trim()}" over ${place < header.length ? `"${header[place]}"` : 'no column'}`,
    );
    return `Row ${numberText(row)}, above the columns: ${listed(texts)}.`;
  });
}

function columnsText({
  lines,
  unread,
  harmless,
  questions,
  sentences,
  open,
}: Examination): readonly string[] {
  const said = (path: OpenPlace['path']): string | undefined =>
    sentences.find((each) => pathText(each.path) === pathText(path))?.text;
  const names = new Set([...unread.map(({ column }) => column), ...harmless].map(({ name }) => name));
  const opens = (place: string): readonly string[] =>
    openTexts(open.filter(({ path }) => path.length > 0 && path[0] === place));
  return [
    said(['rows']) ?? 'What is a row?',
    ...opens('rows'),
    ...[said(['read', 'keep']) ?? []].flat(),
    '',
    'Read:',
    ...lines.flatMap((line) => fieldText(line, said(line.path))),
    ...[
      said(['course']) ?? [],
      ...opens('course'),
      said(['fund']) ?? [],
      ...opens('fund'),
      said(['terms']) ?? [],
    ].flat(),
    ...openTexts(open.filter(({ path }) => path.length === 1 && path[0] === 'terms')),
    ...[said(['not_terms']) ?? []].flat(),
    '',
    `Not read:${unread.length + harmless.length === 0 ? ' nothing.' : ''}`,
    ...unread.flatMap(unreadText),
    ...openTexts(open.filter(({ path: [part, name] }) => part === 'not_used' && !names.has(String(name)))),
    ...(harmless.length === 0 ? [] : [`  Harmless by their values: ${listed(harmless.map(harmlessText))}.`]),
    ...(questions.length === 0 ? [] : ['', 'The rows ask:']),
    ...questions.flatMap(questionText),
  ];
}

function fieldText(line: FieldLine, sentence: string | undefined): readonly string[] {
  const { label, term, columns, codes, rivals, alarms, warnings, open, suggestion } = line;
  const samples = codes.length > 0 ? [] : columns.map((column) => `    such as ${samplesText(column)}`);
  return [
    `  ${sentence ?? `${label}${term === null ? '' : ` for ${term}`}: open.`}`,
    ...samples,
    ...rivals.map((rival) => `    ${rivalText(rival)}`),
    ...alarms.map(alarmText),
    ...warnings.map((warning) => `    ${warning}`),
    ...(suggestion === null ? [] : [`    Perhaps ${JSON.stringify(suggestion)}.`]),
    ...openTexts(open),
  ];
}

function unreadText({ column, placed, codes, rivalOf, alarms, open }: UnreadLine): readonly string[] {
  const place = { 'not used': ' It is not used.', status: ' It says whether a row counts.' };
  const beside = listed(rivalOf.map(columnLabel));
  return [
    `  "${column.name}": ${valuesText(column)}.${placed === null ? '' : place[placed]}`,
    ...codes.flatMap(({ code, rows, meaning }) =>
      meaning === null
        ? []
        : [`    ${code || 'blank'} (${counted(rows, 'row')}): ${meaning.replaceAll('_', ' ')}`],
    ),
    ...(beside === '' ? [] : [`    It holds values like those of ${beside}.`]),
    ...alarms.map(alarmText),
    ...openTexts(open),
  ];
}

function alarmText(word: string): string {
  return `    Look at this column: its name or a value says "${word}".`;
}

function questionText({
  path,
  text,
  rows,
  students,
  examples,
  choices,
  answer,
}: Question): readonly string[] {
  const numbers = examples.map(({ row }) => numberText(row));
  const where =
    numbers.length === 0 ? '' : `, such as ${numbers.length === 1 ? 'row' : 'rows'} ${listed(numbers)}`;
  return [
    `  ${text}${students === 0 ? '' : ` ${counted(rows, 'row')} of ${counted(students, 'student')}${where}.`}`,
    ...choices.map(({ value, label, effect }) => {
      const dollars = effect === null ? '' : ` Student ${effect.student}: ${dollarsText(effect.dollars)}.`;
      return `    ${value === answer ? '*' : '-'} ${JSON.stringify(value)}: ${label}.${dollars}`;
    }),
    ...(answer === null ? [`    OPEN ${pathText(path)}`] : []),
  ];
}

function openTexts(open: readonly OpenPlace[]): readonly string[] {
  return open.map(({ path }) => `    OPEN ${pathText(path)}`);
}
