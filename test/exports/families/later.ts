import { each, GRADUATES, type Person, UNDERGRADUATES, unpaid, withoutNeed } from '../people.js';
import type { LaterExport, OfficerAnswers } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile } from '../write-table.js';

/** Exports of a later month that gained a column since a recipe was kept for them. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const students = withoutNeed(
  each(unpaid(UNDERGRADUATES), (person) => ({ ...person, denied: false, full: '12' })),
);
const OF_STUDENT: readonly Column<Person>[] = [
  ['Student ID', ({ id }) => id],
  ['Dep', ({ dependency }) => (dependency === 'dependent' ? 'D' : 'I')],
  ['Class', ({ year }) => (year === null ? 'GR' : (['FR', 'SO', 'JR', 'SR'][year - 1] ?? ''))],
  ['Degree Level', ({ degree }) => (degree === 'undergraduate' ? 'UG' : 'GRAD')],
];
const ROW: readonly Column<TermRow>[] = [
  ...OF_STUDENT.map(([name, cell]): Column<TermRow> => [name, ({ person }) => cell(person)]),
  ['Term', ({ term }) => LABELS[term.season as 'F']],
  ['Credits', ({ term }) => term.credits],
];
const table = (
  columns: readonly Column<TermRow>[],
  people: readonly Person[],
  own: readonly Column<TermRow>[] = ROW,
): Uint8Array => textFile(tableOf([...own, ...columns], termRows(people)));
const WITHOUT_DEGREE = ROW.filter(([name]) => name !== 'Degree Level');

const FULL: Column<TermRow> = ['FT Credits', ({ person }) => person.full];
const CLASSES = {
  column: 'Class',
  values: {
    FR: 'undergraduate',
    SO: 'undergraduate',
    JR: 'undergraduate',
    SR: 'undergraduate',
    GR: 'graduate',
  },
};
const NO_NEED = { decisions: { need: 'none' } };

function gained(
  [name, cell]: Column<TermRow>,
  people: readonly Person[],
  answer: OfficerAnswers,
  asked: readonly string[] = [name],
): LaterExport {
  const before = [FULL].filter(([own]) => own !== name);
  const decisions = {
    ...NO_NEED.decisions,
    ...(name === FULL[0] ? { full_time_credits: { undergraduate: '12' } } : {}),
  };
  return {
    name: `"${name}", which ${answer.columns === undefined ? 'is left out of account' : 'is read'}`,
    before: table(before, students),
    after: table([...before, [name, cell]], people),
    decide: { decisions },
    asked,
    answer: { ...answer, decisions: { ...decisions, ...answer.decisions } },
    people,
    labels: LABELS,
  };
}

const dropped = each(students, (person) => ({
  ...person,
  terms: person.terms.map((term) => ({ ...term, final: '3' })),
}));
const needy = each(students, (person, nth) => ({ ...person, need: 1000 + nth * 300 }));
const fuller = each(students, (person) => ({ ...person, full: '15' }));
const FINAL: Column<TermRow> = ['Final Credits', ({ term }) => term.final ?? ''];
const NEED: Column<TermRow> = ['Sub Eligible Amount', ({ person }) => String(person.need)];

const termsBeside = (columns: readonly Column<Person>[], people: readonly Person[]): Uint8Array =>
  textFile(
    tableOf<Person>(
      [
        ...OF_STUDENT,
        ['Fall 2026 Credits', ({ terms }) => terms[0]?.credits ?? ''],
        ['Spring 2027 Credits', ({ terms }) => terms[1]?.credits ?? ''],
        ...columns,
      ],
      people,
    ),
  );
const BESIDE = ['Fall 2026 Full Time Credits', 'Spring 2027 Full Time Credits'] as const;

export const LATER: readonly LaterExport[] = [
  gained(FINAL, dropped, { columns: { term_actual_final_credits: { column: 'Final Credits' } } }),
  gained(FULL, fuller, { columns: { term_ft_credits: { column: 'FT Credits' } } }),
  gained(NEED, needy, {
    columns: { subsidized_amount: { column: 'Sub Eligible Amount' } },
    decisions: { need_period: 'year' },
  }),
  gained(['Program Limit', () => '9999999'], students, {
    columns: { total_limit: { column: 'Program Limit' } },
  }),
  {
    ...gained(NEED, needy, { decisions: { unread_columns: { 'Sub Eligible Amount': 'ignored' } } }),
    people: students,
  },
  ...[
    ['Advisor', 'Smith'],
    ['GPA', '3.25'],
    ['Cumulative Hours', '45'],
    ['Pell Paid', '1200'],
  ].map(([name = '', cell = '']) => gained([name, () => cell], students, {}, [])),
  {
    name: 'the first graduates, whose codes mean the same everywhere',
    before: table([FULL], students),
    after: table([FULL], [...students, ...GRADUATES]),
    decide: NO_NEED,
    asked: [],
    answer: NO_NEED,
    people: [...students, ...GRADUATES],
    labels: LABELS,
  },
  {
    name: 'the first graduates, in a column of classes that only undergraduates had',
    before: table([FULL], students, WITHOUT_DEGREE),
    after: table([FULL], [...students, ...GRADUATES], WITHOUT_DEGREE),
    decide: NO_NEED,
    asked: ['column:degree_level'],
    refusal: /Which column has the degree level/,
    answer: { ...NO_NEED, columns: { degree_level: CLASSES } },
    people: [...students, ...GRADUATES],
    labels: LABELS,
  },
  {
    name: 'full-time credits of each term, beside each other',
    before: termsBeside([], students),
    after: termsBeside(
      [...BESIDE].map((name): Column<Person> => [name, ({ full }) => full]),
      fuller,
    ),
    decide: { decisions: { ...NO_NEED.decisions, full_time_credits: { undergraduate: '12' } } },
    asked: BESIDE,
    answer: {
      terms: {
        'Fall 2026': { term_ft_credits: { column: BESIDE[0] } },
        'Spring 2027': { term_ft_credits: { column: BESIDE[1] } },
      },
    },
    people: fuller,
    labels: LABELS,
  },
];
