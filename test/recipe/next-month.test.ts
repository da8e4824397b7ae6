import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { withHeld } from '../../src/recipe/columns/column-changes.js';
import { withRecipeNames } from '../../src/recipe/columns/facts-by-recipe.js';
import { acceptHeld, placeColumns } from '../../src/recipe/columns/place-columns.js';
import { suggestRecipe } from '../../src/recipe/columns/suggest.js';
import { examine } from '../../src/recipe/examine.js';
import type { FieldRule, Recipe } from '../../src/recipe/format/recipe.js';
import { parseRecipe, recipeText } from '../../src/recipe/format/recipe-file.js';
import { forAll } from '../support/runs.js';
import { columnOf, factsIn, noneElse, notUsed, openOf, run, tableOf, withStatus } from './small-table.js';

/** A column that holds something else in next month's file must never change dollars silently. */

/** A column's cells by student number and term (0 for fall, 1 for spring). Null removes the column. */
type Cell = (student: number, term: number) => string | number;
type Columns = Readonly<Record<string, Cell | null>>;

const CREDITS: Cell = (student, term) => [12, 9, 15, 6, 12][(student + term) % 5] ?? '';

const USUAL: Readonly<Record<string, Cell>> = {
  ID: (student) => 1000 + student,
  Term: (_, term) => ['Fall 2026', 'Spring 2027'][term] ?? '',
  Dep: (student) => (student % 4 === 0 ? 'I' : 'D'),
  Class: (student) => ['FR', 'SO', 'JR'][student % 3] ?? '',
  Need: (student) => [0, 2000, 3500][student % 3] ?? '',
  Credits: CREDITS,
};

/** A file of the usual columns, some of them replaced, removed or added. */
function fileOf(others: Columns, students = 20): string {
  const columns = Object.entries({ ...USUAL, ...others }).filter(
    (entry): entry is [string, Cell] => entry[1] !== null,
  );
  const names = columns.map(([name]) => name);
  const rows = Array.from({ length: students * 2 }, (_, at) =>
    columns.map(([, cell]) => cell(Math.floor(at / 2), at % 2)),
  );
  return [names, ...rows].join('\n');
}

/** The recipe that a person confirms for a file: suggested columns, these rules, and all else not used. */
function confirmed(file: string, rules: Readonly<Record<string, FieldRule>> = {}, status?: string): Recipe {
  const facts = factsIn(file);
  const codes = { FR: 'first_year', SO: 'second_year', JR: 'third_year_and_beyond' };
  const draft = suggestRecipe(facts);
  const fields: Record<string, FieldRule> = {
    ...draft.fields,
    degree_level: { value: 'undergraduate' },
    dependency_status: { column: 'Dep', values: { D: 'dependent', I: 'independent' } },
    grade_level: { column: 'Class', values: codes },
    term_ft_credits: { value: '12' },
    subsidized_amount: { column: 'Need', per: 'year' },
    ...rules,
  };
  const settled = noneElse({ ...draft, fields });
  const counts = { W: 'no_credits', '': 'counts' } as const;
  const recipe = status === undefined ? settled : withStatus(settled, facts, status, counts);
  const used = new Set([...JSON.stringify(recipe.fields).matchAll(/"([^"]*)"/g)].map(([, name]) => name));
  const unused = facts.columns.map(({ name }) => name).filter((name) => !used.has(name) && name !== status);
  const all = withHeld(notUsed(recipe, facts, ...unused), facts);
  return parseRecipe(recipeText({ ...all, confirmed: true }));
}

const openIn = (file: string, recipe: Recipe) => openOf(tableOf(file), recipe);

const PAID = { Paid: (student: number, term: number) => (term === 0 ? 500 + student * 25 : 0) };
/** A text that no two students share. */
const note = (student: number, term = 0): string => String.fromCodePoint(0x4e00 + student * 2 + term);
const LOG = 'not_used["Log"]';
const TOTALS: Columns = { Paid: (student, term) => (500 + student * 25) * (term + 1) };
/** Payments in fall, of which a few are returned in spring. */
function returned(sign: number): Cell {
  return (student, term) => (term === 0 ? 500 + student : student % 7 === 0 ? sign * 300 : '');
}
const GRADES = 'A A- B+ B B- C+ C C- D+ D D- F P INC'.split(' ');
const OF_PAID = { term_prior_disbursement_unsub: { column: 'Paid' } };

/** How a person places columns that some of the files below add. */
const PLACED: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  Paid: OF_PAID,
  Lim: { total_limit: { column: 'Lim', per: 'most_year' } },
  PD: { plus_denied: { column: 'PD', values: { Y: 'true', '': 'false' } } },
  FT: { term_ft_credits: { column: 'FT' } },
  M2: { term_credits_enrolled: { columns: ['Credits', 'M2'] } },
  Fund: {
    fund: { column: 'Fund', values: { DSUB: 'sub', DUNSUB: 'unsub', PELL: 'none' } },
    fund_paid: { column: 'Disbursed' },
    payment_number: 'none',
  },
  Level: {
    degree_level: { column: 'Level', values: { GR: 'graduate', UG: 'undergraduate' } },
    term_ft_credits: { by_level: { graduate: '12', undergraduate: '12' } },
  },
};

it('asks what is full time in a term that was added, where that was said of all', () => {
  const recipe = confirmed(fileOf({}));
  const labels = ['Fall 2026', 'Spring 2027', 'Summer 2027'];
  const next = fileOf({ Term: (student, term) => labels[term + Number(student < 3)] ?? '' });
  const withSummer = (fields: Recipe['terms'][number]['fields']) =>
    openIn(next, { ...recipe, terms: [...recipe.terms, { label: 'Summer 2027', fields }] });
  expect(openIn(next, recipe)).toEqual(['terms']);
  expect(withSummer({})).toEqual(['held["Term"]']);
  expect(withSummer({ term_ft_credits: { value: '6' } })).not.toContain('held["Term"]');
  // A term of the recipe that most rows belong to next month is not a new one.
  const spring = { label: 'Spring 2027', fields: { term_ft_credits: { value: '12' } } };
  const { terms, ...ofFall } = confirmed(fileOf({ Term: () => 'Fall 2026' }));
  const mostlySpring = fileOf({ Term: (student, term) => labels[student < 5 ? term : 1] ?? '' });
  expect(openIn(mostlySpring, { ...ofFall, terms: [...terms, spring] })).not.toContain('held["Term"]');
});

describe('is open where', () => {
  test.each<[what: string, first: Columns, next: Columns, open?: string | string[]]>([
    ['payments are blank everywhere', PAID, { Paid: () => '' }],
    ['payments are 0 everywhere', PAID, { Paid: () => 0 }],
    ['payments are of both terms together', PAID, TOTALS, 'decisions.paid_so_far'],
    ['returned payments have lost their sign', { Paid: returned(-1) }, { Paid: returned(1) }],
    ['needs are halves of the year', {}, { Need: (nth) => [0, 1000, 1750][nth % 3] ?? '' }],
    ['credits are those of all terms', {}, { Credits: (nth, term) => Number(CREDITS(nth, term)) * 2 }],
    ['a limit is blank everywhere', { Lim: () => 4000 }, { Lim: () => '' }],
    ['full-time credits are those of the year', { FT: () => 12 }, { FT: () => 24 }],
    ['nobody is denied a PLUS loan', { PD: (nth) => (nth % 5 === 0 ? 'Y' : '') }, { PD: () => '' }],
    ['the second part of a term is blank everywhere', { M2: () => 3 }, { M2: () => '' }],
    [
      'most have no credits in spring',
      {},
      { Credits: (nth, term) => (term === 1 && nth % 5 > 0 ? 0 : 12) },
      'decisions["zero_credits:Spring 2027"]',
    ],
    ['credits are the same for everybody', {}, { Credits: () => 12 }],
    ...[() => 12, (nth: number) => 10.5 + nth].map((of, at): [string, Columns, Columns, string] => [
      `${at === 0 ? 'a number' : 'numbers'} that few had are there for half`,
      { Log: (nth) => (nth % 10 === 0 ? of(nth) : '') },
      { Log: (nth) => (nth % 2 === 0 ? of(nth) : '') },
      LOG,
    ]),
    [
      'a text of its own is the same for many',
      { Log: note },
      { Log: (nth, term) => (nth > 3 ? 'Out' : note(nth, term)) },
      LOG,
    ],
    ['a column comes that says one thing of everybody', {}, { Summer: () => 6 }, 'not_used["Summer"]'],
    ['a code is that of everybody', {}, { Dep: () => 'D' }],
    ['the code of few is that of most', {}, { Dep: (nth) => (nth % 10 === 0 ? 'D' : 'I') }],
    ['everybody has the other code', { Dep: () => 'D' }, { Dep: () => 'I' }],
    [
      'a number comes to few that many share',
      { Reg: (nth) => (nth % 2 ? 10 : 25) },
      { Reg: (nth) => (nth === 3 ? 90 : 25) },
      'not_used["Reg"]',
    ],
    [
      'a grade comes to many',
      { Grade: (nth, term) => GRADES[(nth * 2 + term) % 14] ?? '' },
      { Grade: (nth) => (nth === 3 ? 'W' : 'A') },
      'not_used["Grade"]',
    ],
    [
      'payments of a loan are gone',
      { Disbursed: (_, term) => 500 - term * 500, Fund: (nth) => ['DSUB', 'DUNSUB', 'PELL'][nth % 3] ?? '' },
      { Fund: (nth) => ['DUNSUB', 'PELL'][nth % 2] ?? '' },
    ],
    [
      'graduates are most',
      { Level: (nth) => (nth < 2 ? 'GR' : 'UG') },
      { Level: (nth) => (nth > 2 ? 'GR' : 'UG') },
    ],
    [
      'credits that were those enrolled are final',
      { Taken: CREDITS },
      { Taken: (nth, term) => (nth === 3 && term === 0 ? 3 : CREDITS(nth, term)) },
      'not_used["Taken"]',
    ],
    ['undergraduates come to graduates', { Level: () => 'GR' }, { Level: (nth) => (nth > 9 ? 'GR' : 'UG') }],
    ['ids are words', {}, { ID: (nth) => `Kim Min ${'abcdefghijklmnopqrstu'[nth]}` }],
  ])('%s', (_, first, next, open = `held["${Object.keys(next)[0]}"]`) => {
    const rules = Object.assign({}, ...Object.keys(first).map((name) => PLACED[name]));
    const recipe = confirmed(fileOf(first), rules);
    expect(openIn(fileOf(first), recipe)).toBeNull();
    expect(openIn(fileOf({ ...first, ...next }), recipe)).toEqual([open].flat());
  });

  test('a status says nothing any longer', () => {
    const first = fileOf({ Reg: (student) => (student === 3 ? 'W' : '') });
    const recipe = confirmed(first, {}, 'Reg');
    expect(openIn(first, recipe)).toBeNull();
    expect(openIn(fileOf({ Reg: () => '' }), recipe)).toEqual(['held["Reg"]']);
  });

  test('a column of few codes, in a file of few rows, has another', () => {
    const states = ['Registered', 'Confirmed', 'Confirmed', 'Registered', 'Enrolled'];
    const state = (student: number) => states[student] ?? '';
    const first = fileOf({ Status: state }, 5);
    const next = fileOf({ Status: (student) => (student === 0 ? 'Withdrawn' : state(student)) }, 5);
    const recipe = confirmed(first);
    expect([openIn(first, recipe), openIn(next, recipe)]).toEqual([null, ['not_used["Status"]']]);
  });
});

describe('asks nothing', () => {
  const recipe = confirmed(fileOf(PAID), OF_PAID);

  it('of the next month of an ordinary export, whoever its students are', () => {
    const pick = <Value>(...of: Value[]) => fc.constantFrom(...of);
    const student = fc.record({
      Dep: pick('D', 'D', 'I'),
      Class: pick('FR', 'SO', 'JR'),
      Need: pick(0, 1500, 2000, 3500, 3500, 4500),
      Credits: fc.tuple(pick(6, 9, 12, 12, 15, 16, 18), pick(6, 9, 9, 12, 12, 15)),
      Paid: fc.tuple(pick(0, 400, 900, 1000, 1200), pick<number | string>('', 0, 500)),
    });
    forAll(100, fc.noBias(fc.array(student, { minLength: 40, maxLength: 60 })), (students) => {
      const of = (nth: number) => students[nth] ?? students[0];
      const next: Columns = {
        ID: (nth) => 4321 + nth * 7,
        Dep: (nth) => of(nth)?.Dep ?? '',
        Class: (nth) => of(nth)?.Class ?? '',
        Need: (nth) => of(nth)?.Need ?? '',
        Credits: (nth, term) => of(nth)?.Credits[term] ?? '',
        Paid: (nth, term) => of(nth)?.Paid[term] ?? '',
      };
      expect(
        (openIn(fileOf(next, students.length), recipe) ?? []).filter((path) => /held|not_used/.test(path)),
      ).toEqual([]);
    });
  });

  test.each<[what: string, first: Columns, next: Columns]>([
    ['a column that was not used and is gone', { Level: (nth) => 11 + (nth % 2) }, { Level: null }],
    [
      'payments that come in spring',
      { Paid: (nth, term) => (term === 0 ? 500 + nth : '') },
      { Paid: (nth, term) => 800 + nth - term * 100 },
    ],
    ['payments that come to a column without any', { Paid: () => '' }, PAID],
    ['other dates', { On: (nth) => `2026-08-1${nth % 2}` }, { On: (nth) => `2026-09-1${nth % 2}` }],
    ['other proportions of codes', {}, { Dep: (nth) => (nth % 3 === 0 ? 'D' : 'I') }],
    ['one level of the few students left', {}, { Class: (nth) => (nth < 9 ? 'FR' : 'SO') }],
    ['more credits than anybody had', {}, { Credits: (nth, term) => 16 + ((nth + term) % 3) }],
  ])('of %s', (_, first, next) => {
    const rules = 'Paid' in first ? OF_PAID : {};
    expect(openIn(fileOf({ ...first, ...next }), confirmed(fileOf(first), rules))).toBeNull();
  });

  it('of columns whose names have other capitals and blanks', () => {
    const next = tableOf(fileOf(PAID).replace('Credits', 'CRED ITS'));
    expect(openOf(next, recipe)).toContain('fields.term_credits_enrolled.column');
    expect(openOf(withRecipeNames(recipe, next, factsIn(next)).table, recipe)).toBeNull();
    // Two columns whose names differ only in capitals keep their own names.
    const both = { ...recipe, not_used: { ...recipe.not_used, CREDITS: 'numbers' } } as const;
    const two = tableOf(fileOf(PAID).replace('Credits', 'CREDITS').replace('\n', ',Credits\n'));
    expect(withRecipeNames(both, two, factsIn(two)).table.header).toEqual(two.header);
  });

  it('of a file of failed rows, of three rows, or with a recipe that keeps nothing but where a column is blank', () => {
    const failed = fileOf({ Paid: () => '', error: (student) => `Need: it is blank (${student})` });
    expect(openIn(failed, recipe)).toBeNull();
    expect(openIn(fileOf({ ...PAID, error: () => 'Need: it is blank' }, 1), recipe)).not.toContain(
      'not_used["error"]',
    );
    expect(openIn(fileOf({ Paid: () => '' }, 2), recipe)).not.toContain('held["Paid"]');
    const { held: _, ...older } = recipe;
    expect(openIn(fileOf({ Paid: () => 0 }), older)).toBeNull();
    expect(openIn(fileOf({ Paid: () => '' }), older)).toEqual(['held["Paid"]']);
  });
});

test('a column that was blank, and is placed a month later, is open when it is blank again', () => {
  const first = fileOf({ Paid: () => '' });
  const facts = factsIn(fileOf(PAID));
  const placed = placeColumns(confirmed(first), facts, 'term_prior_disbursement_unsub', ['Paid']);
  expect(openIn(fileOf(PAID), withHeld(placed, facts))).toBeNull();
  expect(openIn(first, withHeld(placed, facts))).toEqual(['held["Paid"]']);
});

test('what a draft keeps is what its file holds, whatever it was first', () => {
  const draft = { ...confirmed(fileOf(PAID), OF_PAID), confirmed: false };
  expect(withHeld(draft, factsIn(fileOf({ Paid: () => 0 }))).held).toMatchObject({ Paid: 'blank' });
});

test('amounts paid that were the same in each term, and are totals now, are asked about again', () => {
  const same = fileOf({ Paid: (nth) => 500 + nth * 25 });
  const recipe = confirmed(same, OF_PAID);
  const said = { ...recipe, decisions: { ...recipe.decisions, paid_so_far: 'most_of_term' } };
  expect(openIn(same, said)).toBeNull();
  expect(openIn(fileOf(TOTALS), said)).toEqual(['decisions.paid_so_far']);
});

test('what a placed column holds now is kept once a person says that it is so', () => {
  const recipe = confirmed(fileOf(PAID), OF_PAID);
  const next = fileOf({ Paid: () => 0 });
  const kept = (said: Recipe, file: string) => withHeld(said, factsIn(file)).held?.['Paid'];
  expect(kept(recipe, next)).toEqual({ around: 738 });
  expect(kept(confirmed(fileOf(PAID, 9), OF_PAID), next)).toBe('numbers');
  const facts = factsIn(next);
  const settled = withHeld(acceptHeld(recipe, facts, columnOf(facts, 'Paid')), facts);
  expect(settled.held?.['Paid']).toBe('blank');
  expect(openIn(next, settled)).toBeNull();
  // Once payments appear, the recipe records them again.
  expect(kept(settled, fileOf(PAID))).toEqual({ around: 738 });
});

test('returned payments that come later are recorded, so that their sign is missed once it is gone', () => {
  const later = withHeld(confirmed(fileOf(PAID), OF_PAID), factsIn(fileOf({ Paid: returned(-1) })));
  expect(later.held?.['Paid']).toBe('signed numbers');
  expect(openIn(fileOf({ Paid: returned(-1) }), later)).toBeNull();
  expect(openIn(fileOf({ Paid: returned(1) }), later)).toEqual(['held["Paid"]']);
});

test('of ids and names a recipe keeps no text, and of amounts only the average of many', () => {
  const ID: Cell = (student) => `${'abcdefghijklmnopqrst'[student]}7`;
  const Mail: Cell = (student) => (student === 3 ? 'ann@mail.edu' : '');
  const file = fileOf({ ...PAID, ID, Mail, Name: (student) => `Ann ${student}` });
  const { held, not_used } = confirmed(file, OF_PAID);
  expect(not_used).toEqual({ Mail: { mostly: '' }, Name: 'texts' });
  const average = { Need: { around: 2690 }, Credits: { around: 10.8 } };
  expect(held).toMatchObject({ ID: 'texts', ...average, Dep: { mostly: 'D' } });
  expect(confirmed(fileOf(PAID, 9), OF_PAID).held).toMatchObject({ Need: 'numbers', Credits: 'numbers' });
  const Need: Cell = (student) => (student === 1 ? '9'.repeat(320) : 3500);
  expect(confirmed(fileOf({ Need })).held?.['Need']).toBe('numbers');
  // In a small office, two students may share a name.
  const Last: Cell = (student) => ['Gee', 'Hay', 'Ivy', 'Jay', 'Kim'][student] ?? 'Lee';
  const Ssn: Cell = (student) => `123-45-678${student % 2}`;
  expect(confirmed(fileOf({ Last, Ssn }, 8)).not_used).toEqual({ Last: 'texts', Ssn: 'texts' });
});

it('rows of another year, which are left out, hide nothing of what the others have lost or got', () => {
  const file = (paid: number | string, log: string) => {
    const lines = Array.from({ length: 20 }, (_, nth) => [
      `${nth},Fall 2025,D,FR,0,12,400,old`,
      `${nth},Fall 2026,D,FR,0,12,${paid},${log}`,
    ]);
    return ['ID,Term,Dep,Class,Need,Credits,Paid,Log', ...lines.flat()].join('\n');
  };
  const facts = factsIn(file(500, ''));
  const draft = confirmed(file(500, ''), OF_PAID);
  const ofYear = { ...draft, terms: [{ label: 'Fall 2026' }], not_terms: ['Fall 2025'] };
  const answered = { ...ofYear, decisions: { 'left_out_payments:"Fall 2025" is no term': 'most_left_out' } };
  const { examination } = run(examine(tableOf(file(500, '')), facts, answered, '2026-27'));
  const { Log: _, ...unused } = answered.not_used;
  const recipe = withHeld({ ...answered, not_used: unused, held: {} }, examination.facts);
  expect(recipe.not_used['Log']).toBe('blank');
  const said = { ...recipe, decisions: { ...recipe.decisions, 'zero:subsidized_amount': 'most_none' } };
  expect(openIn(file(500, ''), said)).toBeNull();
  expect(openIn(file('', ''), said)).toEqual(['held["Paid"]']);
  expect(openIn(file(500, 'new'), said)).toEqual([LOG]);
  const flags = file(500, '').replace(/^.*$/gm, (line) => `${line},${/^ID|2026/.test(line) ? 'Flag' : ''}`);
  expect(openIn(flags, said)).toEqual(['not_used["Flag"]']);
});
