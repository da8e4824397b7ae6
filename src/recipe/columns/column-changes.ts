import { listed } from '../../engine/texts.js';
import type { ColumnFacts, TableFacts } from '../../table/column-facts.js';
import { dateCode, hasDate } from '../../table/dates.js';
import { areTermsBeside, codeKey, columnsOf, meaningOf, valuesOf } from '../format/column-rules.js';
import { codeCount, heldText, meaningText, named, valuesText } from '../format/column-texts.js';
import { isAdded, kindOf, OF_YEAR } from '../format/our-fields.js';
import { columnsIn, placedColumns, readersOf } from '../format/places.js';
import { ERROR_COLUMN, type Held, isOwnRecipe, type OpenPlace, type Recipe } from '../format/recipe.js';
import { alarmsIn } from './usual-names.js';

/**
 * What columns held when a person said what they are. Next month a column that is not used is a question where it holds anything
 * new, and a placed one where it lost what it held. Of students nothing is kept: of ids and names only that they were numbers or
 * texts.
 */

/** More or longer codes than these may be names of people, as may those of which most are of one student alone. */
const MOST_KEPT = 12;
const CODES_OF_STUDENTS = 3 / 4;
const MOST_NUMBERS = 5;
const SHORT_CODE = 3;
/** Codes this short are no names. */
const ANY_CODE = 2;
/** Whole numbers are codes if at least this many students share each, on average. */
const STUDENTS_OF_NUMBER = 4;
/** In a file of fewer rows anything may be missing, and in one of fewer than these one value be that of all. */
const FEW_ROWS = 5;
const MANY_ROWS = 20;

/** In a file of so few rows one value on all of them may be what matters of its only student. */
const FEW_OF_ONE = 3;

/**
 * Whether the data shows that a column cannot say anything of a student or of a row that matters to another. Nor do the reasons
 * why rows failed.
 */
export function isHarmless({ name, kind, rows, samples }: ColumnFacts, facts: TableFacts): boolean {
  if (areFailedRows(facts) && facts.columns.at(-1)?.name === name) return true;
  if (kind === 'one value') return rows > FEW_OF_ONE && samples.flatMap(alarmsIn).length === 0;
  return kind === 'blank' || kind === 'copy' || kind === 'own text';
}

/** As it is printed: no area 000, 666 or above 899, no group 00, no serial 0000. */
const SOCIAL_SECURITY = /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;

/** Whether most of the first cells look like social security numbers. */
export function areSocialSecurity({ samples }: ColumnFacts): boolean {
  return samples.filter((text) => SOCIAL_SECURITY.test(text)).length * 2 > samples.length;
}

/** A reason why a row failed: a column, and what is wrong with it. */
const REASON = /^\S.*: \S/s;

/** Whether a table is of rows that failed: its last column has the reason of each. */
export function areFailedRows({ columns }: Pick<TableFacts, 'columns'>): boolean {
  const last = columns.at(-1);
  if (last === undefined || last.name.toLowerCase() !== ERROR_COLUMN) return false;
  return last.blanks === 0 && last.samples.every((text) => REASON.test(text));
}

/**
 * A column as it is on the rows that count, where that is known: one of credits or payments, or one that is not read. What is
 * printed once, with the id, may be on a row that does not count, as a status is.
 */
export function onCounted(recipe: Recipe, { counted }: TableFacts, column: ColumnFacts): ColumnFacts {
  const isOfRows = readersOf(recipe, column.name).every(({ field }) => isAdded(field) && !OF_YEAR.has(field));
  return (isOfRows && counted?.[column.index]) || column;
}

/** What a recipe keeps of a column that is not used. */
export function heldBy(recipe: Recipe, facts: TableFacts, ofTable: ColumnFacts): Held {
  const column = onCounted(recipe, facts, ofTable);
  const { kind, codes, distinct, rows } = column;
  if (isEmpty(column)) return 'blank';
  const twin = twinOf(recipe, facts, column);
  if (twin !== undefined) return { same_as: twin };
  // Each month has dates of its own, as its only text may have.
  const isDated = (code: string): boolean =>
    /^(?:20\d\d)?$/.test(code) || dateCode(code) !== code || (kind === 'one value' && hasDate(code));
  if (codes === null || areSocialSecurity(ofTable) || codes.every(({ code }) => isDated(code)))
    return kind === 'codes' ? 'texts' : kind;
  // 0 while nobody has placed the ids.
  const counted = { columns: facts.counted ?? facts.columns };
  const students = columnsIn(counted, columnsOf(recipe.fields.student_id))[0]?.distinct ?? 0;
  const longest = Math.max(...codes.map(({ code }) => code.length));
  // On no more rows than one student has, a code is that student's own; and an address is somebody's.
  const ofOne = codes.filter((each) => each.rows * students <= rows).length;
  const areShared =
    distinct <= students * CODES_OF_STUDENTS &&
    ofOne * 2 <= distinct &&
    !codes.some(({ code }) => code.includes('@'));
  const areCodes = {
    // A value that several students share identifies nobody.
    'one value': students > 1 || (students === 0 && rows >= MANY_ROWS),
    codes: longest <= ANY_CODE || (areShared && (longest <= SHORT_CODE || distinct <= MOST_KEPT)),
    numbers: mayBeCodes(column) && distinct * STUDENTS_OF_NUMBER <= students,
  }[String(kind)];
  if (areCodes === true) return { codes: codes.map(({ code }) => code).toSorted() };
  return kind === 'codes' ? 'texts' : kind;
}

/** The placed column that has the same cell on every row, as final credits have before a term is over; undefined without one. */
function twinOf(recipe: Recipe, facts: TableFacts, column: ColumnFacts): string | undefined {
  const { kind, rows, digest, index } = column;
  if (rows < FEW_ROWS || kind === 'one value' || kind === 'copy' || kind === 'own text') return undefined;
  const { columns, counted = columns } = facts;
  const isTwin = (other: ColumnFacts): boolean => other.index !== index && other.digest === digest;
  const placed = placedColumns(recipe);
  return counted.filter(isTwin).find(({ name }) => placed.has(name))?.name;
}

/** Whether a column may hold codes of rows or students: numbers are none where they are many, long, or not whole. */
function mayBeCodes({ kind, codes, distinct }: ColumnFacts): boolean {
  const areWhole = codes?.every(({ code }) => /^\d{0,3}$/.test(code)) === true;
  return kind === 'codes' || (kind === 'numbers' && areWhole && distinct <= MOST_NUMBERS);
}

/** What a recipe keeps of a column whose codes, if it has any, are in its rule: of these, the usual one; of levels, funds and terms, all. */
export function heldPlaced(recipe: Recipe, facts: TableFacts, ofTable: ColumnFacts): Held {
  const column = onCounted(recipe, facts, ofTable);
  const { name, kind, codes } = column;
  if (isEmpty(column)) return 'blank';
  const isOfCodes = readersOf(recipe, name).some(({ field }) => kindOf(field).words.length > 0);
  const usual = isOfCodes ? usualCode(column) : undefined;
  const { degree_level, fund, term_label } = recipe.fields;
  if (codes !== null && [degree_level, fund, term_label].some((rule) => columnsOf(rule).includes(name)))
    return { codes: codes.map(({ code }) => code).toSorted(), ...(usual !== undefined && { mostly: usual }) };
  if (usual !== undefined) return kind === 'one value' ? { codes: [usual] } : { mostly: usual };
  return kind === 'codes' ? 'texts' : kind;
}

/** The code of two rows of three; undefined where there is none, or few rows. */
function usualCode({ codes, rows }: ColumnFacts): string | undefined {
  const [first] = codes ?? [];
  return first !== undefined && rows >= MANY_ROWS && first.rows * 3 >= rows * 2 ? first.code : undefined;
}

/** Whether a column is blank, or has amounts that are not there yet. */
export function isEmpty({ kind, numbers, blanks, rows, least, most }: ColumnFacts): boolean {
  return kind === 'blank' || (numbers + blanks === rows && least === 0 && most === 0);
}

/** Whether a column was noted as not used by its data alone, so that placing it contradicts nobody. */
export function isNotedAlone(held: Held): boolean {
  return !didVary(held) || held === 'copy' || held === 'own text';
}

/**
 * Whether a column that is not read has come since a person has confirmed a recipe, and says one thing of everybody who counts, or
 * says another thing than it did.
 */
function isNew(recipe: Recipe, ofTable: ColumnFacts, facts: TableFacts): boolean {
  const { confirmed, held, not_used } = recipe;
  if (!confirmed || held === undefined || areFailedRows(facts)) return false;
  const column = onCounted(recipe, facts, ofTable);
  const before = heldIn(not_used, column.name) ?? heldIn(held, column.name);
  return before === undefined ? column.kind === 'one value' : !stillHolds(before, column, facts);
}

/** Whether a column that is not used holds nothing but what it held when that was said. */
function stillHolds(held: Held, column: ColumnFacts, { columns, counted = columns }: TableFacts): boolean {
  const { kind, codes, words, blanks, numbers, distinct, rows } = column;
  if (kind === 'blank') return true;
  if (typeof held === 'object') {
    if ('same_as' in held) return counted.find(({ name }) => name === held.same_as)?.digest === column.digest;
    if (!('codes' in held)) return true;
    const known = new Set(held.codes.map(codeKey));
    return codes?.every(({ code }) => known.has(codeKey(code))) === true;
  }
  const holds: Record<typeof held, boolean> = {
    blank: isEmpty(column),
    'one value': distinct === 1 && blanks === 0,
    copy: kind === 'copy',
    // Two students may share a name.
    'own text': numbers === 0 && (codes === null || distinct * 2 > rows),
    numbers: words?.length === 0,
    texts: kind !== 'numbers',
    mixed: true,
  };
  return holds[held];
}

/** Whether a placed column no longer says what it said. A new code is open at its own place. */
function isLost(held: Held, column: ColumnFacts): boolean {
  const { kind, rows, numbers } = column;
  if (held === 'blank' || rows < FEW_ROWS) return false;
  // What told students apart, and is one value for all, tells nothing any longer.
  const isOneOfMany = kind === 'one value' && rows >= MANY_ROWS && didVary(held);
  // What hardly anybody was, nearly everybody is: the codes may mean something else.
  const [before, now] = [codeOf(held), usualCode(column)];
  const isOther = before !== undefined && now !== undefined && codeKey(now) !== codeKey(before);
  return isEmpty(column) || isOneOfMany || isOther || (held === 'numbers' && numbers === 0);
}

/** The code that a column mostly held, or alone. */
function codeOf(held: Held): string | undefined {
  if (typeof held !== 'object') return undefined;
  const mostly = 'mostly' in held ? held.mostly : undefined;
  const [code, ...others] = mostly !== undefined ? [mostly] : 'codes' in held ? held.codes : [];
  return others.length === 0 ? code : undefined;
}

function didVary(held: Held): boolean {
  if (typeof held === 'object') return !('codes' in held) || held.codes.length > 1;
  return held !== 'blank' && held !== 'one value';
}

/**
 * A recipe that keeps what each column holds, whatever is said of it later, and which are harmless. What a confirmed one has kept
 * stays, but where it says less; nothing is kept of a column that has come since until a person says what it is.
 */
export function withHeld(recipe: Recipe, facts: TableFacts): Recipe {
  const placed = placedColumns(recipe);
  const known = facts.columns.filter((column) => placed.has(column.name) || !isNew(recipe, column, facts));
  const held = known.map((column) => {
    const now = heldPlaced(recipe, facts, column);
    const before = (recipe.confirmed && heldIn(recipe.held, column.name)) || 'blank';
    const isOpen = changeText(recipe, facts, column) !== null;
    const isKept = before !== 'blank' && (isOpen || didVary(before) || !didVary(now));
    return [column.name, isKept ? before : now] as const;
  });
  const noted = known
    .filter((column) => !placed.has(column.name) && isHarmless(onCounted(recipe, facts, column), facts))
    .map((column) => [column.name, heldBy(recipe, facts, column)] as const);
  const unread = Object.entries(recipe.not_used).filter(
    ([name, before]) => !placed.has(name) || !isNotedAlone(before),
  );
  const said = unread.map(([name, before]) => {
    const [column] = columnsIn(facts, typeof before === 'string' ? [name] : []);
    const now =
      column && stillHolds(before, onCounted(recipe, facts, column), facts) && heldBy(recipe, facts, column);
    // Which are codes, or another column's, is told once it is known who the students are, and what is placed.
    const isTold = typeof now === 'object' && !(recipe.confirmed && 'same_as' in now);
    return [name, isTold ? now : before] as const;
  });
  const not_used = Object.fromEntries([...noted, ...said]);
  return { ...recipe, not_used, held: { ...recipe.held, ...Object.fromEntries(held) } };
}

/** What a recipe keeps of a column among those of one kind; undefined for one that it does not know. */
export function heldIn(kept: Recipe['held'], name: string): Held | undefined {
  return kept !== undefined && Object.hasOwn(kept, name) ? kept[name] : undefined;
}

/**
 * How a placed column is not what it was, in a sentence; null if it is. One that became blank is like one that is gone. In a file
 * of failed rows anything may be missing.
 */
export function changeText(recipe: Recipe, facts: TableFacts, ofTable: ColumnFacts): string | null {
  const column = onCounted(recipe, facts, ofTable);
  const { name, kind } = column;
  const held = heldIn(recipe.held, name);
  if (areFailedRows(facts)) return null;
  // A person sees the columns of a draft; what they held is kept with what is confirmed.
  if (held === undefined)
    return kind === 'blank' && recipe.confirmed && !isOwnRecipe(recipe) ? 'is blank on every row.' : null;
  // Terms come and go, and the rows ask about one that is missing.
  const isOfTerms = columnsOf(recipe.fields.term_label).includes(name);
  const meanings = changedMeanings(recipe, held, column);
  if (meanings === '' && (isOfTerms || !isLost(held, column))) return null;
  const where = column === ofTable ? '' : ' on the rows that count';
  return `held ${heldText(held)} when the recipe was written, and now holds ${valuesText(column)}${where}.${meanings}`;
}

/**
 * Sentences about levels and terms that are new in a column, for which what is said of all was not said, and about loans that are
 * gone from it.
 */
function changedMeanings({ fields, terms }: Recipe, held: Held, { name, codes, rows }: ColumnFacts): string {
  if (typeof held !== 'object' || !('codes' in held)) return '';
  const now = (codes ?? []).map(({ code }) => code);
  const more = (
    field: 'degree_level' | 'fund' | 'term_label',
    some: readonly string[],
    others: readonly string[],
  ) => {
    const rule = fields[field];
    const itself = (code: string) => (field === 'term_label' ? code : []);
    const meaningIn = (code: string) => meaningOf(valuesOf(rule), code) || itself(code);
    const known = others.flatMap(meaningIn);
    return columnsOf(rule).includes(name)
      ? [...new Set(some.flatMap(meaningIn))].filter((each) => !known.includes(each) && each !== 'none')
      : [];
  };
  const added = more('degree_level', now, held.codes);
  const isOfAll = columnsOf(fields.term_ft_credits).length === 0;
  const later = more('term_label', now, held.codes).filter((label) =>
    terms.some(
      (term) => codeKey(term.label) === codeKey(label) && term.fields?.term_ft_credits === undefined,
    ),
  );
  const lost = rows < FEW_ROWS ? [] : more('fund', held.codes, now);
  return [
    added.length === 0 ? '' : ` What was said of everybody was said before the file had ${listed(added)}s.`,
    later.length === 0 || !isOfAll
      ? ''
      : ` Full-time credits were given before the file had ${listed(later)}.`,
    lost.length === 0 ? '' : ` No row is ${listed(lost.map(meaningText))} any longer.`,
  ].join('');
}

/** What a placed column leaves open that is not what it was. */
export function openHeld(recipe: Recipe, facts: TableFacts, column: ColumnFacts): readonly OpenPlace[] {
  const { name } = column;
  const change = changeText(recipe, facts, column);
  const message = `"${name}" ${change} Correct the file, place another column, or, if this is how it is now, write ${JSON.stringify(heldPlaced(recipe, facts, column))}.`;
  return change === null ? [] : [{ path: ['held', name], message }];
}

/** What a column that is not used held, and which of its codes are new. */
export function beforeText(held: Held, { codes }: ColumnFacts): string {
  const known = typeof held === 'object' && 'codes' in held ? held.codes.map(codeKey) : null;
  const added = (codes ?? []).filter(({ code }) => known?.includes(codeKey(code)) === false).map(codeCount);
  const are = added.length === 0 ? '' : `; ${named(added)} ${added.length === 1 ? 'is' : 'are'} new`;
  return `held ${heldText(held)} last time${are}`;
}

/** What a column that is not placed leaves open. */
export function openUnread(
  recipe: Recipe,
  facts: TableFacts,
  column: ColumnFacts,
  areTermsOpen: boolean,
): readonly OpenPlace[] {
  const { name } = column;
  const held = heldIn(recipe.not_used, name);
  const counted = onCounted(recipe, facts, column);
  const isHarmlessNow = isHarmless(counted, facts) && !isNew(recipe, column, facts);
  if (held === undefined ? isHarmlessNow : stillHolds(held, counted, facts)) return [];
  const before = held === undefined ? '' : `, and ${beforeText(held, counted)}`;
  // Before the ids and the rows that count are known, codes may be names, or of another year.
  const early = [
    ...(mayBeCodes(column) && recipe.fields.student_id == null ? ['the student id is placed'] : []),
    ...(areTermsOpen ? ['the terms are listed'] : []),
  ];
  const now =
    early.length > 0 ? ` once ${listed(early)}` : `: ${JSON.stringify(heldBy(recipe, facts, column))}`;
  const ofTerm = areTermsBeside(recipe.rows) ? ' (one of a term, too, which you may add to "terms")' : '';
  const message = `"${name}" holds ${valuesText(column)}${before}. Place it on a field${ofTerm}, say in "status" whether rows count by it, or say that it is not used${now}.`;
  return [{ path: ['not_used', name], message }];
}
