import { listed } from '../engine/texts.js';
import { plainAnswer } from './answers.js';
import { codesToMap, suggestedMeaning } from './codes.js';
import { codeName, quoted, rowsText, shown } from './column-texts.js';
import type { CodeCount, CodeLine, ColumnFacts, TableFacts } from './examination.js';
import {
  DOLLAR_FIELDS,
  helpOf,
  kindOf,
  LEVELS,
  type Level,
  type Ours,
  SEVERAL_COLUMNS,
} from './our-fields.js';
import {
  columnsOf,
  type FieldRule,
  isOwnRecipe,
  meaningOf,
  neededFields,
  type OpenPlace,
  type Path,
  paidRule,
  type Recipe,
  valuesOf,
} from './recipe.js';

/**
 * The places of a recipe that read columns, and what each leaves open for a table: a rule that does not settle its field, a
 * column that is gone, cells of which nobody knows what they hold, and codes without a meaning.
 */

/** A field with its rule, and where the rule is: `at` is the place of the term that has one of its own. */
export interface PlacedField {
  readonly kind: 'field';
  readonly field: Ours;
  readonly at: number | null;
  readonly rule: FieldRule;
  readonly path: Path;
}

/** The column of the fund of a row, of what was paid of it, or of a status. */
interface OtherPlace extends Pick<PlacedField, 'rule' | 'path'> {
  readonly kind: 'fund' | 'paid' | 'status';
}

type Place = PlacedField | OtherPlace;

/** A place with what its columns hold. */
export type Reading = Place & {
  readonly columns: readonly ColumnFacts[];
  /** The texts of all of them that need a meaning. */
  readonly codes: readonly CodeLine[];
  /** Whether it is known what each of their cells holds. */
  readonly isReadable: boolean;
  readonly open: readonly OpenPlace[];
};

/** Nobody says of more numbers than this what each is. */
const MOST_POINTS = 40;
/** An id whose last digits are lost, such as `1.23E+08`. */
const LOST_DIGITS = /^\d(?:\.\d+)?E\+\d\d$/i;

const BY_LEVEL = '{"by_level": {"undergraduate": "12", "graduate": "9"}}';
const OTHER_LABELS = { fund: 'The fund of a row', paid: 'What was paid', status: 'Whether a row counts' };
const OTHER_MEANINGS = {
  fund: '"sub", "unsub", "grad_plus", or "none" for any other aid',
  paid: 'a number, or "" for nothing',
  status: '"counts", "no_credits", "leave_out" or "not_calculated"',
};

/** The fields that a recipe must settle; one whose terms have rules of their own is there for each term. */
export function placedFields({ rows, fields, terms }: Recipe): readonly PlacedField[] {
  const { all, perTerm } = neededFields(rows);
  return [...all, ...perTerm].flatMap((field) => {
    const rule = fields[field] ?? null;
    const hasOwn = terms.some((term) => term.fields?.[field] !== undefined);
    const own = terms.flatMap((term, at): PlacedField[] => {
      const ofTerm = term.fields?.[field];
      const path = ['terms', at, 'fields', field];
      // A term without a rule of its own has that of all terms.
      return ofTerm === undefined && rule !== null
        ? []
        : [{ kind: 'field', field, at, rule: ofTerm ?? rule, path }];
    });
    const common: PlacedField = { kind: 'field', field, at: null, rule, path: ['fields', field] };
    return hasOwn ? [...(rule === null ? [] : [common]), ...own] : [common];
  });
}

/** Every place at which a recipe may read columns. */
export function placesOf(recipe: Recipe): readonly Place[] {
  const { column = null, values = {} } = recipe.fund ?? {};
  const ofFund: readonly Place[] = [
    { kind: 'fund', path: ['fund'], rule: column === null ? null : { column, values } },
    { kind: 'paid', path: ['fund', 'paid'], rule: paidRule(recipe.fund) },
  ];
  const states = [
    ...recipe.status.map((rule, at) => ({ rule, path: ['status', at] })),
    ...recipe.terms.flatMap(({ status = [] }, term) =>
      status.map((rule, at) => ({ rule, path: ['terms', term, 'status', at] })),
    ),
  ];
  return [
    ...placedFields(recipe),
    ...(recipe.rows === 'fund' ? ofFund : []),
    ...states.map((each) => ({ kind: 'status' as const, ...each })),
  ];
}

/** The columns that a recipe reads anything from. */
export function placedColumns(recipe: Recipe): ReadonlySet<string> {
  return new Set(placesOf(recipe).flatMap(({ rule }) => columnsOf(rule)));
}

/** Every place at which a recipe may read columns, with what is there in a table. */
export function readings(recipe: Recipe, facts: TableFacts): readonly Reading[] {
  return placesOf(recipe).map((place) => {
    const { rule, path } = place;
    const names = columnsOf(rule);
    const columns = names.flatMap((name) => facts.columns.find((column) => column.name === name) ?? []);
    const [first, ...others] = columns;
    const codes = [...new Set(columns.flatMap((column) => codesIn(place, column)))].map(
      (code): CodeLine => ({
        code,
        rows: columns.reduce((sum, column) => sum + countOf(column, code).rows, 0),
        row: columns.map((column) => countOf(column, code).row).find((row) => row !== null) ?? null,
        meaning: meaningOf(valuesOf(rule), code) ?? null,
        suggestion:
          place.kind === 'field' && first !== undefined && others.length === 0
            ? suggestedMeaning(place.field, first.name, code)
            : null,
        path: place.kind === 'paid' ? ['fund', 'paid_values', code] : [...path, 'values', code],
      }),
    );
    const unknown = columns.flatMap((column) => unknownCell(place, column));
    const isReadable = unknown.length === 0;
    const label = labelOf(place, recipe);
    const lost = names.filter((name) => columns.every((column) => column.name !== name));
    let open = unknown.map((message): OpenPlace => ({ path, message }));
    if (names.length === 0) open = openRule(place, label, recipe, facts);
    else if (lost.length > 0)
      open = lost.map((name) => ({
        path: columnPath(place),
        message: `The file has no column "${name}". Place the column that it is now, or export the file with it.`,
      }));
    else if (!isOwnRecipe(recipe)) open = [...open, ...openCodes(place, label, columns, codes)];
    return { ...place, columns, codes, isReadable, open };
  });
}

function codesIn(place: Place, column: ColumnFacts): readonly string[] {
  if (place.kind === 'field') return codesToMap(place.field, column);
  if (place.kind === 'paid') return codesToMap('term_prior_disbursement_sub', column);
  return (column.codes ?? []).map(({ code }) => code);
}

function columnPath({ kind, path, rule }: Place): Path {
  return kind === 'paid' ? path : [...path, columnsOf(rule).length > 1 ? 'columns' : 'column'];
}

function labelOf(place: Place, { terms }: Recipe): string {
  if (place.kind !== 'field') return OTHER_LABELS[place.kind];
  const term = terms[place.at ?? -1]?.label;
  return `${helpOf(place.field).label}${term === undefined ? '' : ` for ${term}`}`;
}

/** What codes and columns with too many different texts leave open. */
function openCodes(
  place: Place,
  label: string,
  columns: readonly ColumnFacts[],
  codes: readonly CodeLine[],
): readonly OpenPlace[] {
  const { path } = place;
  const field = place.kind === 'field' ? place.field : null;
  const isPaid = place.kind === 'paid';
  const { kind, words } = field === null ? { kind: isPaid ? 'number' : 'choice', words: [] } : kindOf(field);
  const isOfDollars = isPaid || (field !== null && DOLLAR_FIELDS.has(field));
  const wrong = columns.flatMap(({ name, codes: texts, words: others, points, samples }): string[] => {
    const mapped = kind === 'number' ? others : kind === 'text' && field !== 'term_label' ? [] : texts;
    if (mapped === null)
      return [
        `"${name}" holds too many different texts, such as ${shown(samples)}, to say what each means. Place another column.`,
      ];
    if (!isOfDollars || (points !== null && points.length <= MOST_POINTS)) return [];
    const example = points?.[0]?.code ?? samples[0] ?? '';
    return [
      `numbers of "${name}" such as ${quoted(example)} may be read in two ways: the point may mark thousands. Write them without thousands and with two decimal places, such as 1750.00.`,
    ];
  });
  if (wrong.length > 0) return wrong.map((message) => ({ path, message: `${label}: ${message}` }));
  const inDoubt = new Set(
    isOfDollars ? columns.flatMap(({ points }) => points ?? []).map(({ code }) => code) : [],
  );
  const expected =
    place.kind !== 'field'
      ? OTHER_MEANINGS[place.kind]
      : kind === 'number'
        ? 'a number, or "" for nothing'
        : listed(words.map(quoted), 'or');
  return codes
    .filter(({ meaning }) => meaning === null)
    .map((line) => {
      const { code, path } = line;
      const found = columns
        .filter((column) => countOf(column, code).rows > 0)
        .map(({ name }) => quoted(name));
      const where = `in ${listed(found)} (${rowsText(line)})`;
      const message = inDoubt.has(code)
        ? `${quoted(code)} ${where} may be read in two ways: its point may mark thousands. Write the number that it is, such as ${quoted(code.replace('.', ''))}.`
        : `say what ${codeName(code)} means ${where}. Expected ${expected}.`;
      return { path, message: `${label}: ${message}` };
    });
}

/** Why it is not known what a cell holds, or that its number is of several rows; one reason at most. */
function unknownCell(place: Place, { name, unsaved, shared, samples }: ColumnFacts): readonly string[] {
  const field = place.kind === 'field' ? place.field : null;
  const lost = field === 'student_id' ? samples.find((id) => LOST_DIGITS.test(id)) : undefined;
  if (lost !== undefined)
    return [
      `"${lost}" of "${name}" is what a spreadsheet leaves of a long number, so that several students may have the same id. Export the file again, and open it in a spreadsheet only with this column as text.`,
    ];
  if (unsaved !== null)
    return [
      `Row ${unsaved} of "${name}" is a formula whose result was not saved. Open the workbook in Excel and save it, or place another column.`,
    ];
  const isAdded = field !== null && field !== 'term_label' && SEVERAL_COLUMNS.has(field);
  const { rule } = place;
  const isOfTerm = rule !== null && rule !== 'none' && 'per' in rule && plainAnswer(rule.per) === 'term';
  if (shared === null || !(isAdded || isOfTerm || place.kind === 'paid')) return [];
  return [
    `Row ${shared} of "${name}" is in a cell that is merged over several rows, and what belongs to each of them cannot be known. Unmerge it, and write into each cell what it holds.`,
  ];
}

/** In how many rows a column has a code. */
function countOf(
  { blanks, codes, words, points }: ColumnFacts,
  code: string,
): Pick<CodeCount, 'rows' | 'row'> {
  const all = [codes, words, points].flatMap((each) => each ?? []);
  return all.find((each) => each.code === code) ?? { rows: code === '' ? blanks : 0, row: null };
}

/** The sentence that "none" makes true; null where every file must say something. */
export function noneOf(field: Ours, { rows }: Recipe): string | null {
  return field === 'student_id' && rows !== 'student' ? null : (helpOf(field).none ?? null);
}

/** What a rule without columns leaves open. */
function openRule(place: Place, label: string, recipe: Recipe, facts: TableFacts): OpenPlace[] {
  const { path, rule } = place;
  if (place.kind !== 'field') {
    const which =
      place.kind === 'paid'
        ? 'of what was paid: neither offered nor accepted'
        : 'that says which fund a row is of';
    return [{ path: columnPath({ ...place, rule }), message: `Place the column ${which}.` }];
  }
  const { field } = place;
  const { help, none } = helpOf(field);
  if (rule === null) {
    const orNone = none === undefined ? '' : ` Or write "none": ${none}`;
    const orLevels = field === 'term_ft_credits' ? ` Or by level: ${BY_LEVEL}.` : '';
    const message = `${label}: place the column, or give one value for all.${orLevels}${orNone} ${help}`;
    return [{ path, message }];
  }
  if (rule === 'none') {
    if (isOwnRecipe(recipe)) return [];
    if (noneOf(field, recipe) === null) {
      const message = `${label}: "none" cannot be calculated. Place the column, or give one value for all.`;
      return [{ path, message }];
    }
    if (field !== 'term_credits_enrolled' || !lacksCredits(recipe)) return [];
    const message =
      'The file needs credits: without them everybody would be full time. Place the column of credits enrolled, or export the file with it.';
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

function lacksCredits(recipe: Recipe): boolean {
  return placedFields(recipe).every(
    ({ field, rule }) =>
      !(field === 'term_credits_enrolled' || field === 'term_actual_final_credits') || rule === 'none',
  );
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
