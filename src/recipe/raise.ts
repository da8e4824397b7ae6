import { CREDIT_COLUMNS, FIELDS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { folded } from '../contract/name-forms.js';
import { DEGREE_LEVELS, type DegreeLevel } from '../engine/limits.js';
import { valueKey } from './cell-rules.js';
import type { Choice, Decision, DecisionName, Json } from './decisions.js';
import { blankMeaning, type Facts, labelKey } from './facts.js';
import type { Guess } from './guess-columns.js';
import { paidColumnOf } from './known-values.js';
import { PAID_COLUMNS } from './recipe.js';
import { valueAt } from './settle.js';
import { holdsSocialSecurity } from './social-security.js';
import type { Tally } from './tally.js';
import { orderByLabels, orderProblem, outOfOrder } from './term-order.js';
import { bitCount, decidesYear, missingTerms, termCounts } from './term-year.js';

/** A decision, and the number of a student whom it concerns. */
export interface Raised extends Omit<Decision, 'choices'> {
  readonly choices: readonly Omit<Choice, 'effect'>[];
  readonly example: number;
}

type Option = Omit<Choice, 'effect'>;

interface Question {
  readonly name: DecisionName;
  readonly of?: string | null;
  readonly open: boolean;
  readonly question: string;
  readonly why: string;
  readonly choices: readonly Option[];
}

/**
 * Every decision that a file raises under a recipe, settled or open.
 *
 * @param guesses what was guessed of columns that the recipe does not name; empty for a recipe that somebody has made.
 */
export function raise(facts: Facts, guesses: readonly Guess[], header: readonly string[]): readonly Raised[] {
  const columns = columnQuestions(facts, guesses, header);
  const isReadable = ![...columns].some(({ open, name }) => open && ESSENTIAL.has(name));
  const student = studentQuestion(facts, guesses, header);
  const ofRows = isReadable
    ? [...blankQuestions(facts), ...fullTimeQuestions(facts), ...needQuestions(facts, guesses)]
    : [];
  const ofTerms =
    isReadable && !student.some(({ open }) => open)
      ? [
          ...repeatedQuestion(facts),
          ...orderQuestion(facts),
          ...yearQuestion(facts),
          ...blankYearQuestion(facts),
        ]
      : [];
  return [...student, ...columns, ...codeQuestions(facts), ...fundQuestions(facts), ...ofRows, ...ofTerms];
}

/** Columns without which rows say nothing that could be asked about. */
const ESSENTIAL: ReadonlySet<string> = new Set(['column:term_label', 'column:term_credits_enrolled']);

function raised(facts: Facts, question: Question, tally: Pick<Tally, 'students' | 'rows' | 'first'>): Raised {
  const { choices } = question;
  const said = choices.map(({ path, value }) => isSame(valueAt(facts.recipe, path), value));
  const chosen = question.open ? -1 : said.indexOf(true);
  return {
    of: null,
    ...question,
    students: tally.students,
    rows: tally.rows,
    example: Math.max(tally.first, 0),
    chosen: chosen < 0 ? null : chosen,
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Everybody of a file, where a question concerns all. */
function everybody({ students }: Facts): Pick<Tally, 'students' | 'rows' | 'first'> {
  return { students: students.size, rows: [], first: 0 };
}

/** A number with what it counts: `1 student`, `1,200 students`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

function of(facts: Facts, tally: Pick<Tally, 'students'>): string {
  return `${tally.students.toLocaleString('en-US')} of ${counted(facts.students.size, 'student')}`;
}

function decision(name: string, value: Json, label: string): Option {
  return { path: ['decisions', name], value, label };
}

function columnOption(ours: string, column: string): Option {
  return { path: ['columns', ours], value: { column }, label: `The column "${column}"` };
}

function studentQuestion(
  facts: Facts,
  guesses: readonly Guess[],
  header: readonly string[],
): readonly Raised[] {
  const { raw, recipe, isContract, labels } = facts;
  if (raw.filled.has(STUDENT_ID_COLUMN)) return [];
  if (isContract && (facts.saysYearTerms || labels.texts.length < 2)) return [];
  const question: Question = {
    name: 'student',
    open: recipe.decisions.student !== 'each_row',
    question: 'Which column says who the student is?',
    why: `No column of student ids was found. Without one, each of ${counted(facts.students.size, 'row')} would be a student of its own.`,
    choices: [
      ...candidates(guesses, STUDENT_ID_COLUMN, facts, header),
      decision('student', 'each_row', 'Each row is a student of its own'),
    ],
  };
  return [raised(facts, question, everybody(facts))];
}

/** So many columns are offered where none was found. */
const MOST_OFFERED = 12;

/** Columns of theirs that may be one of ours: those that look like it, else all that nothing is read from. */
function candidates(
  guesses: readonly Guess[],
  ours: string,
  { recipe }: Facts,
  header: readonly string[],
): readonly Option[] {
  const guess = guesses.find((each) => each.ours === ours && each.term === null);
  if (guess?.theirs != null && guess.sure !== 'none') {
    const first: Option = {
      ...columnOption(ours, guess.theirs),
      value: guess.rule === null ? { column: guess.theirs } : plain(guess.rule),
    };
    return [first, ...guess.others.map((each) => columnOption(ours, each))];
  }
  const text = JSON.stringify([recipe.columns, recipe.shape]).toLowerCase();
  return header
    .filter(
      (name) => name !== '' && name !== guess?.theirs && !text.includes(JSON.stringify(name).toLowerCase()),
    )
    .filter((name) => !holdsSocialSecurity(name, []))
    .slice(0, MOST_OFFERED)
    .map((name) => columnOption(ours, name));
}

function plain(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function columnQuestions(
  facts: Facts,
  guesses: readonly Guess[],
  header: readonly string[],
): readonly Raised[] {
  const { raw, recipe, isContract } = facts;
  const marked = Object.entries(recipe.decisions.columns ?? {});
  const isNone = (column: string): boolean =>
    marked.some(([name, said]) => name === column && said === 'none');
  const needed: string[] = REQUIRED_COLUMNS.filter((column) => !raw.filled.has(column));
  if (!CREDIT_COLUMNS.some((column) => raw.filled.has(column))) needed.push(CREDIT_COLUMNS[0] ?? '');
  if (!isContract) {
    if (!raw.filled.has('degree_level') && !saysUndergraduate(facts)) needed.push('degree_level');
    const hasUndergraduates = facts.levels.size === 0 || facts.levels.has('undergraduate');
    if (!raw.filled.has('grade_level') && hasUndergraduates) needed.push('grade_level');
  }
  const doubted = guesses.flatMap(({ ours, term, sure, asks }) =>
    term === null && sure === 'ask' && asks === 'column' && !SAID_ELSEWHERE.has(ours) ? [ours] : [],
  );
  const listed = marked.flatMap(([column, said]) => (said === null || said === 'none' ? [column] : []));
  const all = [...new Set([...needed, ...doubted, ...listed])];
  return all.flatMap((ours) => {
    if (raw.filled.has(ours) && !listed.includes(ours)) return [];
    const field = FIELDS.find(({ column }) => column === ours);
    if (field === undefined || raw.filled.has(ours)) return [];
    const guess = guesses.find((each) => each.ours === ours && each.term === null);
    const constants = (field.options ?? []).map((constant): Option => {
      return { path: ['columns', ours], value: { constant }, label: `Everybody: ${words(constant)}` };
    });
    const isNeeded = needed.includes(ours);
    const none: Option = {
      path: ['decisions', 'columns', ours],
      value: 'none',
      label: 'The file has no such column',
    };
    const question: Question = {
      name: `column:${ours}`,
      open: isNeeded || !isNone(ours),
      question: `Which column is ${words(ours)}?`,
      why: guess?.theirs == null ? `No column of ${words(ours)} was found.` : guess.why,
      choices: [
        ...(guess?.theirs == null ? constants : []),
        ...candidates(guesses, ours, facts, isNeeded ? header : []),
        ...(guess?.theirs == null ? [] : constants),
        ...(isNeeded ? [] : [none]),
      ],
    };
    return [raised(facts, question, everybody(facts))];
  });
}

/** Columns that have a question of their own. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([STUDENT_ID_COLUMN, 'subsidized_amount']);

/** Names of classes that only undergraduates have. */
const UNDERGRADUATE_CLASS = /^(?:fr|fresh|freshman|so|soph|sophomore|jr|junior|sr|senior)$/;

/** Whether the column of years of study has only classes of undergraduates, so that the degree level is said. */
function saysUndergraduate({ recipe, codes }: Facts): boolean {
  const rule = recipe.columns['grade_level'];
  if (rule === undefined || 'constant' in rule || (codes.get('grade_level')?.size ?? 0) > 0) return false;
  const said = Object.keys(rule.values ?? {});
  return said.length > 0 && said.every((code) => UNDERGRADUATE_CLASS.test(valueKey(code)));
}

/** A name or a word of ours as a person says it. */
export function words(name: string): string {
  const own = NAMES[name];
  return own ?? name.replaceAll('_', ' ');
}

const NAMES: Readonly<Record<string, string | undefined>> = {
  term_label: 'the term',
  term_credits_enrolled: 'the credits',
  term_actual_final_credits: 'the final credits',
  term_ft_credits: 'the full-time credits of the term',
  term_required: 'whether a term is required',
  plus_denied: 'whether a parent was denied a PLUS loan',
  is_legacy_borrower: 'whether the student is a legacy borrower',
  term_prior_disbursement_sub: 'subsidized loan paid',
  term_prior_disbursement_unsub: 'unsubsidized loan paid',
  term_prior_disbursement_grad_plus: 'Grad PLUS loan paid',
  third_year_and_beyond: 'third year and beyond',
};

function codeQuestions(facts: Facts): readonly Raised[] {
  if (facts.isContract) return [];
  return [...facts.codes].flatMap(([column, codes]) => {
    const field = FIELDS.find((each) => each.column === column);
    const rule = facts.recipe.columns[column];
    if (field === undefined || rule === undefined || 'constant' in rule) return [];
    const options = field.options ?? ['yes', 'no'];
    return [...codes].map(([code, tally]) => {
      const path = ['columns', column, ...(code === '' ? ['blank'] : ['values', code])];
      const meanings = options.map((value): Option => ({ path, value, label: words(value) }));
      const graduate: Option = { path, value: '', label: 'none: a graduate or professional student' };
      const fails: Option = {
        path,
        value: code,
        label: 'unknown: these students fail and are not calculated',
      };
      const question: Question = {
        name: `values:${column}`,
        of: code,
        open: true,
        question:
          code === ''
            ? `What does a blank "${rule.column}" mean?`
            : `What does "${code}" in the column "${rule.column}" mean?`,
        why: `${of(facts, tally)} have ${code === '' ? 'a blank cell' : `"${code}"`} as ${words(column)}.`,
        choices: [
          ...meanings,
          ...(column === 'grade_level' ? [graduate] : []),
          ...(code === '' ? [] : [fails]),
        ],
      };
      return raised(facts, question, tally);
    });
  });
}

function fundQuestions(facts: Facts): readonly Raised[] {
  const { shape } = facts.recipe;
  if (shape.rows !== 'fund') return [];
  return [...facts.unknownFunds].map(([code, tally]) => {
    const path = ['shape', 'funds', code];
    const likely = paidColumnOf(folded(code));
    const meanings = [...PAID_COLUMNS, null].map((value): Option => {
      return { path, value, label: value === null ? 'none of these loans' : words(value) };
    });
    const loans = meanings.toSorted(
      (one, other) => Number(other.value === likely) - Number(one.value === likely),
    );
    const question: Question = {
      name: 'funds',
      of: code,
      open: true,
      question:
        code === '' ? `What is an amount in "${shape.paid}" without a fund?` : `What is the fund "${code}"?`,
      why: `${of(facts, tally)} have rows ${code === '' ? 'with an amount and no fund' : `of the fund "${code}"`}. What was paid of a loan is taken off.`,
      choices: loans,
    };
    return raised(facts, question, tally);
  });
}

function blankQuestions(facts: Facts): readonly Raised[] {
  const { recipe, labels, isContract } = facts;
  if (isContract) return [];
  const isSum = recipe.shape.rows === 'course' || recipe.decisions.repeated_terms === 'add_up';
  return [...facts.blank].map(([place, tally]) => {
    const label = labels.texts[place] ?? '';
    const path = ['decisions', 'blank_credits', label];
    const choices: Option[] = [
      { path, value: 'not_enrolled', label: 'not enrolled: 0 credits, and the term counts for the year' },
      { path, value: 'full_time', label: 'full time' },
      { path, value: 'no_term', label: 'no such term in the year of these students' },
      { path, value: 'leave_out', label: 'not known: leave these students out' },
    ];
    const meaning = blankMeaning(recipe.decisions, label);
    const question: Question = {
      name: 'blank_credits',
      of: label,
      open: meaning === undefined,
      question: `What do blank credits${label === '' ? '' : ` for ${label}`} mean?`,
      why: `${of(facts, tally)} have blank credits${label === '' ? '' : ` for ${label}`}.`,
      choices: choices.filter(({ value }) => !isSum || (value !== 'full_time' && value !== 'no_term')),
    };
    const made = raised(facts, question, tally);
    const chosen = question.choices.findIndex(({ value }) => value === meaning);
    return { ...made, chosen: chosen < 0 ? null : chosen };
  });
}

const FULL_TIME: Readonly<Record<DegreeLevel, readonly string[]>> = {
  undergraduate: ['12', '15', '9', '6'],
  graduate: ['9', '12', '6', '8'],
  professional: ['12', '9', '6', '15'],
};

function fullTimeQuestions(facts: Facts): readonly Raised[] {
  if (facts.isContract) return [];
  return DEGREE_LEVELS.flatMap((level) => {
    const tally = facts.withoutFullTime.get(level);
    if (tally === undefined) return [];
    const path = ['decisions', 'full_time_credits', level];
    const question: Question = {
      name: 'full_time_credits',
      of: level,
      open: facts.recipe.decisions.full_time_credits?.[level] == null,
      question: `How many credits are full time in a term for ${level} students?`,
      why: facts.raw.filled.has('term_ft_credits')
        ? `${of(facts, tally)} are ${level} and have blank full-time credits.`
        : `No column says it. ${of(facts, tally)} are ${level}.`,
      choices: FULL_TIME[level].map((value) => ({ path, value, label: `${value} credits` })),
    };
    return [raised(facts, question, tally)];
  });
}

function needQuestions(facts: Facts, guesses: readonly Guess[]): readonly Raised[] {
  const { raw, recipe, isContract, mayBeSubsidized, blankNeed, needAbove } = facts;
  if (isContract) return [];
  if (!raw.filled.has('subsidized_amount')) {
    if (mayBeSubsidized.students === 0) return [];
    const guess = guesses.find(({ ours, sure }) => ours === 'subsidized_amount' && sure === 'ask');
    const found = guess === undefined ? [] : candidates(guesses, 'subsidized_amount', facts, []);
    const question: Question = {
      name: 'need',
      open: recipe.decisions.need == null,
      question: 'How much subsidized loan does need allow?',
      why: `${guess?.why ?? 'No column of subsidized need was found.'} It decides how much of the limit of ${of(facts, mayBeSubsidized)} is subsidized.`,
      choices: [
        ...found,
        decision('need', 'none', 'Nobody has any: nothing is subsidized'),
        decision('need', 'maximum', 'Everybody has the subsidized maximum'),
      ],
    };
    return [raised(facts, question, mayBeSubsidized)];
  }
  const found: Raised[] = [];
  if (blankNeed.students > 0) {
    const path = ['columns', 'subsidized_amount', 'blank'];
    const question: Question = {
      name: 'values:subsidized_amount',
      of: '',
      open: true,
      question: 'What does blank subsidized need mean?',
      why: `${of(facts, blankNeed)} have blank subsidized need.`,
      choices: [
        { path, value: '0', label: 'no need: nothing is subsidized' },
        { path, value: 'unknown', label: 'not known: these students fail and are not calculated' },
      ],
    };
    found.push(raised(facts, question, blankNeed));
  }
  if (needAbove.students > 0) {
    const question: Question = {
      name: 'need_above_maximum',
      open: recipe.decisions.need_above_maximum == null,
      question: 'What is need above the subsidized maximum?',
      why: `${of(facts, needAbove)} have more need than may be subsidized.`,
      choices: [
        decision('need_above_maximum', 'maximum', 'Use the maximum (0 for graduate students)'),
        decision('need_above_maximum', 'fail', 'A mistake: these students fail and are not calculated'),
      ],
    };
    found.push(raised(facts, question, needAbove));
  }
  return found;
}

function repeatedQuestion(facts: Facts): readonly Raised[] {
  const { repeated, recipe, isContract, repeatedDiffers } = facts;
  if (isContract || repeated.students === 0) return [];
  const said = recipe.decisions.repeated_terms ?? null;
  const { shape } = recipe;
  const what = shape.rows === 'fund' ? 'of a fund' : shape.rows === 'course' ? 'of a course' : 'of a term';
  const added = shape.rows === 'fund' ? 'several payments: add them up' : 'courses: add their credits up';
  const differing = repeatedDiffers.count;
  const question: Question = {
    name: 'repeated_terms',
    open: said === null,
    question: `What are several rows ${what} for the same student?`,
    why: `${of(facts, repeated)} have ${counted(repeated.count, 'row')} ${what} more than one; ${
      differing === 0 ? 'all are equal in every cell' : `${counted(differing, 'row')} differ`
    }.`,
    choices: [
      decision('repeated_terms', 'add_up', added),
      decision('repeated_terms', 'last', 'a correction: the last row counts'),
      decision(
        'repeated_terms',
        'true_copies',
        'copies: rows that are equal in every cell count once; students whose rows differ fail',
      ),
    ],
  };
  return [raised(facts, question, repeated)];
}

function orderQuestion(facts: Facts): readonly Raised[] {
  const { recipe, isContract, labels } = facts;
  const problem = isContract ? null : orderProblem(facts);
  if (problem === null) return [];
  const said = new Set((recipe.decisions.term_order ?? []).map(labelKey));
  const natural = orderByLabels(labels.texts);
  const orders = [natural ?? labels.texts, labels.texts, labels.texts.toReversed()];
  const distinct = orders.filter((order, at) => orders.findIndex((each) => isSame(each, order)) === at);
  const wrong = outOfOrder(facts, orders[0] ?? []);
  const question: Question = {
    name: 'term_order',
    open: !labels.texts.every((label) => said.has(labelKey(label))),
    question: 'In which order do the terms follow each other?',
    why:
      problem === 'mixed'
        ? `The rows of students are not in one order of terms (${labels.texts.join(', ')}).`
        : `The terms seem to run backwards: ${labels.texts.join(', ')}. The odd dollar belongs to the later term.`,
    choices: distinct.map((order) => decision('term_order', [...order], order.join(', then '))),
  };
  return [raised(facts, question, wrong.students > 0 ? wrong : everybody(facts))];
}

function yearQuestion(facts: Facts): readonly Raised[] {
  const { recipe, labels, isContract, saysYearTerms, saysRequired } = facts;
  if (saysYearTerms || saysRequired || facts.students.size === 0) return [];
  if (!isContract && recipe.shape.rows === 'student' && recipe.shape.terms.length > 1) return [];
  const { least, most } = termCounts(facts);
  if (most === 0 || (least === most && most > 1)) return [];
  const said = recipe.decisions.year_terms ?? null;
  const few = fewest(facts, most);
  const question: Question = {
    name: 'year_terms',
    open: said === null || !decidesYear(said, labels),
    question: 'How many terms does the academic year have?',
    why:
      least === most
        ? `All of ${counted(facts.students.size, 'student')} have one term${labels.texts.length === 1 ? ` (${labels.texts[0]})` : ''}. Taken for the whole year, it pays the loan of the whole year.`
        : `${of(facts, few)} have fewer terms than others.${lackingText(facts)} Taken for the whole year, the listed terms pay the loan of the whole year.`,
    choices: yearOptions(facts, most),
  };
  return [raised(facts, question, few)];
}

/** How long the year is of students whose cells of a column that says it for others are blank. */
function blankYearQuestion(facts: Facts): readonly Raised[] {
  const { recipe, isContract, saysYearTerms, saysRequired, students, withYearTerms } = facts;
  if (isContract || !saysYearTerms || saysRequired || withYearTerms.size === students.size) return [];
  if (recipe.shape.rows === 'student' && recipe.shape.terms.length > 1) return [];
  const lacking = [...students.values()].filter((student) => !withYearTerms.has(student));
  const tally = { students: lacking.length, rows: [], first: lacking[0] ?? 0 };
  const path = ['columns', 'academic_year_terms', 'blank'];
  const years = NUMBER_WORDS.flatMap((word, terms) =>
    terms < 2 ? [] : [{ path, value: String(terms), label: `${word} terms` }],
  );
  const question: Question = {
    name: 'values:academic_year_terms',
    of: '',
    open: true,
    question: 'What does a blank number of terms of the year mean?',
    why: `${of(facts, tally)} have no number of terms, and others do.`,
    choices: [
      ...years,
      { path, value: 'unknown', label: 'not known: these students fail and are not calculated' },
    ],
  };
  return [raised(facts, question, tally)];
}

/** Students with fewer terms than others; all of them where everybody has one. */
function fewest({ terms }: Facts, most: number): Pick<Tally, 'students' | 'rows' | 'first'> {
  const isFew = (bits: number): boolean => bitCount(bits) < most || most === 1;
  let students = 0;
  let first = -1;
  for (const [student, bits] of terms.entries()) {
    if (!isFew(bits)) continue;
    if (first < 0) first = student;
    students += 1;
  }
  return { students, rows: [], first };
}

/** How many students have no row for each term. */
function lackingText({ labels, withLabel, students }: Facts): string {
  if (labels.texts.length > MOST_TERMS) return '';
  const parts = labels.texts.flatMap((label, place) => {
    const lacking = students.size - (withLabel[place]?.students ?? 0);
    return lacking === 0 ? [] : [`${lacking.toLocaleString('en-US')} have no row for ${label}`];
  });
  return parts.length === 0 ? '' : ` ${parts.join(', ')}.`;
}

const MOST_TERMS = 4;
const NUMBER_WORDS = ['', 'one', 'two', 'three', 'four'];

function yearOptions({ labels: { texts: labels }, withLabel }: Facts, most: number): readonly Option[] {
  const found: Option[] = [];
  const year = (terms: number, own: readonly string[] | null, label: string): void => {
    const value = { terms, missing: 'not_enrolled', ...(own === null ? {} : { labels: [...own] }) };
    found.push(decision('year_terms', value, label));
  };
  const count = labels.length;
  if (count >= 2 && count <= MOST_TERMS) {
    year(
      count,
      null,
      `${NUMBER_WORDS[count]} terms: ${labels.join(', ')}. Who has no row for one is not enrolled in it`,
    );
    // Fewer terms than labels: those that most students have, without a summer.
    const regular = labels.filter((label) => !/summ?er|^su\b|\bsum\b/i.test(label));
    const sizeOf = (label: string): number => withLabel[labels.indexOf(label)]?.students ?? 0;
    const most2 = new Set(labels.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, 2));
    const usual = regular.length < count ? regular : labels.filter((label) => most2.has(label));
    if (usual.length >= 2 && usual.length < count) {
      year(
        usual.length,
        usual,
        `${NUMBER_WORDS[usual.length]} terms: ${usual.join(', ')}. Another term counts for who has it`,
      );
    }
  }
  for (
    let terms = Math.max(2, Math.min(count, MOST_TERMS) + (count > 1 ? 1 : 0));
    terms <= MOST_TERMS;
    terms++
  ) {
    year(terms, null, `${NUMBER_WORDS[terms]} terms. Who has fewer rows is not enrolled in the others`);
  }
  const value = { terms: Math.min(Math.max(most, 1), MOST_TERMS), missing: 'as_listed' };
  return [...found, decision('year_terms', value, 'The listed terms are the whole year of each student')];
}

/** How many students lack a term of the year as it was decided. */
export function lackingStudents(facts: Facts): number {
  const { year_terms } = facts.recipe.decisions;
  if (year_terms == null) return 0;
  return facts.terms.filter((bits) => bits !== 0 && missingTerms(year_terms, facts.labels, bits).count > 0)
    .length;
}
