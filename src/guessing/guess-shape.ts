import { CREDIT_COLUMNS, TERM_FIELDS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { folded } from '../contract/name-forms.js';
import { tableError } from '../table/table-error.js';
import { quoted } from './assumption.js';
import { placesWhere } from './cells.js';
import type { Candidates, SeenTable } from './guess-columns.js';
import { readValues } from './guess-values.js';
import { KNOWN_FUNDS, paidColumnOf } from './known-values.js';
import { meantColumns } from './near-miss.js';
import { FUND_COLUMNS, PAID_BY_FUND } from './other-names.js';
import type { Shape } from './recipe.js';

/** The file's columns that hold one term each. */
export interface TermColumns {
  readonly label: string;
  readonly candidates: readonly Candidates[];
}

const TERM_COLUMNS: readonly string[] = TERM_FIELDS.map(({ column }) => column).filter(
  (column) => column !== 'term_label',
);

const SEASONS: Readonly<Record<string, string>> = {
  fall: 'Fall',
  autumn: 'Autumn',
  fa: 'Fall',
  winter: 'Winter',
  wi: 'Winter',
  wtr: 'Winter',
  spring: 'Spring',
  spr: 'Spring',
  sp: 'Spring',
  summer: 'Summer',
  sum: 'Summer',
  su: 'Summer',
};
/** Seasons that one letter says beside a year of two digits: `F26`. */
const SHORT_SEASONS: Readonly<Record<string, string>> = { f: 'Fall', w: 'Winter', s: 'Spring', u: 'Summer' };
const SHORT_YEAR = /^2[4-9]$/;
const YEAR = /^(?:20)?[0-9]{2}$/;
/** A term as Banner and PeopleSoft write it: `202710`, `2272`. */
const TERM_CODE = /^(?:20[0-9]{4}|2[23][0-9]{2})$/;

/**
 * Finds terms in adjacent columns, such as `FALL_CREDITS`, `SPRING_CREDITS`, in the order of the header. Empty unless
 * at least two terms have the same column.
 */
export function termsBeside(header: readonly string[]): readonly TermColumns[] {
  const named = header.flatMap((name, place) => {
    const parts = seasonOf(name);
    if (parts === null) return [];
    const meant = termColumnsOf(parts.rest);
    return meant.length === 0 ? [] : [{ place, label: parts.label, meant }];
  });
  const all = [...new Set(named.map(({ label }) => label))];
  const found = named.map((each) => ({ ...each, label: fullLabel(each.label, all) }));
  const labels = [...new Set(found.map(({ label }) => label))];
  const isRepeated = found.some((one) =>
    found.some((other) => other.label !== one.label && other.meant[0] === one.meant[0]),
  );
  if (!isRepeated) return [];
  return labels.map((label) => {
    const own = found.filter((each) => each.label === label);
    const columns = [...new Set(own.flatMap(({ meant }) => meant))];
    const candidates = columns.map((ours) => {
      const places = own.filter(({ meant }) => meant.includes(ours)).map(({ place }) => place);
      const [first] = own.filter(({ place }) => place === places[0]);
      const alsoMeant = (first?.meant ?? []).filter((column) => column !== ours);
      return { ours, term: label, places, isOurName: false, alsoMeant };
    });
    return { label, candidates };
  });
}

/** The candidates with those of their columns that fit; without those of which none does. */
export function fitting(
  candidates: readonly Candidates[],
  fits: (place: number) => boolean,
): readonly Candidates[] {
  return candidates.flatMap((each) => {
    const places = each.places.filter(fits);
    return places.length === 0 ? [] : [{ ...each, places }];
  });
}

/** Terms without the columns whose cells are yes and no, such as `Spring Registered`, which are no numbers of a term. */
export function withoutFlags(terms: readonly TermColumns[], { values }: SeenTable): readonly TermColumns[] {
  const isFlag = (place: number): boolean => {
    const cells = values[place] ?? [];
    return cells.length > 0 && cells.every((cell) => /^(?:y|yes|n|no|t|true|f|false)$/i.test(cell));
  };
  return terms.flatMap(({ label, candidates }) => {
    const own = fitting(candidates, (place) => !isFlag(place));
    return own.length === 0 ? [] : [{ label, candidates: own }];
  });
}

/** The one label with a year that a season belongs to: `Fall Credits` beside `FA26 Sub` is the same fall. */
function fullLabel(label: string, labels: readonly string[]): string {
  const dated = labels.filter((other) => other.startsWith(`${label} `));
  return dated.length === 1 ? (dated[0] ?? label) : label;
}

/** The term of a file that a column's name refers to; null if none. */
export function termOfName(name: string, labels: readonly string[]): string | null {
  const season = seasonOf(name);
  const label = season === null ? null : fullLabel(season.label, labels);
  return label !== null && labels.includes(label) ? label : null;
}

/**
 * Refuses a table with terms beside each other whose columns cannot be read as such: they are called by nothing but the
 * term, by its number, or are of one term only. Each would otherwise be offered as the credits of the whole file.
 *
 * @throws TableError
 */
export function refuseTermsBeside({ header, values }: SeenTable): void {
  const isCredits = (rest: string): boolean =>
    termColumnsOf(rest).some((column) => CREDIT_COLUMNS.includes(column));
  const single = header.filter((name) => isCredits(seasonOf(name)?.rest ?? ''));
  const parts = header.filter((name) => isCredits(seasonOf(name)?.rest.replace(SESSION, '_') ?? ''));
  if (parts.length > 1 && single.length === 0)
    throw tableError(
      `The columns ${parts.map((name) => `"${name}"`).join(' and ')} hold the credits of parts of a term. Add up those of each term in one column, such as "Fall 2026 Credits", or export a row for each term or part, with a column Term.`,
    );
  const unclear = header.filter(
    (name) =>
      seasonOf(name) === null &&
      (seasonOf(`${name} x`)?.rest === 'x' || isCredits(name.replace(OTHER_TERM, ''))),
  );
  const loads = placesWhere(header, (name) => LOAD_OF_TERM.test(seasonOf(name)?.rest ?? ''));
  const seasons = new Set(loads.map((place) => seasonOf(header[place] ?? '')?.label));
  if (seasons.size > 1) {
    const all = loads.map((place) => quoted(header[place] ?? '')).join(' and ');
    const isLoad = loads.every((place) => readValues('term_credits_enrolled', values[place] ?? []).isLoad);
    throw tableError(
      isLoad
        ? `The columns ${all} say only full time, half time and the like. The reduction is a whole percent of full time, which needs the credits: export them, too, in a column for each term, ${CREDITS_OF_TERMS}.`
        : `The columns ${all} may be the credits of their terms, or not. Rename those that are, ${CREDITS_OF_TERMS}, ${OR_ROWS}`,
    );
  }
  const names = [...single, ...unclear].map(quoted).join(' and ');
  if (names === '') return;
  throw tableError(
    unclear.length === 0
      ? `The columns of only one term were found: ${names}. Put those of every term of the year beside each other on one sheet, ${CREDITS_OF_TERMS}, ${OR_ROWS}`
      : `The columns ${names} do not say both which term they are of and what they have. Rename them, ${CREDITS_OF_TERMS}, ${OR_ROWS}`,
  );
}

const CREDITS_OF_TERMS = 'such as "Fall 2026 Credits" and "Spring 2027 Credits"';
const OR_ROWS = 'or export a row for each term, with a column Term.';
/** A term in a name that is no season: `1`, `First Semester`, `2026F`, `Aug 2026`. */
const OTHER_TERM =
  /(?<![\p{L}\d])(?:first|second|third|fourth|1st|2nd|3rd|4th|t?[1-9]|20\d\d ?[a-z]{1,2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* 20\d\d)(?![\p{L}\d])[ _]*(?:semester|sem|term|quarter|qtr)?/iu;
/** What a column of a term may have that is its credits or its load, behind the term. */
const LOAD_OF_TERM =
  /(?:^|_)(?:hours|hrs|credits?|units)(?:_|$)|^(?:(?:ay_?\d+|sched(?:uled)?|projected|planned|attempted|registered|enrolled|current|load|status|enrollment)_?)+$/i;

/** A part of a term in a name: `Session 1`, `Block_A`, `8W2`. */
const SESSION =
  /(?:^|_)(?:(?:sub_?)?(?:session|sess|block|part|half|module|mod|mini|minimester|subterm)_?(?:\d|[a-d]|[iv]+)?|\d_?w_?\d|[1-4ab])(?=_|$)/i;

function termColumnsOf(rest: string): readonly string[] {
  const own = TERM_COLUMNS.find((column) => [columnName(rest), `term_${columnName(rest)}`].includes(column));
  return own === undefined ? meantColumns(rest, TERM_COLUMNS) : [own];
}

/** A note behind a name, such as `(FT = 12)`. */
const NOTE = /\s\([^()]*=[^()]*\)\s*$/;

/** Whether the second of two years follows the first, as in the award year `2026-27`. */
function isNextYear(year: string, next: string): boolean {
  return (Number(next) - Number(year)) % 100 === 1;
}

/**
 * Splits `FALL_2026_CREDITS` into `Fall 2026` and `CREDITS`, `CREDITS_202710` into `202710` and `CREDITS`; null if the
 * name says no term, or nothing else.
 */
export function seasonOf(name: string): { readonly label: string; readonly rest: string } | null {
  // PowerFAIDS writes `Section.FieldName`: the dot is a word, so that the field is found behind it.
  const words =
    name
      .replace(NOTE, '')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{L})(\p{N})|(\p{N})(\p{L})/gu, '$1$3 $2$4')
      .match(/[\p{L}\p{N}]+|\./gu) ?? [];
  const seasonAt = (place: number): string | undefined => {
    const word = words[place]?.toLowerCase() ?? '';
    return SEASONS[word] ?? (SHORT_YEAR.test(words[place + 1] ?? '') ? SHORT_SEASONS[word] : undefined);
  };
  const at = words.findIndex((_, place) => seasonAt(place) !== undefined);
  const season = seasonAt(at);
  const withoutTerm = (label: string, places: readonly number[]) => {
    const rest = words.filter((_, place) => !places.includes(place));
    if (rest.every((word) => word === '.')) return null;
    const text = rest.join('_').replaceAll(/(?:_?\._?)+/g, '.');
    return { label, rest: text.replaceAll(/^\.|\.$/g, '') };
  };
  if (season === undefined) {
    const isCode = (word: string): boolean =>
      TERM_CODE.test(word) && !isNextYear(word.slice(-4, -2), word.slice(-2));
    const [code, ...others] = placesWhere(words, isCode);
    return code === undefined || others.length > 0 ? null : withoutTerm(words[code] ?? '', [code]);
  }
  const beside = (step: number): number => (words[at + step] === '.' ? at + 2 * step : at + step);
  const isYear = (place: number): boolean => YEAR.test(words[place] ?? '');
  const range = [at - 2, at + 1].find(
    (place) => isYear(place) && isYear(place + 1) && isNextYear(words[place] ?? '', words[place + 1] ?? ''),
  );
  if (range !== undefined) {
    const [from = '', to = ''] = words.slice(range, range + 2).map((word) => word.slice(-2));
    return withoutTerm(`${season} 20${from}-${to}`, [at, range, range + 1]);
  }
  const yearAt = [beside(1), beside(-1)].find(isYear) ?? at;
  const year = yearAt === at ? '' : ` 20${words[yearAt]?.slice(-2)}`;
  return withoutTerm(`${season}${year}`, [at, yearAt]);
}

/** Columns of a file with one fund per row. */
export interface FundColumns {
  /** The indexes of the columns of funds and of what was paid. */
  readonly places: readonly number[];
  readonly shape: Extract<Shape, { rows: 'fund' }>;
}

/** The indexes of the fund and amount columns, before any row is looked at. */
export function fundPlaces(header: readonly string[]): readonly number[] {
  return [...placesNamed(header, FUND_COLUMNS), ...placesNamed(header, PAID_BY_FUND)];
}

/**
 * Finds a fund column together with a paid amount column; null if rows are not funds.
 *
 * @param terms those in adjacent columns of a row.
 * @param isPaidRead whether there are paid columns for each loan: a single loan code then does not make rows funds.
 * @throws TableError if rows are loans, and no column, or several, may give what was paid, or terms are in adjacent
 * columns: credits of such rows must not be added up, nor payments ignored.
 */
export function fundsOf(
  { header, values }: SeenTable,
  terms: readonly TermColumns[],
  isPaidRead: boolean,
): FundColumns | null {
  const known = placesNamed(header, FUND_COLUMNS);
  const loansOf = (place: number): readonly string[] =>
    (values[place] ?? []).flatMap((code) => paidColumnOf(folded(code)) ?? []);
  const loansIn = (place: number): number => loansOf(place).length;
  const isTelling = (place: number): boolean => new Set(loansOf(place)).size > 1;
  const isOfFunds = terms.length === 0 && placesNamed(header, PAID_BY_FUND).length > 0;
  const named = known.length > 0 || !isOfFunds ? known : [...header.keys()].filter(isTelling);
  const [fundPlace] = named.length > 1 ? named.filter((place) => loansIn(place) > 0) : named;
  if (fundPlace === undefined) return null;
  const isOfLoans = loansIn(fundPlace) > (isPaidRead ? 1 : 0);
  const fund = header[fundPlace] ?? '';
  // `Paid?` with a yes or a no is no amount.
  const isFlag = (place: number): boolean =>
    (values[place] ?? []).some((cell) => /^(?:y|yes|n|no)$/i.test(cell));
  const paid = placesNamed(header, PAID_BY_FUND).filter((place) => place !== fundPlace && !isFlag(place));
  const [paidPlace] = paid;
  if (terms.length > 0) {
    if (!isOfLoans) return null;
    throw tableError(
      `Each row is a fund, by the column "${fund}", and terms stand beside each other in it, which cannot be read together. Export a row for each term, or a row for each student with columns such as "Fall Sub Paid" and "Fall Unsub Paid".`,
    );
  }
  if (paidPlace === undefined || paid.length > 1) {
    const isAmountOfUnknown =
      !isPaidRead &&
      placesNamed(header, AMOUNTS).length > 0 &&
      (values[fundPlace] ?? []).some((code) => paidColumnOf(folded(code)) === undefined);
    if (!isOfLoans && !isAmountOfUnknown) return null;
    const names = paid.map((place) => `"${header[place]}"`);
    const amounts = placesNamed(header, AMOUNTS).map((place) => `"${header[place]}"`);
    const other = amounts.length === 0 ? '' : ` ${amounts.join(' and ')} may be what was only offered.`;
    throw tableError(
      names.length === 0
        ? `Each row is a fund, by the column "${fund}", and no column says what was disbursed of it.${other} Export what was disbursed so far, 0 where nothing was, and call it "Disbursed Amount".`
        : `Each row is a fund, by the column "${fund}", and ${names.join(' and ')} may each be what was disbursed of it. Rename or remove all but one.`,
    );
  }
  const meant = (values[fundPlace] ?? []).flatMap((code) => {
    const ours = KNOWN_FUNDS.get(folded(code));
    return ours === undefined ? [] : [[code, ours] as const];
  });
  const shape = { fund, paid: header[paidPlace] ?? '', funds: Object.fromEntries(meant) };
  return { places: [fundPlace, paidPlace], shape: { rows: 'fund', ...shape } };
}

/** Names that do not say whether an amount of a fund was paid. */
const AMOUNTS: readonly string[] = 'Amount,Amt,Fund Amount,Fund Amt,Award Amount,Award Amt'.split(',');

/** The indexes of the columns that have one of these names, or have it behind a dot. */
export function placesNamed(header: readonly string[], names: readonly string[]): number[] {
  const known = new Set(names.map(folded));
  return placesWhere(header, (name) =>
    [name, name.slice(name.lastIndexOf('.') + 1)].some((each) => known.has(folded(each))),
  );
}
