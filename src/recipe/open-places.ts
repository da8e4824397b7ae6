import { visibleName } from '../contract/name-forms.js';
import { counted, listed } from '../engine/plain-texts.js';
import { isStepDue } from '../table/steps.js';
import { heldBy, isHarmless } from './column-facts.js';
import type { CodeCount, ColumnFacts, Question, Steps, TableFacts, TableToRead } from './examination.js';
import { helpOf, neededFields } from './field-help.js';
import { isOwnRecipe } from './own-recipe.js';
import {
  codeKey,
  columnsOf,
  DOLLAR_FIELDS,
  type FieldRule,
  type Held,
  kindOf,
  type Level,
  meaningOf,
  type OpenPlace,
  OUR_FIELDS,
  type Ours,
  type Path,
  type Recipe,
  ruleOf,
  SEVERAL_COLUMNS,
  STATUS_MEANINGS,
  type StatusRule,
  wrongMeanings,
} from './recipe.js';
import { codesToMap, placedColumns } from './suggest.js';

/**
 * What a recipe leaves open for a table. It is closed when every column is placed, every field settled, every code of a
 * placed column has a meaning, the terms are listed, and the questions of the rows are answered. What a recipe says is
 * held against the file, so that one of last month opens exactly where this month's file is another.
 */

/** Nobody says of more numbers than this what each is. */
const MOST_POINTS = 40;
/** More different texts than this are no terms. */
const MOST_LABELS = 500;

const ROWS_HELP =
  'Say what a row of the file is: "term" (one term of a student), "student" (a student with terms beside each other), "course" or "fund" (one payment).';

/**
 * Every open place of a recipe for a table, in the order of the screens.
 *
 * @param questions those of the rows; none where the rows cannot be read yet.
 * @param labels the texts of the terms where several columns make them, which the facts of the columns do not have.
 */
export function openPlaces(
  recipe: Recipe,
  facts: TableFacts,
  questions: readonly Question[] = [],
  labels: readonly CodeCount[] = [],
): readonly OpenPlace[] {
  return [
    ...(recipe.rows === null ? [{ path: ['rows'], message: ROWS_HELP }] : []),
    ...openFields(recipe, facts),
    ...unknownCells(recipe, facts),
    ...wrongMeanings(recipe),
    ...strayRules(recipe),
    ...(recipe.rows === 'fund' ? openFund(recipe, facts) : []),
    ...openTerms(recipe, facts, labels),
    ...statusPlaces(recipe).flatMap(({ rule, path }) => openStatus(rule, path, facts)),
    ...openColumns(recipe, facts),
    ...questions.filter(({ answer }) => answer === null).map(openQuestion),
  ];
}

/** A field with its rule, and where the rule is: `at` is the place of the term that has one of its own. */
export interface PlacedField {
  readonly field: Ours;
  readonly at: number | null;
  readonly rule: FieldRule;
  readonly path: Path;
}

/** The fields that a recipe must settle; one whose terms have rules of their own is there for each term. */
export function fieldPlaces(recipe: Recipe): readonly PlacedField[] {
  const { all, perTerm } = neededFields(recipe.rows);
  const common = (field: Ours): PlacedField => ({
    ...{ field, at: null, rule: recipe.fields[field] ?? null, path: ['fields', field] },
  });
  return [...all, ...perTerm].flatMap((field) => {
    if (!recipe.terms.some((term) => term.fields?.[field] !== undefined)) return [common(field)];
    const isCommon = recipe.fields[field] != null;
    const own = recipe.terms.flatMap((term, at): PlacedField[] => {
      if (isCommon && term.fields?.[field] === undefined) return [];
      const rule = ruleOf(recipe, field, term);
      return [{ field, at, rule, path: ['terms', at, 'fields', field] }];
    });
    return isCommon ? [common(field), ...own] : own;
  });
}

function openFields(recipe: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const places = fieldPlaces(recipe);
  const open = places.flatMap((place) => openField(place, recipe, facts));
  const credits = places.filter(({ field }) => /credits_enrolled|final_credits/.test(field));
  if (isOwnRecipe(recipe) || credits.length === 0 || credits.some(({ rule }) => rule !== 'none')) return open;
  const message =
    'The file needs credits: without them everybody would be full time. Place the column of credits enrolled, or export the file with it.';
  return [...open, { path: ['fields', 'term_credits_enrolled'], message }];
}

/** Columns on fields that rows of this shape do not have: they would count as placed, and nobody would read them. */
function strayRules({ rows, fields, fund }: Recipe): readonly OpenPlace[] {
  if (rows === null) return [];
  const { all, perTerm } = neededFields(rows);
  const isNeeded = (field: Ours): boolean => all.includes(field) || perTerm.includes(field);
  const stray = OUR_FIELDS.filter((field) => !isNeeded(field) && columnsOf(fields[field]).length > 0);
  const where = rows === 'fund' ? 'what was paid is in "fund"' : 'each term has its label in "terms"';
  return [
    ...stray.map((field) => ({
      path: ['fields', field],
      message: `Remove this: in rows of this kind ${where}.`,
    })),
    ...(fund === undefined || rows === 'fund'
      ? []
      : [{ path: ['fund'], message: 'Remove this, or write "fund" for "rows".' }]),
  ];
}

/** What a rule leaves open. */
export function openField(
  { field, at, rule, path }: PlacedField,
  recipe: Recipe,
  facts: TableFacts,
): readonly OpenPlace[] {
  const { help, none, ...named } = helpOf(field);
  const term = at === null ? undefined : recipe.terms[at]?.label;
  const label = term === undefined ? named.label : `${named.label} for ${term}`;
  const isOwn = isOwnRecipe(recipe);
  if (rule === null) {
    const orNone = none === undefined ? '' : ` Or write "none": ${none}`;
    return [{ path, message: `${label}: place the column, or give one value for all.${orNone} ${help}` }];
  }
  if (rule === 'none') {
    const mayBeNone = none !== undefined && (field !== 'student_id' || recipe.rows === 'student');
    if (mayBeNone || isOwn) return [];
    return [
      {
        path,
        message: `${label}: "none" cannot be calculated. Place the column, or give one value for all.`,
      },
    ];
  }
  if ('by_level' in rule) {
    return levelsIn(recipe, facts).flatMap((level) =>
      rule.by_level[level] == null
        ? [
            {
              path: [...path, 'by_level', level],
              message: `Give the credits that are full time for ${level}s.`,
            },
          ]
        : [],
    );
  }
  if ('value' in rule) return [];
  const columns = columnsOf(rule);
  const known = columns.flatMap((name) => columnNamed(facts, name) ?? []);
  const lost = columns.filter((name) => columnNamed(facts, name) === undefined);
  if (lost.length > 0)
    return lost.map((name) => lostColumn(name, [...path, 'column' in rule ? 'column' : 'columns']));
  if (isOwn) return [];
  return known.flatMap((column) => openCodes(field, column, rule, path));
}

function openCodes(
  field: Ours,
  column: ColumnFacts,
  rule: { readonly values?: Readonly<Record<string, string | null>> | undefined },
  path: Path,
): readonly OpenPlace[] {
  const { kind, words } = kindOf(field);
  const { label } = helpOf(field);
  const isCoded = kind === 'choice' || kind === 'flag' || field === 'term_label';
  if ((isCoded && column.codes === null) || (kind === 'number' && column.words === null)) {
    const message = `${label}: "${column.name}" holds too many different texts, such as ${shown(column.samples)}. Place another column.`;
    return [{ path, message }];
  }
  const points = DOLLAR_FIELDS.has(field) ? column.points : [];
  if (points === null || points.length > MOST_POINTS)
    return [{ path, message: `${label}: ${doubtfulPoint(column)}` }];
  const inDoubt = new Set(points.map(({ code }) => code));
  const expected = kind === 'number' ? 'a number, or "" for nothing' : `${listed(words.map(quoted), 'or')}`;
  return codesToMap(field, column).flatMap((code) => {
    if (meaningOf(rule.values, code) != null) return [];
    const rows = codeRows(column, code);
    const message = inDoubt.has(code)
      ? `${label}: ${quoted(code)} in "${column.name}" (${counted(rows, 'row')}) may be read in two ways: its point may mark thousands. Write the number that it is, such as ${quoted(code.replace('.', ''))}.`
      : `${label}: say what ${codeName(code)} means in "${column.name}" (${counted(rows, 'row')}). Expected ${expected}.`;
    return [{ path: [...path, 'values', code], message }];
  });
}

/** In how many rows a column has a code. */
export function codeRows(column: ColumnFacts, code: string): number {
  if (code === '') return column.blanks;
  return (
    [...(column.codes ?? []), ...(column.words ?? []), ...(column.points ?? [])].find(
      (each) => each.code === code,
    )?.rows ?? 0
  );
}

/** The levels of programs that a recipe finds in a file. */
export function levelsIn(recipe: Recipe, facts: TableFacts): readonly Level[] {
  const rule = recipe.fields.degree_level;
  if (rule == null || rule === 'none' || 'by_level' in rule) return ['undergraduate'];
  const codes = columnsOf(rule).flatMap((name) => columnNamed(facts, name)?.codes ?? []);
  const said =
    'value' in rule
      ? [rule.value]
      : codes.map(({ code }) => meaningOf('values' in rule ? rule.values : undefined, code));
  return (['undergraduate', 'graduate', 'professional'] as const).filter((level) => said.includes(level));
}

/** Placed columns with cells of which nobody knows what they hold, or whose rows one number is of. */
export function unknownCells(recipe: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const { fund } = recipe;
  const places = fieldPlaces(recipe).flatMap(({ field, rule, path }) => {
    const isOfTerm = typeof rule === 'object' && rule !== null && 'per' in rule && rule.per === 'term';
    const isOfRow = SEVERAL_COLUMNS.has(field) ? field !== 'term_label' : isOfTerm;
    return columnsOf(rule).map((name) => ({ name, path, isOfRow }));
  });
  const ofFund = [
    { name: fund?.column, path: ['fund', 'column'], isOfRow: false },
    { name: fund?.paid, path: ['fund', 'paid'], isOfRow: true },
  ];
  const states = statusPlaces(recipe).map(({ rule, path }) => ({ name: rule.column, path, isOfRow: false }));
  return [...places, ...(recipe.rows === 'fund' ? ofFund : []), ...states].flatMap(
    ({ name, path, isOfRow }): readonly OpenPlace[] => {
      const { unsaved = null, shared = null } = (name != null && columnNamed(facts, name)) || {};
      if (unsaved !== null) {
        const message = `Row ${unsaved} of "${name}" is a formula whose result was not saved. Open the workbook in Excel and save it, or place another column.`;
        return [{ path, message }];
      }
      if (shared === null || !isOfRow) return [];
      const message = `Row ${shared} of "${name}" is in a cell that is merged over several rows, and what belongs to each of them cannot be known. Unmerge it, and write into each cell what it holds.`;
      return [{ path, message }];
    },
  );
}

function openFund({ fund }: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const column = fund?.column == null ? undefined : columnNamed(facts, fund.column);
  const named = (
    [
      ['column', 'Place the column that says which fund a row is of.'],
      ['paid', 'Place the column of what was paid: neither offered nor accepted.'],
    ] as const
  ).flatMap(([key, message]) => {
    const name = fund?.[key] ?? null;
    if (name === null) return [{ path: ['fund', key], message }];
    const found = columnNamed(facts, name);
    if (found === undefined) return [lostColumn(name, ['fund', key])];
    const isInDoubt = key === 'paid' && found.points?.length !== 0;
    return isInDoubt ? [{ path: ['fund', key], message: doubtfulPoint(found) }] : [];
  });
  if (column === undefined || fund === undefined) return named;
  if (column.codes === null)
    return [
      ...named,
      {
        path: ['fund', 'column'],
        message: `"${column.name}" holds too many different texts to be funds. Place another column.`,
      },
    ];
  return [
    ...named,
    ...column.codes.flatMap(({ code, rows }) =>
      meaningOf(fund.values, code) != null
        ? []
        : [
            {
              path: ['fund', 'values', code],
              message: `Say which loan ${codeName(code)} is (${counted(rows, 'row')}): "sub", "unsub", "grad_plus", or "none" for any other aid.`,
            },
          ],
    ),
  ];
}

function openTerms(recipe: Recipe, facts: TableFacts, labels: readonly CodeCount[]): readonly OpenPlace[] {
  if (isOwnRecipe(recipe)) return [];
  const keys = recipe.terms.map(({ label }) => codeKey(label));
  const twice = recipe.terms.flatMap(({ label }, at) =>
    keys.indexOf(codeKey(label)) < at
      ? [{ path: ['terms', at], message: `"${label}" is listed twice. Keep one of them.` }]
      : [],
  );
  if (recipe.rows === null) return twice;
  const known = new Set([...keys, ...recipe.not_terms.map(codeKey)]);
  const rule = recipe.fields.term_label;
  const parts = typeof rule === 'object' && rule !== null && 'values' in rule ? rule.values : undefined;
  // A part of a term has the term's label as its meaning.
  const unknown = labelsOf(recipe, facts, labels).filter(
    ({ code }) => !known.has(codeKey(meaningOf(parts, code) ?? code)),
  );
  const added = unknown.map(({ code, rows }) => ({
    path: ['terms'],
    message: `${codeName(code)} (${counted(rows, 'row')}) is not among the terms. Put it in its place in the year, or say that its rows are of no term.`,
  }));
  if (keys.length > 0 || added.length > 0) return [...twice, ...added];
  const settled = recipe.rows === 'student' || recipe.fields.term_label != null;
  return settled
    ? [{ path: ['terms'], message: 'List the terms of the file, in the order of the year.' }]
    : [];
}

/** The texts of terms that several columns make, which the facts of the columns do not have; none for one column. */
export function* joinedLabels(table: TableToRead, recipe: Recipe): Steps<readonly CodeCount[]> {
  const rule = recipe.fields.term_label;
  if (rule == null || rule === 'none' || !('columns' in rule)) return [];
  const names = table.header;
  const places = rule.columns.map((name) => names.indexOf(name));
  const counts = new Map<string, number>();
  let rows = 0;
  for (const { cells } of table.rows()) {
    const parts = places.map((place) => visibleName(cells[place] ?? '')).filter((part) => part !== '');
    const label = parts.join(' ');
    counts.set(label, (counts.get(label) ?? 0) + 1);
    rows += 1;
    if (isStepDue(rows)) yield;
    if (counts.size > MOST_LABELS) break;
  }
  return [...counts].map(([code, count]) => ({ code, rows: count }));
}

/** The texts of the terms in a file by a recipe, with their counts. */
export function labelsOf(
  recipe: Recipe,
  facts: TableFacts,
  labels: readonly CodeCount[] = [],
): readonly CodeCount[] {
  if (recipe.rows === 'student') return [];
  const rule = recipe.fields.term_label;
  if (rule == null || rule === 'none' || 'by_level' in rule) return [];
  if ('value' in rule) return [{ code: rule.value, rows: facts.rows }];
  return 'columns' in rule ? labels : (columnNamed(facts, rule.column)?.codes ?? []);
}

/** The status columns of a recipe, of all terms and of each, with their places. */
export function statusPlaces({ status, terms }: Recipe): readonly {
  readonly rule: StatusRule;
  readonly path: Path;
}[] {
  return [
    ...status.map((rule, at) => ({ rule, path: ['status', at] })),
    ...terms.flatMap((term, place) =>
      (term.status ?? []).map((rule, at) => ({ rule, path: ['terms', place, 'status', at] })),
    ),
  ];
}

function openStatus(
  { column: name, values }: StatusRule,
  path: Path,
  facts: TableFacts,
): readonly OpenPlace[] {
  const column = columnNamed(facts, name);
  if (column === undefined) return [lostColumn(name, [...path, 'column'])];
  if (column.codes === null)
    return [
      {
        path,
        message: `"${name}" holds too many different texts to say whether a row counts. Say that it is not used, or place it on a field.`,
      },
    ];
  return column.codes.flatMap(({ code, rows }) =>
    meaningOf(values, code) != null
      ? []
      : [
          {
            path: [...path, 'values', code],
            message: `Say whether a row counts when "${name}" is ${codeName(code)} (${counted(rows, 'row')}). Expected ${listed(STATUS_MEANINGS.map(quoted), 'or')}.`,
          },
        ],
  );
}

function openColumns(recipe: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const placed = placedColumns(recipe);
  return facts.columns.flatMap((column) => {
    const path = ['not_used', column.name];
    const held = Object.hasOwn(recipe.not_used, column.name) ? recipe.not_used[column.name] : undefined;
    if (placed.has(column.name)) {
      const message = `"${column.name}" is read and is said not to be used. Keep one of the two.`;
      return held === undefined ? [] : [{ path, message }];
    }
    if (held === undefined ? isHarmless(column) : stillHolds(held, column)) return [];
    const now = `${holding(column)}${held === undefined ? '' : `, and held ${heldText(held)} when it was said not to be used`}`;
    const message = `"${column.name}" holds ${now}. Place it on a field, say whether rows count by it, or say that it is not used: ${JSON.stringify(heldBy(column))}.`;
    return [{ path, message }];
  });
}

/** Whether a column that is not used holds only what it held when that was said. */
export function stillHolds(held: Held, column: ColumnFacts): boolean {
  const { kind, codes, words, blanks, numbers, distinct, rows } = column;
  if (kind === 'blank') return true;
  const isOne = distinct === 1 && blanks === 0;
  if (typeof held === 'object') {
    const known = new Set(held.codes.map(codeKey));
    return codes?.every(({ code }) => known.has(codeKey(code))) === true;
  }
  switch (held) {
    case 'blank':
      return false;
    case 'one value':
      return isOne;
    case 'own text':
      return kind === 'own text' || (numbers === 0 && blanks === 0 && distinct === rows && codes !== null);
    case 'numbers':
      return words?.every(({ code }) => code === '') === true;
    case 'texts':
      return kind !== 'numbers' || isOne;
    case 'mixed':
      return true;
  }
}

/** What a column holds, for people: `4 different values, such as RE and DW`. */
export function holding({ kind, distinct, blanks, samples, codes, unsaved }: ColumnFacts): string {
  if (kind === 'blank') return 'nothing';
  if (unsaved !== null) return 'formulas whose results are not in the file';
  if (kind === 'one value') return `${shown(samples)} on all rows`;
  if (kind === 'own text') return 'a text of its own on each row';
  const blank = blanks === 0 ? '' : ` and ${counted(blanks, 'blank cell')}`;
  if (distinct === 1) return `${shown(samples)}${blank}`;
  const many = codes === null ? `more than ${distinct - 1}` : String(distinct);
  return `${many} different values, such as ${shown(samples)}${blank}`;
}

function heldText(held: Held): string {
  if (typeof held === 'object') return `only ${listed(held.codes.map(codeName))}`;
  const texts: Record<typeof held, string> = {
    blank: 'nothing',
    'one value': 'one value on all rows',
    'own text': 'a text of its own on each row',
    texts: 'texts',
    numbers: 'numbers alone',
    mixed: 'numbers and texts',
  };
  return texts[held];
}

function openQuestion({ path, text, choices }: Question): OpenPlace {
  const expected = choices.map(({ value }) => quoted(value));
  return { path, message: `${text} Expected ${listed(expected, 'or')}.` };
}

function doubtfulPoint({ name, points, samples }: ColumnFacts): string {
  const example = points?.[0]?.code ?? samples[0] ?? '';
  return `numbers of "${name}" such as ${quoted(example)} may be read in two ways: the point may mark thousands. Write them without thousands and with two decimal places, such as 1750.00.`;
}

function lostColumn(name: string, path: Path): OpenPlace {
  return {
    path,
    message: `The file has no column "${name}". Place the column that it is now, or export the file with it.`,
  };
}

function columnNamed({ columns }: TableFacts, name: string): ColumnFacts | undefined {
  return columns.find((column) => column.name === name);
}

function shown(samples: readonly string[]): string {
  return listed(samples.slice(0, 3).map(quoted));
}

function codeName(code: string): string {
  return code === '' ? 'a blank cell' : quoted(code);
}

function quoted(text: string): string {
  return `"${text}"`;
}
