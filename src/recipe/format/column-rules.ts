import { visibleName } from '../../contract/name-forms.js';
import { plainAnswer } from './answers.js';
import { type Field, PAID, STATUS_TEXTS } from './our-fields.js';
import type { FieldRule, Recipe, StatusRule, TermRule } from './recipe-schema.js';

/** What the rules of a recipe say: the columns that they read, and what codes mean. */

/** Whether each row has all terms, in columns of their own. */
export function areTermsBeside(rows: Recipe['rows']): boolean {
  return rows === 'student' || rows === 'award';
}

/** Whether each row is of one fund, named by a column, so that a payment is of that loan. */
export function isOfFunds(rows: Recipe['rows']): boolean {
  return rows === 'fund' || rows === 'award';
}

/** What each code of a column means; `null` is open. */
export type Codes = Readonly<Record<string, string | null>>;

/** The code of a blank cell of one of the columns that make an amount of the year: each says what its blank means. */
export function blankOf(column: string): string {
  return `blank ${column}`;
}

/** The code of a 0 in a column that replaces others: it may be the number, or say that nothing is replaced. */
export function zeroOf(column: string): string {
  return `0 ${column}`;
}

/** The form in which codes of cells and of recipes are compared: as a reader sees them, in any case, with any blanks. */
export function codeKey(cell: string): string {
  return visibleName(cell).toLowerCase().replace(/\s+/g, ' ');
}

/** What a code of a column means by its rule: `undefined` where the rule does not know it, `null` where that is open. */
export function meaningOf<Meaning>(
  values: Readonly<Record<string, Meaning>> | undefined,
  code: string,
): Meaning | undefined {
  if (values === undefined) return undefined;
  if (Object.hasOwn(values, code)) return values[code];
  const key = codeKey(code);
  return Object.entries(values).find(([each]) => codeKey(each) === key)?.[1];
}

/**
 * The rule of a field, in a term's part of a row if the term has one of its own; `null` if it is open. Rows of funds have one
 * column of what was paid, of any loan.
 */
export function ruleOf({ rows, fields }: Recipe, field: Field, term?: TermRule): FieldRule {
  const read = isOfFunds(rows) && PAID.has(field) ? 'fund_paid' : field;
  return term?.fields?.[read] ?? fields[read] ?? null;
}

type ColumnRule = Extract<FieldRule, { readonly column: string } | { readonly columns: readonly string[] }>;

/** A rule that reads columns; null for any other. */
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

/** Columns that are not added: subtracted, or, where they are filled, in the place of all others. */
export type Ways = Pick<ColumnRule, 'less' | 'instead'>;

/** Those of the columns of a rule that are not added. */
export function waysOf(rule: FieldRule | undefined) {
  const { less = [], instead = [] } = columnRule(rule) ?? {};
  return { less, instead };
}

/** The meanings of codes that a rule has. */
export function valuesOf(rule: FieldRule | undefined): Codes | undefined {
  return columnRule(rule)?.values;
}

/** Whether a rule says that its amounts are those of terms; where nothing is said, they are of the year, as our own field is. */
export function isPerTerm(rule: FieldRule | undefined): boolean {
  return plainAnswer(columnRule(rule)?.per) === 'term';
}

/** The rule that reads columns; `null` without any. */
export function ruleOfColumns(
  names: readonly string[],
  { values = {}, less = [], instead = [] }: Ways & Pick<ColumnRule, 'values'>,
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
 * What the codes of a status may say, with what it does: of a whole row with several terms, nothing that is of one of them; of a
 * course, nothing of payments.
 */
export function statusTexts(
  { rows, terms }: Recipe,
  [of]: readonly unknown[],
): Readonly<Record<string, string>> {
  const { not_paid: _, paid_back: __, ...ofCourse } = STATUS_TEXTS;
  const { no_credits: ___, ...ofRow } = ofCourse;
  if (of === 'status' && areTermsBeside(rows) && terms.length > 1) return ofRow;
  return rows === 'course' ? ofCourse : STATUS_TEXTS;
}

/** Every column that says whether a row counts, or its part of a term. */
export function statusRules({ status, terms }: Recipe): readonly StatusRule[] {
  return [{ status }, ...terms].flatMap((each) => each.status ?? []);
}
