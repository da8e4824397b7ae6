import { listed } from '../../engine/texts.js';
import type { ColumnFacts, TableFacts } from '../../table/column-facts.js';
import { baseOf, nameKey } from '../../table/column-names.js';
import { columnsOf, roleOf, ruleOf } from '../format/column-rules.js';
import type { ColumnLines, FieldLine, Rival, UnreadLine } from '../format/examination.js';
import { CREDITS, type Field, helpOf, YEARLY } from '../format/our-fields.js';
import { columnsIn, type Place, placesOf, placesWith, readAs, termIndexIn } from '../format/places.js';
import { isOurRecipe, type OpenPlace, pathText, type Recipe, ROW_TEXTS } from '../format/recipe.js';
import { codesOf } from './codes.js';
import { heldIn, openHeld, openUnread, wasHarmless } from './column-changes.js';
import { countedFacts, isHarmless, looksLikeSsn } from './held-columns.js';
import { openCells, unknownCell } from './open-cells.js';
import { suggestedRule } from './suggest.js';
import { labelLines, openTerms } from './term-labels.js';
import { alarmsIn } from './usual-names.js';

const SHAPES = Object.entries(ROW_TEXTS).map(([rows, text]) => `"${rows}" (${text})`);
const ROWS_HELP = `Say what a row of the file is: ${listed(SHAPES, 'or')}.`;

/**
 * The lines of *Your columns*, with every place that is open there: columns not placed, fields not settled,
 * codes without a meaning, terms not listed. A recipe is open exactly where this month's file differs.
 */
export function columnLines(recipe: Recipe, facts: TableFacts, rivals: readonly Rival[] = []): ColumnLines {
  const read = placesOf(recipe).map((place) => {
    const columns = columnsIn(facts, columnsOf(place.rule));
    const readPlace = { ...place, columns, codes: codesOf(place, readAs(facts, place)) };
    const unknown = columns.flatMap((column) => unknownCell(place, column) ?? []);
    const open = [
      ...unknown.map((message) => ({ path: place.path, message })),
      ...openCells(readPlace, recipe, facts),
      ...columns.flatMap((column) => openPlaced(recipe, facts, column, place)),
    ];
    return { ...readPlace, open, isReadable: unknown.length === 0 };
  });
  const placed = new Set(read.flatMap(({ rule }) => columnsOf(rule)));
  const lines = read.flatMap((place): FieldLine | [] => {
    const { field, rule, path, columns, codes } = place;
    if (field === null) return [];
    const termIndex = termIndexIn(path);
    const suggestion = rule === null && termIndex === undefined ? suggestedRule(facts, field) : null;
    const isTaken = columnsOf(suggestion).some((name) => placed.has(name));
    // Such as "final" in the name of a column of final credits.
    const usualWords = helpOf(field).label.toLowerCase().split(' ');
    return {
      ...place,
      field,
      term: recipe.terms[termIndex ?? -1]?.label ?? null,
      suggestion: isTaken ? null : suggestion,
      codes: field === 'term_label' ? labelLines(recipe, facts) : codes,
      rivals: rivals.filter((each) => String([each.path, each.placed]) === String([path, columnsOf(rule)])),
      alarms: columns
        .flatMap(({ name }) => alarmsIn(name))
        .filter((word) => !usualWords.some((usual) => word.startsWith(usual))),
      warnings: [
        ...columns.filter(looksLikeSsn).map(({ name }) => `"${name}" ${LOOKS_LIKE_SSN}`),
        ...(field === 'cost_of_attendance' && columnsOf(rule).length === 1 ? [AID_NOT_SUBTRACTED] : []),
        ...(field === 'term_actual_final_credits' ? notSubtracted(recipe, place) : []),
      ],
    };
  });
  const openLabels = isOurRecipe(recipe) ? [] : openTerms(recipe, facts);
  const unread: UnreadLine[] = [];
  const harmless: ColumnFacts[] = [];
  for (const column of facts.columns) {
    const { name } = column;
    const statusPlace = read.find(({ field, columns }) => field === null && columns.includes(column));
    if (statusPlace === undefined && placed.has(name)) continue;
    const open = statusPlace?.open ?? openUnread(recipe, facts, column, openLabels.length > 0);
    const counted = countedFacts(recipe, facts, column);
    if (statusPlace === undefined && open.length === 0 && isHarmless(counted, facts)) {
      harmless.push(counted);
      continue;
    }
    const before = heldIn(recipe.not_used, name) ?? null;
    const isNotUsed = before !== null && open.length === 0;
    const said = statusPlace !== undefined ? 'status' : isNotUsed ? 'not used' : null;
    const { path, codes } = statusPlace ?? { path: ['not_used', name], codes: [] };
    const alarms = [...new Set([name, ...(column.codes ?? []).map(({ code }) => code)].flatMap(alarmsIn))];
    unread.push({ column, path, markedAs: said, held: isNotUsed ? null : before, codes, alarms, open });
  }
  const open = [
    ...(recipe.rows === null ? [{ path: ['rows'], message: ROWS_HELP }] : []),
    ...read.flatMap((each) => each.open),
    ...openLabels,
    ...unread.flatMap((each) => each.open),
  ];
  const isReadable = recipe.rows !== null && read.every((each) => each.isReadable);
  // A column that is read at several places is open once.
  const once = new Map(open.map((each) => [`${pathText(each.path)} ${each.message}`, each]));
  return { lines, unread, harmless, open: [...once.values()], isReadable };
}

/** Warns of columns that are subtracted from planned credits, and not from the final ones that replace them. */
function notSubtracted(recipe: Recipe, { rule, path }: Place): readonly string[] {
  const term = recipe.terms[termIndexIn(path) ?? -1];
  const { less } = roleOf(ruleOf(recipe, 'term_credits_enrolled', term));
  const others = columnsOf(rule).length === 0 ? [] : less.filter((name) => !roleOf(rule).less.includes(name));
  return others.map((name) => `"${name}" is subtracted from credits enrolled, but not from these.`);
}

const LOOKS_LIKE_SSN =
  "looks like social security numbers. If it is, place the student's number in your system instead, so that no answer carries them.";
const AID_NOT_SUBTRACTED =
  'All other aid has to be taken off in this column already. Otherwise subtract the column of that aid.';

function openPlaced(
  recipe: Recipe,
  facts: TableFacts,
  column: ColumnFacts,
  { field, path, rule }: Place,
): readonly OpenPlace[] {
  const { name } = column;
  const held = heldIn(recipe.not_used, name);
  if (held !== undefined && !wasHarmless(held)) {
    const message = `"${name}" is placed and also said not to be used. Keep one of the two.`;
    return [{ path: ['not_used', name], message }];
  }
  const isNumber = (each: Field | null): boolean => helpOf(each).kind === 'number';
  const termIndex = termIndexIn(path);
  const first = placesWith(recipe, name).find((each) => {
    const other = termIndexIn(each.path);
    return isNumber(each.field) && (other === undefined || termIndex === undefined || other === termIndex);
  });
  const rules = [rule, first?.rule];
  // Need and cost may both begin with the cost, and planned and final credits have the same subtracted.
  const areFormulas =
    (YEARLY.has(field) && rules.every((each) => columnsOf(each).length > 1)) ||
    (CREDITS.has(field) &&
      CREDITS.has(first?.field ?? null) &&
      rules.every((each) => roleOf(each).less.includes(name)));
  if (isNumber(field) && first !== undefined && first.field !== field && !areFormulas) {
    const message = `"${name}" is read as ${helpOf(first.field).label} and as ${helpOf(field).label}. Keep one of the two.`;
    return [{ path, message }];
  }
  const namesake = namesakeOf(column, facts);
  if (namesake === undefined) return openHeld(recipe, facts, column);
  const message = `"${name}" and "${namesake.name}" have the same name in the file, and may change places. Rename or remove one there, and choose the file again.`;
  return [{ path, message }];
}

/** Another column of the same name in the file, which may come first in the next file. */
function namesakeOf(column: ColumnFacts, { columns }: TableFacts): ColumnFacts | undefined {
  const keys = new Set(columns.map(({ name }) => nameKey(name)));
  // A file may itself have names such as `Credits [2]`.
  const keyOf = ({ name }: ColumnFacts): string => {
    const base = nameKey(baseOf(name));
    return keys.has(base) ? base : nameKey(name);
  };
  const all = columns.filter(({ name, kind }) => name !== column.name && kind !== 'blank' && kind !== 'copy');
  const key = keyOf(column);
  return all.find((each) => keyOf(each) === key);
}
