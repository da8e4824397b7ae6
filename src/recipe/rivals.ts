import { isStepDue } from '../table/steps.js';
import { usualMeaning } from './codes.js';
import { numberIn } from './column-facts.js';
import { type EffectOf, isSameEffect } from './effects.js';
import type { ColumnFacts, Rival, Steps, TableFacts, TableRow, TableToRead } from './examination.js';
import { type Ours, PAID_FIELDS } from './our-fields.js';
import { placeRule } from './place-columns.js';
import { type PlacedField, placedFields } from './places.js';
import { remembered } from './read-cells.js';
import {
  codeKey,
  columnsOf,
  type FieldRule,
  meaningOf,
  type Path,
  placedColumns,
  type Recipe,
  valuesOf,
} from './recipe.js';
import { type StudentIndex, studentGroups } from './student-groups.js';

/**
 * Columns that may be meant instead of the one that is placed, told by their values alone: numbers of the same size beside
 * credits, payments and need, and codes that mean the same beside dependency, level and year of study.
 */

const OF_NUMBERS: ReadonlySet<Ours> = new Set<Ours>([
  'subsidized_amount',
  'term_credits_enrolled',
  'term_actual_final_credits',
  ...PAID_FIELDS,
]);
const OF_CODES: ReadonlySet<Ours> = new Set<Ours>(['dependency_status', 'degree_level', 'grade_level']);
/** Numbers whose highest is this many times higher are of something else. */
const SAME_SIZE = 2.5;
/** Dollars are worked out for the students of this many rows that differ, until those of one differ. */
const MOST_TRIED = 50;

type Value = number | string | null;

/** A rival with the place of the rule beside which it is. */
export interface RivalAt {
  readonly path: Path;
  readonly field: Ours;
  readonly rival: Rival;
}

/** Two columns that may be meant for one field, while their rows are compared. */
interface Pair extends RivalAt {
  readonly place: PlacedField;
  readonly rival: { -readonly [Key in keyof Rival]: Rival[Key] };
  /** The rule that would place the rival. */
  readonly rule: FieldRule;
  /** Values of the placed columns and of the rival in a row; the same if they mean the same, null for a blank. */
  placed(cells: readonly string[]): Value;
  other(cells: readonly string[]): Value;
  /** The first rows that differ. */
  readonly examples: number[];
}

/**
 * The rivals of the columns that a recipe places, with the dollars of one student by either; one that says the same on all
 * rows is none.
 */
export function* rivalsOf(
  table: TableToRead,
  facts: TableFacts,
  recipe: Recipe,
  found: { readonly index: StudentIndex; readonly effectOf: EffectOf } | null,
): Steps<readonly RivalAt[]> {
  const pairs = pairsOf(facts, recipe);
  let read = 0;
  for (const { row, cells } of pairs.length === 0 ? [] : table.rows()) {
    for (const pair of pairs) compareRow(pair, row, cells);
    read += 1;
    if (isStepDue(read)) yield;
  }
  const differing = pairs.filter(({ examples }) => examples.length > 0);
  const wanted = new Set(differing.flatMap(({ examples }) => examples));
  const students = new Map<number, readonly TableRow[]>();
  for (const { rows } of found === null || wanted.size === 0
    ? []
    : studentGroups(table, recipe, found.index)) {
    for (const { row } of rows) {
      read += 1;
      if (wanted.has(row)) students.set(row, rows);
      if (isStepDue(read)) yield;
    }
    if (students.size === wanted.size) break;
  }
  for (const { place, rule, rival, examples } of found === null ? [] : differing) {
    yield;
    const tried = placeRule(recipe, place.field, rule, place.at ?? undefined);
    for (const rows of new Set(examples.map((row) => students.get(row)))) {
      const [placed, other] = [recipe, tried].map((each) => found?.effectOf(rows ?? [], each) ?? null);
      if (placed == null || other == null || 'refused' in other.dollars) continue;
      rival.tried += 1;
      if (isSameEffect(placed, other)) continue;
      rival.effect = { student: placed.student, placed: placed.dollars, rival: other.dollars };
      break;
    }
  }
  return differing.map(({ path, field, rival }) => ({ path, field, rival }));
}

function compareRow(pair: Pair, row: number, cells: readonly string[]): void {
  const { rival, examples } = pair;
  const [placed, other] = [pair.placed(cells), pair.other(cells)];
  if (placed === other) {
    if (placed !== null) rival.rows += 1;
    return;
  }
  if (other === null) {
    rival.blank += 1;
    return;
  }
  if (placed === null) rival.alone += 1;
  else {
    rival.rows += 1;
    rival.differ += 1;
    if (typeof placed === 'number' && typeof other === 'number')
      rival[other < placed ? 'lower' : 'higher'] += 1;
  }
  if (examples.length < MOST_TRIED) examples.push(row);
}

function pairsOf(facts: TableFacts, recipe: Recipe): readonly Pair[] {
  const taken = placedColumns(recipe);
  const free = facts.columns.filter(
    ({ name, kind, unsaved }) =>
      !taken.has(name) && kind !== 'blank' && kind !== 'one value' && unsaved === null,
  );
  return placedFields(recipe).flatMap((place) => {
    const columns = facts.columns.filter(({ name }) => columnsOf(place.rule).includes(name));
    if (columns.length === 0) return [];
    if (OF_NUMBERS.has(place.field))
      return free.filter((rival) => isLike(rival, columns)).map((rival) => pairOf(place, rival, columns));
    if (!OF_CODES.has(place.field)) return [];
    return free.filter((rival) => meansTheSame(place, rival)).map((rival) => pairOf(place, rival, columns));
  });
}

/** Whether a column holds numbers of the same size as those that are placed, or together make them. */
function isLike(rival: ColumnFacts, columns: readonly ColumnFacts[]): boolean {
  const filled = rival.rows - rival.blanks;
  if (rival.numbers * 2 <= filled || rival.most === null || rival.least === null || rival.least < 0)
    return false;
  const most = Math.max(...columns.map((column) => column.most ?? 0));
  return most > 0 && rival.most <= most * SAME_SIZE && rival.most * SAME_SIZE >= most;
}

/** Whether most texts of a column are codes of the field, by what a person said or what they usually mean. */
function meansTheSame({ field, rule }: PlacedField, rival: ColumnFacts): boolean {
  const filled = (rival.codes ?? []).filter(({ code }) => code !== '');
  // Small numbers are usual codes of years of study, and of much else.
  const values = rival.kind === 'numbers' ? valuesOf(rule) : null;
  const known = filled.filter(({ code }) =>
    values === null ? codeMeaning(field, rule, code) !== null : meaningOf(values, code) != null,
  );
  return known.length > 0 && known.length * 2 >= filled.length;
}

function codeMeaning(field: Ours, rule: FieldRule, code: string): string | null {
  return meaningOf(valuesOf(rule), code) ?? usualMeaning(field, code);
}

function pairOf(place: PlacedField, column: ColumnFacts, columns: readonly ColumnFacts[]): Pair {
  const { field, rule, path } = place;
  const saidBy = OF_CODES.has(field)
    ? remembered((code): Value => codeMeaning(field, rule, code) ?? codeKey(code))
    : numberIn;
  const valueAt = ({ index }: ColumnFacts, cells: readonly string[]): Value => {
    const text = (cells[index] ?? '').trim();
    return text === '' ? null : saidBy(text);
  };
  const known = (column.codes ?? []).flatMap(({ code }): [string, string][] => {
    const meaning = codeMeaning(field, rule, code);
    return meaning === null ? [] : [[code, meaning]];
  });
  return {
    place,
    field,
    path,
    examples: [],
    rule: OF_CODES.has(field)
      ? { column: column.name, values: Object.fromEntries(known) }
      : { column: column.name },
    rival: {
      column: column.name,
      rows: 0,
      differ: 0,
      lower: 0,
      higher: 0,
      blank: 0,
      alone: 0,
      tried: 0,
      effect: null,
    },
    placed: (cells) =>
      columns.reduce<Value>((sum, each) => {
        const value = valueAt(each, cells);
        return typeof sum === 'number' && typeof value === 'number' ? sum + value : (sum ?? value);
      }, null),
    other: (cells) => valueAt(column, cells),
  };
}
