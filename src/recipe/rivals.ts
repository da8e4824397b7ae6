import { type ColumnFacts, numberIn, type TableFacts, type TableToRead } from '../table/column-facts.js';
import type { TableRow } from '../table/delimited-text.js';
import { isStepDue, type Steps } from '../table/steps.js';
import { usualMeaning } from './columns/codes.js';
import { placeRule } from './columns/place-columns.js';
import { mayBeCredits } from './columns/suggest.js';
import { codeKey, columnsOf, meaningOf, ruleOfColumns, valuesOf } from './format/column-rules.js';
import type { ReadPlace, Rival } from './format/examination.js';
import { AMOUNTS_OF_TERM, CREDITS, type Field } from './format/our-fields.js';
import { columnsIn, placedColumns, placedFields, termIndexIn } from './format/places.js';
import type { FieldRule, Recipe } from './format/recipe.js';
import { countDifferent, type EffectOf } from './questions/example-dollars.js';
import { fieldReader, memoized } from './rows/read-cells.js';
import { type StudentIndex, studentGroups } from './rows/student-groups.js';

/**
 * Columns that may be meant instead of the placed one, by their values alone. Credits, payments and need have
 * rivals with numbers of similar size; dependency, level and year of study, with codes of the same meanings.
 */

const NUMBER_FIELDS: ReadonlySet<Field> = new Set(['fund_paid', 'subsidized_amount', ...AMOUNTS_OF_TERM]);
const CODE_FIELDS: ReadonlySet<Field> = new Set(['dependency_status', 'degree_level', 'grade_level']);
/** Columns whose highest numbers differ by more than this factor hold different things. */
const SAME_SIZE = 2.5;
/** The highest credits of a part of a term may be lower by up to this factor. */
const SIZE_OF_PART = 6;
/** At most this many students with differing rows are calculated, to find one whose dollars differ. */
const MOST_TRIED = 50;
/** Other rivals of a field are only named: a wide file has many columns with numbers of similar size. */
const MOST_NEAREST = 3;
/** A column may resemble those of many fields and terms, but is near to only this many. */
const MOST_OF_COLUMN = 2;

type PlacedField = Omit<ReadPlace<Field>, 'codes'>;
/** Null for a blank cell. */
type Value = number | string | null;

/**
 * The rivals of the placed columns, nearest first. Near ones have the dollars of one student read either way,
 * if such a student is found. A column that is equal on all rows is no rival.
 */
export function* rivalsOf(
  table: TableToRead,
  facts: TableFacts,
  recipe: Recipe,
  rowsFound: { readonly index: StudentIndex; readonly effectOf: EffectOf } | null,
): Steps<readonly Rival[]> {
  const trials = trialsOf(facts, recipe);
  if (trials.length === 0) return [];
  const effectOf = rowsFound?.effectOf ?? (() => null);
  let read = 0;
  const groups = rowsFound === null ? singleRows(table) : studentGroups(table, recipe, rowsFound.index);
  for (const { rows } of groups)
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
    const tried = placeRule(recipe, place.field, rule, termIndexIn(place.path));
    for (const rows of rival.isNear ? students : []) {
      yield;
      const [placed, other] = [effectOf(rows, recipe), effectOf(rows, tried)];
      if (placed === null || other === null || other.isRefused) continue;
      if (countDifferent([placed, other]) < 2) continue;
      rival.effects = [placed, other];
      break;
    }
  }
  return differing.map(({ rival }) => rival);
}

/** Whether a column may be meant instead. One that is never equal, higher here and lower there, is not. */
function mayBeMeant({ rows, differ, lower, higher, reading }: Rival): boolean {
  return differ > 0 && (reading !== 'alone' || differ < rows || lower === 0 || higher === 0);
}

function* singleRows(table: TableToRead): Iterable<{ readonly rows: readonly TableRow[] }> {
  for (const row of table.rows()) yield { rows: [row] };
}

function trialsOf(facts: TableFacts, recipe: Recipe) {
  const placed = placedColumns(recipe);
  const free = facts.columns.filter(
    ({ name, kind, unsavedRow }) =>
      !placed.has(name) && kind !== 'blank' && kind !== 'one value' && unsavedRow === null,
  );
  return placedFields(recipe).flatMap((each) => {
    const place = { ...each, columns: columnsIn(facts, columnsOf(each.rule)) };
    return free.flatMap((column) => {
      const reading = readingOf(place, column);
      return reading === null ? [] : trialOf(place, column, reading);
    });
  });
}

/** How a column may be read beside those of a place; null if its values are something else. */
function readingOf(place: PlacedField, column: ColumnFacts): Rival['reading'] | null {
  const { field, columns } = place;
  const { rows, blanks, numbers, max, min } = column;
  if (CODE_FIELDS.has(field)) return columns.length === 1 && meansTheSame(place, column) ? 'alone' : null;
  const areNumbers = numbers * 2 > rows - blanks && max !== null && min !== null && min >= 0;
  const placed = Math.max(0, ...columns.map((each) => each.max ?? 0));
  if (!NUMBER_FIELDS.has(field) || !areNumbers || placed === 0 || max > placed * SAME_SIZE) return null;
  if (max * SAME_SIZE >= placed) return columns.every((each) => each.blanks < blanks) ? 'instead' : 'alone';
  // The credits of a part of the term, which some students do not take.
  const areOfPart = CREDITS.has(field) && mayBeCredits(column) && (min === 0 || blanks > 0);
  return areOfPart && max * SIZE_OF_PART >= placed ? 'added' : null;
}

/** Whether over half of the column's values are codes of this field: mapped by a person, or usual ones. */
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

type OpenRival = { -readonly [Key in keyof Rival]: Rival[Key] };

/** A rival while its rows are compared with what is placed. */
function trialOf(place: PlacedField, column: ColumnFacts, reading: Rival['reading']) {
  const { field, rule, path, columns } = place;
  const { name, codes, nonNumbers } = column;
  const placed = columnsOf(rule);
  const isOfCodes = CODE_FIELDS.has(field);
  const meaning = isOfCodes
    ? memoized((code): Value => codeMeaning(field, rule, code) ?? codeKey(code))
    : numberIn;
  const textValue = (text = ''): Value => (text.trim() === '' ? null : meaning(text.trim()));
  const indexOf = (name: string): number => columns.find((each) => each.name === name)?.index ?? -1;
  const reader = fieldReader(field, rule, indexOf);
  const texts = (isOfCodes ? codes : nonNumbers) ?? [];
  const known = texts.map(({ code }) => [code, codeMeaning(field, rule, code)] as const);
  const values = Object.fromEntries(known.filter(([, meaning]) => meaning !== null));
  const none = { rows: 0, differ: 0, lower: 0, higher: 0, isNear: false, effects: null } as const;
  const rival: OpenRival = { column: name, path, placed, reading, ...none };
  /** All rows of the first students with a row that differs. */
  const students = new Set<readonly TableRow[]>();
  /** Counts a row, and tells whether the rival differs from the placed columns on it. */
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
