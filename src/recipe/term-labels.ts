import { folded, visibleName, wordsOf } from '../contract/name-forms.js';
import { isStepDue } from '../table/steps.js';
import { codeName, ONCE_PRINTED, rowsText } from './column-texts.js';
import type { CodeCount, Steps, TableFacts, TableToRead } from './examination.js';
import { codeKey, columnsOf, meaningOf, type OpenPlace, type Recipe, valuesOf } from './recipe.js';

/** What labels and names say of terms: whether they can be one, and which comes first. */

/** Names of seasons as they follow each other within an academic year that begins in fall. */
const SEASONS = ['fall autumn fa fl f', 'winter wi win wtr w', 'spring spr sp s', 'summer sum su smr'].map(
  (names) => names.split(' '),
);
/** The same within a calendar year. */
const IN_CALENDAR_YEAR = [3, 0, 1, 2];
const FALL = 0;
const SUMMER = 3;

const NO_TERMS: ReadonlySet<string> = new Set('total grandtotal subtotal all year annual'.split(' '));
/** More different texts than this are no terms. */
const MOST_LABELS = 500;
const YEAR_PAIR = /^(?:ay)?\s*(?:20)?(\d\d)\s*[-/–]\s*(?:20)?(\d\d)$/i;

/** Whether a label cannot be that of a term: a total, or an academic year such as 2026-27. */
export function isNoTerm(label: string): boolean {
  const [, one, other] = YEAR_PAIR.exec(label.trim()) ?? [];
  return NO_TERMS.has(folded(label)) || (one !== undefined && Number(other) === Number(one) + 1);
}

function seasonOf(word: string): number {
  return SEASONS.findIndex((names) => names.includes(word));
}

/** A name that contains a term, such as `Fall 2026 Credits`: the term as it is written, and the other words. */
export function termInName(name: string): { readonly term: string; readonly rest: string } | null {
  const words = wordsOf(name).split('_').filter(Boolean);
  // One letter may be anything.
  const seasons = words.flatMap((word, at) => (word.length > 1 && seasonOf(word) >= 0 ? [at] : []));
  const [season] = seasons;
  if (season === undefined || seasons.length > 1) return null;
  const year = [season + 1, season - 1].find((at) => /^(?:20)?\d\d$/.test(words[at] ?? ''));
  const isOfTerm = (at: number): boolean => at === season || at === year;
  const term = words
    .filter((_, at) => isOfTerm(at))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const rest = words.filter((_, at) => !isOfTerm(at));
  return rest.length === 0 ? null : { term: term.join(' '), rest: rest.join(' ') };
}

/** When a term is, as far as its label says; two of one kind can be compared. */
interface When {
  readonly kind: 'code' | 'dated' | 'season' | 'year';
  readonly at: number;
}

/** A summer without a year may lead the academic year or trail it. */
function isLoose(when: When | null): boolean {
  return when === null || (when.kind === 'season' && when.at === SUMMER);
}

/** The labels in the order of time; null where they do not tell it. */
export function orderByLabels(labels: readonly string[]): readonly string[] | null {
  if (labels.length < 2) return labels;
  const dated = labels.map((label) => ({ label, when: whenOf(label) }));
  const kinds = new Set(dated.map(({ when }) => when?.kind));
  const times = new Set(dated.map(({ when }) => when?.at));
  if (kinds.size > 1 || times.size < labels.length || dated.some(({ when }) => isLoose(when))) return null;
  return dated
    .toSorted((one, other) => (one.when?.at ?? 0) - (other.when?.at ?? 0))
    .map(({ label }) => label);
}

/** Codes of a year and a term, such as 202610. */
const YEAR_CODE = /^20\d{4}$/;
const CODES_OF_YEAR = 100;

/**
 * Whether two labels are a year or more apart, so that they are not of one academic year; false where they do not tell.
 * One summer may lead the year that the next one trails.
 */
export function areYearsApart(label: string, later: string): boolean {
  const [one, other] = [whenOf(label), whenOf(later)];
  if (one?.kind === 'dated' && other?.kind === 'dated') {
    const seasons = other.at - one.at;
    const areSummers = one.at % SEASONS.length === IN_CALENDAR_YEAR[SUMMER] && seasons === SEASONS.length;
    return seasons >= SEASONS.length && !areSummers;
  }
  if ([label, later].every((each) => YEAR_CODE.test(codeKey(each))))
    return Number(later) - Number(label) >= CODES_OF_YEAR;
  // In any language, two labels that differ in their year alone.
  const [first, last] = [yearIn(label), yearIn(later)];
  return first !== null && last !== null && first.rest === last.rest && first.year < last.year;
}

/** Whether two labels are of the same season and year, as those of two sessions are. */
export function areOfOneTime(label: string, later: string): boolean {
  const [one, other] = [whenOf(label), whenOf(later)];
  return one?.kind === 'dated' && other?.kind === 'dated' && one.at === other.at;
}

/** The only year of a label, with what is left without it. */
function yearIn(label: string): { readonly year: string; readonly rest: string } | null {
  const [before, year, after, ...others] = codeKey(label).split(/(?<!\d)(20\d\d)(?!\d)/);
  return year === undefined || others.length > 0 ? null : { year, rest: `${before} ${after}` };
}

const YEAR = /^(?:20\d{2}|[2-4]\d)$/;

/** One letter is a season where it is all, or with a year: the `W` of `8W1` is a week. */
function mayBeSeason(words: readonly string[], at: number): boolean {
  const [before = '', word = '', after = ''] = [words[at - 1], words[at], words[at + 1]];
  if (word.length > 1 || words.length === 1) return true;
  return /^20\d\d$/.test(before) || (YEAR.test(after) && !/^\d/.test(before));
}

function whenOf(label: string): When | null {
  const text = codeKey(label);
  // One that begins with a month, such as 092026, does not tell it as a number.
  if (/^(?:[1-9]\d{3}|20\d{3,4})$/.test(text)) return { kind: 'code', at: Number(text) };
  const words = text.split(/[^a-z0-9]+|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/).filter((word) => word !== '');
  const [season, ...others] = words
    .map((word, at) => (mayBeSeason(words, at) ? seasonOf(word) : -1))
    .filter((found) => found >= 0);
  if (season === undefined || others.length > 0) {
    // In any language, one of another year comes before or after.
    const dated = yearIn(label);
    return dated === null ? null : { kind: 'year', at: Number(dated.year) };
  }
  const [year, next] = words.filter((word) => YEAR.test(word));
  if (year === undefined) return /\d/.test(text) ? null : { kind: 'season', at: season };
  const own = Number(year) % 100;
  // `Spring 2026-27` is of an academic year.
  const isOfYears = next !== undefined && Number(next) % 100 === own + 1;
  const calendar = isOfYears && season !== FALL ? own + 1 : own;
  return { kind: 'dated', at: calendar * SEASONS.length + (IN_CALENDAR_YEAR[season] ?? 0) };
}

const PLACE_TERM =
  'Put it in its place in the year, or say that its rows are of no term, or that it is a part of a term, as a session is, by the label of that term in "fields.term_label.values".';
const FILL_DOWN = `Say that such rows are of no term. ${ONCE_PRINTED}`;

/** What the terms of a recipe leave open for the texts of a file. */
export function openTerms(
  recipe: Recipe,
  facts: TableFacts,
  labels: readonly CodeCount[],
): readonly OpenPlace[] {
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
    .map((label) => ({
      path: ['terms'],
      message: `${codeName(label.code)} (${rowsText(label)}) is not among the terms. ${label.code === '' ? FILL_DOWN : PLACE_TERM}`,
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
  if ('value' in rule) return [{ code: rule.value, rows: facts.rows, row: null }];
  if ('column' in rule) return facts.columns.find(({ name }) => name === rule.column)?.codes ?? [];
  const places = rule.columns.map((name) => table.header.indexOf(name));
  const counts = new Map<string, { readonly row: number; rows: number }>();
  let read = 0;
  for (const { row, cells } of table.rows()) {
    const parts = places.map((place) => visibleName(cells[place] ?? '')).filter((part) => part !== '');
    const label = parts.join(' ');
    const known = counts.get(label) ?? { row, rows: 0 };
    counts.set(label, known);
    known.rows += 1;
    read += 1;
    if (isStepDue(read)) yield;
    if (counts.size > MOST_LABELS) break;
  }
  return [...counts].map(([code, own]) => ({ code, ...own }));
}
