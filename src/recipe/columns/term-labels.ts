import { folded, wordsOf } from '../../contract/name-forms.js';
import type { CodeCount, TableFacts } from '../../table/column-facts.js';
import { codeKey, columnsOf, hasTermColumns, meaningOf, valuesOf } from '../format/column-rules.js';
import { codeName, ONCE_PRINTED, rowsText } from '../format/column-texts.js';
import type { CodeLine } from '../format/examination.js';
import { readAs } from '../format/places.js';
import type { OpenPlace, Recipe } from '../format/recipe.js';

/** What labels and column names show about terms: which are not terms, their order, and years apart. */

/** Names of seasons as they follow each other within a calendar year. */
const SEASONS = ['winter wi win wtr w', 'spring spr sp s', 'summer sum su smr', 'fall autumn fa fl f'].map(
  (names) => names.split(' '),
);
const WINTER = 0;
const SPRING = 1;
const SUMMER = 2;
const FALL = 3;
const YEAR = /^(?:20\d\d|[2-4]\d)$/;

const NO_TERMS: ReadonlySet<string> = new Set('total grandtotal subtotal all year annual'.split(' '));

function wordsIn(text: string): readonly string[] {
  return wordsOf(text).split('_').filter(Boolean);
}

/** The only season among words. One letter must be alone or with a year: the `W` of `8W1` is a week. */
function seasonIn(words: readonly string[]) {
  const isAlone = /^(?:(?:20\d\d_)?[a-z]|[a-z]_(?:20)?\d\d)$/.test(words.join('_'));
  const [found = null, ...others] = words.flatMap((word, at) => {
    const season = SEASONS.findIndex((names) => names.includes(word));
    return season >= 0 && (word.length > 1 || isAlone) ? { season, at } : [];
  });
  return others.length > 0 ? null : found;
}

/** Whether two words are an academic year, as 2026 and 27. */
function areAcademicYear(one = '', other = ''): boolean {
  return YEAR.test(one) && YEAR.test(other) && Number(other) % 100 === (Number(one) % 100) + 1;
}

/** Whether a label cannot be that of a term: a total, or an academic year such as 2026-27. */
export function isNoTerm(label: string): boolean {
  const [one, other, ...others] = wordsIn(label).filter((word) => word !== 'ay');
  return NO_TERMS.has(folded(label)) || (others.length === 0 && areAcademicYear(one, other));
}

/** The term in a column name, such as `Fall 2026 Credits`, and the other words; null without both. */
export function termInName(name: string): { readonly term: string; readonly rest: string } | null {
  const words = wordsIn(name);
  const found = seasonIn(words);
  if (found === null) return null;
  const year = [found.at + 1, found.at - 1].find((at) => YEAR.test(words[at] ?? ''));
  const isOfTerm = (at: number): boolean => at === found.at || at === year;
  const term = words
    .filter((_, at) => isOfTerm(at))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const rest = words.filter((_, at) => !isOfTerm(at));
  return rest.length === 0 ? null : { term: term.join(' '), rest: rest.join(' ') };
}

/** Codes that rise with time, alone or with the year in front: 2268, 20261, 202610, 2026-1. */
const CODE = /^(?:[1-9]\d{3}|20\d{3,4})$/;

/**
 * The time of a term by its label; null if unknown. Labels of one `kind` are ordered by `at`. Terms from
 * `yearAfter` on are of another year. `isWinterFirst` puts a winter before the spring of the next year.
 */
function timeOf(label: string, isWinterFirst = false) {
  // Upper case separates a word from the digits before it, as in 2026FA.
  const words = wordsIn(label.toUpperCase());
  const [, number = ''] = words;
  const isNumbered = words.length === 2 && /^[1-9]$/.test(number);
  const code = words.length === 1 || isNumbered ? words.join('') : '';
  if (CODE.test(code)) {
    const [at, year] = [Number(code), code.startsWith('20') ? 10 ** (code.length - 4) : Infinity];
    return { kind: `code of ${code.length}`, at, yearAfter: at + year };
  }
  const found = seasonIn(words);
  if (found === null) {
    // In any language, labels of different years can be ordered.
    const [year, ...years] = words.filter((word) => /^20\d\d$/.test(word));
    if (year === undefined || years.length > 0) return null;
    const name = words.filter((word) => word !== year).join(' ');
    return { kind: 'year', at: Number(year), yearAfter: Number(year) + 1, name };
  }
  const season = isWinterFirst && found.season === WINTER ? FALL : found.season;
  const [year, next] = words.filter((word) => YEAR.test(word));
  if (year === undefined) {
    // A summer without a year may lead the academic year or trail it.
    const isKnown = season !== SUMMER && !/\d/.test(label);
    return isKnown ? { kind: 'season', at: season === FALL ? -1 : season } : null;
  }
  // `Spring 2026-27` is of an academic year.
  const isOfNext = areAcademicYear(year, next) && season !== FALL;
  const at = ((Number(year) % 100) + Number(isOfNext)) * SEASONS.length + season;
  // One summer may lead the year that the next one trails.
  return { kind: 'dated', at, yearAfter: at + SEASONS.length + Number(season === SUMMER) };
}

/** The labels in the order of time; null if they do not show it, or two are of the same time. */
export function orderByLabels(labels: readonly string[]): readonly string[] | null {
  if (labels.length < 2) return labels;
  const dated = labels.map((label) => ({ label, when: timeOf(label) }));
  const kinds = new Set(dated.map(({ when }) => when?.kind));
  const times = new Set(dated.map(({ when }) => when?.at));
  if (kinds.size > 1 || times.size < labels.length) return null;
  return dated
    .toSorted((one, other) => (one.when?.at ?? 0) - (other.when?.at ?? 0))
    .map(({ label }) => label);
}

/** Whether two labels are too far apart for one academic year; false if unknown. */
function areYearsApart(label: string, later: string, isWinterFirst = false): boolean {
  const [one, other] = [timeOf(label, isWinterFirst), timeOf(later, isWinterFirst)];
  if (one === null || other === null || one.kind !== other.kind || one.name !== other.name) return false;
  return other.at >= (one.yearAfter ?? Infinity);
}

function seasonOf(label: string): number | undefined {
  return seasonIn(wordsIn(label.toUpperCase()))?.season;
}

/** Whether labels are those of a fall and the spring after it. */
export function isFallAndSpring(labels: readonly string[]): boolean {
  const seasons = labels.map(seasonOf);
  const [fall = '', spring = ''] = labels;
  return seasons.join() === `${FALL},${SPRING}` && !areYearsApart(fall, spring);
}

/** The texts in the term column of a file, with counts, as far as they are known. */
function termLabels({ rows, fields }: Recipe, facts: TableFacts): readonly CodeCount[] {
  const { term_label: rule = null } = fields;
  if (hasTermColumns(rows)) return [];
  if (typeof rule === 'object' && rule && 'value' in rule)
    return [{ code: rule.value, rows: facts.rows, firstRow: null }];
  return readAs(facts, { field: 'term_label', rule })[0]?.codes ?? [];
}

/** The texts of the term column with their meanings: a term's label, `''` for no term, null if open. */
export function labelLines(recipe: Recipe, facts: TableFacts): readonly CodeLine[] {
  const { terms, not_terms } = recipe;
  return termLabels(recipe, facts).map((count) => {
    const isSame = (label: string): boolean => codeKey(label) === labelKey(recipe, count);
    const term = terms.find(({ label }) => isSame(label));
    const meaning = term?.label ?? (not_terms.some(isSame) ? '' : null);
    return { ...count, meaning, path: ['terms'] };
  });
}

/** The key of the term that a text belongs to; the text of a part of a term means that term's label. */
function labelKey({ fields }: Recipe, { code }: CodeCount): string {
  return codeKey(meaningOf(valuesOf(fields.term_label), code) ?? code);
}

const PLACE_TERM =
  'Put it in its place in "terms", with its full-time credits if they differ, or list it in "not_terms". If it is a part of a term, such as a session, give it that term in "fields.term_label.values".';
const FILL_DOWN = `${ONCE_PRINTED} Otherwise list such rows in "not_terms".`;

/** What the terms of a recipe leave open for the texts of a file. */
export function openTerms(recipe: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const { rows, terms, not_terms, fields } = recipe;
  const known = [...not_terms, ...terms.map(({ label }) => label)].map(codeKey);
  const twice = terms.flatMap(({ label }, at) =>
    known.indexOf(codeKey(label)) < not_terms.length + at
      ? [{ path: ['terms', at], message: `"${label}" is listed twice. Keep one of them.` }]
      : [],
  );
  // In years without a fall, a winter comes first.
  const isWinterFirst = terms.every(({ label }) => seasonOf(label) !== FALL);
  const apart = terms.flatMap(({ label }, at) => {
    // With seasons in another language, the first and the last term may both be summers.
    const isTrailer = at > 1 && at === terms.length - 1 && timeOf(label)?.kind === 'year';
    const other = terms
      .slice(isTrailer ? 1 : 0)
      .find((each) => areYearsApart(each.label, label, isWinterFirst));
    const message = `"${other?.label}" and "${label}" are in different academic years. Make the labels of the other year no term ("not_terms" in a recipe). If the year is the same, give them other labels ("fields.term_label.values"), such as {${JSON.stringify(label)}: "Spring"}.`;
    return other === undefined ? [] : [{ path: ['terms', at], message }];
  });
  const wrong = [...twice, ...apart];
  if (rows === null) return wrong;
  // A report may print the term once, with the id: rows with neither belong to the term above.
  const [id] = columnsOf(fields.student_id);
  const withoutId = facts.columns.find(({ name }) => name === id)?.blanks ?? 0;
  const added = termLabels(recipe, facts)
    .filter((label) => label.code !== '' || label.rows > withoutId)
    .filter((label) => !known.includes(labelKey(recipe, label)))
    .map((label) => ({
      path: ['terms'],
      message: `${codeName(label.code)} (${rowsText(label)}) is not among the terms. ${label.code === '' ? FILL_DOWN : PLACE_TERM}`,
    }));
  const isSettled = hasTermColumns(rows) || fields.term_label != null;
  if (terms.length > 0 || added.length > 0 || !isSettled) return [...wrong, ...added];
  return [{ path: ['terms'], message: 'List the terms of the file, in the order of the year.' }];
}
