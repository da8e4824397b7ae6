import { type ColumnFacts, numberIn, type TableFacts, type TableToRead } from '../table/column-facts.js';
import type { TableRow } from '../table/delimited-text.js';
import { isStepDue, type Steps } from '../table/steps.js';
import { usualMeaning } from './columns/codes.js';
import { placeRule } from './columns/place-columns.js';
import { codeKey, columnsOf, meaningOf, ruleOfColumns, valuesOf } from './format/column-rules.js';
import type { ReadPlace, Rival } from './format/examination.js';
import { AMOUNTS_OF_TERM, CREDITS, type Field } from './format/our-fields.js';
import { columnsIn, placedColumns, placedFields } from './format/places.js';
import type { FieldRule, Recipe } from './format/recipe.js';
import { different, type EffectOf } from './questions/example-dollars.js';
import { fieldReader, remembered } from './rows/read-cells.js';
import { type StudentIndex, studentGroups } from './rows/student-groups.js';

/**
 * Columns that may be meant instead of the one that is placed, told by their values alone: numbers of the same size beside
 * credits, payments and need, and codes that mean the same beside dependency, level and year of study.
 */

const OF_NUMBERS: ReadonlySet<Field> = new Set(['fund_paid', 'subsidized_amount', ...AMOUNTS_OF_TERM]);
const OF_CODES: ReadonlySet<Field> = new Set(['dependency_status', 'degree_level', 'grade_level']);
/** Numbers whose highest is this many times higher are of something else. */
const SAME_SIZE = 2.5;
/** Those of a part of the term are lower. */
const SIZE_OF_PART = 6;
/** Credits, and no averages of grades. */
const HALVES = /^\d{1,2}(?:[.,](?:00?|50?))?$/;
/** Dollars are tried for up to this many students whose rows differ, until they differ for one. */
const MOST_TRIED = 50;
/** Others of a field are only named: a wide file has any number of columns with numbers of the same size. */
const MOST_NEAREST = 3;
/** And a column may be like those of any number of fields and terms. */
const MOST_OF_COLUMN = 2;

/** A field with those of its columns that the file has. */
type PlacedField = Omit<ReadPlace<Field>, 'codes'>;
/** Null for a blank. */
type Value = number | string | null;

/**
 * The rivals of the columns that a recipe places, the nearest first and with the dollars of one student by either where such a
 * student is found; one that says the same on all rows is none.
 */
export function* rivalsOf(
  table: TableToRead,
  facts: TableFacts,
  recipe: Recipe,
  found: { readonly index: StudentIndex; readonly effectOf: EffectOf } | null,
): Steps<readonly Rival[]> {
  const trials = trialsOf(facts, recipe);
  if (trials.length === 0) return [];
  const effectOf = found?.effectOf ?? (() => null);
  let read = 0;
  for (const { rows } of found === null ? eachAlone(table) : studentGroups(table, recipe, found.index))
    for (const { cells } of rows) {
      for (const trial of trials)
        if (trial.differs(cells) && trial.students.size < MOST_TRIED) trial.students.add(rows);
      read += 1;
      if (isStepDue(read)) yield;
    }
  const differing = trials.filter(({ rival }) => mayBeMeant(rival));
  differing.sort((one, other) => one.rival.differ - other.rival.differ);
  for (const trial of differing) {
    const { place, rule, rival, students } = trial;
    const ofPlace = differing.filter((each) => each.place === place);
    const ofColumn = differing.filter((each) => each.rival.column === rival.column);
    rival.isNear = ofPlace.indexOf(trial) < MOST_NEAREST && ofColumn.indexOf(trial) < MOST_OF_COLUMN;
    const tried = placeRule(recipe, place.field, rule, place.at ?? undefined);
    for (const rows of rival.isNear ? students : []) {
      yield;
      const [placed, other] = [effectOf(rows, recipe), effectOf(rows, tried)];
      if (placed === null || other === null || 'refused' in other.dollars) continue;
      if (different([placed, other]) < 2) continue;
      rival.effects = [placed, other];
      break;
    }
  }
  return differing.map(({ rival }) => rival);
}

/** Whether a column may be meant instead: of one that is higher here and lower there, and never the same, nothing tells that. */
function mayBeMeant({ rows, differ, lower, higher, reading }: Rival): boolean {
  return differ > 0 && (reading !== 'alone' || differ < rows || lower === 0 || higher === 0);
}

function* eachAlone(table: TableToRead): Iterable<{ readonly rows: readonly TableRow[] }> {
  for (const row of table.rows()) yield { rows: [row] };
}

function trialsOf(facts: TableFacts, recipe: Recipe) {
  const taken = placedColumns(recipe);
  const free = facts.columns.filter(
    ({ name, kind, unsaved }) =>
      !taken.has(name) && kind !== 'blank' && kind !== 'one value' && unsaved === null,
  );
  return placedFields(recipe).flatMap((each) => {
    const place = { ...each, columns: columnsIn(facts, columnsOf(each.rule)) };
    return free.flatMap((column) => {
      const reading = readingOf(place, column);
      return reading === null ? [] : trialOf(place, column, reading);
    });
  });
}

/** How a column may be meant beside those of a place; null where its values are of something else. */
function readingOf(place: PlacedField, column: ColumnFacts): Rival['reading'] | null {
  const { field, columns } = place;
  const { rows, blanks, numbers, most, least, samples } = column;
  if (OF_CODES.has(field)) return columns.length === 1 && meansTheSame(place, column) ? 'alone' : null;
  const areNumbers = numbers * 2 > rows - blanks && most !== null && least !== null && least >= 0;
  const placed = Math.max(0, ...columns.map((each) => each.most ?? 0));
  if (!OF_NUMBERS.has(field) || !areNumbers || placed === 0 || most > placed * SAME_SIZE) return null;
  if (most * SAME_SIZE >= placed) return columns.every((each) => each.blanks < blanks) ? 'instead' : 'alone';
  // The credits of a part of the term, which some students do not take.
  const areOfPart =
    CREDITS.has(field) && samples.every((text) => HALVES.test(text)) && (least === 0 || blanks > 0);
  return areOfPart && most * SIZE_OF_PART >= placed ? 'added' : null;
}

/** Whether more than half of a column's texts are codes of the field, by what a person said or what they usually mean. */
function meansTheSame({ field, rule }: PlacedField, { kind, codes }: ColumnFacts): boolean {
  const filled = (codes ?? []).filter(({ code }) => code !== '');
  // Small numbers are usual codes of years of study, and of much else.
  const meaning = (code: string) =>
    kind === 'numbers' ? meaningOf(valuesOf(rule), code) : codeMeaning(field, rule, code);
  return filled.filter(({ code }) => meaning(code) != null).length * 2 > filled.length;
}

function codeMeaning(field: Field, rule: FieldRule, code: string): string | null {
  return meaningOf(valuesOf(rule), code) ?? usualMeaning(field, code);
}

type Counting = { -readonly [Key in keyof Rival]: Rival[Key] };

/** A rival while its rows are compared with what is placed. */
function trialOf(place: PlacedField, column: ColumnFacts, reading: Rival['reading']) {
  const { field, rule, path, columns } = place;
  const { name, codes, words } = column;
  const placed = columnsOf(rule);
  const isOfCodes = OF_CODES.has(field);
  const meaning = isOfCodes
    ? remembered((code): Value => codeMeaning(field, rule, code) ?? codeKey(code))
    : numberIn;
  const textValue = (text = ''): Value => (text.trim() === '' ? null : meaning(text.trim()));
  const indexOf = (name: string): number => columns.find((each) => each.name === name)?.index ?? -1;
  const reader = fieldReader(field, rule, indexOf);
  const texts = (isOfCodes ? codes : words) ?? [];
  const known = texts.map(({ code }) => [code, codeMeaning(field, rule, code)] as const);
  const values = Object.fromEntries(known.filter(([, meaning]) => meaning !== null));
  const none = { rows: 0, differ: 0, lower: 0, higher: 0, isNear: false, effects: null } as const;
  const rival: Counting = { column: name, path, placed, reading, ...none };
  /** All rows of the first students with a row that differs. */
  const students = new Set<readonly TableRow[]>();
  /** Counts a row, and tells whether the rival says something else there than what is placed. */
  const differs = (cells: readonly string[]): boolean => {
    const other = textValue(cells[column.index]);
    if (other === null || (reading === 'added' && other === 0)) return false;
    rival.rows += 1;
    const own = textValue(reader?.textOf(cells));
    if (own === other) return false;
    rival.differ += 1;
    if (typeof own === 'number' && typeof other === 'number') rival[other < own ? 'lower' : 'higher'] += 1;
    return true;
  };
  const names = reading === 'alone' ? [name] : [...placed, name];
  const tried = ruleOfColumns(names, { values, instead: reading === 'instead' ? [name] : [] });
  return { place, rule: tried, rival, differs, students };
}
