import { isHarmless, stillHolds } from './column-facts.js';
import type { CodeCount, CodeLine, ColumnFacts, FieldLine, TableFacts, UnreadLine } from './examination.js';
import { helpOf, OUR_FIELDS, type Ours } from './our-fields.js';
import { noneOf, openPlaces, type PlacedField, placedFields, type Reading, readings } from './places.js';
import {
  codeKey,
  columnsOf,
  type OpenPlace,
  type Path,
  pathText,
  placedColumns,
  type Recipe,
} from './recipe.js';
import type { RivalAt } from './rivals.js';
import { suggestedRule } from './suggest.js';
import { alarmsIn, namedFor } from './usual-names.js';

/** The lines of *Your columns*, for the page and the command line alike. */

/** More credits than this for a term may be all that a student ever earned. */
const MOST_CREDITS = 30;

/**
 * The lines of a table by a recipe; `open` are its open places, each of which is in the line that it is about, and `labels`
 * the texts of its terms.
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
  const read = readings(recipe, facts);
  // By every beginning of their paths: of a thousand columns each would look through a thousand places.
  const openWithin = new Map<string, OpenPlace[]>();
  for (const each of open)
    for (const [at] of each.path.entries()) {
      const beginning = pathText(each.path.slice(0, at + 1));
      const found = openWithin.get(beginning) ?? [];
      found.push(each);
      openWithin.set(beginning, found);
    }
  const openAt = (path: Path): readonly OpenPlace[] => openWithin.get(pathText(path)) ?? [];

  function fieldLine({ field, at, rule, path }: PlacedField): FieldLine {
    const { label, help } = helpOf(field);
    const reading = read.find((each) => each.kind === 'field' && isSamePath(each.path, path));
    const columns = reading?.columns ?? [];
    const suggestion = rule === null && at === null ? suggestedRule(facts, field) : null;
    const isTaken = columnsOf(suggestion).some((name) => placed.has(name));
    return {
      field,
      path,
      label,
      help,
      rule,
      columns,
      term: at === null ? null : (recipe.terms[at]?.label ?? null),
      none: noneOf(field, recipe),
      suggestion: isTaken ? null : suggestion,
      codes: field === 'term_label' ? labelLines(recipe, labels) : (reading?.codes ?? []),
      rivals: rivals.filter((each) => isSamePath(each.path, path)).map(({ rival }) => rival),
      alarms: columns.flatMap(({ name }) => alarmsIn(name)),
      warnings: columns.flatMap((column) => warningsOf(field, column)),
      open: openAt(path),
    };
  }

  function unreadLine(column: ColumnFacts, status: Reading | undefined): UnreadLine {
    const { name } = column;
    const held = Object.hasOwn(recipe.not_used, name) ? recipe.not_used[name] : undefined;
    const isStill = held !== undefined && stillHolds(held, column);
    const path = status?.path ?? ['not_used', name];
    const named = namedFor(name)?.for;
    return {
      column,
      path,
      placed: status !== undefined ? 'status' : isStill ? 'not used' : null,
      held: isStill ? null : (held ?? null),
      codes: status?.codes ?? [],
      suggestions: OUR_FIELDS.filter((field) => field === named),
      rivalOf: [...new Set(rivals.filter(({ rival }) => rival.column === name).map(({ field }) => field))],
      alarms: alarmsIn(name),
      open: openAt(path),
    };
  }

  const harmless: ColumnFacts[] = [];
  const unread = facts.columns.flatMap((column) => {
    const { name } = column;
    const status = read.find((each) => each.kind === 'status' && each.names.includes(name));
    if (status === undefined && placed.has(name)) return [];
    const held = recipe.not_used[name];
    if (status !== undefined || !isHarmless(column) || (held !== undefined && !stillHolds(held, column)))
      return [unreadLine(column, status)];
    harmless.push(column);
    return [];
  });
  return { lines: placedFields(recipe).map(fieldLine), unread, harmless };
}

/** The texts of the terms: a term's meaning is its label, and one that is no term means nothing. */
function labelLines({ terms, not_terms }: Recipe, labels: readonly CodeCount[]): readonly CodeLine[] {
  return labels.map(({ code, rows }) => {
    const term = terms.find(({ label }) => codeKey(label) === codeKey(code));
    const isNone = not_terms.some((label) => codeKey(label) === codeKey(code));
    return { code, rows, meaning: term?.label ?? (isNone ? '' : null), suggestion: null, path: ['terms'] };
  });
}

function warningsOf(
  field: Ours,
  { name, odd, most, numbers, rows, blanks, isSocialSecurity }: ColumnFacts,
): readonly string[] {
  const warnings: string[] = [];
  if (isSocialSecurity)
    warnings.push(
      `"${name}" looks like social security numbers. Place the student's number in your system, so that no answer carries them.`,
    );
  if (odd !== null && field !== 'student_id' && field !== 'term_label')
    warnings.push(
      `Row ${odd.row.toLocaleString('en-US')} of "${name}" holds "${odd.text}", where nearly all rows hold ${numbers * 2 > rows - blanks ? 'numbers' : 'texts'}.`,
    );
  if (/credits/.test(field) && most !== null && most > MOST_CREDITS)
    warnings.push(`The highest of "${name}" is ${most}: these may be credits of more than one term.`);
  return warnings;
}

function isSamePath(one: Path, other: Path): boolean {
  return pathText(one) === pathText(other);
}
