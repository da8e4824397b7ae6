import { counted, listed } from '../engine/texts.js';
import { codesToMap, suggestedMeaning } from './codes.js';
import { areSocialSecurity, isHarmless } from './column-facts.js';
import { heldText, valuesText } from './column-texts.js';
import type {
  CodeCount,
  CodeLine,
  ColumnFacts,
  ColumnLines,
  FieldLine,
  Rival,
  TableFacts,
  UnreadLine,
} from './examination.js';
import { heldBy, isNamesake, openGone, openHeld, stillHolds, studentsIn } from './held.js';
import { openCells, unknownCells } from './open-cells.js';
import { AMOUNTS_OF_YEAR, FIELDS_OF_RECIPE, type Field, helpOf } from './our-fields.js';
import { neededFields, noneOf, type Place, placedColumns, placesOf } from './places.js';
import {
  codeKey,
  columnsOf,
  isOwnRecipe,
  isPerTerm,
  meaningOf,
  type OpenPlace,
  pathText,
  type Recipe,
  valuesOf,
} from './recipe.js';
import { suggestedRule } from './suggest.js';
import { openTerms } from './term-labels.js';
import { alarmsIn, namedFor } from './usual-names.js';

const ROWS_HELP =
  'Say what a row of the file is: "term" (one term of a student), "student" (a student with terms beside each other), "course" or "fund" (one payment).';

/**
 * The lines of *Your columns* of a table by a recipe, for the page and the command line alike, with every open place but the
 * questions of the rows: every column is placed, every field settled, every code of a placed column has a meaning, and the terms
 * are listed. What the recipe says is held against the file, so that one of last month opens exactly where this month's file is
 * another.
 *
 * @param labels the texts of the terms, by {@link termLabels}.
 */
export function columnLines(
  recipe: Recipe,
  facts: TableFacts,
  labels: readonly CodeCount[] = [],
  rivals: readonly Rival[] = [],
): ColumnLines {
  const placed = placedColumns(recipe);
  const ofColumn = new Map(
    facts.columns.map((column) => [
      column.name,
      placed.has(column.name) ? openPlaced(recipe, facts, column) : openUnread(recipe, facts, column, placed),
    ]),
  );
  const openOf = ({ name }: ColumnFacts): readonly OpenPlace[] => ofColumn.get(name) ?? [];
  const read = placesOf(recipe).map((place) => {
    const names = columnsOf(place.rule);
    const columns = names.flatMap((name) => facts.columns.find((column) => column.name === name) ?? []);
    const codes = codesOf(place, columns);
    const unknown = unknownCells(place, columns);
    const open = [...unknown, ...openCells(place, columns, codes, recipe, facts), ...columns.flatMap(openOf)];
    return { place, columns, codes, open, isReadable: unknown.length === 0 };
  });
  const lines = read.flatMap(({ place, columns, codes, open }): FieldLine | [] => {
    if (place.field === null) return [];
    const { field, at, rule, path } = place;
    const suggestion = rule === null && at === null ? suggestedRule(facts, field) : null;
    const isTaken = columnsOf(suggestion).some((name) => placed.has(name));
    return {
      ...helpOf(field),
      field,
      term: recipe.terms[at ?? -1]?.label ?? null,
      path,
      none: noneOf(field, recipe),
      rule,
      suggestion: isTaken ? null : suggestion,
      columns,
      codes: field === 'term_label' ? labelLines(recipe, labels) : codes,
      rivals: rivals.filter((rival) => pathText(rival.path) === pathText(path)),
      alarms: columns.flatMap(({ name }) => alarmsIn(name)),
      warnings: [
        ...columns
          .filter(areSocialSecurity)
          .map(
            ({ name }) =>
              `"${name}" looks like social security numbers. Place the student's number in your system, so that no answer carries them.`,
          ),
        ...blanksOfSeveral(columns, codes),
      ],
      open,
    };
  });
  const { all, perTerm } = neededFields(recipe.rows);
  const needed = [...all, ...perTerm];
  const unread: UnreadLine[] = [];
  const harmless: ColumnFacts[] = [];
  for (const column of facts.columns) {
    const { name } = column;
    const status = read.find(({ place }) => place.field === null && columnsOf(place.rule).includes(name));
    if (status === undefined && placed.has(name)) continue;
    const open = status?.open ?? openOf(column);
    if (status === undefined && isHarmless(column) && open.length === 0) {
      harmless.push(column);
      continue;
    }
    const held = Object.hasOwn(recipe.not_used, name) ? recipe.not_used[name] : undefined;
    const isNotUsed = held !== undefined && open.length === 0;
    const named = namedFor(name)?.for;
    unread.push({
      column,
      path: status?.place.path ?? ['not_used', name],
      placed: status !== undefined ? 'status' : isNotUsed ? 'not used' : null,
      held: isNotUsed ? null : (held ?? null),
      keeps: heldBy(column, studentsIn(recipe, facts)),
      codes: status?.codes ?? [],
      suggestions: needed.filter((field) => field === named),
      rivalOf: [...new Set(rivals.filter(({ column }) => column === name).map(({ field }) => field))],
      alarms: [...new Set([name, ...(column.codes ?? []).map(({ code }) => code)].flatMap(alarmsIn))],
      open,
    });
  }
  const open = [
    ...(recipe.rows === null ? [{ path: ['rows'], message: ROWS_HELP }] : []),
    ...read.flatMap((each) => each.open),
    ...strayRules(recipe, needed),
    ...(isOwnRecipe(recipe) ? [] : openTerms(recipe, facts, labels)),
    ...unread.flatMap((each) => each.open),
    ...openGone(recipe, facts),
  ];
  const isReadable = recipe.rows !== null && read.every((each) => each.isReadable);
  // A column that is read at several places is open once.
  return { lines, unread, harmless, open: [...new Set(open)], isReadable };
}

/** The texts of a place's columns that need a meaning. */
function codesOf({ field, rule, path }: Place, columns: readonly ColumnFacts[]): readonly CodeLine[] {
  const [first, ...others] = columns;
  const counts = new Map<string, CodeCount>();
  for (const column of columns)
    for (const count of codesToMap(field, column, others.length === 0, valuesOf(rule))) {
      const { rows = 0, row = null } = counts.get(count.code) ?? {};
      counts.set(count.code, { ...count, rows: rows + count.rows, row: row ?? count.row });
    }
  const values = valuesOf(rule) ?? {};
  const keys = [...counts.keys()].map(codeKey);
  // Where "S" and "s" are in one file, they may be two things.
  const isAlone = (code: string): boolean => keys.filter((key) => key === codeKey(code)).length === 1;
  return [...counts.values()].map((count) => ({
    ...count,
    meaning:
      (isAlone(count.code) || Object.hasOwn(values, count.code) ? meaningOf(values, count.code) : null) ??
      null,
    suggestion:
      field !== null && first !== undefined && others.length === 0
        ? suggestedMeaning(field, first.name, count.code)
        : null,
    path: [...path, 'values', count.code],
  }));
}

/** A blank has one meaning in all columns of a sum, and may mean something else in each. */
function blanksOfSeveral(columns: readonly ColumnFacts[], codes: readonly CodeLine[]): readonly string[] {
  const blank = columns.filter(({ blanks }) => blanks > 0);
  if (blank.length < 2 || codes.every(({ code }) => code !== '')) return [];
  const named = listed(blank.map(({ name, blanks }) => `"${name}" (${counted(blanks, 'row')})`));
  return [`A blank means the same in ${named}. If it does not, fill it in the file.`];
}

/** The texts of the terms: a term's meaning is its label, and one that is no term means nothing. */
function labelLines({ terms, not_terms, fields }: Recipe, labels: readonly CodeCount[]): readonly CodeLine[] {
  return labels.map((count) => {
    // A part of a term has the term's label as its meaning.
    const said = codeKey(meaningOf(valuesOf(fields.term_label), count.code) ?? count.code);
    const isSame = (label: string): boolean => codeKey(label) === said;
    const term = terms.find(({ label }) => isSame(label));
    const meaning = term?.label ?? (not_terms.some(isSame) ? '' : null);
    return { ...count, meaning, suggestion: null, path: ['terms'] };
  });
}

function openPlaced(recipe: Recipe, facts: TableFacts, column: ColumnFacts): readonly OpenPlace[] {
  const { name } = column;
  if (!Object.hasOwn(recipe.not_used, name)) return openHeld(recipe, facts, column);
  const message = `"${name}" is read and is said not to be used. Keep one of the two.`;
  return [{ path: ['not_used', name], message }];
}

/** What a column that is not placed leaves open. */
function openUnread(
  recipe: Recipe,
  facts: TableFacts,
  column: ColumnFacts,
  placed: ReadonlySet<string>,
): readonly OpenPlace[] {
  const { name } = column;
  const { not_used } = recipe;
  const held = Object.hasOwn(not_used, name) ? not_used[name] : undefined;
  if (held === undefined ? isHarmless(column) && !isNamesake(name, placed) : stillHolds(held, column))
    return [];
  const before = held === undefined ? '' : `, and held ${heldText(held)} when it was said not to be used`;
  return [
    {
      path: ['not_used', name],
      message: `"${name}" holds ${valuesText(column)}${before}. Place it on a field, say in "status" whether rows count by it, or say that it is not used: ${JSON.stringify(heldBy(column, studentsIn(recipe, facts)))}.`,
    },
  ];
}

/** Columns on fields that rows of this shape do not have: nobody would read them. */
function strayRules(
  { rows, fields, terms, status: ofRows }: Recipe,
  needed: readonly Field[],
): readonly OpenPlace[] {
  const stray = FIELDS_OF_RECIPE.filter(
    (field) => !needed.includes(field) && columnsOf(fields[field]).length > 0,
  );
  const message = 'Remove this: rows of this kind do not have it.';
  const periods = AMOUNTS_OF_YEAR.filter((field) => rows === 'student' && isPerTerm(fields[field]));
  const states = terms.flatMap(({ status = [] }, at) => (rows !== 'student' && status.length > 0 ? at : []));
  // One of a row with several terms may be of any of them.
  const unplaced = (rows === 'student' && terms.length > 1 ? (ofRows ?? []) : []).flatMap(({ values }, at) =>
    Object.entries(values).flatMap(([code, meaning]) =>
      meaning === 'no_credits' || meaning === 'not_paid' || meaning === 'paid_back'
        ? [['status', at, 'values', code]]
        : [],
    ),
  );
  return [
    ...unplaced.map((path) => ({
      path,
      message: 'Place this status on the term that it is of: the row has several. Or say "not_calculated".',
    })),
    ...stray.map((field) => ({ path: ['fields', field], message })),
    ...states.map((at) => ({ path: ['terms', at, 'status'], message })),
    ...periods.map((field) => ({ path: ['fields', field, 'per'], message })),
  ];
}
