import { codeKey } from './recipe.js';

/** Which terms come first, as far as their labels say. */

/** Seasons as they follow each other within an academic year that begins in fall. */
const SEASONS = ['fall autumn fa fl f', 'winter wi win wtr w', 'spring spr sp s', 'summer sum su smr'].map(
  (names) => names.split(' '),
);
/** The same within a calendar year. */
const IN_CALENDAR_YEAR = [3, 0, 1, 2];
const FALL = 0;
const SUMMER = 3;

/** When a term is, as far as its label says; two of one kind can be compared. */
interface When {
  readonly kind: 'code' | 'dated' | 'season';
  readonly at: number;
}

/** The labels in the order of time; null where they do not tell it. */
export function orderByLabels(labels: readonly string[]): readonly string[] | null {
  if (labels.length < 2) return labels;
  const dated = labels.map((label) => ({ label, when: whenOf(label) }));
  const kinds = new Set(dated.map(({ when }) => when?.kind));
  const times = new Set(dated.map(({ when }) => when?.at));
  if (kinds.size > 1 || kinds.has(undefined) || times.size < labels.length) return null;
  // A summer without a year may lead the academic year or trail it.
  if (dated.some(({ when }) => when?.kind === 'season' && when.at === SUMMER)) return null;
  return dated
    .toSorted((one, other) => (one.when?.at ?? 0) - (other.when?.at ?? 0))
    .map(({ label }) => label);
}

/** The orders that terms may have where their labels do not tell it: those that contradict no label. */
export function possibleOrders(labels: readonly string[]): readonly (readonly string[])[] {
  if (labels.length > MOST_PERMUTED) return [labels, labels.toReversed()];
  const whens = new Map(labels.map((label) => [label, whenOf(label)]));
  const isLoose = (label: string): boolean => {
    const when = whens.get(label) ?? null;
    return when === null || (when.kind === 'season' && when.at === SUMMER);
  };
  return permutations(labels).filter((order) =>
    order.every((label, at) =>
      order.slice(at + 1).every((later) => {
        const [one, other] = [whens.get(label), whens.get(later)];
        if (one == null || other == null || isLoose(label) || isLoose(later)) return true;
        return one.kind !== other.kind || one.at <= other.at;
      }),
    ),
  );
}

const MOST_PERMUTED = 3;

function permutations(labels: readonly string[]): readonly (readonly string[])[] {
  if (labels.length < 2) return [labels];
  return labels.flatMap((first) =>
    permutations(labels.filter((label) => label !== first)).map((rest) => [first, ...rest]),
  );
}

function whenOf(label: string): When | null {
  const text = codeKey(label);
  if (/^\d{4,6}$/.test(text)) return { kind: 'code', at: Number(text) };
  const words = text.split(/[^a-z0-9]+|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/).filter((word) => word !== '');
  const [season, ...others] = words.flatMap((word) => {
    const found = SEASONS.findIndex((names) => names.includes(word));
    return found < 0 ? [] : [found];
  });
  if (season === undefined || others.length > 0) return null;
  const [year, next] = words.filter((word) => /^20\d{2}$/.test(word) || /^[2-4]\d$/.test(word));
  if (year === undefined) return words.length === 1 ? { kind: 'season', at: season } : null;
  const own = Number(year) % 100;
  // `Spring 2026-27` is of an academic year.
  const isOfYears = next !== undefined && Number(next) % 100 === own + 1;
  const calendar = isOfYears && season !== FALL ? own + 1 : own;
  return { kind: 'dated', at: calendar * SEASONS.length + (IN_CALENDAR_YEAR[season] ?? 0) };
}
