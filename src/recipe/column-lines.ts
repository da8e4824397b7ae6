import { alarmsIn } from './alarm-words.js';
import { isHarmless } from './column-facts.js';
import type { CodeCount, CodeLine, ColumnFacts, FieldLine, TableFacts, UnreadLine } from './examination.js';
import { helpOf } from './field-help.js';
import {
  codeRows,
  fieldPlaces,
  labelsOf,
  openPlaces,
  type PlacedField,
  statusPlaces,
  stillHolds,
} from './open-places.js';
import {
  codeKey,
  columnsOf,
  meaningOf,
  type OpenPlace,
  OUR_FIELDS,
  type Ours,
  type Path,
  pathText,
  type Recipe,
} from './recipe.js';
import type { RivalAt } from './rivals.js';
import { codesToMap, placedColumns, suggestedMeaning, suggestedRule } from './suggest.js';
import { namedFor } from './usual-names.js';

/** The lines of *Your columns*, for the page and the command line alike. */

/** More credits than this for a term may be all that a student ever earned. */
const MOST_CREDITS = 30;

/**
 * The lines of a table by a recipe; `open` are its open places, each of which is in the line that it is about, and `labels`
 * the texts of terms that several columns make.
 */
export function columnLines(
  recipe: Recipe,
  facts: TableFacts,
  rivals: readonly RivalAt[] = [],
  open: readonly OpenPlace[] = openPlaces(recipe, facts),
  labels: readonly CodeCount[] = [],
): {
  readonly lines: readonly FieldLine[];
  readonly unread: readonly UnreadLine[];
  readonly harmless: readonly ColumnFacts[];
} {
  const placed = placedColumns(recipe);
  const lines = fieldPlaces(recipe).map((place) => fieldLine(place, recipe, facts, rivals, open, labels));
  const states = new Set(statusPlaces(recipe).map(({ rule }) => rule.column));
  const left = facts.columns.filter(({ name }) => !placed.has(name) || states.has(name));
  const isHeld = (column: ColumnFacts): boolean => {
    const held = recipe.not_used[column.name];
    return held === undefined || stillHolds(held, column);
  };
  const harmless = left.filter((column) => !states.has(column.name) && isHarmless(column) && isHeld(column));
  const unread = left
    .filter((column) => !harmless.includes(column))
    .map((column) => unreadLine(column, recipe, rivals, open));
  return { lines, unread, harmless };
}

function fieldLine(
  place: PlacedField,
  recipe: Recipe,
  facts: TableFacts,
  rivals: readonly RivalAt[],
  open: readonly OpenPlace[],
  labels: readonly CodeCount[],
): FieldLine {
  const { field, at, rule, path } = place;
  const { label, help, none } = helpOf(field);
  const columns = columnsOf(rule).flatMap(
    (name) => facts.columns.find((column) => column.name === name) ?? [],
  );
  const suggestion = rule === null && at === null ? suggestedRule(facts, field) : null;
  const isTaken = columnsOf(suggestion).some((name) => placedColumns(recipe).has(name));
  return {
    ...{ field, path, label, help, rule, columns },
    term: at === null ? null : (recipe.terms[at]?.label ?? null),
    none: field === 'student_id' && recipe.rows !== 'student' ? null : (none ?? null),
    suggestion: isTaken ? null : suggestion,
    codes:
      field === 'term_label'
        ? labelLines(recipe, labelsOf(recipe, facts, labels))
        : codeLines(place, columns),
    rivals: rivals.filter((each) => isSamePath(each.path, path)).map(({ rival }) => rival),
    alarms: columns.flatMap(({ name }) => alarmsIn(name)),
    warnings: columns.flatMap((column) => warningsOf(field, column)),
    open: open.filter((each) => isWithin(each.path, path)),
  };
}

function codeLines({ field, rule, path }: PlacedField, columns: readonly ColumnFacts[]): readonly CodeLine[] {
  const values = typeof rule === 'object' && rule !== null && 'values' in rule ? rule.values : undefined;
  const codes = new Set(columns.flatMap((column) => codesToMap(field, column)));
  return [...codes].map((code) => ({
    code,
    rows: columns.reduce((sum, column) => sum + codeRows(column, code), 0),
    meaning: meaningOf(values, code) ?? null,
    suggestion: columns.length === 1 ? suggestedMeaning(field, columns[0] ?? { name: '' }, code) : null,
    path: [...path, 'values', code],
  }));
}

/** The texts of the terms: a term's meaning is its label, and one that is no term means nothing. */
function labelLines(recipe: Recipe, labels: readonly CodeCount[]): readonly CodeLine[] {
  return labels.map(({ code, rows }) => {
    const term = recipe.terms.find(({ label }) => codeKey(label) === codeKey(code));
    const isNone = recipe.not_terms.some((label) => codeKey(label) === codeKey(code));
    return { code, rows, meaning: term?.label ?? (isNone ? '' : null), suggestion: null, path: ['terms'] };
  });
}

function warningsOf(field: Ours, column: ColumnFacts): readonly string[] {
  const { name, odd, most, numbers, isSocialSecurity } = column;
  const warnings: string[] = [];
  if (isSocialSecurity)
    warnings.push(
      `"${name}" looks like social security numbers. Place the student's number in your system, so that no answer carries them.`,
    );
  if (odd !== null && field !== 'student_id' && field !== 'term_label')
    warnings.push(
      `Row ${odd.row.toLocaleString('en-US')} of "${name}" holds "${odd.text}", where nearly all rows hold ${numbers * 2 > column.rows - column.blanks ? 'numbers' : 'texts'}.`,
    );
  if (/credits/.test(field) && most !== null && most > MOST_CREDITS)
    warnings.push(`The highest of "${name}" is ${most}: these may be credits of more than one term.`);
  return warnings;
}

function unreadLine(
  column: ColumnFacts,
  recipe: Recipe,
  rivals: readonly RivalAt[],
  open: readonly OpenPlace[],
): UnreadLine {
  const { name } = column;
  const held = Object.hasOwn(recipe.not_used, name) ? recipe.not_used[name] : undefined;
  const status = statusPlaces(recipe).find(({ rule }) => rule.column === name);
  const path: Path = status?.path ?? ['not_used', name];
  const named = OUR_FIELDS.find((field) => field === namedFor(name)?.for);
  const isStill = held !== undefined && stillHolds(held, column);
  return {
    ...{ column, path },
    placed: status !== undefined ? 'status' : isStill ? 'not used' : null,
    held: isStill ? null : (held ?? null),
    codes: (status === undefined ? [] : (column.codes ?? [])).map(({ code, rows }) => ({
      ...{ code, rows, suggestion: null },
      meaning: meaningOf(status?.rule.values, code) ?? null,
      path: [...path, 'values', code],
    })),
    suggestions: named === undefined ? [] : [named],
    rivalOf: [...new Set(rivals.filter(({ rival }) => rival.column === name).map(({ field }) => field))],
    alarms: alarmsIn(name),
    open: open.filter((each) => isWithin(each.path, path)),
  };
}

function isSamePath(one: Path, other: Path): boolean {
  return pathText(one) === pathText(other);
}

function isWithin(path: Path, outer: Path): boolean {
  return path.length >= outer.length && isSamePath(path.slice(0, outer.length), outer);
}
