import { cellValue } from '../../contract/field-kinds.js';
import { ASKED_FIELDS, type AskedField } from '../../contract/field-list.js';
import { isBeyondBachelor } from '../../contract/field-words.js';
import type { JsonObject } from '../../contract/json-student.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../engine/award-years.js';
import { RULES_VERSION } from '../../engine/calculate.js';
import { dollars, isExact, parseExact } from '../../engine/exact.js';
import { MAX_TERMS } from '../../engine/student.js';
import { valueLabel } from '../labels.js';

/** What a person typed, by field name; a field that is missing or empty was not given. */
export type Entries = Readonly<Record<string, string>>;

/** One student as typed into the form, before it is read. */
export interface Case {
  /** The award year whose limits apply: one of those that have a table. */
  readonly awardYear: string;
  readonly student: Entries;
  readonly terms: readonly Entries[];
}

/** Only assumes what most years have: a fall and a spring. */
export const BLANK_CASE: Case = {
  awardYear: CURRENT_AWARD_YEAR,
  student: {},
  terms: [{ label: 'Fall' }, { label: 'Spring' }],
};

/** An example: a fall that was paid, and half as many spring credits as were planned. */
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
  /** The index of its term, null for the student's own fields. */
  readonly term: number | null;
  /** As errors and links write it: `terms.1.credits_enrolled`. It is the id of the field's control, too. */
  readonly path: string;
  /** As typed, with blanks around it. */
  readonly text: string;
  readonly isBlank: boolean;
  /** What is typed into a field that does not concern the student is kept for when it does. */
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

/** What is filled in and asked for. */
export function givenEntries(typed: Case): Entry[] {
  return entriesOf(typed).filter(({ isAsked, isBlank }) => isAsked && !isBlank);
}

/** The entries of a blank case of as many terms as there may be, by path: every field that a case can have. */
export const PLACES: ReadonlyMap<string, Entry> = new Map(
  entriesOf({ student: {}, terms: Array<Entries>(MAX_TERMS).fill({}) }).map((entry) => [entry.path, entry]),
);

/** The case with another text in one field. */
export function withEntry(typed: Case, { field, term }: Entry, text: string): Case {
  const changed = (texts: Entries): Entries => ({ ...texts, [field.name]: text });
  if (term === null) return { ...typed, student: changed(typed.student) };
  return { ...typed, terms: typed.terms.map((texts, index) => (index === term ? changed(texts) : texts)) };
}

/** Names for an added term, in the order of the year, and for a summer: more than a year has terms. */
const TERM_NAMES = ['Fall', 'Winter', 'Spring', 'Summer'];
const SUMMER_NAMES = ['Summer', 'Summer 2', 'Summer 3', 'Summer 4'];

/**
 * The case with one more term at an index, under a name that no term has. Its full-time credits are copied from its neighbor; its
 * own credits are left for the person to enter. A summer counts in the year only if the student enrolls, which is how schools
 * treat it. A year that is full stays as it is.
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

/** The names of the terms, or substitutes for those without one. */
export function termNames({ terms }: Case): string[] {
  return terms.map(({ label = '' }, index) => label.trim() || `Term ${index + 1}`);
}

/** The full-time credits of the first term, where a later term has none; otherwise null. */
export function offeredFullTime({ terms }: Case): string | null {
  const [first = '', ...others] = terms.map(({ full_time_credits = '' }) => full_time_credits.trim());
  return first !== '' && others.includes('') ? first : null;
}

/** The case with these full-time credits in each term that has none. */
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
    // Graduate students are not asked: for federal student aid all of them are independent, and the limit is the same.
    ...(isBeyondBachelor(typed.student) ? { dependency_status: 'independent' } : {}),
    ...body(null),
    terms: typed.terms.map((_, term) => body(term)),
  };
}

/** The request value of a field that is filled in. Amounts may be written as in a cell of a file; nothing else is guessed. */
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

/** A field that is filled in, for reading: `3500` as `$3,500`, `first_year` as `First year`. */
export function entryText(entry: Entry): string {
  const text = entry.text.trim();
  if (!isAmount(entry.field)) return valueLabel(entry.field.name, text);
  const amount = parseExact(String(requestValue(entry)));
  return isExact(amount) ? dollars(amount) : text;
}

/**
 * The link that reproduces the form: readable parameters behind `#`, which browsers never send to a server.
 *
 *   #v=1&rules=2026-27.3&degree_level=undergraduate&terms.0.label=Fall&terms.0.credits_enrolled=12
 *
 * Fields have the same paths as in errors, and cases with the same content have the same link. `rules` names the award year and the rules behind the answer: with other rules the
 * same case may have a different answer.
 */
export function linkTo(typed: Case): string {
  const parameters = new URLSearchParams({ v: VERSION, rules: rulesOf(typed) });
  for (const { field, path, text } of entriesOf(typed)) {
    // A term with nothing typed is still a term.
    if (text !== '' || field.name === 'label') parameters.append(path, text);
  }
  return `#${parameters}`;
}

/** The version of the format of links. */
const VERSION = '1';

function rulesOf({ awardYear }: Case): string {
  return `${awardYear}.${RULES_VERSION}`;
}

/**
 * Reads a link from `#` on; null if it holds no case, and without a case if this page cannot read links of its version.
 * `remarks` is what the person should know of it.
 */
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
