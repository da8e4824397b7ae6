import type { Facts } from './facts.js';
import { labelKey } from './labels.js';
import type { Tally } from './tally.js';

/** Seasons as they follow each other within an academic year that begins in fall. */
const SEASONS: readonly (readonly [RegExp, number])[] = [
  [/^(?:fall|autumn|fa|fl|f)$/, 0],
  [/^(?:winter|wi|win|wtr|w)$/, 1],
  [/^(?:spring|spr|sp|s)$/, 2],
  [/^(?:summer|sum|su|smr)$/, 3],
];
/** The same within a calendar year. */
const IN_CALENDAR_YEAR = [3, 0, 1, 2];
const SEASON_COUNT = 4;
const SUMMER = 3;

/** When a term is, as far as its label says; two of one kind can be compared. */
interface When {
  readonly kind: 'number' | 'dated' | 'season';
  readonly at: number;
}

function whenOf(label: string): When | null {
  const text = labelKey(label);
  if (/^\d{4,6}$/.test(text)) return { kind: 'number', at: Number(text) };
  const words = wordsOfLabel(text);
  const seasons = words.flatMap((word) => SEASONS.find(([names]) => names.test(word))?.[1] ?? []);
  const years = words.filter((word) => /^(?:20)?\d{2}$/.test(word)).map((word) => Number(word) % 100);
  const [season, ...others] = seasons;
  if (season === undefined || others.length > 0 || years.length > 2) return null;
  const [year, next] = years;
  if (year === undefined) return words.length === 1 ? { kind: 'season', at: season } : null;
  if (next !== undefined) {
    // `Spring 2026-27`: of an academic year.
    if (next !== year + 1) return null;
    const own = season === 0 ? year : next;
    return { kind: 'dated', at: own * SEASON_COUNT + (IN_CALENDAR_YEAR[season] ?? 0) };
  }
  return { kind: 'dated', at: year * SEASON_COUNT + (IN_CALENDAR_YEAR[season] ?? 0) };
}

/** What a label says of the time of its term. */
export interface TermTime {
  /** The season by its usual name; undefined for a code of digits. */
  readonly season: string | undefined;
  /** The season with its year, as far as it is said: `Fall 2026`. */
  readonly name: string;
  /** What repeats each year: the season, or the end of a code such as `202610`; null where no year is said. */
  readonly partOfYear: string | null;
  /** The year in which the academic year of a season begins, in fall; null for a code. */
  readonly academicYear: number | null;
  readonly at: number;
}

const SEASON_NAMES = ['Fall', 'Winter', 'Spring', 'Summer'];

/** When a term is, by a label that may say more than the term, such as `Fall 2026 A`; null where it says none. */
export function termTime(label: string): TermTime | null {
  const text = labelKey(label);
  if (/^\d{4}(?:\d{2})?$/.test(text)) {
    // `2268` ends with one digit for the term, `2610` and `202610` with two.
    const partOfYear = text.slice(text.length === 4 && !text.endsWith('0') ? -1 : -2);
    return { season: undefined, name: text, partOfYear, academicYear: null, at: Number(text) };
  }
  const words = wordsOfLabel(text);
  const [season, ...others] = words.flatMap((word) => SEASONS.find(([names]) => names.test(word))?.[1] ?? []);
  const [year, next] = words.filter((word) => /^20\d{2}$/.test(word) || /^[2-4]\d$/.test(word));
  if (season === undefined || others.length > 0) return null;
  const name = SEASON_NAMES[season] ?? '';
  if (year === undefined) return { season: name, name, partOfYear: null, academicYear: null, at: season };
  const own = Number(year) % 100;
  // `Spring 2026-27` is of an academic year.
  const calendar = next !== undefined && Number(next) % 100 === own + 1 && season !== 0 ? own + 1 : own;
  return {
    season: name,
    name: `${name} 20${calendar}`,
    partOfYear: name,
    academicYear: season === 0 ? calendar : calendar - 1,
    at: calendar * SEASON_COUNT + (IN_CALENDAR_YEAR[season] ?? 0),
  };
}

/** Whether a label names more than one season, as `Fall/Spring` does. A single letter may be that of a session. */
export function hasSeveralSeasons(label: string): boolean {
  const words = wordsOfLabel(labelKey(label)).filter((word) => word.length > 1);
  const seasons = words.flatMap((word) => SEASONS.find(([names]) => names.test(word))?.[1] ?? []);
  return new Set(seasons).size > 1;
}

function wordsOfLabel(text: string): readonly string[] {
  return text.split(/[^a-z0-9]+|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/).filter((word) => word !== '');
}

/** The terms as they follow each other in time, where their labels say it; null where they do not. */
export function orderByLabels(labels: readonly string[]): readonly string[] | null {
  const dated = labels.map((label) => ({ label, when: whenOf(label) }));
  const kinds = new Set(dated.map(({ when }) => when?.kind ?? null));
  if (kinds.size !== 1 || kinds.has(null)) return null;
  return dated
    .toSorted((one, other) => (one.when?.at ?? 0) - (other.when?.at ?? 0))
    .map(({ label }) => label);
}

/** What is wrong with the order of the terms in a file; null where students' rows follow each other in time as far as can be seen. */
export function orderProblem({ before, labels: { texts } }: Facts): 'mixed' | 'backwards' | null {
  const pairs = texts.flatMap((_, one) => texts.map((__, other) => [one, other] as const));
  const comes = ([one, other]: readonly [number, number]): boolean => before[one]?.[other] !== undefined;
  if (pairs.some(([one, other]) => one < other && comes([one, other]) && comes([other, one]))) return 'mixed';
  const isBackwards = pairs.filter(comes).some(([one, other]) => {
    const first = whenOf(texts[one] ?? '');
    const second = whenOf(texts[other] ?? '');
    if (first === null || second === null || first.kind !== second.kind) return false;
    // A summer without a year may lead the academic year or trail it.
    if (first.kind === 'season' && first.at === SUMMER) return false;
    return first.at > second.at;
  });
  return isBackwards ? 'backwards' : null;
}

/** Students in whose rows terms do not come in this order. */
export function outOfOrder(
  { before, labels }: Facts,
  order: readonly string[],
): Pick<Tally, 'students' | 'rows' | 'first'> {
  const rank = new Map(order.map((label, at) => [labelKey(label), at]));
  const wrong = labels.texts.flatMap((one, from) =>
    labels.texts.flatMap((other, to) => {
      const tally = before[from]?.[to];
      const isWrong = (rank.get(labelKey(one)) ?? 0) > (rank.get(labelKey(other)) ?? 0);
      return tally !== undefined && isWrong ? [tally] : [];
    }),
  );
  const most = wrong.toSorted((one, other) => other.students - one.students)[0];
  return most ?? { students: 0, rows: [], first: 0 };
}
