import type { Decisions } from './decisions.js';
import { labelKey } from './labels.js';
import { hasSeveralSeasons, termTime } from './term-order.js';

/** What labels of a file were decided to be: the label of the term, or blank for rows that are left out. */
export type TermLabels = Readonly<Record<string, string>>;

/** Words of what sums terms up. */
const SUMMARY =
  /\b(?:total|sum|all|annual|annually|year|yearly|yr|ytd|overall|combined|both|summary|results?|subtotal)\b/i;
/** `2026-27`, `AY 2026-2027`, `2026/27`. */
const YEAR_LABEL = /^(?:ay|aid year|award year|academic year|fy)?\s*(?:20)?\d{2}\s*[-–/]\s*(?:20)?\d{2}$/i;

/** Reads a label as it was decided; the label itself where nothing was. */
export function decidedLabels({ terms }: Decisions): (label: string) => string {
  const decided = new Map(Object.entries(terms ?? {}).map(([theirs, ours]) => [labelKey(theirs), ours]));
  return decided.size === 0 ? (label) => label : (label) => decided.get(labelKey(label)) ?? label;
}

/** What several labels of a file may be, where they do not look like the terms of one academic year. */
export interface OddTerms {
  /** Labels that say no term, such as `2026-27`. */
  readonly noTerms: readonly string[];
  /**
   * Labels of the same season of the same year, such as `Fall 2026 A` and `Fall 2026 B`, a session with a code of its
   * own, or a J-Term beside spring, with the term that they may be parts of.
   */
  readonly parts: TermLabels;
  /** The terms of each academic year, where there are several; else empty. */
  readonly years: readonly (readonly string[])[];
}

/** What is odd about the labels of a file; null for labels of one academic year, and for those that say nothing. */
export function oddTerms(labels: readonly string[]): OddTerms | null {
  const sums = labels.filter((label) => termTime(label)?.season === undefined && isSummary(label));
  const noTerms = sums.length === labels.length ? [] : sums;
  const terms = labels.filter((label) => !noTerms.includes(label));
  const parts = partsOf(terms);
  const years = yearsOf([...new Set(terms.map((label) => parts[label] ?? label))]);
  const isOdd = noTerms.length > 0 || years.length > 0 || Object.keys(parts).length > 0;
  return isOdd ? { noTerms, parts, years } : null;
}

function isSummary(label: string): boolean {
  const text = label.trim();
  return SUMMARY.test(text) || YEAR_LABEL.test(text) || hasSeveralSeasons(text);
}

function partsOf(labels: readonly string[]): TermLabels {
  const named = labels.flatMap((label) => {
    const time = termTime(label) ?? termTime(labels.find((base) => isSessionOf(label, base)) ?? '');
    return time === null ? [] : [{ label, term: time.name }];
  });
  const isShared = (term: string): boolean => named.filter((each) => each.term === term).length > 1;
  const parts = Object.fromEntries(
    named.flatMap(({ label, term }) => (isShared(term) ? [[label, term] as const] : [])),
  );
  const [spring, ...springs] = labels.filter((label) => termTime(label)?.season === 'Spring');
  const short = labels.filter((label) => INTERIM.test(label) && label !== spring);
  if (spring === undefined || springs.length > 0 || short.length === 0) return parts;
  return { ...parts, ...Object.fromEntries([spring, ...short].map((label) => [label, spring])) };
}

/** A short term between fall and summer, which many schools count as a part of spring. */
export const INTERIM =
  /\b(?:j-?term|jan(?:uary)?|intersession|interim|winterim|winter ?session|may|may ?term|maymester)\b/i;

/** Whether a label is that of a term and the code of a session in it, as `26/FAM` beside `26/FA`. */
function isSessionOf(label: string, term: string): boolean {
  const [own, of] = [labelKey(label), labelKey(term)];
  return own.startsWith(of) && /^[-_ /.]?[a-z]\d?$/.test(own.slice(of.length));
}

/** Terms by academic year, in the order of time, where they are of more than one. */
function yearsOf(labels: readonly string[]): readonly (readonly string[])[] {
  const times = labels.flatMap((label) => {
    const time = termTime(label);
    return time === null || time.partOfYear === null ? [] : [{ label, ...time, partOfYear: time.partOfYear }];
  });
  const years: { readonly first: number | null; readonly seen: Set<string>; readonly labels: string[] }[] =
    [];
  for (const { label, partOfYear, academicYear } of times.toSorted((one, other) => one.at - other.at)) {
    const last = years.at(-1);
    const isNew = last === undefined || last.seen.has(partOfYear) || last.first !== academicYear;
    if (isNew) years.push({ first: academicYear, seen: new Set([partOfYear]), labels: [label] });
    else {
      last.seen.add(partOfYear);
      last.labels.push(label);
    }
  }
  const isRepeated = new Set(times.map(({ partOfYear }) => partOfYear)).size < times.length;
  // A spring before the fall of the same calendar year ends the academic year before.
  const isOfTwo = times.some(
    ({ season, academicYear }) =>
      season === 'Spring' &&
      times.some((other) => other.season === 'Fall' && (other.academicYear ?? 0) > (academicYear ?? 0)),
  );
  return isRepeated || isOfTwo ? years.map((each) => each.labels) : [];
}
