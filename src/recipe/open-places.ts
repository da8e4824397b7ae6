import { visibleName } from '../contract/name-forms.js';
import { isStepDue } from '../table/steps.js';
import { isHarmless } from './column-facts.js';
import { codeName, heldText, rowsText, valuesText } from './column-texts.js';
import type { CodeCount, ColumnFacts, Steps, TableFacts, TableToRead } from './examination.js';
import { heldBy, isNamesake, openGone, openHeld, stillHolds } from './held.js';
import { OUR_FIELDS } from './our-fields.js';
import { placedColumns, type Reading } from './places.js';
import {
  codeKey,
  columnsOf,
  isOwnRecipe,
  meaningOf,
  neededFields,
  type OpenPlace,
  type Path,
  type Recipe,
  valuesOf,
} from './recipe.js';

/** More different texts than this are no terms. */
const MOST_LABELS = 500;
/** How a column is said to decide whether rows count, for whoever writes recipes by hand. */
const STATUS_EXAMPLE = '"status": [{"column": …, "values": {"W": "no_credits", "": "counts"}}]';

/**
 * Every open place of a recipe for a table but the questions of the rows, in the order of the screens. It is closed when
 * every column is placed, every field settled, every code of a placed column has a meaning, and the terms are listed. What
 * it says is held against the file, so that one of last month opens exactly where this month's file is another.
 *
 * @param read the places of the recipe in the table.
 * @param labels the texts of the terms, by {@link termLabels}.
 */
export function openPlaces(
  recipe: Recipe,
  facts: TableFacts,
  read: readonly Reading[],
  labels: readonly CodeCount[],
): readonly OpenPlace[] {
  return [
    ...(recipe.rows === null ? [{ path: ['rows'], message: ROWS_HELP }] : []),
    ...read.flatMap(({ open }) => open),
    ...strayRules(recipe),
    ...(isOwnRecipe(recipe) ? [] : openTerms(recipe, facts, labels)),
    ...openColumns(recipe, facts),
  ];
}

const ROWS_HELP =
  'Say what a row of the file is: "term" (one term of a student), "student" (a student with terms beside each other), "course" or "fund" (one payment).';

/** Columns on fields that rows of this shape do not have: nobody would read them. */
function strayRules({ rows, fields, fund }: Recipe): readonly OpenPlace[] {
  const { all, perTerm } = neededFields(rows);
  const needed = new Set([...all, ...perTerm]);
  const stray = OUR_FIELDS.filter((field) => !needed.has(field) && columnsOf(fields[field]).length > 0);
  const paths: Path[] = stray.map((field) => ['fields', field]);
  if (fund !== undefined && rows !== null && rows !== 'fund') paths.push(['fund']);
  return paths.map((path) => ({ path, message: 'Remove this: rows of this kind do not have it.' }));
}

function openTerms(recipe: Recipe, facts: TableFacts, labels: readonly CodeCount[]): readonly OpenPlace[] {
  const { rows, terms, not_terms, fields } = recipe;
  const keys = terms.map(({ label }) => codeKey(label));
  const twice = terms.flatMap(({ label }, at) =>
    keys.indexOf(codeKey(label)) < at
      ? [{ path: ['terms', at], message: `"${label}" is listed twice. Keep one of them.` }]
      : [],
  );
  if (rows === null) return twice;
  const known = new Set([...keys, ...not_terms.map(codeKey)]);
  // A report prints the term once, as it prints the id once: such rows are of the term above.
  const [id] = columnsOf(fields.student_id);
  const withoutId = facts.columns.find(({ name }) => name === id)?.blanks ?? 0;
  // A part of a term has the term's label as its meaning.
  const added = labels
    .filter(({ code, rows: count }) => code !== '' || count > withoutId)
    .filter(({ code }) => !known.has(codeKey(meaningOf(valuesOf(fields.term_label), code) ?? code)))
    .map((label) => ({
      path: ['terms'],
      message: `${codeName(label.code)} (${rowsText(label)}) is not among the terms. Put it in its place in the year, or say that its rows are of no term.`,
    }));
  const isSettled = rows === 'student' || fields.term_label != null;
  if (keys.length > 0 || added.length > 0 || !isSettled) return [...twice, ...added];
  return [{ path: ['terms'], message: 'List the terms of the file, in the order of the year.' }];
}

/** The texts of the terms in a file by a recipe, with their counts; those that several columns make are read. */
export function* termLabels(
  table: TableToRead,
  facts: TableFacts,
  recipe: Recipe,
): Steps<readonly CodeCount[]> {
  const rule = recipe.fields.term_label;
  if (recipe.rows === 'student' || rule == null || rule === 'none' || 'by_level' in rule) return [];
  if ('value' in rule) return [{ code: rule.value, rows: facts.rows, row: null }];
  if ('column' in rule) return facts.columns.find(({ name }) => name === rule.column)?.codes ?? [];
  const places = rule.columns.map((name) => table.header.indexOf(name));
  const counts = new Map<string, { readonly row: number; rows: number }>();
  let read = 0;
  for (const { row, cells } of table.rows()) {
    const parts = places.map((place) => visibleName(cells[place] ?? '')).filter((part) => part !== '');
    const label = parts.join(' ');
    const known = counts.get(label) ?? { row, rows: 0 };
    counts.set(label, known);
    known.rows += 1;
    read += 1;
    if (isStepDue(read)) yield;
    if (counts.size > MOST_LABELS) break;
  }
  return [...counts].map(([code, own]) => ({ code, ...own }));
}

function openColumns(recipe: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const placed = placedColumns(recipe);
  const ofColumns = facts.columns.flatMap((column) => {
    const { name } = column;
    if (!placed.has(name)) return openUnread(recipe, column);
    const message = `"${name}" is read and is said not to be used. Keep one of the two.`;
    return Object.hasOwn(recipe.not_used, name)
      ? [{ path: ['not_used', name], message }]
      : openHeld(recipe, facts, column);
  });
  return [...ofColumns, ...openGone(recipe, facts)];
}

/** What a column that is not placed leaves open. */
export function openUnread(recipe: Recipe, column: ColumnFacts): readonly OpenPlace[] {
  const { not_used } = recipe;
  const { name } = column;
  const held = Object.hasOwn(not_used, name) ? not_used[name] : undefined;
  const isNoted = (): boolean => isHarmless(column) && !isNamesake(name, placedColumns(recipe));
  if (held === undefined ? isNoted() : stillHolds(held, column)) return [];
  const before = held === undefined ? '' : `, and held ${heldText(held)} when it was said not to be used`;
  return [
    {
      path: ['not_used', name],
      message: `"${name}" holds ${valuesText(column)}${before}. Place it on a field, say whether rows count by it (${STATUS_EXAMPLE}), or say that it is not used: ${JSON.stringify(heldBy(column))}.`,
    },
  ];
}
