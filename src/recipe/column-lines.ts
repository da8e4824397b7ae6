import { areSocialSecurity, isHarmless } from './column-facts.js';
import type {
  CodeCount,
  CodeLine,
  ColumnFacts,
  ColumnLines,
  Rival,
  TableFacts,
  UnreadLine,
} from './examination.js';
import { openHeld } from './held.js';
import { openPlaces, openUnread } from './open-places.js';
import { helpOf, OUR_FIELDS, type Ours } from './our-fields.js';
import { noneOf, placedColumns, readings } from './places.js';
import { codeKey, columnsOf, pathText, type Recipe } from './recipe.js';
import { suggestedRule } from './suggest.js';
import { alarmsIn, namedFor } from './usual-names.js';

/** More credits than this for a term may be all that a student ever earned. */
const MOST_CREDITS = 30;

/**
 * The lines of *Your columns* of a table by a recipe, for the page and the command line alike; `labels` are the texts of its
 * terms.
 */
export function columnLines(
  recipe: Recipe,
  facts: TableFacts,
  labels: readonly CodeCount[] = [],
  rivals: readonly Rival[] = [],
): ColumnLines {
  const placed = placedColumns(recipe);
  const read = readings(recipe, facts);
  const lines = read.flatMap((reading) => {
    if (reading.kind !== 'field') return [];
    const { field, at, rule, path, columns } = reading;
    const changed = columns.flatMap((column) => openHeld(recipe, facts, column));
    const suggestion = rule === null && at === null ? suggestedRule(facts, field) : null;
    const isTaken = columnsOf(suggestion).some((name) => placed.has(name));
    return {
      ...reading,
      ...helpOf(field),
      term: recipe.terms[at ?? -1]?.label ?? null,
      none: noneOf(field, recipe),
      suggestion: isTaken ? null : suggestion,
      codes: field === 'term_label' ? labelLines(recipe, labels) : reading.codes,
      rivals: rivals.filter((rival) => pathText(rival.path) === pathText(path)),
      alarms: columns.flatMap(({ name }) => alarmsIn(name)),
      warnings: columns.flatMap((column) => warningsOf(field, column)),
      open: [...reading.open, ...changed],
    };
  });
  const unread: UnreadLine[] = [];
  const harmless: ColumnFacts[] = [];
  for (const column of facts.columns) {
    const { name } = column;
    const status = read.find(({ kind, rule }) => kind === 'status' && columnsOf(rule).includes(name));
    if (status === undefined && placed.has(name)) continue;
    const open = status ? [...status.open, ...openHeld(recipe, facts, column)] : openUnread(recipe, column);
    if (status === undefined && isHarmless(column) && open.length === 0) {
      harmless.push(column);
      continue;
    }
    const held = Object.hasOwn(recipe.not_used, name) ? recipe.not_used[name] : undefined;
    const isNotUsed = held !== undefined && open.length === 0;
    const named = namedFor(name)?.for;
    unread.push({
      column,
      path: status?.path ?? ['not_used', name],
      placed: status !== undefined ? 'status' : isNotUsed ? 'not used' : null,
      held: isNotUsed ? null : (held ?? null),
      codes: status?.codes ?? [],
      suggestions: OUR_FIELDS.filter((field) => field === named),
      rivalOf: [...new Set(rivals.filter(({ column }) => column === name).map(({ field }) => field))],
      alarms: [...new Set([name, ...(column.codes ?? []).map(({ code }) => code)].flatMap(alarmsIn))],
      open,
    });
  }
  return { lines, unread, harmless, open: openPlaces(recipe, facts, read, labels) };
}

/** The texts of the terms: a term's meaning is its label, and one that is no term means nothing. */
function labelLines({ terms, not_terms }: Recipe, labels: readonly CodeCount[]): readonly CodeLine[] {
  return labels.map((count) => {
    const isSame = (label: string): boolean => codeKey(label) === codeKey(count.code);
    const term = terms.find(({ label }) => isSame(label));
    const meaning = term?.label ?? (not_terms.some(isSame) ? '' : null);
    return { ...count, meaning, suggestion: null, path: ['terms'] };
  });
}

function warningsOf(field: Ours, column: ColumnFacts): readonly string[] {
  const { name, most } = column;
  const warnings: string[] = [];
  if (areSocialSecurity(column))
    warnings.push(
      `"${name}" looks like social security numbers. Place the student's number in your system, so that no answer carries them.`,
    );
  if (/credits/.test(field) && most !== null && most > MOST_CREDITS)
    warnings.push(`The highest of "${name}" is ${most}: these may be credits of more than one term.`);
  return warnings;
}
