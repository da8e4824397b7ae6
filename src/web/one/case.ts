import { ASKED_FIELDS, type AskedField } from '../../contract/asked-fields.js';
import { cellValue } from '../../contract/field-kinds.js';
import { isBeyondBachelor } from '../../contract/field-words.js';
import type { JsonObject } from '../../contract/json-student.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../engine/award-years.js';
import { RULES_VERSION } from '../../engine/calculate.js';
import { dollars, isExact, parseExact } from '../../engine/exact.js';
import { MAX_TERMS } from '../../engine/student.js';
import { valueLabel } from '../labels.js';

/** Typed texts by field name; a missing or empty field was not given. */
export type Entries = Readonly<Record<string, string>>;

/** One student as typed into the form, before validation. */
export interface Case {
  /** One of the award years that have a table of limits. */
  readonly awardYear: string;
  readonly student: Entries;
  readonly terms: readonly Entries[];
}

/** Assumes only what most years have: a fall and a spring. */
export const BLANK_CASE: Case = {
  awardYear: CURRENT_AWARD_YEAR,
  student: {},
  terms: [{ label: 'Fall' }, { label: 'Spring' }],
};

/** A paid fall, and a spring with half of full-time credits. */
export const EXAMPLE_CASE: Case = {
  ...BLANK_CASE,
  student: {
    degree_level: 'undergraduate',
    grade_level: 'second_year',
    dependency_status: 'dependent',
    subsidized_amount: '3,000',
  },
  terms: [
    {
      label: 'Fall',
      full_time_credits: '12',
      credits_enrolled: '12',
      actual_final_credits: '9',
      prior_disbursement_sub: '1,500',
      prior_disbursement_unsub: '1,750',
    },
    { label: 'Spring', full_time_credits: '12', credits_enrolled: '6' },
  ],
};

/** A field of a case with its text. */
export interface Entry {
  readonly field: AskedField;
  /** The index of the term; null for the student's own fields. */
  readonly term: number | null;
  /** As in errors and links, such as `terms.1.credits_enrolled`; also the id of the field's control. */
  readonly path: string;
  /** As typed, untrimmed. */
  readonly text: string;
  readonly isBlank: boolean;
  /** Whether the field concerns the student. If not, its text is kept for when it does. */
  readonly isAsked: boolean;
}

/** Every field of a case, in the order of the form: the student's, then each term's. */
export function entriesOf({ student, terms }: Pick<Case, 'student' | 'terms'>): Entry[] {
  const entries = (texts: Entries, term: number | null) =>
    ASKED_FIELDS.filter(({ isOfTerm }) => isOfTerm === (term !== null)).map((field): Entry => {
      const { name, concerns } = field;
      const text = texts[name] ?? '';
      return {
        field,
        term,
        path: term === null ? name : `terms.${term}.${name}`,
        text,
        isBlank: text.trim() === '',
        isAsked: concerns?.(student) ?? true,
      };
    });
  return [...entries(student, null), ...terms.flatMap(entries)];
}

/** Entries that are filled in and concern the student. */
export function givenEntries(typed: Case): Entry[] {
  return entriesOf(typed).filter(({ isAsked, isBlank }) => isAsked && !isBlank);
}

/** Every field that a case with the most terms can have, by path. */
export const PLACES: ReadonlyMap<string, Entry> = new Map(
  entriesOf({ student: {}, terms: Array<Entries>(MAX_TERMS).fill({}) }).map((entry) => [entry.path, entry]),
);

/** The case with another text in one field. */
export function withEntry(typed: Case, { field, term }: Entry, text: string): Case {
  const changed = (texts: Entries): Entries => ({ ...texts, [field.name]: text });
  if (term === null) return { ...typed, student: changed(typed.student) };
  return { ...typed, terms: typed.terms.map((texts, index) => (index === term ? changed(texts) : texts)) };
}

/** More names than a year has terms. */
const TERM_NAMES = ['Fall', 'Winter', 'Spring', 'Summer'];
const SUMMER_NAMES = ['Summer', 'Summer 2', 'Summer 3', 'Summer 4'];

/**
 * The case with another term at an index, under an unused name. Full-time credits are copied from its
 * neighbor; its own credits stay blank. A summer counts in the year only if the student enrolls, as schools
 * treat it. A full year stays unchanged.
 */
export function withTerm(typed: Case, at: number, isSummer: boolean = false): Case {
  const { terms } = typed;
  if (terms.length >= MAX_TERMS) return typed;
  const used = terms.map(({ label = '' }) => label.trim().toLowerCase());
  const names = isSummer ? SUMMER_NAMES : TERM_NAMES;
  const label = names.find((name) => !used.includes(name.toLowerCase())) ?? '';
  const { full_time_credits = '' } = terms[at - 1] ?? terms[at] ?? {};
  const added = { label, full_time_credits, ...(isSummer ? { required: 'false' } : {}) };
  return { ...typed, terms: [...terms.slice(0, at), added, ...terms.slice(at)] };
}

/** The case without one of its terms. */
export function withoutTerm(typed: Case, index: number): Case {
  return { ...typed, terms: typed.terms.filter((_, each) => each !== index) };
}

/** The names of the terms; `Term 2` for a second term without a name. */
export function termNames({ terms }: Case): string[] {
  return terms.map(({ label = '' }, index) => label.trim() || `Term ${index + 1}`);
}

/** The full-time credits of the first term if another term has none; otherwise null. */
export function offeredFullTime({ terms }: Case): string | null {
  const [first = '', ...others] = terms.map(({ full_time_credits = '' }) => full_time_credits.trim());
  return first !== '' && others.includes('') ? first : null;
}

/** The case with these full-time credits in every term that has none. */
export function withFullTime(typed: Case, full_time_credits: string): Case {
  const filled = (term: Entries) =>
    term['full_time_credits']?.trim() ? term : { ...term, full_time_credits };
  return { ...typed, terms: typed.terms.map(filled) };
}

/** The body of the `POST /v1/calculate` request for a case. */
export function requestOf(typed: Case): JsonObject {
  const given = givenEntries(typed);
  const body = (of: number | null) =>
    Object.fromEntries(
      given.filter(({ term }) => term === of).map((entry) => [entry.field.name, requestValue(entry)]),
    );
  return {
    // Not asked: for federal student aid all graduate students are independent, and the limit is the same.
    ...(isBeyondBachelor(typed.student) ? { dependency_status: 'independent' } : {}),
    ...body(null),
    terms: typed.terms.map((_, term) => body(term)),
  };
}

/** The request value of a filled-in field. Only amounts may be written as freely as in a file. */
export function requestValue({ field, text }: Pick<Entry, 'field' | 'text'>): unknown {
  const given = text.trim();
  if (isAmount(field)) return cellValue(field, given);
  if (field.kind === 'flag' && (given === 'true' || given === 'false')) return given === 'true';
  return field.kind === 'count' && /^\d{1,3}$/.test(given) ? Number(given) : given;
}

/** Whether a field holds dollars. */
export function isAmount({ kind }: AskedField): boolean {
  return kind === 'dollars' || kind === 'whole dollars';
}

/** A filled-in field for reading: `3500` as `$3,500`, `first_year` as `First year`. */
export function entryText(entry: Entry): string {
  const text = entry.text.trim();
  if (!isAmount(entry.field)) return valueLabel(entry.field.name, text);
  const amount = parseExact(String(requestValue(entry)));
  return isExact(amount) ? dollars(amount) : text;
}

/**
 * The link that reproduces the form: parameters after `#`, which browsers never send to a server.
 *
 *   #v=1&rules=2026-27.3&degree_level=undergraduate&terms.0.label=Fall&terms.0.credits_enrolled=12
 *
 * Paths are the same as in errors, and equal cases have equal links. `rules` names the award year and the
 * version of the rules: other rules may give another answer.
 */
export function linkTo(typed: Case): string {
  const parameters = new URLSearchParams({ v: VERSION, rules: rulesOf(typed) });
  for (const { field, path, text } of entriesOf(typed)) {
    // A blank term is still a term.
    if (text !== '' || field.name === 'label') parameters.append(path, text);
  }
  return `#${parameters}`;
}

const VERSION = '1';

function rulesOf({ awardYear }: Case): string {
  return `${awardYear}.${RULES_VERSION}`;
}

/** Reads a link from `#` on; null if it holds no case. `typed` is null if its version is unknown. */
export function readLink(
  hash: string,
): { readonly typed: Case | null; readonly remarks: readonly string[] } | null {
  const { v: version, rules, ...texts } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  if (version === undefined) return null;
  if (version !== VERSION) {
    const text = `This link has version ${version}, which this page cannot read. Ask for a new link, or type the case in.`;
    return { typed: null, remarks: [text] };
  }
  const known = Object.keys(texts).flatMap((path) => PLACES.get(path) ?? []);
  const terms = Math.max(0, ...known.map(({ term }) => (term ?? -1) + 1));
  if (terms === 0) return null;
  const awardYear = AWARD_YEARS.find((year) => rules?.startsWith(`${year}.`)) ?? CURRENT_AWARD_YEAR;
  const blank: Case = { awardYear, student: {}, terms: Array<Entries>(terms).fill({}) };
  const typed = known.reduce((filled, place) => withEntry(filled, place, texts[place.path] ?? ''), blank);
  const remarks: string[] = [];
  if (rules !== undefined && rules !== rulesOf(typed))
    remarks.push(
      `This link was made with rules ${rules}. This page calculates with rules ${rulesOf(typed)}, so its figures can differ.`,
    );
  const unknown = Object.keys(texts).filter((path) => !PLACES.has(path));
  if (unknown.length > 0)
    remarks.push(`This page does not know these parts of the link and left them out: ${unknown.join(', ')}.`);
  return { typed, remarks };
}
