import { folded, wordsOf } from '../contract/name-forms.js';

/** What labels and names say of terms. */

const SEASONS: ReadonlySet<string> = new Set(
  'winter wi win wtr spring spr sp summer sum su smr fall autumn fa fl'.split(' '),
);

const NO_TERMS: ReadonlySet<string> = new Set('total grandtotal subtotal all year annual'.split(' '));
const YEAR_PAIR = /^(?:ay)?\s*(?:20)?(\d\d)\s*[-/–]\s*(?:20)?(\d\d)$/i;

/** Whether a label cannot be that of a term: a total, or an academic year such as 2026-27. */
export function isNoTerm(label: string): boolean {
  const [, one, other] = YEAR_PAIR.exec(label.trim()) ?? [];
  return NO_TERMS.has(folded(label)) || (one !== undefined && Number(other) === Number(one) + 1);
}

/** A name that contains a term, such as `Fall 2026 Credits`: the term as it is written, and the other words. */
export function termInName(name: string): { readonly term: string; readonly rest: string } | null {
  const words = wordsOf(name).split('_').filter(Boolean);
  const season = words.findIndex((word) => SEASONS.has(word));
  if (season < 0 || words.filter((word) => SEASONS.has(word)).length > 1) return null;
  const year = [season + 1, season - 1].find((at) => /^(?:20)?\d\d$/.test(words[at] ?? ''));
  const own = [season, year].filter((at) => at !== undefined).toSorted((one, other) => one - other);
  const rest = words.filter((_, at) => !own.includes(at));
  const label = own
    .map((at) => words[at] ?? '')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return rest.length === 0 ? null : { term: label.join(' '), rest: rest.join(' ') };
}
