import { type Person, UNDERGRADUATES, unpaid, withoutNeed, withTerm } from '../people.js';
import type { CleanTable, RawExport } from '../raw-export.js';
import { type Column, tableOf, textFile, type Writing, withCommas } from '../write-table.js';

/** Colleague and Jenzabar reports: a row per student, columns per term. */
const LABELS = { U: 'Summer', F: 'Fall', S: 'Spring' };

const CLASSES = ['FR', 'SO', 'JR', 'SR'];
const credits =
  (season: 'U' | 'F' | 'S') =>
  ({ terms }: Person): string =>
    terms.find((term) => term.season === season)?.credits ?? '';
const paid =
  (season: 'F' | 'S', loan: 'sub' | 'unsub') =>
  ({ terms }: Person): string =>
    withCommas(terms.find((term) => term.season === season)?.[loan]);

const WHO: readonly Column<Person>[] = [
  ['Colleague ID', ({ id }) => id],
  ['Dep Status', ({ dependency }) => (dependency === 'dependent' ? 'Dependent' : 'Independent')],
  ['Class', ({ year }) => CLASSES[(year ?? 1) - 1] ?? ''],
  ['Degree Level', () => 'Undergraduate'],
  ['Parent PLUS Denied', ({ denied }) => (denied ? 'Yes' : 'No')],
];
const NEED: Column<Person> = ['Subsidized Amount', ({ need }) => withCommas(need)];
const FULL: Column<Person> = ['Full Time Credits', ({ full }) => full];
const TERMS: readonly Column<Person>[] = [
  ['FALL_CREDITS', credits('F')],
  ['SPRING_CREDITS', credits('S')],
];
const PAID: readonly Column<Person>[] = [
  ['FALL_SUB_PAID', paid('F', 'sub')],
  ['FALL_UNSUB_PAID', paid('F', 'unsub')],
  ['SPRING_SUB_PAID', paid('S', 'sub')],
  ['SPRING_UNSUB_PAID', paid('S', 'unsub')],
];
const ALL = [...WHO, NEED, FULL, ...TERMS];

const students = unpaid(UNDERGRADUATES);
const text = (columns: readonly Column<Person>[], people: readonly Person[], writing?: Writing): Uint8Array =>
  textFile(tableOf(columns, people), writing);

const blankSpring = withTerm(students, [1, 5], 'S', { credits: '' });
const inSummer = students.map((person, nth): Person => {
  if (nth % 4 !== 0) return person;
  return { ...person, terms: [{ season: 'U', credits: '6' }, ...person.terms] };
});
const SUMMER: Column<Person> = ['SUMMER_CREDITS', credits('U')];

/** A clean one, to be mutated. */
export const COLLEAGUE_TABLE: CleanTable = {
  name: 'Colleague, a row per student',
  rows: tableOf([...ALL, ...PAID], UNDERGRADUATES),
  answers: { term_order: ['Fall', 'Spring'] },
  people: UNDERGRADUATES,
  labels: LABELS,
};

export const COLLEAGUE: readonly RawExport[] = [
  {
    name: 'Colleague, a row per student with every column: nothing is asked',
    bytes: text(ALL, students),
    open: [],
    decide: {},
    people: students,
    labels: LABELS,
  },
  {
    name: 'Colleague, what was paid beside each term',
    bytes: text([...ALL, ...PAID], UNDERGRADUATES),
    open: [],
    decide: {},
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'Colleague, titles above, semicolons and decimal commas',
    bytes: textFile(
      tableOf([...WHO, FULL, ...TERMS], students).map((cells) =>
        cells.map((cell) => (/^\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell)),
      ),
      { delimiter: ';', above: ['Aid office report;;;;;;;', 'Run on 22 November 2026;;;;;;;', ''] },
    ),
    open: ['need'],
    decide: { decisions: { need: 'none' } },
    people: withoutNeed(students),
    labels: LABELS,
  },
  {
    name: 'Colleague, spring blank for two students: not enrolled',
    bytes: text(ALL, blankSpring),
    open: ['blank_credits'],
    decide: { decisions: { blank_credits: 'not_enrolled' } },
    people: withTerm(students, [1, 5], 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'Colleague, spring blank for two students: full time',
    bytes: text(ALL, blankSpring),
    open: ['blank_credits'],
    decide: { decisions: { blank_credits: 'full_time' } },
    people: withTerm(students, [1, 5], 'S', { credits: '12' }),
    labels: LABELS,
  },
  {
    name: 'Colleague, need for everybody the maximum',
    bytes: text([...WHO, FULL, ...TERMS], students),
    open: ['need'],
    decide: { decisions: { need: 'maximum' } },
    people: students.map((person) => ({
      ...person,
      need: [3500, 4500][(person.year ?? 1) - 1] ?? 5500,
    })),
    labels: LABELS,
  },
  {
    name: 'Colleague, spring before fall',
    bytes: text([...WHO, NEED, FULL, ...[...TERMS].reverse()], students),
    open: ['term_order'],
    decide: { decisions: { term_order: ['Fall', 'Spring'] } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'Colleague, a summer that only some attend: blank is not enrolled, and the year has three terms',
    bytes: text([...WHO, NEED, FULL, SUMMER, ...TERMS], inSummer),
    open: ['blank_credits'],
    decide: { decisions: { blank_credits: 'not_enrolled' } },
    people: inSummer.map((person) => ({
      ...person,
      terms: person.terms.length === 3 ? person.terms : [{ season: 'U', credits: '0' }, ...person.terms],
    })),
    labels: LABELS,
  },
];

/** Jenzabar: the same, with names of its own. */
const JENZABAR_COLUMNS: readonly Column<Person>[] = [
  ['ID_NUM', ({ id }) => id.replace('A', '')],
  ['DEP_INDEP', ({ dependency }) => (dependency === 'dependent' ? 'D' : 'I')],
  ['CLASS_CDE', ({ year }) => CLASSES[(year ?? 1) - 1] ?? ''],
  ['DEGREE_LEVEL', () => 'UG'],
  ['PLUS_DENIED', ({ denied }) => (denied ? 'Y' : 'N')],
  ['SUBSIDIZED_AMOUNT', ({ need }) => String(need)],
  ['FULL_TIME_HRS', ({ full }) => full],
  ['FA_2026_HRS_ENROLLED', credits('F')],
  ['SP_2027_HRS_ENROLLED', credits('S')],
];
const JENZABAR_LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const numbered = students.map((person) => ({ ...person, id: person.id.replace('A', '') }));

export const JENZABAR: readonly RawExport[] = [
  {
    name: 'Jenzabar with bars between cells',
    bytes: textFile(tableOf(JENZABAR_COLUMNS, numbered), { delimiter: '|' }),
    open: [],
    decide: {},
    people: numbered,
    labels: JENZABAR_LABELS,
  },
  {
    name: 'Jenzabar, the same student twice on equal rows',
    bytes: textFile(tableOf(JENZABAR_COLUMNS, [...numbered, ...numbered.slice(2, 4)])),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'true_copies' } },
    people: numbered,
    labels: JENZABAR_LABELS,
  },
];
