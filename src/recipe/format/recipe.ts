import { columnNames } from '../../table/column-names.js';
import type { TableRow } from '../../table/delimited-text.js';
import type { ReadSettings } from '../../table/open-table.js';
import { plainAnswer } from './answers.js';
import { columnsOf, isPerTerm, roleOf, statusRules } from './column-rules.js';
import { hasOurNames, OUR_FIELDS, type Ours, ourField, partsKey } from './our-fields.js';
import type { Held, Recipe, RowShape } from './recipe-schema.js';

export type { ReadSettings } from '../../table/open-table.js';
export type * from './recipe-schema.js';

export const RECIPE_FORMAT: Recipe['format'] = 'prorata-recipe/3';

/** The last column of a file of failed rows, with the reasons. It is not read, but written anew. */
export const ERROR_COLUMN = 'error';
/** A header is shorter than this. */
const HEADER_BYTES = 65_536;

/** A recipe's read settings; undefined for a file of failed rows, which is read as this service wrote it. */
export function readOf(read: ReadSettings | undefined, bytes: Uint8Array): ReadSettings | undefined {
  const [header = ''] = new TextDecoder().decode(bytes.subarray(0, HEADER_BYTES)).split('\r\n', 1);
  return header.endsWith(`,${ERROR_COLUMN}`) ? undefined : read;
}

export const ROW_TEXTS: Readonly<Record<RowShape, string>> = {
  term: 'one term of a student',
  student: 'one student, with the terms beside each other',
  fund: 'one payment of a fund',
  course: 'one course of a student',
  award: 'one fund of a student, with the terms beside each other',
};

/** A recipe that says nothing yet. */
export const BLANK_RECIPE: Recipe = {
  format: RECIPE_FORMAT,
  confirmed: false,
  rows: null,
  fields: {},
  terms: [],
  not_terms: [],
  status: null,
  not_used: {},
  decisions: {},
};

/** A place in a recipe: `['fields', 'grade_level', 'values', 'SO']`. */
export type Path = readonly (string | number)[];

/** A path as it is written: `fields.grade_level.values["SO"]`. */
export function pathText(path: Path): string {
  return path
    .map((key, at) => {
      if (typeof key === 'number') return `[${key}]`;
      if (!/^[a-z_]+$/.test(key)) return `[${JSON.stringify(key)}]`;
      return at === 0 ? key : `.${key}`;
    })
    .join('');
}

/** One thing that a recipe leaves open or has wrong: where, and what to do, in sentences for people. */
export interface OpenPlace {
  readonly path: Path;
  readonly message: string;
}

/** A recipe that cannot be read, or that does not fit a file. Its message names every place. */
export class RecipeError extends Error {
  override readonly name = 'RecipeError';

  constructor(
    summary: string,
    readonly places: readonly OpenPlace[] = [],
  ) {
    const said = places.map(({ path, message }) =>
      path.length > 0 ? `${pathText(path)}: ${message}` : message,
    );
    super([summary, ...said].join('\n'));
  }
}

/** The value at a path of a recipe; undefined if there is none. */
export function valueAt(recipe: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined,
    recipe,
  );
}

/** An answer stored in `decisions`, without its prefix; `''` while it is open. */
export function decisionOf({ decisions }: Recipe, key: string): string {
  return plainAnswer(decisions[key]);
}

/** Whether an amount on several rows of a term is added up. */
export function isAddedUp(recipe: Recipe, field: Ours): boolean {
  return decisionOf(recipe, partsKey(field)) !== 'of_term';
}

/** Whether a row is left out because the sheet hides it or crosses it out. */
export function isLeftOutByMark(recipe: Recipe, { mark }: TableRow): boolean {
  return mark !== undefined && decisionOf(recipe, 'hidden_rows') === 'leave_out';
}

/** A copy of a recipe with an answer at a path. Missing objects along the path are created. */
export function withAnswer(recipe: Recipe, path: Path, value: string | null | Held): Recipe {
  return { ...recipe, ...withValueAt(recipe, path, value) };
}

function withValueAt(at: unknown, [key, ...rest]: Path, value: string | null | Held): object {
  if (key === undefined) return {};
  const next = valueAt(at, [key]);
  const made = rest.length === 0 ? value : withValueAt(next, rest, value);
  if (Array.isArray(at)) return at.map((each: unknown, index) => (index === key ? made : each));
  return { ...(typeof at === 'object' ? at : {}), [key]: made };
}

/**
 * The recipe for a file in our own names: each field from its own column, and `none` for all others. Cells
 * mean what is documented, so the rows raise no questions.
 */
export function ourRecipe(header: readonly string[]): Recipe {
  const names = columnNames(header);
  const fields = OUR_FIELDS.map((field) => {
    const column = names.find((name) => ourField(name) === field);
    return [field, column === undefined ? 'none' : { column }];
  });
  return { ...BLANK_RECIPE, confirmed: true, rows: 'term', fields: Object.fromEntries(fields), status: [] };
}

/**
 * Whether every column that a recipe reads has our name for its field, so that its cells mean what is
 * documented. The columns of {@link hasOurNames} must be there, or nobody would be asked about a missing one.
 */
export function isOurRecipe(recipe: Recipe): boolean {
  const { rows, fields, terms } = recipe;
  if (rows !== 'term' || terms.length > 0 || statusRules(recipe).length > 0) return false;
  const areOwn = OUR_FIELDS.every((field) => {
    const rule = fields[field] ?? 'none';
    if (rule === 'none' || 'value' in rule) return true;
    // Files in our names have no subtracted columns, amounts per term or credits by level.
    if (!('column' in rule) || ourField(rule.column) !== field) return false;
    return !isPerTerm(rule) && roleOf(rule).less.length === 0;
  });
  return areOwn && hasOurNames(OUR_FIELDS.flatMap((field) => columnsOf(fields[field])));
}
