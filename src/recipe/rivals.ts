import { isStepDue } from '../table/steps.js';
import { numberIn } from './column-facts.js';
import type { ColumnFacts, DollarsOf, Rival, Steps, TableFacts, TableToRead } from './examination.js';
import { fieldPlaces, type PlacedField } from './open-places.js';
import { placeRule } from './place-columns.js';
import {
  codeKey,
  columnsOf,
  type FieldRule,
  meaningOf,
  type Ours,
  PAID_FIELDS,
  type Path,
  type Recipe,
} from './recipe.js';
import { placedColumns } from './suggest.js';
import { usualMeaning } from './usual-codes.js';

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

/** Two columns that may be meant for one field, while their rows are compared. */
interface Pair {
  readonly place: PlacedField;
  readonly rival: ColumnFacts;
  /** Values of the placed columns and of the rival in a row that are the same if they mean the same. */
  placed(cells: readonly string[]): number | string | null;
  other(cells: readonly string[]): number | string | null;
  rows: number;
  differ: number;
  lower: number;
  higher: number;
  /** The first row that differs. */
  example: number | null;
}

/** A rival with the place of the rule beside which it is. */
export interface RivalAt {
  readonly path: Path;
  readonly field: Ours;
  readonly rival: Rival;
  /** The rule that would place it. */
  readonly rule: FieldRule;
  /** The first row that differs. */
  readonly example: number;
}

/** The rivals of the columns that a recipe places, without dollars; one that says the same on all rows is none. */
export function* rivalsOf(table: TableToRead, facts: TableFacts, recipe: Recipe): Steps<readonly RivalAt[]> {
  const pairs = pairsOf(facts, recipe);
  let read = 0;
  for (const { row, cells } of pairs.length === 0 ? [] : table.rows()) {
    for (const pair of pairs) compareRow(pair, row, cells);
    read += 1;
    if (isStepDue(read)) yield;
  }
  return pairs.flatMap(({ place, rival, rows, differ, lower, higher, example }) =>
    example === null
      ? []
      : [
          {
            path: place.path,
            field: place.field,
            example,
            rule: ruleOfRival(place, rival),
            rival: { column: rival.name, rows, differ, lower, higher, effect: null },
          },
        ],
  );
}

/** A rival with the dollars of the student of its example by either column. */
export function withDollars(at: RivalAt, recipe: Recipe, dollarsOf: DollarsOf): RivalAt {
  const { path, field, example, rule } = at;
  const [first, place] = path;
  const term = first === 'terms' && typeof place === 'number' ? place : undefined;
  const placed = dollarsOf(recipe, example);
  const tried = dollarsOf(placeRule(recipe, field, rule, term), example);
  if (placed === null || tried === null) return at;
  const effect = { student: placed.student, placed: placed.dollars, rival: tried.dollars };
  return { ...at, rival: { ...at.rival, effect } };
}

/** The rule of a field if its rival is placed instead, with all that its codes are known to mean. */
function ruleOfRival({ field, rule }: PlacedField, { name, codes }: ColumnFacts): FieldRule {
  if (!OF_CODES.has(field)) return { column: name };
  const known = (codes ?? []).flatMap(({ code }): [string, string][] => {
    const meaning = codeMeaning(field, rule, code);
    return meaning === null ? [] : [[code, meaning]];
  });
  return { column: name, values: Object.fromEntries(known) };
}

function compareRow(pair: Pair, row: number, cells: readonly string[]): void {
  const placed = pair.placed(cells);
  const other = pair.other(cells);
  if (placed === null && other === null) return;
  pair.rows += 1;
  if (placed === other) return;
  pair.differ += 1;
  pair.example ??= row;
  if (typeof placed !== 'number' || typeof other !== 'number') return;
  if (other < placed) pair.lower += 1;
  else pair.higher += 1;
}

function pairsOf(facts: TableFacts, recipe: Recipe): readonly Pair[] {
  const taken = placedColumns(recipe);
  const free = facts.columns.filter(
    ({ name, kind }) => !taken.has(name) && kind !== 'blank' && kind !== 'one value',
  );
  return fieldPlaces(recipe).flatMap((place) => {
    const columns = columnsOf(place.rule).flatMap(
      (name) => facts.columns.find((each) => each.name === name) ?? [],
    );
    if (columns.length === 0) return [];
    if (OF_NUMBERS.has(place.field))
      return free
        .filter((rival) => isLike(rival, columns))
        .map((rival) => numbersPair(place, columns, rival));
    if (!OF_CODES.has(place.field)) return [];
    return free
      .filter((rival) => meansTheSame(place, rival))
      .map((rival) => codesPair(place, columns, rival));
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

function valuesOf(rule: FieldRule | undefined): Readonly<Record<string, string | null>> | undefined {
  return typeof rule === 'object' && rule !== null && 'values' in rule ? rule.values : undefined;
}

function numbersPair(place: PlacedField, columns: readonly ColumnFacts[], rival: ColumnFacts): Pair {
  const numberAt = (index: number, cells: readonly string[]): number | null =>
    numberIn((cells[index] ?? '').trim());
  const placed = (cells: readonly string[]): number | null => {
    let sum: number | null = null;
    for (const { index } of columns) {
      const number = numberAt(index, cells);
      if (number !== null) sum = (sum ?? 0) + number;
    }
    return sum;
  };
  return newPair(place, rival, placed, (cells) => numberAt(rival.index, cells));
}

function codesPair(place: PlacedField, columns: readonly ColumnFacts[], rival: ColumnFacts): Pair {
  const meanings = new Map<string, string | null>();
  const meaningAt = (index: number, cells: readonly string[]): string | null => {
    const cell = cells[index] ?? '';
    let meaning = meanings.get(cell);
    if (meaning === undefined) {
      const code = cell.trim();
      meaning = code === '' ? null : (codeMeaning(place.field, place.rule, code) ?? codeKey(code));
      meanings.set(cell, meaning);
    }
    return meaning;
  };
  const index = columns[0]?.index ?? -1;
  return newPair(
    place,
    rival,
    (cells) => meaningAt(index, cells),
    (cells) => meaningAt(rival.index, cells),
  );
}

function newPair(place: PlacedField, rival: ColumnFacts, placed: Pair['placed'], other: Pair['other']): Pair {
  return { place, rival, placed, other, rows: 0, differ: 0, lower: 0, higher: 0, example: null };
}
