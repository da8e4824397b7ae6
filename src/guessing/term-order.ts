import type { Facts } from './facts.js';
import { labelKey } from './labels.js';
import type { Tally } from './tally.js';

/** Seasons as they follow each other within an academic year that begins in fall. */
const SEASONS = ['fall autumn fa fl f', 'winter wi win wtr w', 'spring spr sp s', 'summer sum su smr'].map(
  (names) => names.split(' '),
);

/** The place in an academic year of a season, by one of its names in small letters; undefined for another word. */
function seasonPlace(word: string): number | undefined {
  const found = SEASONS.findIndex((names) => names.includes(word));
  return found < 0 ? undefined : found;
}

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
  const time = termTime(label);
  if (time === null) return null;
  const { season, academicYear, at } = time;
  if (season === undefined) return { kind: 'number', at };
  if (academicYear !== null) return { kind: 'dated', at };
  // A season beside other words may be one of several sessions.
  return wordsOfLabel(labelKey(label)).length === 1 ? { kind: 'season', at } : null;
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

/** `202610` and `20263`, and `2268` of PeopleSoft, with the year in them. */
const CODE_OF_YEAR = /^20(\d\d)\d{1,2}$|^2(?=[23])(\d\d)\d$/;

const SEASON_NAMES = ['Fall', 'Winter', 'Spring', 'Summer'];

/**
 * Whether a label says that a term is of another award year, such as `2026-27`. A summer may belong to the year before
 * it or after it.
 */
export function isOfOtherYear(label: string, awardYear: string): boolean {
  const time = termTime(label);
  const [, long, short] = CODE_OF_YEAR.exec(labelKey(label)) ?? [];
  const year = long ?? short;
  // A fall is named by its own year or by the next one.
  if (year !== undefined) return ![0, 1].includes(Number(year) - Number(awardYear.slice(2, 4)));
  if (time === null || time.academicYear === null) return false;
  const years = Number(awardYear.slice(2, 4)) - time.academicYear;
  return years !== 0 && !(years === 1 && time.season === SEASON_NAMES[SUMMER]);
}

/** When a term is, by a label that may say more than the term, such as `Fall 2026 A`; null where it says none. */
export function termTime(label: string): TermTime | null {
  const text = labelKey(label);
  if (/^\d{4,6}$/.test(text)) {
    // `2268` and `20263` end with one digit for the term, `2610` and `202610` with two.
    const partOfYear = text.slice(text.length < 6 && !text.endsWith('0') ? -1 : -2);
    return { season: undefined, name: text, partOfYear, academicYear: null, at: Number(text) };
  }
  const words = wordsOfLabel(text);
  const [season, ...others] = words.flatMap((word) => seasonPlace(word) ?? []);
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
  const seasons = words.flatMap((word) => seasonPlace(word) ?? []);
  return new Set(seasons).size > 1;
}

/** Whether these terms may be a part of an academic year, by their seasons: a fall and a winter, or a spring and a summer. */
export function mayLackTerm(labels: readonly string[]): boolean {
  const seasons = new Set(labels.map((label) => termTime(label)?.season));
  return seasons.size > 1 && !seasons.has(undefined) && !(seasons.has('Fall') && seasons.has('Spring'));
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

/**
 * What is wrong with the order of the terms in a file; null where students' rows follow each other in time as far as can
 * be seen. Rows that are sorted by the names of their seasons do not say whether a summer comes first or last.
 */
export function orderProblem({
  before,
  labels: { texts },
  recipe,
}: Facts): 'mixed' | 'backwards' | 'alphabetical' | null {
  const pairs = texts.flatMap((_, one) => texts.map((__, other) => [one, other] as const));
  const comes = ([one, other]: readonly [number, number]): boolean => before.get(one)?.has(other) === true;
  if (pairs.some(([one, other]) => one < other && comes([one, other]) && comes([other, one]))) return 'mixed';
  const isBackwards = pairs.filter(comes).some(([one, other]) => {
    const first = whenOf(texts[one] ?? '');
    const second = whenOf(texts[other] ?? '');
    if (first === null || second === null || first.kind !== second.kind) return false;
    // A summer without a year may lead the academic year or trail it.
    if (first.kind === 'season' && first.at === SUMMER) return false;
    return first.at > second.at;
  });
  if (isBackwards) return 'backwards';
  const isSorted = texts.every((text, at) => at === 0 || labelKey(texts[at - 1] ?? '') < labelKey(text));
  const seasons = texts.map(whenOf).filter((when) => when?.kind === 'season');
  const hasSummer = seasons.length > 2 && seasons.some((when) => when?.at === SUMMER);
  return isSorted && hasSummer && recipe.shape.rows !== 'student' ? 'alphabetical' : null;
}

/**
 * The order in which the terms are calculated where it is not that of the rows: as decided, or that of time where every
 * label has season and year; null for that of the rows.
 */
export function orderOf(facts: Facts): readonly string[] | null {
  const { recipe, isContract, labels } = facts;
  const problem = isContract ? null : orderProblem(facts);
  if (problem === null) return null;
  const isDated = labels.texts.every((label) => whenOf(label)?.kind === 'dated');
  return recipe.decisions.term_order ?? (isDated ? orderByLabels(labels.texts) : null);
}

/** Students in whose rows terms do not come in this order. */
export function outOfOrder(
  { before, labels }: Facts,
  order: readonly string[],
): Pick<Tally, 'students' | 'rows' | 'first'> {
  const rank = new Map(order.map((label, at) => [labelKey(label), at]));
  const wrong = labels.texts.flatMap((one, from) =>
    labels.texts.flatMap((other, to) => {
      const tally = before.get(from)?.get(to);
      const isWrong = (rank.get(labelKey(one)) ?? 0) > (rank.get(labelKey(other)) ?? 0);
      return tally !== undefined && isWrong ? [tally] : [];
    }),
  );
  const most = wrong.toSorted((one, other) => other.students - one.students)[0];
  return most ?? { students: 0, rows: [], first: 0 };
}
