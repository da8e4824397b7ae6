import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { isExact, parseExact } from '../../src/engine/exact.js';
import { checkFigure, KNOWN_MISTAKES, type PublishedFigure } from '../../src/engine/published-figure.js';
import type { WireRequest } from '../reference/wire.js';
import { firstYear } from './test-students.js';

function check(request: WireRequest, figure: PublishedFigure, published: number | string) {
  const reading = readJsonStudent({ ...request });
  if (!reading.ok) throw new Error('The student was refused.');
  const value = parseExact(published);
  if (!isExact(value)) throw new Error(`${published} is ${value}`);
  const { right, isRight, mistakes } = checkFigure(reading.student, { figure, value });
  return { right, isRight, mistakes: mistakes.map(({ id }) => id) };
}

/** A dependent first-year student with all of 3,500 dollars subsidized; a year of two terms of 12. */
const student = (fall: number, spring: number, rest: Partial<WireRequest> = {}) =>
  firstYear([{ credits_enrolled: fall }, { credits_enrolled: spring }], { subsidized_amount: 3500, ...rest });

const ALL = Array.from({ length: 24 }, (_, index) => index + 1);
const split = (credits: number) => [Math.min(12, credits), Math.max(0, credits - 12)] as const;

/** Half up, of a quotient of whole numbers. */
const halfUp = (over: number, under: number) => Math.floor((2 * over + under) / (2 * under));
const part = (dollars: number, percent: number) => halfUp(dollars * percent, 100);
const percentOfYear = (credits: number) => halfUp(100 * credits, 24);

/** A table that somebody publishes for credits of a year of two terms, worked out in whole numbers, here alone. */
interface PublishedTable {
  readonly mistake: string;
  readonly figure: PublishedFigure;
  readonly studentOf: (credits: number) => WireRequest;
  readonly published: (credits: number) => number | string;
  readonly right: (credits: number) => number;
}

const half = (credits: number): WireRequest => student(...split(credits));
const total = (credits: number) => part(5500, percentOfYear(credits));
const subsidized = (credits: number) => part(3500, percentOfYear(credits));
/** Of a program whose full time is 15 credits. */
const fifteen = (credits: number): WireRequest => {
  const [fall, spring] = split(credits);
  const term = { full_time_credits: 15 };
  return firstYear(
    [
      { ...term, credits_enrolled: fall },
      { ...term, credits_enrolled: spring },
    ],
    { subsidized_amount: 3500 },
  );
};
/** 502 of 5,001 dollars subsidized: for nearly half of all credits both parts are rounded up. */
const odd = (credits: number): WireRequest =>
  student(...split(credits), { total_limit: 5001, subsidized_amount: 502 });

const TABLES: readonly PublishedTable[] = [
  {
    mistake: 'percent_rounded_up',
    figure: 'combined',
    studentOf: half,
    published: (credits) => part(5500, Math.ceil((100 * credits) / 24)),
    right: total,
  },
  {
    mistake: 'percent_not_rounded',
    figure: 'combined',
    studentOf: half,
    published: (credits) => halfUp(5500 * credits, 24),
    right: total,
  },
  {
    mistake: 'percent_not_rounded',
    figure: 'combined',
    studentOf: half,
    published: (credits) => (halfUp(550_000 * credits, 24) / 100).toFixed(2),
    right: total,
  },
  {
    mistake: 'term_by_term',
    figure: 'combined',
    studentOf: half,
    published: (credits) =>
      split(credits).reduce((sum, own) => sum + halfUp(5500 * halfUp(100 * own, 12), 200), 0),
    right: total,
  },
  {
    mistake: 'twelve_credits_for_all',
    figure: 'combined',
    studentOf: fifteen,
    published: total,
    right: (credits) => part(5500, halfUp(100 * credits, 30)),
  },
  {
    mistake: 'subsidized_not_reduced',
    figure: 'subsidized',
    studentOf: half,
    published: () => 3500,
    right: subsidized,
  },
  {
    mistake: 'subsidized_not_reduced',
    figure: 'unsubsidized',
    studentOf: half,
    published: (credits) => Math.max(0, total(credits) - 3500),
    right: (credits) => total(credits) - subsidized(credits),
  },
  {
    mistake: 'parts_rounded_separately',
    figure: 'combined',
    studentOf: odd,
    published: (credits) => part(502, percentOfYear(credits)) + part(4499, percentOfYear(credits)),
    right: (credits) => part(5001, percentOfYear(credits)),
  },
];

describe('a published figure', () => {
  it('is right where it is what the rules give', () => {
    for (const credits of ALL) {
      const [fall, spring] = split(credits);
      const right = total(credits);
      expect(check(student(fall, spring), 'combined', right)).toEqual({ right, isRight: true, mistakes: [] });
    }
  });

  it.each(TABLES)(
    'of a table with the mistake $mistake is recognized for every number of credits: $figure',
    ({ mistake, figure, studentOf, published, right }) => {
      let wrong = 0;
      for (const credits of ALL) {
        const value = published(credits);
        const isRight = Number(value) === right(credits);
        const found = check(studentOf(credits), figure, value);
        expect({ credits, ...found }).toMatchObject({ credits, right: right(credits), isRight });
        if (isRight) continue;
        wrong += 1;
        expect(found.mistakes).toContain(mistake);
      }
      expect(wrong).toBeGreaterThan(3);
    },
  );

  it('has a table for every known mistake', () => {
    expect(new Set(TABLES.map(({ mistake }) => mistake))).toEqual(
      new Set(KNOWN_MISTAKES.map(({ id }) => id)),
    );
  });

  it.each<[string, WireRequest, PublishedFigure, number | string, string[]]>([
    // 13 of 24 = 54.17%, rounded up 55 instead of 54.
    ['the percent rounded up', student(12, 1), 'percent', 55, ['percent_rounded_up']],
    ['the percent with decimals', student(12, 1), 'percent', '54.17', ['percent_not_rounded']],
    // Fall 7 of 12 = 58% of 2,750 = 1,595; spring 7 the same: 3,190. Right: 14 of 24 = 58% of 5,500 = 3,190, so other credits:
    // fall 9 = 75% = 2,062.5 -> 2,063; spring 4 = 33% = 907.5 -> 908: 2,971. Right: 13 of 24 = 54% = 2,970.
    ['each term by itself', student(9, 4), 'combined', 2971, ['term_by_term']],
    // 18 of 2 x 15 = 60%; by 12 it is 18 of 24 = 75%.
    [
      'twelve credits for all',
      firstYear([
        { full_time_credits: 15, credits_enrolled: 9 },
        { full_time_credits: 15, credits_enrolled: 9 },
      ]),
      'combined',
      4125,
      ['twelve_credits_for_all'],
    ],
    // 50%: 1,750 subsidized; not reduced 3,500, and nothing is left of 2,750.
    ['need in full', student(6, 6), 'subsidized', 3500, ['subsidized_not_reduced']],
    // 50% of 5,000 = 2,500; 2,501 -> 1,251 and 2,499 -> 1,250: 2,501 together.
    [
      'a dollar too much',
      student(6, 6, { total_limit: 5000, subsidized_amount: 2501 }),
      'combined',
      2501,
      ['parts_rounded_separately'],
    ],
    ['something else', student(6, 6), 'combined', 1234, []],
  ])('with %s is told from others', (_, request, figure, published, mistakes) => {
    expect(check(request, figure, published)).toMatchObject({ isRight: false, mistakes });
  });
});

describe('the table of known mistakes', () => {
  const document = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');

  it('stands on the page of rules, each with the rule that it breaks', () => {
    for (const { what, section } of KNOWN_MISTAKES) {
      expect(document).toContain(`| ${what} | [${section}](#${section}) |`);
    }
  });

  it('says of each what the rule rests on', () => {
    for (const { sources } of KNOWN_MISTAKES) expect(sources.length).toBeGreaterThan(0);
  });
});
