import { cellValue, underscored } from '../../contract/field-kinds.js';
import { visibleName } from '../../contract/name-forms.js';
import { add, type Exact, isExact, isSame, parseExact, subtract, toText, ZERO } from '../../engine/exact.js';
import type { DegreeLevel } from '../../engine/student.js';
import { signed } from '../../table/column-facts.js';
import { dateCode } from '../../table/dates.js';
import { unspaced } from '../../table/decimal-marks.js';
import { blankOf, type Codes, columnsOf, meaningOf, roleOf, ruleOf, zeroOf } from '../format/column-rules.js';
import { codeName } from '../format/column-texts.js';
import { CREDITS, DOLLARS, FAILS, type Field, helpOf, PAID, YEARLY } from '../format/our-fields.js';
import type { FieldRule, Recipe } from '../format/recipe.js';
import { refusalCell } from './refusal-cells.js';

/**
 * Reads cells of the file as cells of ours. An unreadable text is passed on unchanged, so that its student
 * fails with the usual message; it is never taken for a blank.
 */

/** Reads one of our fields from a row of the file. */
export interface FieldReader<Own extends Field = Field> {
  readonly field: Own;
  /** The row's text as a person sees it, trimmed. */
  textOf(cells: readonly string[]): string;
  /** Such a text in our words. */
  meaning(text: string): string;
  readonly blank: string;
  /** The columns of a sum that are blank in a row where others are filled, as {@link areHalfBlank}. */
  blankParts?(cells: readonly string[]): readonly string[];
  /** The text of each column that is added up; absent if any is subtracted. */
  partsOf?(cells: readonly string[]): readonly string[];
}

/** As many texts are remembered at once; the cells of a student are read several times. */
const MOST_REMEMBERED = 10_000;

/** Remembers the results of a function, for columns whose rows repeat the same few texts. */
export function memoized<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size === MOST_REMEMBERED) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** Brackets mean below 0 in dollars, but not in credits. */
const CREDIT_READER = numberReader('credits', unspaced);
const DOLLAR_READER = numberReader('dollars', signed);

function numberReader(kind: 'credits' | 'dollars', writtenAs: (text: string) => string) {
  const amountOf = memoized((text) => {
    const written = cellValue({ kind }, writtenAs(text));
    const reading = typeof written === 'string' ? parseExact(written) : 'not-a-decimal';
    return isExact(reading) ? reading : null;
  });
  return { writtenAs, amountOf };
}

function numberReaderOf(field: Field) {
  return DOLLARS.has(field) ? DOLLAR_READER : CREDIT_READER;
}

/** A text of a field of numbers as an amount; null if it is blank or cannot be read. */
export function amountOf(field: Field, text: string): Exact | null {
  return text === '' ? null : numberReaderOf(field).amountOf(text);
}

/** The sum of texts of a number field. Blanks add nothing; an unreadable text is returned unchanged. */
export function totalOf(field: Field, texts: readonly string[]): string {
  return texts.reduce((sum, text) => {
    if (sum === '' || text === '') return sum + text;
    const [before, amount] = [amountOf(field, sum), amountOf(field, text)];
    if (before === null) return sum;
    return amount === null ? text : toText(add(before, amount));
  }, '');
}

/** A text of a number field with its sign turned; an unreadable text is returned unchanged. */
function negated(field: Field, text: string): string {
  const amount = amountOf(field, text);
  return amount === null ? text : toText(subtract(ZERO, amount));
}

/** Whether two texts of a field are equal, numbers by value. */
export function areEqual(field: Field, one: string, other: string): boolean {
  if (one === other) return true;
  if (helpOf(field).kind !== 'number') return false;
  const [first, second] = [amountOf(field, one), amountOf(field, other)];
  return first !== null && isSame(first, second);
}

/** Whether some parts of a sum are blank, and others are not. */
export function areHalfBlank(parts: readonly string[]): boolean {
  return parts.includes('') && parts.some((part) => part !== '');
}

/** Whether a recipe reads a field from a column, or has one value of it for all. */
export function isRead({ fields, terms }: Recipe, field: Field): boolean {
  return [{ fields }, ...terms].some(({ fields: rules }) => {
    const rule = rules?.[field] ?? 'none';
    return rule !== 'none' && !('by_level' in rule);
  });
}

/** The full-time credits that a recipe gives for a term, alike or by level; `''` if rows give them. */
export function fullTimeOf(recipe: Recipe, termIndex: number, level: DegreeLevel): string {
  const rule = ruleOf(recipe, 'term_ft_credits', recipe.terms[termIndex]);
  if (rule === null || rule === 'none') return '';
  return 'value' in rule ? rule.value : 'by_level' in rule ? (rule.by_level[level] ?? '') : '';
}

/** The reader of a field; null if the rule reads no column and gives no value of its own. */
export function fieldReader<Own extends Field>(
  field: Own,
  rule: FieldRule,
  indexOf: (column: string) => number,
): FieldReader<Own> | null {
  if (rule === null || rule === 'none' || 'by_level' in rule) return null;
  const unchanged = (text: string): string => text;
  if ('value' in rule) return { field, textOf: () => rule.value, meaning: unchanged, blank: rule.value };
  const meaning = memoized((text) => meaningIn(field, rule.values, text));
  const reader = { field, meaning, blank: meaning('') };
  const { less, instead } = roleOf(rule);
  const all = columnsOf(rule).map((name) => {
    const index = indexOf(name);
    const textIn = (cells: readonly string[]): string => shownCell(cells[index] ?? '');
    return { name, textIn, isLess: less.includes(name), replaces: instead.includes(name) };
  });
  const [only] = all;
  if (only !== undefined && all.length === 1 && !only.isLess) return { ...reader, textOf: only.textIn };
  const { kind } = helpOf(field);
  const joinedText = (cells: readonly string[]): string => {
    const parts = all.map(({ textIn }) => textIn(cells));
    const filled = parts.filter((part) => part !== '');
    return kind === 'text' || filled.length === 0 ? filled.join(' ') : parts.join(' | ').trim();
  };
  if (kind !== 'number') return { ...reader, textOf: joinedText };
  const columns = all.filter(({ replaces }) => !replaces);
  const replacing = all.filter(({ replaces }) => replaces);
  const isYearlySum = YEARLY.has(field) && columns.length > 1;
  type Column = (typeof all)[number];
  const partOf = ({ name, textIn, isLess, replaces }: Column, cells: readonly string[]): string => {
    const text = textIn(cells);
    if (replaces && text === '') return '';
    // Each column has its own meaning of a 0 that replaces, and of a blank part of a yearly amount.
    const hasOwnMeaning = replaces ? areEqual(field, text, '0') : text === '' && isYearlySum;
    const code = replaces ? zeroOf(name) : blankOf(name);
    const part = hasOwnMeaning ? meaningIn(field, rule.values, text, code) : meaning(text);
    return isLess ? negated(field, part) : part;
  };
  const partsOf = (cells: readonly string[]): readonly string[] => {
    // The first filled one counts.
    const said = replacing.map((each) => partOf(each, cells)).find((part) => part !== '');
    if (said !== undefined) return [said];
    const parts = columns.map((each) => partOf(each, cells));
    // Of credits that are not known, nothing is subtracted.
    const added = CREDITS.has(field) ? parts.filter((_, at) => columns[at]?.isLess === false) : [];
    return added.length > 0 && added.every((part) => part === '') ? parts.map(() => '') : parts;
  };
  const textOf = (cells: readonly string[]): string => totalOf(field, partsOf(cells));
  const sum = { ...reader, textOf, meaning: unchanged, ...(less.length === 0 && { partsOf }) };
  // A blank payment means that nothing was paid.
  if (PAID.has(field) || field === 'fund_paid') return sum;
  // Judged by meanings: a blank may have one of its own, and a code may count as blank.
  const blankParts = (cells: readonly string[]): readonly string[] => {
    const parts = partsOf(cells);
    return areHalfBlank(parts) ? columns.filter((_, at) => parts[at] === '').map(({ name }) => name) : [];
  };
  if (!YEARLY.has(field)) return { ...sum, blankParts };
  const partIsBlank = refusalCell('no amount', `a part of ${helpOf(field).label} is blank`);
  return { ...sum, textOf: (cells) => (blankParts(cells).length > 0 ? partIsBlank : textOf(cells)) };
}

/** A cell as a person sees it. */
export function shownCell(cell: string): string {
  return cell === '' ? '' : visibleName(cell);
}

/** A text in our words. `code` is how the rule lists it. */
function meaningIn(field: Field, values: Codes | undefined, text: string, code = text): string {
  const said = meaningOf(values, code);
  const { kind, words } = helpOf(field);
  if (kind === 'number' && said === FAILS)
    return refusalCell('by status', `${helpOf(field).label} is ${codeName(text)}`);
  if (typeof said === 'string') return said;
  if (kind === 'number') return numberReaderOf(field).writtenAs(text);
  const ofDate = meaningOf(values, dateCode(text));
  if (typeof ofDate === 'string') return ofDate;
  // A word of ours needs no meaning.
  const written = kind === 'flag' ? String(cellValue({ kind: 'flag' }, text)) : underscored(text);
  return words.includes(written) ? written : text;
}
