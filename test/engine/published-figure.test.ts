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

/** What a table of 5,500 dollars has for each number of credits of 24; worked out in whole numbers, here alone. */
const TABLES: readonly [mistake: string, tableOf: (credits: number) => number | string][] = [
  ['percent_rounded_up', (credits) => Math.floor((5500 * Math.ceil((100 * credits) / 24) + 50) / 100)],
  ['percent_not_rounded', (credits) => Math.floor((2 * 5500 * credits + 24) / 48)],
  ['percent_not_rounded', (credits) => (Math.floor((2 * 550_000 * credits + 24) / 48) / 100).toFixed(2)],
];
const rightTotal = (credits: number) => Math.floor((5500 * Math.floor((200 * credits + 24) / 48) + 50) / 100);

describe('a published figure', () => {
  it('is right where it is what the rules give', () => {
    for (const credits of ALL) {
      const [fall, spring] = split(credits);
      const right = rightTotal(credits);
      expect(check(student(fall, spring), 'combined', right)).toEqual({ right, isRight: true, mistakes: [] });
    }
  });

  it.each(TABLES)(
    'of a table with the mistake %s is recognized for every number of credits',
    (mistake, tableOf) => {
      let wrong = 0;
      for (const credits of ALL) {
        const published = tableOf(credits);
        const right = rightTotal(credits);
        if (Number(published) === right) continue;
        wrong += 1;
        const [fall, spring] = split(credits);
        const found = check(student(fall, spring), 'combined', published);
        expect({ credits, ...found }).toMatchObject({ credits, right, isRight: false });
        expect(found.mistakes).toContain(mistake);
      }
      expect(wrong).toBeGreaterThan(7);
    },
  );

  it.each<[string, WireRequest, PublishedFigure, number | string, string[]]>([
    // 13 of 24 = 54.17 %, rounded up 55 instead of 54.
    ['the percent rounded up', student(12, 1), 'percent', 55, ['percent_rounded_up']],
    ['the percent with decimals', student(12, 1), 'percent', '54.17', ['percent_not_rounded']],
    // Fall 7 of 12 = 58 % of 2,750 = 1,595; spring 7 the same: 3,190. Right: 14 of 24 = 58 % of 5,500 = 3,190, so other credits:
    // fall 9 = 75 % = 2,062.5 -> 2,063; spring 4 = 33 % = 907.5 -> 908: 2,971. Right: 13 of 24 = 54 % = 2,970.
    ['each term by itself', student(9, 4), 'combined', 2971, ['term_by_term']],
    // 18 of 2 x 15 = 60 %; by 12 it is 18 of 24 = 75 %.
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
    // 50 %: 1,750 subsidized; not reduced 3,500, and nothing is left of 2,750.
    ['need in full', student(6, 6), 'subsidized', 3500, ['subsidized_not_reduced']],
    // 50 % of 5,000 = 2,500; 2,501 -> 1,251 and 2,499 -> 1,250: 2,501 together.
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
