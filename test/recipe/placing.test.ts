import { describe, expect, it } from 'vitest';
import { folded } from '../../src/contract/name-forms.js';
import { withHeld } from '../../src/recipe/columns/column-changes.js';
import { columnLines } from '../../src/recipe/columns/column-lines.js';
import { misplacedRules } from '../../src/recipe/columns/misplaced-rules.js';
import {
  countEveryRow,
  placeColumns,
  placeRule,
  placeStatus,
  replaceColumns,
  withTerm,
} from '../../src/recipe/columns/place-columns.js';
import { suggestRecipe } from '../../src/recipe/columns/suggest.js';
import { USUAL_NAMES } from '../../src/recipe/columns/usual-names.js';
import { examine } from '../../src/recipe/examine.js';
import { FIELDS_OF_RECIPE } from '../../src/recipe/format/our-fields.js';
import { type FieldRule, pathText, type Recipe } from '../../src/recipe/format/recipe.js';
import { parseRecipe } from '../../src/recipe/format/recipe-file.js';
import { sentencesOf } from '../../src/recipe/sentences.js';
import type { TableFacts } from '../../src/table/column-facts.js';
import { termsOf } from './row-recipes.js';
import { columnOf, factsIn, noneElse, notUsed, run, tableOf, withStatus } from './small-table.js';

const FILE = `
CWID,Name,Semester,Credit Hours,Full Time Hours,Career,Class,Dependency,Financial Need,Reg Status,College
1,Ann,Fall 2026,12,12,UGRD,SO,D,4500,RE,Main
1,Ann,Spring 2027,9,12,UGRD,SO,D,4500,DW,Main
2,Ben,Fall 2026,6,9,GRAD,,,0,RE,Main
2,Ben,Spring 2027,9,9,GRAD,,,0,RE,Main`;

function openIn(recipe: Recipe, facts: TableFacts): readonly string[] {
  const open = [...columnLines(recipe, facts).open, ...misplacedRules(recipe)];
  return open.map(({ path }) => pathText(path));
}

const saidOf = (recipe: Recipe, facts: TableFacts) =>
  sentencesOf(recipe, facts, columnLines(recipe, facts)).map(({ text }) => text);

/** The recipe of {@link FILE}, completed as by a person. */
function closed(facts = factsIn(FILE)): Recipe {
  const recipe = notUsed(noneElse(suggestRecipe(facts)), facts, 'Name');
  return { ...withStatus(recipe, facts, 'Reg Status', { RE: 'counts', DW: 'no_credits' }), confirmed: true };
}

describe('a draft', () => {
  it('has what names suggest, with codes; what no column says, and what varies, is open', () => {
    const facts = factsIn(FILE);
    const draft = suggestRecipe(facts);
    expect(draft).toMatchObject({
      confirmed: false,
      rows: 'term',
      fields: {
        student_id: { column: 'CWID' },
        degree_level: { column: 'Career', values: { UGRD: 'undergraduate', GRAD: 'graduate' } },
        grade_level: { column: 'Class', values: { SO: 'second_year', '': '' } },
        dependency_status: { column: 'Dependency', values: { D: 'dependent', '': '' } },
        subsidized_amount: { column: 'Financial Need' },
      },
      terms: [{ label: 'Fall 2026' }, { label: 'Spring 2027' }],
      not_used: { College: { codes: ['Main'] } },
    });
    expect(openIn(draft, facts)).toEqual([
      'fields.plus_denied',
      'fields.is_legacy_borrower',
      'fields.cost_of_attendance',
      'fields.total_limit',
      'fields.term_actual_final_credits',
      'fields.term_prior_disbursement_sub',
      'fields.term_prior_disbursement_unsub',
      'fields.term_prior_disbursement_grad_plus',
      'status',
      'not_used["Name"]',
      'not_used["Reg Status"]',
    ]);
    expect(openIn(closed(facts), facts)).toEqual([]);
  });

  it('is open where nobody has said whether every row counts, which one sentence then says', () => {
    const facts = factsIn(FILE);
    const saysAll = (recipe: Recipe): boolean =>
      saidOf(recipe, facts).some((text) => text.startsWith('Every row counts'));
    const ofTerm = placeStatus({ ...closed(facts), status: null }, columnOf(facts, 'Reg Status'), 0);
    expect([openIn(ofTerm, facts), saysAll(ofTerm)]).toEqual([
      // A status of one term is only possible if each row holds all terms.
      ['terms[0].status[0].values["RE"]', 'terms[0].status[0].values["DW"]', 'terms[0].status'],
      false,
    ]);
    const inFall = 'Whether a row counts for Fall 2026 is in "Reg Status".';
    expect(saidOf(ofTerm, facts)).toContain(inFall);
    const [fall, ...others] = ofTerm.terms;
    const status = [{ column: 'Reg Status', values: { RE: 'counts', DW: null } }] as const;
    const half = { ...ofTerm, terms: [{ label: '', ...fall, status }, ...others] };
    expect(saidOf(half, facts)).toContainEqual(expect.stringMatching(`^${inFall} RE \\(\\d\\): [^;]+\\.$`));
    const both = placeStatus(closed(facts), columnOf(facts, 'Class'));
    expect(both.status?.map(({ column }) => column)).toEqual(['Reg Status', 'Class']);
    for (const recipe of [closed(facts), ofTerm]) {
      const taken = notUsed(recipe, facts, 'Reg Status');
      expect([openIn(taken, facts), saysAll(taken)]).toEqual([['status'], false]);
      const said = countEveryRow(taken);
      expect([openIn(said, facts), saysAll(said)]).toEqual([[], true]);
      expect(openIn(countEveryRow(recipe), facts)).toEqual(['not_used["Reg Status"]']);
    }
  });

  it('says what is said of all terms of those alone that have no rule of their own', () => {
    const facts = factsIn('ID,Fall Final,Spring Final\n1,9,12\n2,6,9\n3,3,6');
    const draft = noneElse(suggestRecipe(facts));
    const says = (recipe: Recipe) => saidOf(recipe, facts).filter((text) => /final credits/i.test(text));
    const own = (credits: string) => ({ fields: { term_actual_final_credits: { column: credits } } });
    const terms = ['Fall', 'Spring'].map((label) => ({ label, ...own(`${label} Final`) }));
    const recipe: Recipe = { ...draft, rows: 'student', terms };
    expect(says({ ...recipe, terms: [...terms.slice(0, 1), { label: 'Spring' }] })).toContain(
      'Spring: Final credits are not known yet.',
    );
    expect(says(recipe).join()).not.toContain('Final credits are not known yet.');
  });

  it('needs no field on which no dollar depends, until a code of the file can make it matter', () => {
    const legacy = 'is_legacy_borrower';
    const cost = 'cost_of_attendance';
    const paid = 'term_prior_disbursement_grad_plus';
    const open = (file: string, said: Recipe['fields']) => {
      const facts = factsIn(file);
      const { [legacy]: _, [cost]: __, [paid]: ___, ...fields } = closed(facts).fields;
      const all = openIn({ ...closed(facts), fields: { ...fields, ...said } }, facts);
      return all.flatMap((path) => (path.startsWith('fields.') ? path.slice(7) : []));
    };
    const undergraduates = FILE.replaceAll(',GRAD,', ',UGRD,');
    const levels = { column: 'Career', values: { UGRD: 'undergraduate' } };
    expect(open(FILE, {})).toEqual([legacy, cost, paid]);
    expect(open(undergraduates, {})).toEqual([]);
    expect(open(FILE, { degree_level: { value: 'undergraduate' } })).toEqual([]);
    expect(open(FILE, { degree_level: levels })).toEqual(['degree_level.values["GRAD"]']);
    for (const none of ['none', { value: 'false' }] as const)
      expect(open(FILE, { [legacy]: none })).toEqual([paid]);
    const flags = { column: 'College', values: { Main: 'false' } };
    expect(open(FILE, { [legacy]: flags })).toEqual([paid]);
    const north = FILE.replace('Main', 'North');
    expect(open(north, { [legacy]: flags })).toEqual([`${legacy}.values["North"]`, paid]);
    // Graduates need no grade level, no subsidized need and no PLUS denial.
    const { grade_level: _, subsidized_amount: __, ...fields } = closed(factsIn(FILE)).fields;
    const graduates = { ...fields, degree_level: { value: 'graduate' } } as const;
    const facts = factsIn(FILE);
    const closedOne = { ...closed(facts), fields: graduates };
    const recipe = notUsed(closedOne, facts, 'Career', 'Class', 'Financial Need');
    expect(openIn(recipe, facts)).toEqual([]);
    expect(openIn(placeRule(recipe, 'degree_level', { value: 'undergraduate' }), facts)).toHaveLength(2);
    // A column that is placed anyway stays, and is described.
    const said = (rule: FieldRule) => saidOf(placeRule(closed(facts), cost, rule), facts).join();
    expect(said('none')).not.toContain('attendance');
    expect(said({ column: 'Name' })).toContain('Cost of attendance less other aid: "Name"');
    const { lines } = columnLines(placeRule(closed(facts), cost, { column: 'Name' }), facts);
    expect(lines.find(({ field }) => field === cost)?.warnings).toEqual([
      'All other aid has to be taken off in this column already. Otherwise subtract the column of that aid.',
    ]);
  });

  it('suggests codes only in a column whose name suggests the field', () => {
    const facts = factsIn(FILE.replace('Dependency', 'PLUS Approved').replaceAll(',D,', ',Y,'));
    const draft = suggestRecipe(facts);
    expect(draft.fields.plus_denied).toBeUndefined();
    const placed = placeColumns(draft, facts, 'plus_denied', ['PLUS Approved']);
    expect(placed.fields.plus_denied).toEqual({ column: 'PLUS Approved', values: { Y: null, '': null } });
    expect(openIn(placed, facts)).toContain('fields.plus_denied.values["Y"]');
    // The exact date in 2026 decides the award year of a denial, and whether a first loan was before July 1.
    const dated = factsIn(
      FILE.replace('College', 'On').replace('Main', '9/14/2026').replace('Main', '9/14/2025'),
    );
    for (const flag of ['plus_denied', 'is_legacy_borrower'] as const) {
      const rule = placeColumns(draft, dated, flag, ['On']).fields[flag];
      expect(rule).toMatchObject({ values: { '9/14/2026': null, 'a date of 2025': null } });
    }
  });

  it('says of a fall and a spring alone that they are the academic year', () => {
    const of = (one: string, other: string) =>
      suggestRecipe(factsIn(`ID,Term,Credits\n1,${one},12\n1,${other},9`)).fields;
    const none = { academic_year_terms: 'none', term_required: 'none' };
    expect(of('Fall 2026', 'Spring 2027')).toMatchObject(none);
    for (const [one, other] of [
      ['Fall 2026', 'Winter 2027'],
      ['Spring 2027', 'Summer 2027'],
      ['202710', '202720'],
    ] as const)
      expect(of(one, other)).not.toHaveProperty('term_required');
  });

  it('takes no total and no academic year for a term', () => {
    const facts = factsIn(
      FILE.replaceAll('1,Ann,Fall 2026', '1,Ann,2026-27').replaceAll('2,Ben,Fall 2026', '2,Ben,Total'),
    );
    const { terms, not_terms } = suggestRecipe(facts);
    expect(terms.map(({ label }) => label)).toEqual(['Spring 2027']);
    expect(not_terms).toEqual(['2026-27', 'Total']);
    const blank = factsIn(FILE.replace('1,Ann,Fall 2026', '1,Ann,'));
    expect(openIn(suggestRecipe(blank), blank)).toContain('terms');
  });

  it.each([
    ['Student #', 'ID', 'Student #'],
    ['ID', 'Stu Nbr', 'Stu Nbr'],
  ])('%s and %s: the surer name is the id, and an average of grades no credits', (one, other, id) => {
    const { fields } = suggestRecipe(factsIn(`${one},${other},Sub Amount,CR\n1,2,100,3.27\n2,1,200,2.9`));
    expect(fields).toMatchObject({ student_id: { column: id } });
    expect(fields.subsidized_amount ?? fields.term_credits_enrolled).toBeUndefined();
  });

  it('never suggests social security numbers as ids, and warns where they are placed', () => {
    const file = FILE.replaceAll('\n1,', '\n123-45-6789,').replaceAll('\n2,', '\n123-45-6788,');
    const facts = factsIn(file);
    const draft = suggestRecipe(facts);
    expect(draft.fields.student_id).toBeUndefined();
    const [line] = columnLines(placeColumns(draft, facts, 'student_id', ['CWID']), facts).lines;
    expect(line?.warnings.join()).toContain('looks like social security numbers');
  });

  it('of terms beside each other has them as terms, in the order of time', () => {
    const facts = factsIn('ID,Spring 2027 Credits,Fall 2026 Credits\n1,9,12\n2,6,9');
    expect(suggestRecipe(facts)).toMatchObject({
      rows: 'student',
      terms: [
        { label: 'Fall 2026', fields: { term_credits_enrolled: { column: 'Fall 2026 Credits' } } },
        { label: 'Spring 2027', fields: { term_credits_enrolled: { column: 'Spring 2027 Credits' } } },
      ],
    });
  });

  it('of rows of funds has which loan each usual fund is, and asks of the others', () => {
    const facts = factsIn('ID,Term,Fund Code,Amount Paid\n1,Fall,DSUB,100\n1,Fall,PELL,200');
    const draft = suggestRecipe(facts);
    expect(draft.rows).toBe('fund');
    expect(draft.fields).toMatchObject({
      fund: { column: 'Fund Code', values: { DSUB: 'sub', PELL: null } },
      fund_paid: { column: 'Amount Paid' },
    });
    expect(openIn(draft, facts)).toContain('fields.fund.values["PELL"]');
    expect(openIn(draft, facts)).not.toContain('fields.term_prior_disbursement_sub');
  });
});

describe('a column that varies', () => {
  it('in row 40,000 alone is open', () => {
    const rows = Array.from(
      { length: 50_000 },
      (_, at) => `${at},12,${at === 40_000 ? 'AU' : at % 19},${at === 40_000 ? 'W' : ''}`,
    );
    const facts = factsIn(`ID,FT Credits,Credits,Flag\n${rows.join('\n')}`);
    const draft = suggestRecipe(facts);
    const open = ['fields.term_credits_enrolled.values["AU"]', 'not_used["Flag"]'];
    expect(openIn(draft, facts)).toEqual(expect.arrayContaining(open));
  });

  it('is not folded with the harmless ones: blank, one value, or a text of its own on every row', () => {
    const rows = Array.from(
      { length: 600 },
      (_, at) =>
        `${at},,Main,u${at}@x.edu,${at === 7 ? 'dropped' : `note ${at % 599}`},${at * 3},${at % 5 ? 'In' : 'Out'} ${at}`,
    );
    // Log differs on every row only by its numbers; its words repeat, so it is not harmless.
    const facts = factsIn(`ID,Blank,Campus,Email,Note,Amount,Log\n${rows.join('\n')}`);
    const { harmless, unread } = columnLines(suggestRecipe(facts), facts);
    expect(harmless.map(({ name }) => name)).toEqual(['Blank', 'Campus', 'Email']);
    expect(unread.map(({ column }) => column.name)).toEqual(['Note', 'Amount', 'Log']);
  });
});

describe('placing', () => {
  it('another column instead takes the place of one that is gone alone, and is read as that was', () => {
    const facts = factsIn('ID,Budget,Aid Now\n1,30000,5000\n2,28000,0');
    const cost = { columns: ['Budget', 'Aid'], less: ['Aid'], values: { 'blank Aid': '0' } } as const;
    const draft = placeRule(suggestRecipe(facts), 'cost_of_attendance', cost);
    expect(replaceColumns(draft, facts, 'cost_of_attendance', 'Aid Now').fields.cost_of_attendance).toEqual({
      columns: ['Budget', 'Aid Now'],
      less: ['Aid Now'],
    });
    // If two columns are gone, nothing tells which one is replaced.
    const both = placeRule(draft, 'cost_of_attendance', { columns: ['COA', 'Aid'], less: ['Aid'] });
    expect(replaceColumns(both, facts, 'cost_of_attendance', 'Budget').fields.cost_of_attendance).toEqual({
      column: 'Budget',
    });
    const whole = placeRule(draft, 'cost_of_attendance', { columns: ['Budget', 'Aid Now'] });
    expect(replaceColumns(whole, facts, 'cost_of_attendance', 'Aid Now').fields.cost_of_attendance).toEqual({
      column: 'Aid Now',
    });
  });

  it('before the terms are listed is of the first of them alone', () => {
    const facts = factsIn('ID,Fund,Autumn,Spring\n1,S,100,200\n2,S,150,0');
    const draft: Recipe = { ...suggestRecipe(facts), rows: 'award', terms: [] };
    const placed = placeColumns(draft, facts, 'fund_paid', ['Autumn']);
    const { fields, terms } = withTerm(withTerm(placed, 'Autumn'), 'Spring');
    expect(fields.fund_paid).toBeUndefined();
    expect(terms).toEqual([
      { label: 'Autumn', fields: { fund_paid: { column: 'Autumn' } } },
      { label: 'Spring' },
    ]);
  });

  it('is marked by words of its name, however they end', () => {
    const facts = factsIn('ID,Loans Refunded,Scheduled Pmt,Gate\n1,2,3,4\n2,3,4,5');
    const { unread } = columnLines(suggestRecipe(facts), facts);
    expect(unread.map(({ alarms }) => alarms)).toEqual([['refunded'], ['scheduled'], []]);
    const final = factsIn('ID,Horas finales,Census\n1,2,3\n2,3,5');
    const placed = placeColumns(suggestRecipe(final), final, 'term_actual_final_credits', [
      'Horas finales',
      'Census',
    ]);
    const { lines } = columnLines(placed, final);
    expect(lines.find(({ field }) => field === 'term_actual_final_credits')?.alarms).toEqual(['census']);
  });

  it('two columns on the term joins their texts, which are then listed as terms', () => {
    const table = tableOf(
      FILE.replaceAll('Semester', 'Semester,Year')
        .replaceAll(' 2026,', ',2026,')
        .replaceAll(' 2027,', ',2027,'),
    );
    const facts = factsIn(table);
    const recipe = placeColumns(closed(factsIn(FILE)), facts, 'term_label', ['Semester', 'Year']);
    const open = (terms: Recipe['terms']) => run(examine(table, facts, { ...recipe, terms }, '2026-27')).open;
    expect(open(recipe.terms)).toEqual([]);
    const [first, ...others] = open(recipe.terms.slice(0, 1));
    expect(first).toEqual({
      path: ['terms'],
      message: expect.stringContaining('"Spring 2027" (2 rows, the first is row 3) is not among the terms.'),
    });
    expect(others).toEqual([]);
  });

  it('one column on two fields of numbers is open at the second, but not where each is of its own term', () => {
    const facts = factsIn('ID,Term,Paid,Level\n1,Fall,100,FR\n1,Spring,200,SO');
    const paid = { column: 'Paid' };
    const fields = { term_prior_disbursement_sub: paid, term_prior_disbursement_unsub: paid };
    const open = openIn({ ...suggestRecipe(facts), fields, rows: 'term' }, facts);
    expect(open).toContain('fields.term_prior_disbursement_unsub');
    expect(open).not.toContain('fields.term_prior_disbursement_sub');
    const ofTerm = { fields: { term_prior_disbursement_sub: paid } };
    const terms = ['Fall', 'Spring'].map((label) => ({ label, ...ofTerm }));
    const beside = openIn({ ...suggestRecipe(facts), rows: 'student', fields: {}, terms }, facts);
    expect(beside.filter((path) => path.includes('term_prior_disbursement_sub'))).toEqual([]);
  });

  it('credits nowhere is refused: everybody would be full time', () => {
    const facts = factsIn(FILE);
    const planned = placeRule(closed(facts), 'term_credits_enrolled', 'none');
    const recipe = placeRule(planned, 'term_actual_final_credits', 'none');
    expect(openIn(recipe, facts)).toContain('fields.term_credits_enrolled');
  });
});

describe('the recipe of last month', () => {
  const recipe = closed();
  const CREDITS = 'fields.term_credits_enrolled';

  function newIn(file: string): readonly string[] {
    return openIn(recipe, factsIn(file));
  }

  it('asks nothing of a file with other names and amounts', () => {
    expect(newIn(FILE.replaceAll('Ann', 'Zoe').replaceAll('4500', '3000'))).toEqual([]);
  });

  it('opens a placed column that is blank on every row, until it is said that the file has none', () => {
    const paid = FILE.replace('College', 'Sub Paid').replace(/Main/g, '500');
    const placed = placeColumns(recipe, factsIn(paid), 'term_prior_disbursement_sub', ['Sub Paid']);
    expect(openIn(placed, factsIn(paid))).toEqual([]);
    const blank = factsIn(paid.replaceAll(',500', ','));
    expect(openIn({ ...placed, confirmed: false }, blank)).toEqual([]);
    expect(openIn(placed, blank)).toEqual(['held["Sub Paid"]']);
    const none = withHeld(placeRule(placed, 'term_prior_disbursement_sub', 'none'), blank);
    expect(openIn(none, blank)).toEqual([]);
    // Once filled again, the column must be placed again.
    expect(openIn(none, factsIn(paid))).toEqual(['not_used["Sub Paid"]']);
  });

  it('takes a column for placed that was noted to be blank', () => {
    const facts = factsIn('ID,Term,Credits,Paid\n1,Fall 2026,12,\n2,Fall 2026,9,');
    const draft = suggestRecipe(facts);
    expect(draft.not_used).toMatchObject({ Paid: 'blank' });
    const placed = { ...draft, fields: { ...draft.fields, term_prior_disbursement_sub: { column: 'Paid' } } };
    const open = openIn({ ...placed, confirmed: true }, facts);
    expect(open.filter((path) => path.includes('Paid') || path.includes('_sub'))).toEqual([]);
    expect(withHeld(placed, facts)).toMatchObject({ held: { Paid: 'blank' }, not_used: {} });
  });

  it('opens a placed column whose name another one of the file has, too, until that is blank or renamed', () => {
    const both = FILE.replace('College', 'Credit Hours').replace('Main', '3');
    const open = (file: string) => openIn(notUsed(recipe, factsIn(file), 'Credit Hours [2]'), factsIn(file));
    expect(open(both)).toEqual(['fields.term_credits_enrolled']);
    expect(open(both.replaceAll(',Main', ',').replace(',3', ','))).toEqual([]);
    expect(newIn(both.replace('Status,Credit Hours', 'Status,College'))).toEqual(['not_used["College"]']);
  });

  it.each([
    ['a column that varies', /College(.*?)Main/s, 'College,Hold$1Main,Y', ['not_used["Hold"]']],
    ['a code', 'SO', 'FF', ['fields.grade_level.values["FF"]']],
    ['a code of a status', 'DW', 'AU', ['status[0].values["AU"]']],
    ['a term', '2,Ben,Fall 2026', '2,Ben,Summer 2026', ['terms']],
    ['a constant column that varies now', 'DW,Main', 'DW,North', ['not_used["College"]']],
    ['a new name', 'Credit Hours', 'Hours Enrolled', [`${CREDITS}.column`, 'not_used["Hours Enrolled"]']],
    ['numbers of which one is a text now', 'Spring 2027,9', 'Spring 2027,AU', [`${CREDITS}.values["AU"]`]],
  ])('asks about %s, and nothing else', (_, before, now, open) => {
    expect(newIn(FILE.replace(before, now))).toEqual(open);
  });

  it.each([
    ['amounts that were not there yet', '0', '9', ['not_used["College"]']],
    ['another value on all rows', 'Actual', 'Scheduled', ['not_used["College"]']],
    ['another number on all rows', 'Cycle 1', 'Cycle 2', ['not_used["College"]']],
    ['the year on all rows', '2026', '2027', []],
    ['the number of a run on all rows', '20261202043011', '20270103051112', []],
    ['a code on all rows', '202710', '202720', ['not_used["College"]']],
    ['a column that is the same', 'Main', 'main', []],
  ])('of a column that is not used asks about %s', (_, before, now, open) => {
    const facts = factsIn(FILE.replaceAll('Main', before));
    const said = notUsed(closed(facts), facts, 'College');
    const later = factsIn(FILE.replaceAll('Main', now));
    expect(openIn({ ...said, confirmed: true }, later)).toEqual(open);
  });
});

const statusOf = (column: string, values: object) => ({ status: [{ column, values }] });

it.each([
  ['leaves a code open', statusOf('Reg Status', { RE: 'counts', DW: null }), ['status[0].values["DW"]']],
  [
    'says that rows are payments, without a fund',
    { rows: 'fund', fields: { ...closed().fields, term_prior_disbursement_sub: { column: 'Credit Hours' } } },
    ['fields.fund', 'fields.payment_number', 'fields.fund_paid', 'fields.term_prior_disbursement_sub'],
  ],
  ['names a column that is gone', statusOf('Status', {}), ['status[0].column', 'not_used["Reg Status"]']],
  ['lists a term twice', { terms: termsOf('Fall 2026', 'FALL 2026', 'Spring 2027') }, ['terms[1]']],
  ['lists no term', { terms: [] }, ['terms', 'terms']],
  [
    'reads a column and says that it is not used',
    { not_used: { ...closed().not_used, Career: 'texts' } },
    ['not_used["Career"]'],
  ],
])('a recipe written by hand that %s is open there', (_, change, open) => {
  expect(openIn(parseRecipe(JSON.stringify({ ...closed(), ...change })), factsIn(FILE))).toEqual(open);
});

it('no usual name suggests two fields', () => {
  const fields = FIELDS_OF_RECIPE.map((field) =>
    [field, ...(USUAL_NAMES[field] ?? '').split(',')].map(folded),
  );
  const all = fields.flatMap((names) => [...new Set(names)]).filter(Boolean);
  expect(all.filter((name, at) => all.indexOf(name) < at)).toEqual([]);
});
