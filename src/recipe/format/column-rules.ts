import { visibleName } from '../../contract/name-forms.js';
import { plainAnswer } from './answers.js';
import { type Field, PAID, STATUS_TEXTS } from './our-fields.js';
import type { FieldRule, Recipe, StatusRule, TermRule } from './recipe-schema.js';

/** What the rules of a recipe say: the columns that they read, and the meanings of codes. */

/** Whether each row has all terms, in columns of their own. */
export function hasTermColumns(rows: Recipe['rows']): boolean {
  return rows === 'student' || rows === 'award';
}

/** Whether each row is of one fund, named in a column, so that its payment is of that loan. */
export function isFundShape(rows: Recipe['rows']): boolean {
  return rows === 'fund' || rows === 'award';
}

/** The meaning of each code of a column; `null` is open. */
export type Codes = Readonly<Record<string, string | null>>;

/** The code of a blank in one column of a yearly amount made of several: each has its own meaning. */
export function blankOf(column: string): string {
  return `blank ${column}`;
}

/** The code of a 0 in a column that replaces others: it may be the number, or mean no replacement. */
export function zeroOf(column: string): string {
  return `0 ${column}`;
}

/** The form in which codes are compared: as a reader sees them, ignoring case and the number of blanks. */
export function codeKey(cell: string): string {
  return visibleName(cell).toLowerCase().replace(/\s+/g, ' ');
}

/** The meaning of a code by its rule: `undefined` if the rule does not list it, `null` if it is open. */
export function meaningOf<Meaning>(
  values: Readonly<Record<string, Meaning>> | undefined,
  code: string,
): Meaning | undefined {
  if (values === undefined) return undefined;
  if (Object.hasOwn(values, code)) return values[code];
  const key = codeKey(code);
  return Object.entries(values).find(([each]) => codeKey(each) === key)?.[1];
}

/** A field's rule, the term's own if any; `null` if open. Rows of funds have one paid column for any loan. */
export function ruleOf({ rows, fields }: Recipe, field: Field, term?: TermRule): FieldRule {
  const read = isFundShape(rows) && PAID.has(field) ? 'fund_paid' : field;
  return term?.fields?.[read] ?? fields[read] ?? null;
}

type ColumnRule = Extract<FieldRule, { readonly column: string } | { readonly columns: readonly string[] }>;

function columnRule(rule: FieldRule | undefined): ColumnRule | null {
  if (rule === null || rule === undefined || rule === 'none') return null;
  return 'column' in rule || 'columns' in rule ? rule : null;
}

/** The columns of the file that a rule reads. */
export function columnsOf(rule: FieldRule | undefined): readonly string[] {
  const read = columnRule(rule);
  if (read === null) return [];
  return 'columns' in read ? read.columns : [read.column];
}

/** Columns that are not added: `less` are subtracted, `instead` replace all others where they are filled. */
export type ColumnRoles = Pick<ColumnRule, 'less' | 'instead'>;

/** The columns of a rule that are not added. */
export function roleOf(rule: FieldRule | undefined) {
  const { less = [], instead = [] } = columnRule(rule) ?? {};
  return { less, instead };
}

/** The meanings that a rule gives to codes. */
export function valuesOf(rule: FieldRule | undefined): Codes | undefined {
  return columnRule(rule)?.values;
}

/** Whether a rule says that its amounts are per term. By default they are per year, as in our own field. */
export function isPerTerm(rule: FieldRule | undefined): boolean {
  return plainAnswer(columnRule(rule)?.per) === 'term';
}

/** Makes the rule that reads these columns; `null` if there are none. */
export function ruleOfColumns(
  names: readonly string[],
  { values = {}, less = [], instead = [] }: ColumnRoles & Pick<ColumnRule, 'values'>,
): FieldRule {
  const [column, ...others] = names;
  if (column === undefined) return null;
  const subtracted = less.filter((each) => names.includes(each));
  const replacing = instead.filter((each) => names.includes(each));
  return {
    ...(others.length === 0 ? { column } : { columns: names }),
    ...(Object.keys(values).length > 0 && { values }),
    ...(subtracted.length > 0 && { less: subtracted }),
    ...(replacing.length > 0 && replacing.length < names.length && { instead: replacing }),
  };
}

/**
 * The meanings that a status code may have, with their effects. A status of a whole row with several terms
 * has none for a single term; a course has none for payments.
 */
export function statusTexts(
  { rows, terms }: Recipe,
  [of]: readonly unknown[],
): Readonly<Record<string, string>> {
  const { not_paid: _, paid_back: __, ...ofCourse } = STATUS_TEXTS;
  const { no_credits: ___, ...ofRow } = ofCourse;
  if (of === 'status' && hasTermColumns(rows) && terms.length > 1) return ofRow;
  return rows === 'course' ? ofCourse : STATUS_TEXTS;
}

/** Every status rule: those of whole rows and of terms. */
export function statusRules({ status, terms }: Recipe): readonly StatusRule[] {
  return [{ status }, ...terms].flatMap((each) => each.status ?? []);
}
