import { counted, listed, numberText } from '../../engine/texts.js';
import type { CodeCount, ColumnFacts } from '../../table/column-facts.js';
import { columnsOf, roleOf } from './column-rules.js';
import type { Rival } from './examination.js';
import type { FieldRule, Held } from './recipe.js';

/** Texts that describe columns and their values to people. */

const LONGEST_SAMPLE = 24;
/** Long codes of one column usually begin alike and differ at the end. */
const START_LENGTH = 8;
const MOST_CODES = 8;
const MOST_NAMED = 8;

/** What a column holds, in one line: its codes with counts, or its values. */
export function valuesText(column: ColumnFacts): string {
  const { codes, distinct, min, max, numbers, samples, blanks, rows, unsavedRow } = column;
  if (unsavedRow !== null) return 'formulas whose results are not in the file';
  if (codes !== null && codes.length <= MOST_CODES) {
    return codes.map(({ code, rows }) => codeCount({ code: cut(code), rows })).join(' · ');
  }
  const range = numbers > 0 ? ` from ${min} to ${max}` : '';
  const count = codes === null ? `${numberText(distinct)} or more` : numberText(distinct);
  const blank = blanks === 0 ? 'no blanks' : `${numberText(blanks)} of ${numberText(rows)} blank`;
  return `${count} different${range}: ${samples.map(cut).join(' · ')}; ${blank}`;
}

/** A column that the data shows to be harmless, with what it holds: `"Aid Year" (2027 on all rows)`. */
export function harmlessText({ name, kind, samples: [value = ''] }: ColumnFacts): string {
  const held = kind === 'one value' ? `${cut(value)} on all rows` : kind;
  return `${quoted(name)} (${kind === 'own text' ? HELD_TEXTS[kind] : held})`;
}

function cut(text: string): string {
  return text.length <= LONGEST_SAMPLE
    ? text
    : `${text.slice(0, START_LENGTH)}…${text.slice(START_LENGTH + 1 - LONGEST_SAMPLE)}`;
}

/** Sentences about the rivals of a field: how each of the nearest differs, and the names of the others. */
export function rivalTexts(rivals: readonly Rival[], textOf = rivalText): readonly string[] {
  const others = rivals.filter(({ isNear }) => !isNear).map(({ column }) => column);
  const rest = `${counted(others.length, 'more column holds', 'more columns hold')} values like these: ${namesText(others)}.`;
  return [...rivals.filter(({ isNear }) => isNear).map(textOf), ...(others.length > 0 ? [rest] : [])];
}

/** `Name, GPA and 41 others`. */
export function namesText(names: readonly string[]): string {
  if (names.length <= MOST_NAMED) return listed(names);
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')} and ${counted(rest, 'other')}`;
}

/** How a rival differs from the placed columns, with the dollars of one student read either way. */
export function rivalText({ column, rows, differ, lower, higher, reading, effects }: Rival): string {
  const comparison = lower === differ ? 'is lower' : higher === differ ? 'is higher' : 'differs';
  const said =
    reading === 'added'
      ? `${column} has smaller numbers in ${counted(differ, 'row')}, which may be a part of these.`
      : `${column} holds values like these, but ${comparison} in ${numberText(differ)} of ${counted(rows, 'row')}${reading === 'instead' ? ', and is blank in others' : ''}.`;
  if (effects === null) return said;
  const [{ student, text }, rival] = effects;
  const how = { alone: 'instead', added: 'added', instead: 'where it is filled' };
  return `${said} Student ${student} as placed: ${text}. With ${column} ${how[reading]}: ${rival.text}.`;
}

const HELD_TEXTS: Readonly<Record<Extract<Held, string>, string>> = {
  blank: 'nothing but 0 or blanks',
  'one value': 'one value on all rows',
  copy: 'a copy of another column with its name',
  'own text': 'a text of its own on each row',
  texts: 'texts',
  numbers: 'numbers alone',
  'signed numbers': 'numbers alone, some below 0',
  mixed: 'numbers and texts',
};

/** What a column held when a person said what it is, in words. */
export function heldText(held: Held): string {
  if (typeof held !== 'object') return HELD_TEXTS[held];
  if ('same_as' in held) return `the same as ${quoted(held.same_as)} on every row that counts`;
  if ('around' in held) return `numbers of about ${numberText(held.around)} on average`;
  const only = 'codes' in held ? [`only ${listed(held.codes.map(codeName))}`] : [];
  const mostly = held.mostly === undefined ? [] : [`mostly ${codeName(held.mostly)}`];
  return [...only, ...mostly].join(', ');
}

/** What to do about blanks that only the row above can fill. */
export const ONCE_PRINTED = 'Where a text is printed once for the rows below it, fill it down in the file.';

/** What to do where a status has a new code: other codes may have changed with it. */
export const OTHERS_MEAN_THE_SAME = 'Check that the other codes still mean the same.';

/** A code in a sentence: in quotes, or `a blank cell`. */
export function codeName(code: string): string {
  return code === '' ? 'a blank cell' : quoted(code);
}

const TOGETHER = { number: 'added up', text: 'joined', choice: 'read together', flag: 'read together' };

/** The columns of a rule, and how they are read: `"Cost", less "Aid"`. */
export function columnsText(rule: FieldRule, kind: keyof typeof TOGETHER): string {
  const { less, instead } = roleOf(rule);
  const quotedAll = (columns: readonly string[]): string => listed(columns.map(quoted));
  const added = columnsOf(rule).filter((column) => ![...less, ...instead].includes(column));
  const where = instead.length === 0 ? '' : `, or ${quotedAll(instead)} where that is filled`;
  if (added.length === 0) return `${quotedAll(less)}, with the sign turned${where}`;
  const how = added.length > 1 ? `, ${TOGETHER[kind]}` : '';
  return `${quotedAll(added)}${how}${less.length === 0 ? '' : `, less ${quotedAll(less)}`}${where}`;
}

/** A code as it is shown: `blank`, or `D | blank` of two columns together. */
export function shownCode(code: string): string {
  return code
    .split('|')
    .map((part) => part.trim() || 'blank')
    .join(' | ');
}

/** A code with its count: `UG (12)`. */
export function codeCount({ code, rows }: Pick<CodeCount, 'code' | 'rows'>): string {
  return `${shownCode(code)} (${numberText(rows)})`;
}

/** The rows of a code, to look them up: `row 17`, `3 rows, the first is row 17`. */
export function rowsText({ rows, firstRow }: Pick<CodeCount, 'rows' | 'firstRow'>): string {
  if (firstRow === null) return counted(rows, 'row');
  const first = `row ${numberText(firstRow)}`;
  return rows === 1 ? first : `${counted(rows, 'row')}, the first is ${first}`;
}

/** The label of a field for one term: `Credits enrolled for Fall`, `Subsidized paid for Fall`. */
export function labelFor(label: string, term: string): string {
  return `${label.replace(/ for the term$/, '')} for ${term}`;
}

/** A text in quotes. */
export function quoted(text: string): string {
  return `"${text}"`;
}

/** Meanings whose own names say too little in a sentence. */
const MEANINGS: Readonly<Record<string, string>> = {
  true: 'yes',
  false: 'no',
  sub: 'subsidized',
  unsub: 'unsubsidized',
  sub_returned: 'subsidized, returned',
  unsub_returned: 'unsubsidized, returned',
  grad_plus: 'Grad PLUS',
  grad_plus_returned: 'Grad PLUS, returned',
  none: 'none of these loans',
};

/** A meaning in words; `''` stays empty. */
export function meaningText(meaning: string): string {
  return MEANINGS[meaning] ?? meaning.replaceAll('_', ' ');
}
