import { describe, expect, test } from 'vitest';
import { proposeRecipe } from '../../src/recipe/propose.js';
import { openSource } from '../../src/recipe/source.js';
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

test('COA is the cost of attendance, on which the limit of a legacy graduate depends', async () => {
  const { recipe } = await proposed('ID,Term,Credits,Legacy,COA\n1,Fall,6,Y,45000\n');
  expect(recipe.columns['cost_of_attendance']).toEqual({ column: 'COA' });
});

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

  test('about the student says what to do when one student has several rows', async () => {
    const asked = await about('Term,Credits,Dep,Class\nFall,9,D,FR\nSpring,9,D,FR\n', 'student');
    expect(asked?.why).toContain('If several rows are of one student, add a column with the id');
  });
});
