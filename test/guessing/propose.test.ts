import { describe, expect, test } from 'vitest';
import { examine, laterText } from '../../src/guessing/examine.js';
import { assumptions } from '../../src/guessing/file-assumptions.js';
import { proposeRecipe } from '../../src/guessing/propose.js';
import { parseRecipe, type Recipe } from '../../src/guessing/recipe.js';
import { settle } from '../../src/guessing/settle.js';
import { openSource } from '../../src/guessing/source.js';
import { allAtOnce } from '../../src/table/steps.js';
import { exported } from './exports.js';

const guessed = (proposal: ReturnType<typeof proposeRecipe>) =>
  Object.fromEntries(
    proposal.guesses.flatMap(({ ours, term, theirs, is }) =>
      theirs === null ? [] : [[term === null ? ours : `${ours} ${term}`, `${theirs} ${is}`]],
    ),
  );
const proposed = async (text: string) => proposeRecipe(await openSource(Buffer.from(text)));
const guessOf = async (text: string, column: string) =>
  (await proposed(text)).guesses.find(({ ours }) => ours === column);

/** What must be decided, by name and what it is about. */
const open = ({ decisions }: ReturnType<typeof proposeRecipe>) =>
  decisions.flatMap(({ name, of, open: isOpen }) => (isOpen ? [of === null ? name : `${name} ${of}`] : []));

describe('an export of', () => {
  test('Banner', async () => {
    const proposal = proposeRecipe(await exported('banner'));
    expect(guessed(proposal)).toEqual({
      student_id: 'SPRIDEN_ID taken',
      dependency_status: 'FED_DEPEND_STAT taken',
      grade_level: 'NSLDS_LOAN_YEAR taken',
      plus_denied: 'ADDITIONAL_STAFFORD_AWARDS taken',
      term_label: 'ACADEMIC_PERIOD taken',
      term_credits_enrolled: 'TOTAL_ADJUSTED_CREDITS taken',
      term_actual_final_credits: 'TOTAL_ACTUAL_CREDITS taken',
    });
    expect(proposal.recipe.columns['grade_level']).toEqual({
      column: 'NSLDS_LOAN_YEAR',
      values: { 0: 'first_year', 3: 'third_year_and_beyond' },
    });
    expect(open(proposal)).toEqual([
      'column:degree_level',
      'paid NET_DISB_BALANCE',
      'full_time_credits undergraduate',
      'need',
    ]);
  });

  test('PeopleSoft', async () => {
    const proposal = proposeRecipe(await exported('peoplesoft'));
    expect(guessed(proposal)).toEqual({
      student_id: 'EMPLID taken',
      dependency_status: 'FED_DEPEND_STAT taken',
      grade_level: 'DIR_LND_YR taken',
      term_label: 'STRM taken',
      term_credits_enrolled: 'UNT_TAKEN_FA taken',
    });
  });

  test('Colleague, with a row for each student and titles above', async () => {
    const proposal = proposeRecipe(await exported('colleague'));
    expect(guessed(proposal)).toEqual({
      student_id: 'Colleague ID taken',
      dependency_status: 'Dep Status taken',
      grade_level: 'Class taken',
      'term_credits_enrolled Fall': 'FALL_CREDITS taken',
      'term_credits_enrolled Spring': 'SPRING_CREDITS taken',
    });
    expect(proposal.recipe.shape.rows).toBe('student');
    expect(open(proposal)).toEqual([
      'blank_credits Spring',
      'blank_credits Fall',
      'full_time_credits undergraduate',
      'need',
    ]);
  });

  test('PowerFAIDS, with a row for each fund and names behind a dot', async () => {
    const proposal = proposeRecipe(await exported('powerfaids'));
    expect(guessed(proposal)).toEqual({
      student_id: 'Student.externalStudentId1 taken',
      dependency_status: 'Student.dependencyStatus taken',
      grade_level: 'Student.gradeLevel taken',
      term_label: 'Term.AY_PP_SequenceDescription taken',
      term_credits_enrolled: 'Term.CreditHoursInLP taken',
    });
    expect(proposal.recipe.shape).toEqual({
      rows: 'fund',
      fund: 'Award.FundCode',
      paid: 'Award.AmountDisbursed',
      funds: {
        DSUB: 'term_prior_disbursement_sub',
        DUNSUB: 'term_prior_disbursement_unsub',
      },
    });
    expect(open(proposal).filter((name) => name.startsWith('funds'))).toEqual([
      'funds PELL',
      'funds PRIVATE9',
    ]);
  });

  test('CampusNexus, whose load in letters is refused with the reason', async () => {
    const proposal = proposeRecipe(await exported('campusnexus'));
    expect(guessed(proposal)).toMatchObject({
      student_id: 'SyStudentID taken',
      dependency_status: 'Dependency Status Description taken',
      grade_level: 'Grade Level Description taken',
      term_credits_enrolled: 'Credit Load none',
    });
    expect(proposal.recipe.columns['term_credits_enrolled']).toBeUndefined();
    const [credits] = proposal.decisions;
    expect(credits).toMatchObject({ name: 'column:term_credits_enrolled', open: true });
    expect(credits?.why).toContain('It says only full time');
  });
});

test.each(['COA', 'COA 26-27', '2026-27 COA', 'Student Budget'])(
  '%s is the cost of attendance, on which the limit of a legacy graduate depends',
  async (column) => {
    const { recipe } = await proposed(`ID,Term,Credits,Legacy,${column}\n1,Fall,6,Y,45000\n`);
    expect(recipe.columns['cost_of_attendance']).toEqual({ column });
  },
);

describe('nothing that is ambiguous gets into the recipe:', () => {
  test('completed credits, which may be those of the term or of a life', async () => {
    const proposal = await proposed('ID,Term,Registered Credits,Completed Credits\n1,Fall,12,9\n');
    expect(proposal.recipe.columns['term_actual_final_credits']).toBeUndefined();
    expect(open(proposal)).toContain('column:term_actual_final_credits');
  });

  test('two columns that may be the same one', async () => {
    const file = 'ID,PERSON_UID,Term,Credits,Dep Status\n1,2,Fall,12,D\n3,2,Fall,12,D\n';
    const guess = await guessOf(file, 'student_id');
    expect(guess).toMatchObject({ is: 'in doubt', theirs: 'ID', others: ['PERSON_UID'] });
    const { recipe } = await proposed(file);
    expect(recipe.columns['student_id']).toBeUndefined();
  });

  test('one column that may be two', async () => {
    const guess = await guessOf(
      'ID,Term,Credits,Dep Status,Paid\n1,Fall,12,D,5\n',
      'term_prior_disbursement_sub',
    );
    expect(guess).toMatchObject({ is: 'in doubt', theirs: 'Paid' });
  });

  test('values that nobody knows', async () => {
    const guess = await guessOf(
      'ID,Term,Credits,FED_DEPEND_STAT\n1,Fall,12,D\n2,Fall,12,X\n',
      'dependency_status',
    );
    expect(guess).toMatchObject({ is: 'taken', rule: { values: { D: 'dependent' } } });
    expect(guess?.why).toContain('"X"');
  });

  test.each(['NET_DISB_BALANCE', 'PACKAGED_AMOUNT', 'OFFERED_SUB_AMT', 'Accepted Sub', 'Scheduled Sub Disb'])(
    '%s is never what was paid',
    async (name) => {
      const { guesses } = await proposed(`ID,Term,Credits,Dep Status,${name}\n1,Fall,12,D,500\n`);
      const paid = guesses.filter(({ ours }) => ours.startsWith('term_prior_disbursement'));
      expect(paid.map(({ theirs }) => theirs)).toEqual([null, null, null]);
    },
  );
});

test('a file with our names and our values needs no recipe; other values are shown', async () => {
  const header = 'student_id,dependency_status,grade_level,term_label,term_credits_enrolled\n';
  const { guesses } = await proposed(`${header}1,dependent,FR,Fall,9\n`);
  expect(guesses.filter(({ theirs }) => theirs !== null).map(({ why }) => why)).toEqual([
    'It has our name.',
    'It has our name.',
    'It has our name, and values that we write otherwise.',
    'It has our name.',
    'It has our name.',
  ]);
  expect((await openSource(Buffer.from(`${header}1,dependent,FR,Fall,9\n`))).ours).not.toBeNull();
});

describe('what only some rows show', () => {
  test('an amount paid beside several terms is refused, since it would count in each of them', async () => {
    const file = (sub: string) =>
      `Student ID,Fall Credits,Spring Credits,Sub Paid\n1,12,12,0\n2,12,9,${sub}\n`;
    await expect(proposed(file('1000'))).rejects.toThrow(
      'Row 3, column "Sub Paid": This amount does not say in which term it was paid',
    );
    expect(open(await proposed(file('0')))).not.toContain('column:term_prior_disbursement_sub');
  });

  test('a year that is blank for some students is asked, and nothing once it is said', async () => {
    const text =
      'Student ID,Term,Credits,FT Credits,Level,Dep Status,subsidized_amount,academic_year_terms\n' +
      '1,Fall,9,9,graduate,I,0,2\n1,Spring,9,9,graduate,I,0,\n2,Fall,9,9,graduate,I,0,\n';
    const source = await openSource(Buffer.from(text));
    const proposal = proposeRecipe(source);
    const asked = proposal.decisions.find(({ name }) => name === 'values:academic_year_terms');
    expect(asked).toMatchObject({ open: true, students: 1 });
    expect(asked?.choices.map(({ effect }) => effect?.match(/\$[0-9,]+/)?.[0])).toEqual([
      '$10,250',
      '$6,765',
      '$5,125',
      '$20,500',
      undefined,
    ]);
    const columns = {
      ...proposal.recipe.columns,
      academic_year_terms: { column: 'academic_year_terms', blank: '2' },
    };
    const said = proposeRecipe(source, { ...proposal.recipe, columns });
    expect(said.decisions.map(({ name }) => name)).not.toContain('values:academic_year_terms');
  });
});

test('a column of ids that is blank below titles with a name is no answer to whose the rows are', async () => {
  const rows = ['0001 Doe, Jane', '0002 Roe, Jim'].flatMap((name) => [
    `"${name}"`,
    ',Fall,9,D,FR,UG',
    ',Spring,9,D,FR,UG',
  ]);
  const { decisions } = await proposed(['Student,Term,Credits,Dep,Class,Level', ...rows, ''].join('\n'));
  expect(decisions.find(({ name }) => name === 'student')).toMatchObject({ open: true, choices: [] });
});

describe('a question', () => {
  const HEADER = 'Student ID,Term,Credits,Class,Need';
  const about = async (text: string, wanted: string) =>
    (await proposed(text)).decisions.find(({ name }) => name === wanted);

  test('about dependency offers columns of codes, and none of counts', async () => {
    const rows = ['1,Fall,12,FR,0,0,X', '1,Spring,9,FR,0,12,X', '2,Fall,9,SR,0,0,Y', '2,Spring,9,SR,0,12,Y'];
    const asked = await about(`${HEADER},Hours Left,Tax\n${rows.join('\n')}\n`, 'column:dependency_status');
    expect(asked?.choices.map(({ label }) => label)).toEqual([
      'Everybody: dependent',
      'Everybody: independent',
      'The column "Tax"',
    ]);
  });

  test('about everybody names no rows, and no refusal that is the same for each choice', async () => {
    const rows = [1, 2, 3, 4, 5, 6].map((nth) => `1,Part ${nth},3,FR`);
    const text = `Student ID,Term,Credits,Class\n${rows.join('\n')}\n`;
    const asked = await about(text, 'column:dependency_status');
    expect(asked?.rows).toEqual([]);
    expect(asked?.choices.map(({ effect }) => effect)).toEqual([null, null]);
    expect((await about(text, 'need'))?.rows).toEqual([]);
  });

  test('about credits that no term has offers to read them instead only where a row is a term', async () => {
    const beside = async (text: string) =>
      (await proposed(text)).decisions
        .filter(({ of }) => of === 'J-Term Credits')
        .map(({ choices }) => choices.map(({ value }) => value));
    const who = 'Student ID,Degree Level,Class,Dependency,Subsidized Need,Full Time Credits';
    const [one, two] = ['1,Undergraduate,Junior,Dependent,0,12', '2,Undergraduate,Senior,Dependent,0,12'];
    const wide = `${who},Fall Credits,J-Term Credits,Spring Credits\n${one},12,4,12\n${two},12,0,9\n`;
    const long = `${who},Term,Credits,J-Term Credits\n${one},Fall 2026,12,4\n${two},Fall 2026,12,0\n`;
    expect(await beside(wide)).toEqual([['ignored', 'decides']]);
    expect(await beside(long)).toEqual([['ignored', 'decides', { column: 'J-Term Credits' }]]);
  });

  test('about several rows of a term says first that they have its credits, if they say the same', async () => {
    const choices = async (...credits: readonly number[]) => {
      const rows = credits.flatMap((each, nth) =>
        ['A', 'B'].map((course) => `${nth},Fall,${each},FR,0,${course}`),
      );
      return (await about(`${HEADER},Course\n${rows.join('\n')}\n`, 'repeated_terms'))?.choices;
    };
    expect((await choices(9, 12))?.map(({ value }) => value)).toEqual(['last', 'add_up', 'true_copies']);
    expect((await choices(9, 12))?.[0]?.label).toBe(
      'each row has the credits of the whole term: they count once',
    );
    expect((await choices(3, 3))?.map(({ value }) => value)).toEqual(['add_up', 'last', 'true_copies']);
  });

  test('counts the rows of the file, not the terms that a row has', async () => {
    const source = await openSource(
      Buffer.from(
        'ID,Dep,Class,Need,FALL_CREDITS,SPRING_CREDITS,Notes\n1,D,FR,0,9,9,\n2,D,FR,0,9,9,dropped 6 cr\n,D,FR,0,9,9,\n',
      ),
    );
    const { recipe, decisions } = proposeRecipe(source);
    const whyOf = (name: string, all = decisions) => all.find((each) => each.name === name)?.why;
    expect(whyOf('rows_without_id')).toContain('1 row has no student id');
    const answers = { rows_without_id: 'above', row_status: { Notes: { 'dropped 6 cr': 'not_enrolled' } } };
    const said = parseRecipe(JSON.stringify({ ...recipe, decisions: { ...recipe.decisions, ...answers } }));
    const { facts, decisions: later } = allAtOnce(examine(source, said, '2026-27'));
    expect(whyOf('repeated_terms', later)).toContain('1 extra row in all. 1 row differs');
    expect(assumptions(facts).map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        '1 row has no student id: each belongs to the student above it.',
        'In "Notes", 1 row with "dropped 6 cr" does not count (0 credits).',
      ]),
    );
  });

  test('that was answered has its answer among its choices, or is open again', async () => {
    const source = await openSource(
      Buffer.from(
        'ID,Dep,Class,Need,FALL_CREDITS,SPRING_CREDITS,SUMMER_CREDITS\n1,D,FR,0,9,9,\n1,D,FR,0,3,,\n2,D,FR,0,9,9,6\n',
      ),
    );
    const { recipe } = proposeRecipe(source);
    const blankCredits = (repeated_terms: string) => {
      const decisions = { ...recipe.decisions, blank_credits: { Summer: 'no_term', Spring: 'full_time' } };
      const said = parseRecipe(JSON.stringify({ ...recipe, decisions: { ...decisions, repeated_terms } }));
      const asked = proposeRecipe(source, said).decisions.filter(({ name }) => name === 'blank_credits');
      return asked.map(({ of, open: isOpen, chosen, choices }) => [
        of,
        isOpen,
        choices[chosen ?? -1]?.value ?? null,
      ]);
    };
    expect(blankCredits('last')).toEqual([
      ['Summer', false, 'no_term'],
      ['Spring', false, 'full_time'],
    ]);
    expect(blankCredits('add_up')).toEqual([
      ['Summer', false, 'no_term'],
      ['Spring', true, null],
    ]);
  });

  test('about need offers no column of one of several terms, and says to add them up', async () => {
    const need = async (...names: readonly string[]) => {
      const rows = ['1,12,9,FR,D,500,700', '2,9,12,SR,I,0,300'].join('\n');
      const text = `Student ID,Fall Credits,Spring Credits,Class,Dep,${names.join()}\n${rows}\n`;
      const asked = await about(text, 'need');
      return [asked?.choices.map(({ label }) => label), /add them up in one column/.test(asked?.why ?? '')];
    };
    const [nobody, maximum] = [
      'Nobody has any: nothing is subsidized',
      'Everybody has the subsidized maximum',
    ];
    expect(await need('Fall Sub Need', 'Spring Sub Need')).toEqual([[nobody, maximum], true]);
    expect(await need('Need Left', 'Fall Need')).toEqual([
      ['The column "Need Left"', 'The column "Fall Need"', nobody, maximum],
      false,
    ]);
  });

  test('about the student says what to do when one student has several rows', async () => {
    const asked = await about('Term,Credits,Dep,Class\nFall,9,D,FR\nSpring,9,D,FR\n', 'student');
    expect(asked?.why).toContain('If several rows are of one student, add a column with the id');
  });
});

test('a row without a term raises no question about its year', async () => {
  const rows = ['1,Fall 2026,D,FR,UG,12,12,0', '1,Spring 2027,D,FR,UG,12,12,0', '1,,D,FR,UG,12,12,0'];
  const { decisions } = await proposed(
    `Student ID,Term,Dep,Class,Level,Hours,FT Hours,Sub Need\n${rows.join('\n')}\n`,
  );
  expect(decisions.map(({ name }) => name)).not.toContain('other_award_year');
});

describe('it is said', () => {
  const saidOf = async (text: string, more: Partial<Recipe>) => {
    const source = await openSource(Buffer.from(text));
    const recipe = { ...proposeRecipe(source).recipe, ...more };
    return assumptions(allAtOnce(examine(source, recipe, '2026-27')).facts);
  };
  const textsOf = (all: Awaited<ReturnType<typeof saidOf>>) => all.map(({ text }) => text);

  test('that students with a code fail whose meaning is unknown', async () => {
    const rows = ['1,Fall,D', '1,Spring,D', '2,Fall,X', '2,Spring,X', '3,Fall,N', '3,Spring,N'];
    const values = { D: 'dependent', X: 'X', N: 'independent' };
    const columns = {
      student_id: { column: 'ID' },
      term_label: { column: 'Term' },
      dependency_status: { column: 'Dep', values },
    };
    const texts = textsOf(await saidOf(`ID,Term,Dep\n${rows.join('\n')}\n`, { columns }));
    expect(texts.filter((text) => text.startsWith('In "Dep"'))).toEqual([
      'In "Dep", "N" means independent.',
      'In "Dep", "X" is unknown: these students fail.',
    ]);
  });

  test('what was paid, by what the funds are, where each row is of one', async () => {
    const all = await saidOf('ID,Term,Fund Code,Paid Amount\n1,Fall,Q1,1750\n1,Spring,Q1,1750\n', {
      shape: { rows: 'fund', fund: 'Fund Code', paid: 'Paid Amount', funds: {} },
    });
    expect(all).toContainEqual({
      text: 'Nothing was paid yet: the columns for it are blank or 0.',
      decision: 'funds',
    });
  });
});

describe('what settles other questions is asked first:', () => {
  const HEADER = 'Student ID,Term,Level Code,Dep,Class,Hours,FT Hours,Sub Need';
  const file = (...rows: readonly string[]) => proposed(`${[HEADER, ...rows].join('\n')}\n`);
  const two = (id: string, rest: string) => [`${id},Fall 2026,${rest}`, `${id},Spring 2027,${rest}`];

  test.each([
    [
      'the terms of two years before the terms of the year',
      [...two('1', 'UG,D,FR,12,12,0'), '2,Fall 2025,UG,D,FR,12,12,0', '2,Spring 2026,UG,D,FR,12,12,0'],
      ['terms'],
    ],
    [
      'a code of the level before years of study, which only undergraduates have',
      [...two('1', 'GR,I,G1,9,9,0'), ...two('2', 'LW,I,L2,12,12,0')],
      ['values:degree_level LW'],
    ],
  ])('%s', async (_, rows, asked) => {
    expect(open(await file(...rows))).toEqual(asked);
  });

  test('numbers in a column Level beside classes are levels, and no years', async () => {
    const rows = [...two('1', '01,D,SO,12,12,0'), ...two('2', '02,I,GR,12,9,0')];
    const text = [HEADER.replace('Level Code', 'Level'), ...rows].join('\n');
    expect(open(await proposed(`${text}\n`))).toEqual(['values:degree_level 01', 'values:degree_level 02']);
  });

  test('and it is said that more may be asked, only where something waits', async () => {
    const oneTerm = await file('1,Fall 2026,UG,D,FR,12,12,0', '2,Fall 2026,UG,D,FR,12,12,0');
    expect([open(oneTerm), laterText(oneTerm.decisions)]).toEqual([['year_terms'], []]);
    const twoYears = await file('1,Fall 2026,UG,D,FR,12,12,0', '1,Fall 2027,UG,D,FR,12,12,0');
    expect(laterText(twoYears.decisions)).toEqual(['More may be asked when this is answered.']);
    const law = await file(...two('1', 'LW,I,L2,12,12,0'));
    expect(laterText(law.decisions)).toEqual(['More may be asked when this is answered.']);
  });

  test("a program's limit is compared with the law's when it is known who is dependent", async () => {
    const rows = ['1,Fall 2026,UG,FR,12,12,0,5500,D', '1,Spring 2027,UG,FR,12,12,0,5500,D'];
    const header = 'Student ID,Term,Level,Class,Hours,FT Hours,Sub Need,Annual Limit,Kind';
    expect(open(await proposed(`${header}\n${rows.join('\n')}\n`))).toEqual(['column:dependency_status']);
  });

  test('rows of parts of a term are not asked about again when that was said', async () => {
    const rows = ['Fall 2026', 'Spring 2027', 'Summer I 2027', 'Summer II 2027'].flatMap((term) =>
      ['1', '2'].map((id) => `${id},${term},UG,D,FR,6,12,0`),
    );
    const source = await openSource(Buffer.from(`${[HEADER, ...rows].join('\n')}\n`));
    const { recipe, decisions } = proposeRecipe(source);
    const joined = decisions.find(({ name }) => name === 'terms')?.choices[0];
    expect(joined?.label).toMatch(/^They are parts of Summer 2027/);
    const said = proposeRecipe(source, settle(recipe, joined ?? { path: [], value: null }));
    expect(open(said)).toEqual([]);
  });
});
