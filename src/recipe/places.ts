import { visibleName } from '../contract/name-forms.js';
import { counted, listed } from '../engine/plain-texts.js';
import { isStepDue } from '../table/steps.js';
import { codesToMap, suggestedMeaning } from './codes.js';
import { heldBy, isHarmless, stillHolds } from './column-facts.js';
import { codeName, heldText, holding, quoted, shown } from './column-texts.js';
import type {
  CodeCount,
  CodeLine,
  ColumnFacts,
  Question,
  Steps,
  TableFacts,
  TableToRead,
} from './examination.js';
import {
  DOLLAR_FIELDS,
  helpOf,
  kindOf,
  LEVELS,
  type Level,
  OUR_FIELDS,
  type Ours,
  SEVERAL_COLUMNS,
} from './our-fields.js';
import {
  codeKey,
  columnsOf,
  type FieldRule,
  isOwnRecipe,
  meaningOf,
  neededFields,
  type OpenPlace,
  type Path,
  placedColumns,
  type Recipe,
  valuesOf,
} from './recipe.js';

/**
 * What a recipe leaves open for a table. It is closed when every column is placed, every field settled, every code of a
 * placed column has a meaning, the terms are listed, and the questions of the rows are answered. What a recipe says is
 * held against the file, so that one of last month opens exactly where this month's file is another.
 */

/** Nobody says of more numbers than this what each is. */
const MOST_POINTS = 40;
/** An id whose last digits are lost, such as `1.23E+08`. */
const LOST_DIGITS = /^\d(?:\.\d+)?E\+\d\d$/i;
/** More different texts than this are no terms. */
const MOST_LABELS = 500;

/** A field with its rule, and where the rule is: `at` is the place of the term that has one of its own. */
export interface PlacedField {
  readonly field: Ours;
  readonly at: number | null;
  readonly rule: FieldRule;
  readonly path: Path;
}

/** The fields that a recipe must settle; one whose terms have rules of their own is there for each term. */
export function placedFields({ rows, fields, terms }: Recipe): readonly PlacedField[] {
  const { all, perTerm } = neededFields(rows);
  return [...all, ...perTerm].flatMap((field) => {
    const rule = fields[field] ?? null;
    const own = terms.flatMap(({ fields: ofTerm }, at): PlacedField[] => {
      const isShared = ofTerm?.[field] === undefined && rule !== null;
      return isShared
        ? []
        : [{ field, at, rule: ofTerm?.[field] ?? rule, path: ['terms', at, 'fields', field] }];
    });
    const hasOwn = terms.some((term) => term.fields?.[field] !== undefined);
    const common: PlacedField = { field, at: null, rule, path: ['fields', field] };
    if (!hasOwn) return [common];
    return rule === null ? own : [common, ...own];
  });
}

/** Columns that a recipe reads for one thing, and the codes of theirs that need a meaning. */
export interface Reading {
  readonly kind: 'field' | 'fund' | 'paid' | 'status';
  /** Where it is said. */
  readonly path: Path;
  readonly names: readonly string[];
  readonly columns: readonly ColumnFacts[];
  readonly codes: readonly CodeLine[];
  /** Whether it is known what each of their cells holds. */
  readonly isReadable: boolean;
  /** What they leave open. */
  readonly open: readonly OpenPlace[];
}

/** What readings differ in. */
interface Expected extends Pick<Reading, 'kind' | 'path' | 'names'> {
  /** Where the names stand. */
  readonly at: Path;
  readonly values: Readonly<Record<string, string | null>> | undefined;
  codesOf(column: ColumnFacts): readonly string[];
  readonly suggest?: (column: ColumnFacts, code: string) => string | null;
  /** What to do about a code, and about a column with too many texts; null for one that has not. */
  ask(code: string, rows: string, where: string): string;
  tooMany(column: ColumnFacts): string | null;
  /** Whether a row's number is of this row alone. */
  readonly isOfRow: boolean;
  /** The beginning of what is said of points that may mark thousands. */
  readonly label: string;
  /** How many numbers whose point may mark thousands may each be said to be what they are. */
  readonly mostPoints: number;
}

/** Every column that a recipe reads, by what it is read for. */
export function readings(recipe: Recipe, facts: TableFacts): readonly Reading[] {
  const { fund, rows } = recipe;
  const allCodes = ({ codes }: ColumnFacts): readonly string[] => (codes ?? []).map(({ code }) => code);
  const ofFields = placedFields(recipe).map((place) => fieldExpected(place, recipe));
  const ofFund: Expected[] = [
    {
      kind: 'fund',
      path: ['fund'],
      at: ['fund', 'column'],
      values: fund?.values,
      codesOf: allCodes,
      names: [fund?.column ?? []].flat(),
      ask: (code, found) =>
        `Say which loan ${codeName(code)} is (${found}): "sub", "unsub", "grad_plus", or "none" for any other aid.`,
      tooMany: ({ name, codes }) =>
        codes === null ? `"${name}" holds too many different texts to be funds. Place another column.` : null,
      isOfRow: false,
      label: '',
      mostPoints: Number.POSITIVE_INFINITY,
    },
    {
      kind: 'paid',
      path: ['fund', 'paid'],
      at: ['fund', 'paid'],
      values: {},
      codesOf: () => [],
      names: [fund?.paid ?? []].flat(),
      ask: (code) => code,
      tooMany: () => null,
      isOfRow: true,
      label: '',
      mostPoints: 0,
    },
  ];
  const ofStatus = statusPlaces(recipe).map(
    ({ rule: { column, values }, path }): Expected => ({
      kind: 'status',
      path,
      at: [...path, 'column'],
      names: [column],
      values,
      codesOf: allCodes,
      ask: (code, found) =>
        `Say whether a row counts when "${column}" is ${codeName(code)} (${found}). Expected "counts", "no_credits", "leave_out" or "not_calculated".`,
      tooMany: ({ codes }) =>
        codes === null
          ? `"${column}" holds too many different texts to say whether a row counts. Say that it is not used, or place it on a field.`
          : null,
      isOfRow: false,
      label: '',
      mostPoints: Number.POSITIVE_INFINITY,
    }),
  );
  return [...ofFields, ...(rows === 'fund' ? ofFund : []), ...ofStatus]
    .filter(({ names }) => names.length > 0)
    .map((expected) => readingOf(expected, facts, isOwnRecipe(recipe)));
}

function fieldExpected({ field, at, rule, path }: PlacedField, recipe: Recipe): Expected {
  const { kind, words } = kindOf(field);
  const label = labelOf({ field, at }, recipe);
  const names = columnsOf(rule);
  const isCoded = kind === 'choice' || kind === 'flag' || field === 'term_label';
  const expected = kind === 'number' ? 'a number, or "" for nothing' : listed(words.map(quoted), 'or');
  const isOfTerm = typeof rule === 'object' && rule !== null && 'per' in rule && rule.per === 'term';
  return {
    kind: 'field',
    path,
    names,
    values: valuesOf(rule),
    at: [...path, names.length > 1 ? 'columns' : 'column'],
    codesOf: (column) => codesToMap(field, column),
    suggest: (column, code) => suggestedMeaning(field, column.name, code),
    ask: (code, rows, where) =>
      `${label}: say what ${codeName(code)} means in ${where} (${rows}). Expected ${expected}.`,
    tooMany: ({ name, codes, words: texts, samples }) =>
      (isCoded && codes === null) || (kind === 'number' && texts === null)
        ? `${label}: "${name}" holds too many different texts, such as ${shown(samples)}. Place another column.`
        : null,
    isOfRow: SEVERAL_COLUMNS.has(field) ? field !== 'term_label' : isOfTerm,
    label: `${label}: `,
    mostPoints: DOLLAR_FIELDS.has(field) ? MOST_POINTS : Number.POSITIVE_INFINITY,
  };
}

function readingOf(expected: Expected, facts: TableFacts, isOwn: boolean): Reading {
  const { kind, path, at, names, values, label, mostPoints } = expected;
  const columns = names.flatMap((name) => facts.columns.find((column) => column.name === name) ?? []);
  const codes = [...new Set(columns.flatMap((column) => expected.codesOf(column)))].map(
    (code): CodeLine => ({
      code,
      rows: columns.reduce((sum, column) => sum + rowsOf(column, code), 0),
      meaning: meaningOf(values, code) ?? null,
      suggestion: columns.length === 1 && columns[0] ? (expected.suggest?.(columns[0], code) ?? null) : null,
      path: [...path, 'values', code],
    }),
  );
  const unknown: OpenPlace[] = columns.flatMap((column) => unknownCell(column, expected) ?? []);
  const reading = { kind, path, names, columns, codes, isReadable: unknown.length === 0 };
  const lost = names.filter((name) => columns.every((column) => column.name !== name));
  if (lost.length > 0)
    return {
      ...reading,
      open: lost.map((name) => ({
        path: at,
        message: `The file has no column "${name}". Place the column that it is now, or export the file with it.`,
      })),
    };
  if (isOwn) return { ...reading, open: unknown };
  const wrong = columns.flatMap((column) => {
    const many = expected.tooMany(column);
    if (many !== null) return [{ path, message: many }];
    const points = column.points?.length ?? MOST_POINTS + 1;
    return points > mostPoints ? [{ path, message: `${label}${doubtfulPoint(column)}` }] : [];
  });
  const points = new Set(
    columns.flatMap((column) => (mostPoints > 0 ? (column.points ?? []) : [])).map(({ code }) => code),
  );
  const unsaid = codes
    .filter(({ meaning }) => meaning === null)
    .map(({ code, rows, path: own }) => {
      const found = columns.filter((column) => rowsOf(column, code) > 0).map(({ name }) => quoted(name));
      const [count, where] = [counted(rows, 'row'), listed(found)];
      const message = points.has(code)
        ? `${label}${twoWays(code, where, count)}`
        : expected.ask(code, count, where);
      return { path: own, message };
    });
  return { ...reading, open: [...unknown, ...(wrong.length > 0 ? wrong : unsaid)] };
}

/** A cell of which nobody knows what it holds, or whose number is of several rows. */
function unknownCell(
  { name, unsaved, shared, samples }: ColumnFacts,
  { path, isOfRow }: Expected,
): OpenPlace | null {
  const lost = path.at(-1) === 'student_id' ? samples.find((id) => LOST_DIGITS.test(id)) : undefined;
  if (lost !== undefined) {
    const message = `"${lost}" of "${name}" is what a spreadsheet leaves of a long number, so that several students may have the same id. Export the file again, and open it in a spreadsheet only with this column as text.`;
    return { path, message };
  }
  if (unsaved !== null) {
    const message = `Row ${unsaved} of "${name}" is a formula whose result was not saved. Open the workbook in Excel and save it, or place another column.`;
    return { path, message };
  }
  if (shared === null || !isOfRow) return null;
  const message = `Row ${shared} of "${name}" is in a cell that is merged over several rows, and what belongs to each of them cannot be known. Unmerge it, and write into each cell what it holds.`;
  return { path, message };
}

function twoWays(code: string, where: string, rows: string): string {
  return `${quoted(code)} in ${where} (${rows}) may be read in two ways: its point may mark thousands. Write the number that it is, such as ${quoted(code.replace('.', ''))}.`;
}

function doubtfulPoint({ name, points, samples }: ColumnFacts): string {
  const example = points?.[0]?.code ?? samples[0] ?? '';
  return `numbers of "${name}" such as ${quoted(example)} may be read in two ways: the point may mark thousands. Write them without thousands and with two decimal places, such as 1750.00.`;
}

/** In how many rows a column has a code. */
function rowsOf({ blanks, codes, words, points }: ColumnFacts, code: string): number {
  if (code === '') return blanks;
  return [codes, words, points].flatMap((each) => each ?? []).find((each) => each.code === code)?.rows ?? 0;
}

/** The status columns of a recipe, of all terms and of each, with their places. */
function statusPlaces({ status, terms }: Recipe) {
  return [
    ...status.map((rule, at): { rule: typeof rule; path: Path } => ({ rule, path: ['status', at] })),
    ...terms.flatMap((term, place) =>
      (term.status ?? []).map((rule, at) => ({ rule, path: ['terms', place, 'status', at] })),
    ),
  ];
}

/**
 * Every open place of a recipe for a table, in the order of the screens.
 *
 * @param questions those of the rows; none where the rows cannot be read yet.
 * @param labels the texts of the terms, by {@link termLabels}.
 */
export function openPlaces(
  recipe: Recipe,
  facts: TableFacts,
  questions: readonly Question[] = [],
  labels: readonly CodeCount[] = [],
): readonly OpenPlace[] {
  return [
    ...(recipe.rows === null ? [{ path: ['rows'], message: ROWS_HELP }] : []),
    ...placedFields(recipe).flatMap((place) => openRule(place, recipe, facts)),
    ...readings(recipe, facts).flatMap(({ open }) => open),
    ...lackingColumns(recipe),
    ...strayRules(recipe),
    ...(isOwnRecipe(recipe) ? [] : openTerms(recipe, facts, labels)),
    ...openColumns(recipe, facts),
    ...questions.flatMap(({ path, text, choices, answer }) => {
      const expected = listed(
        choices.map(({ value }) => quoted(value)),
        'or',
      );
      return answer === null ? [{ path, message: `${text} Expected ${expected}.` }] : [];
    }),
  ];
}

const ROWS_HELP =
  'Say what a row of the file is: "term" (one term of a student), "student" (a student with terms beside each other), "course" or "fund" (one payment).';

/** What an aid office calls a field, with its term where it has a rule of its own. */
function labelOf({ field, at }: Pick<PlacedField, 'field' | 'at'>, { terms }: Recipe): string {
  const term = at === null ? undefined : terms[at]?.label;
  return `${helpOf(field).label}${term === undefined ? '' : ` for ${term}`}`;
}

/** The sentence that "none" makes true; null where every file must say something. */
export function noneOf(field: Ours, { rows }: Recipe): string | null {
  return field === 'student_id' && rows !== 'student' ? null : (helpOf(field).none ?? null);
}

/** What a rule without columns leaves open. */
function openRule(place: PlacedField, recipe: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const { field, rule, path } = place;
  const { help, none } = helpOf(field);
  const label = labelOf(place, recipe);
  if (rule === null) {
    const orNone = none === undefined ? '' : ` Or write "none": ${none}`;
    return [{ path, message: `${label}: place the column, or give one value for all.${orNone} ${help}` }];
  }
  if (rule === 'none') {
    if (isOwnRecipe(recipe) || noneOf(field, recipe) !== null) return [];
    const message = `${label}: "none" cannot be calculated. Place the column, or give one value for all.`;
    return [{ path, message }];
  }
  if (!('by_level' in rule)) return [];
  return levelsIn(recipe, facts)
    .filter((level) => rule.by_level[level] == null)
    .map((level) => ({
      path: [...path, 'by_level', level],
      message: `Give the credits that are full time for ${level}s.`,
    }));
}

/** The levels of programs that a recipe finds in a file. */
function levelsIn({ fields: { degree_level: rule } }: Recipe, facts: TableFacts): readonly Level[] {
  if (rule == null || rule === 'none' || 'by_level' in rule) return ['undergraduate'];
  if ('value' in rule) return LEVELS.filter((level) => level === rule.value);
  const codes = facts.columns
    .filter(({ name }) => columnsOf(rule).includes(name))
    .flatMap((column) => column.codes ?? []);
  const said = codes.map(({ code }) => meaningOf(rule.values, code));
  return LEVELS.filter((level) => said.includes(level));
}

const CREDITS = ['term_credits_enrolled', 'term_actual_final_credits'];

/** Columns that the file must have. */
function lackingColumns(recipe: Recipe): readonly OpenPlace[] {
  const credits = placedFields(recipe).filter(({ field }) => CREDITS.includes(field));
  const lacksCredits =
    !isOwnRecipe(recipe) && credits.length > 0 && credits.every(({ rule }) => rule === 'none');
  const message =
    'The file needs credits: without them everybody would be full time. Place the column of credits enrolled, or export the file with it.';
  const lacks = lacksCredits ? [{ path: ['fields', 'term_credits_enrolled'], message }] : [];
  if (recipe.rows !== 'fund') return lacks;
  const { column = null, paid = null } = recipe.fund ?? {};
  const fund = { path: ['fund', 'column'], message: 'Place the column that says which fund a row is of.' };
  const amount = {
    path: ['fund', 'paid'],
    message: 'Place the column of what was paid: neither offered nor accepted.',
  };
  return [...lacks, ...(column === null ? [fund] : []), ...(paid === null ? [amount] : [])];
}

/** Columns on fields that rows of this shape do not have: they would count as placed, and nobody would read them. */
function strayRules({ rows, fields, fund }: Recipe): readonly OpenPlace[] {
  if (rows === null) return [];
  const { all, perTerm } = neededFields(rows);
  const needed = new Set([...all, ...perTerm]);
  const stray = OUR_FIELDS.filter((field) => !needed.has(field) && columnsOf(fields[field]).length > 0);
  const where = rows === 'fund' ? 'what was paid is in "fund"' : 'each term has its label in "terms"';
  const places = stray.map((field) => ({
    path: ['fields', field],
    message: `Remove this: in rows of this kind ${where}.`,
  }));
  if (fund === undefined || rows === 'fund') return places;
  return [...places, { path: ['fund'], message: 'Remove this, or write "fund" for "rows".' }];
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
    .map(({ code, rows: count }) => ({
      path: ['terms'],
      message: `${codeName(code)} (${counted(count, 'row')}) is not among the terms. Put it in its place in the year, or say that its rows are of no term.`,
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
  if ('value' in rule) return [{ code: rule.value, rows: facts.rows }];
  if ('column' in rule) return facts.columns.find(({ name }) => name === rule.column)?.codes ?? [];
  const places = rule.columns.map((name) => table.header.indexOf(name));
  const counts = new Map<string, number>();
  let read = 0;
  for (const { cells } of table.rows()) {
    const parts = places.map((place) => visibleName(cells[place] ?? '')).filter((part) => part !== '');
    const label = parts.join(' ');
    counts.set(label, (counts.get(label) ?? 0) + 1);
    read += 1;
    if (isStepDue(read)) yield;
    if (counts.size > MOST_LABELS) break;
  }
  return [...counts].map(([code, rows]) => ({ code, rows }));
}

function openColumns(recipe: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const placed = placedColumns(recipe);
  return facts.columns.flatMap((column) => {
    const { name } = column;
    const path = ['not_used', name];
    const held = Object.hasOwn(recipe.not_used, name) ? recipe.not_used[name] : undefined;
    if (placed.has(name)) {
      const message = `"${name}" is read and is said not to be used. Keep one of the two.`;
      return held === undefined ? [] : [{ path, message }];
    }
    if (held === undefined ? isHarmless(column) : stillHolds(held, column)) return [];
    const before = held === undefined ? '' : `, and held ${heldText(held)} when it was said not to be used`;
    const message = `"${name}" holds ${holding(column)}${before}. Place it on a field, say whether rows count by it, or say that it is not used: ${JSON.stringify(heldBy(column))}.`;
    return [{ path, message }];
  });
}
