import { isRefused, referenceCalculate } from '../reference/calculate.js';
import type { ReferenceOption } from '../reference/types.js';

/** A term of somebody made up: its season, and what a school would know of it. */
export interface PersonTerm {
  readonly season: Season;
  readonly credits: string;
  readonly final?: string;
  /** Full-time credits of this term, where they are others than the person's. */
  readonly full?: string;
  /** Whole dollars paid so far. */
  readonly sub?: number;
  readonly unsub?: number;
}

/** U is a summer before the fall, a header. */
export type Season = 'U' | 'F' | 'W' | 'S';

/** Somebody made up, as a school would know them. The tables are written from these, and the right answers worked out. */
export interface Person {
  readonly id: string;
  readonly dependency: 'dependent' | 'independent';
  readonly degree: 'undergraduate' | 'graduate' | 'professional';
  /** Year of study, from 1; null for graduates. */
  readonly year: number | null;
  readonly need: number;
  readonly denied: boolean;
  readonly legacy?: boolean;
  /** Cost of attendance. */
  readonly cost?: number;
  readonly full: string;
  readonly terms: readonly PersonTerm[];
}

const undergraduate = { degree: 'undergraduate', need: 0, denied: false, full: '12' } as const;

/** Undergraduates of a fall and a spring; whoever takes one of their facts for another gives other dollars. */
export const UNDERGRADUATES: readonly Person[] = [
  { id: 'A00000011', dependency: 'dependent', year: 1, need: 2000, terms: terms('9', '12') },
  { id: 'A00000012', dependency: 'independent', year: 3, need: 5500, terms: terms('6', '7.5') },
  { id: 'A00000013', dependency: 'dependent', year: 2, need: 1001, terms: paid(terms('12', '9'), 400, 1000) },
  { id: 'A00000014', dependency: 'dependent', year: 1, denied: true, terms: terms('15', '6') },
  {
    id: 'A00000015',
    dependency: 'independent',
    year: 2,
    need: 3333,
    terms: paid(terms('12', '9'), 1667, 2000),
  },
  { id: 'A00000016', dependency: 'dependent', year: 4, need: 5500, terms: terms('12', '3') },
  { id: 'A00000017', dependency: 'independent', year: 1, need: 3500, terms: terms('7', '8') },
  { id: 'A00000018', dependency: 'dependent', year: 3, need: 2750, terms: terms('12', '12') },
].map((one) => ({ ...undergraduate, ...one }) as Person);

/** Graduates, for whom nine credits are full time. */
export const GRADUATES: readonly Person[] = [
  { id: 'A00000021', terms: terms('9', '6') },
  { id: 'A00000022', terms: terms('5', '9') },
].map((one) => ({
  ...{ dependency: 'independent', degree: 'graduate', year: null, need: 0, denied: false, full: '9' },
  ...one,
}));

function terms(fall: string, spring: string): readonly PersonTerm[] {
  return [
    { season: 'F', credits: fall },
    { season: 'S', credits: spring },
  ];
}

function paid([first, ...others]: readonly PersonTerm[], sub: number, unsub: number): readonly PersonTerm[] {
  return first === undefined ? [] : [{ ...first, sub, unsub }, ...others];
}

/** The people, each as `change` makes them. */
export function each(people: readonly Person[], change: (person: Person, nth: number) => Person): Person[] {
  return people.map(change);
}

/** Some people's term as `change` makes it; null takes it away. `nths` are places among the people. */
export function withTerm(
  people: readonly Person[],
  nths: readonly number[],
  season: Season,
  change: Partial<PersonTerm> | null,
): readonly Person[] {
  return people.map((person, nth) => {
    if (!nths.includes(nth)) return person;
    const own = person.terms.flatMap((term) => {
      if (term.season !== season) return [term];
      return change === null ? [] : [{ ...term, ...change }];
    });
    return { ...person, terms: own };
  });
}

/** Everybody without subsidized need. */
export function withoutNeed(people: readonly Person[]): readonly Person[] {
  return people.map((person) => ({ ...person, need: 0 }));
}

/** Everybody before anything was paid. */
export function unpaid(people: readonly Person[]): readonly Person[] {
  return people.map((person) => ({
    ...person,
    terms: person.terms.map(({ sub: _, unsub: __, ...term }) => term),
  }));
}

/** What somebody's term is called in a table. */
export type Labels = Readonly<Partial<Record<Season, string>>>;

/** The dollars of a student in one line; `fails` for one who cannot be calculated. */
export type Line = string;
export const FAILS: Line = 'fails';

/** The right dollars by student, worked out by the reference calculation, which shares no code with the product. */
export function rightDollars(people: readonly Person[], labels: Labels): Readonly<Record<string, Line>> {
  return Object.fromEntries(people.map((person) => [person.id, rightLine(person, labels)]));
}

function rightLine(person: Person, labels: Labels): Line {
  const result = referenceCalculate({
    dependency_status: person.dependency,
    degree_level: person.degree,
    grade_level: person.year === null ? null : yearName(person.year),
    subsidized_amount: person.need,
    plus_denied: person.denied,
    is_legacy_borrower: person.legacy ?? false,
    cost_of_attendance: person.cost ?? null,
    terms: person.terms.map((term) => ({
      label: labels[term.season] ?? '',
      full_time_credits: term.full ?? person.full,
      credits_enrolled: term.credits,
      actual_final_credits: term.final ?? null,
      prior_disbursement_sub: term.sub ?? null,
      prior_disbursement_unsub: term.unsub ?? null,
    })),
  });
  if (isRefused(result)) return FAILS;
  const annual = [
    result.annual_basic_eligibility_sub,
    result.annual_basic_eligibility_unsub,
    result.annual_basic_eligibility_grad_plus,
  ];
  return lineOf(
    annual,
    result.terms.map(({ label, equal, proportional }) => ({
      label,
      equal: dollars(equal),
      proportional: dollars(proportional ?? equal),
    })),
  );
}

function dollars({ subsidized, unsubsidized, grad_plus: gradPlus }: ReferenceOption): readonly number[] {
  return [subsidized, unsubsidized, gradPlus];
}

function yearName(year: number): string {
  return ['first_year', 'second_year'][year - 1] ?? 'third_year_and_beyond';
}

/** One student's dollars in a line: the annual limits, then each term in which something is paid, by label. */
export function lineOf(
  annual: readonly number[],
  ofTerms: readonly {
    readonly label: string;
    readonly equal: readonly number[];
    readonly proportional: readonly number[];
  }[],
): Line {
  const parts = ofTerms
    .filter(({ equal, proportional }) => [...equal, ...proportional].some((amount) => amount > 0))
    .map(({ label, equal, proportional }) => `${label}: ${equal.join('/')} or ${proportional.join('/')}`);
  return [annual.join('/'), ...parts.sort()].join('; ');
}
