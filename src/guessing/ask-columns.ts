import { CREDIT_COLUMNS, FIELDS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { counted } from '../engine/texts.js';
import { MOST_NAMED, quoted } from './assumption.js';
import { valueKey } from './cell-rules.js';
import { filledAt } from './cells.js';
import { candidates } from './column-candidates.js';
import type { Facts } from './facts.js';
import { type Guess, isNamedFor } from './guess-columns.js';
import { seasonOf, termOfName } from './guess-shape.js';
import { meaningIn } from './guess-values.js';
import {
  ask,
  columnOption,
  columnPath,
  everybody,
  holds,
  noColumn,
  type Option,
  type Raised,
  whichColumn,
  words,
} from './question.js';
import { readableAs } from './telling-columns.js';
import { termTime } from './term-order.js';

/** Asks which column has the student ids, if none was found. */
export function studentQuestion(
  facts: Facts,
  guesses: readonly Guess[],
  header: readonly string[],
): readonly Raised[] {
  const { raw, recipe, isContract, labels } = facts;
  if (raw.filled.has(STUDENT_ID_COLUMN) && (facts.saysId || facts.students.size === 0)) return [];
  if (isContract && (facts.saysYearTerms || labels.texts.length < 2)) return [];
  const remarks = facts.setAside.get('remark') ?? [];
  const advice =
    remarks.length === 0
      ? ' If several rows are of one student, add a column with the id, and fill it on each row.'
      : ` ${counted(remarks.length, 'row')} with nothing but words ${remarks.length === 1 ? 'is' : 'are'} left out, such as row ${remarks[0]}. If they name the student, write the id into each row below them.`;
  const isInTitles = facts.sections.length > 1;
  const guess = guesses.find(({ ours }) => ours === STUDENT_ID_COLUMN);
  const lack = guess?.is === 'none' ? guess.why : 'No column of student ids was found.';
  // A column of ids that is read and blank is no answer.
  const found = raw.filled.has(STUDENT_ID_COLUMN)
    ? []
    : candidates(guesses, STUDENT_ID_COLUMN, facts, header);
  return ask(facts, everybody(facts), {
    name: 'student',
    open: recipe.decisions.student !== 'each_row',
    question: 'Which column says who the student is?',
    why: `${lack} Without one, each of ${counted(facts.students.size, 'row')} is a separate student.${advice}`,
    choices: found,
    answers: isInTitles ? {} : { each_row: 'Each row is a separate student' },
  });
}

/** Asks which of several sheets with the same columns to read. */
export function sheetQuestion(facts: Facts): readonly Raised[] {
  const { sameSheets } = facts.source;
  if (sameSheets.length === 0) return [];
  return ask(facts, everybody(facts), {
    name: 'sheet',
    open: true,
    question: 'Which sheet is read?',
    why: `These sheets have the same columns: ${sameSheets.map(quoted).join(', ')}. To calculate the rows of several, put them below each other on one sheet.`,
    choices: sameSheets.map((name) => ({
      path: ['read', 'sheet'],
      value: name,
      label: `The sheet "${name}"`,
    })),
  });
}

/** Asks which column is one of ours that is required, or for which there are several candidates. */
export function columnQuestions(
  facts: Facts,
  guesses: readonly Guess[],
  header: readonly string[],
): readonly Raised[] {
  const { raw, recipe, isContract } = facts;
  const marked = recipe.decisions.columns ?? {};
  const hasUndergraduates = facts.levels.size === 0 || facts.levels.has('undergraduate');
  const levels = levelTitles(facts);
  const isOfGraduates = hasOnlyGraduates(facts);
  const needed: string[] = REQUIRED_COLUMNS.filter(
    (column) => !raw.filled.has(column) && !(isOfGraduates && column === 'dependency_status'),
  );
  const ofTerms = creditsOfTerms(facts, header);
  const isInTerms = ofTerms.length > 0;
  if (!isInTerms && !CREDIT_COLUMNS.some((column) => raw.filled.has(column))) needed.push(CREDITS);
  if (!isContract) {
    if (!raw.filled.has('degree_level') && (!saysUndergraduate(facts) || levels.length > 0))
      needed.push('degree_level');
    if (!raw.filled.has('grade_level') && hasUndergraduates) needed.push('grade_level');
  }
  const doubted = guesses.flatMap(({ ours, term, is }) => {
    const isNeedless =
      SAID_ELSEWHERE.has(ours) ||
      (ours === 'grade_level' && !hasUndergraduates) ||
      (ours === 'dependency_status' && isOfGraduates);
    return term === null && is === 'in doubt' && !isNeedless ? [ours] : [];
  });
  const all = [...new Set([...needed, ...doubted, ...Object.keys(marked)])];
  const ofAll = all.flatMap((ours) => {
    const field = FIELDS.find(({ column }) => column === ours);
    if (field === undefined || raw.filled.has(ours) || (isInTerms && ours === CREDITS)) return [];
    const guess = guesses.find((each) => each.ours === ours && each.term === null);
    const titles = ours === 'degree_level' ? levels : ours === 'term_label' ? termTitles(facts) : [];
    const constants = (titles.length > 1 ? [] : (field.options ?? [])).map((constant): Option => {
      return { path: ['columns', ours], value: { constant }, label: `Everybody: ${words(constant)}` };
    });
    const isNeeded = needed.includes(ours);
    const isInTitles = ours === 'term_label' && titles.length > 0;
    const choices = [
      ...candidates(guesses, ours, facts, isNeeded && !isInTitles ? header : [], constants),
      ...(isNeeded ? [] : [noColumn(ours)]),
    ];
    const why = guess?.theirs == null ? `No column was found that ${holds(ours)}.` : guess.why;
    const unread =
      titles.length === 0 ? '' : ` Titles such as ${titles.map(quoted).join(' and ')} are not read.`;
    const advice = ` Add a column that ${holds(ours)}, and fill it on each row.${unread}`;
    return ask(facts, everybody(facts), {
      ...whichColumn(ours),
      open: isNeeded || marked[ours] !== 'none',
      why: choices.length === 0 || titles.length > 0 ? why + advice : why,
      choices,
    });
  });
  return [...ofTerms, ...ofAll];
}

const [CREDITS = ''] = CREDIT_COLUMNS;

/** Asks which column has the credits of a term beside others, if none is read and several may have them. */
function creditsOfTerms(facts: Facts, header: readonly string[]): readonly Raised[] {
  const { recipe, labels } = facts;
  if (recipe.shape.rows !== 'student' || recipe.columns[CREDITS] !== undefined) return [];
  return recipe.shape.terms.flatMap(({ label, columns }) => {
    const names = header.filter(
      (name) => termOfName(name, labels.texts) === label && isNamedFor(seasonOf(name)?.rest ?? '', CREDITS),
    );
    const path = columnPath(recipe, CREDITS, label);
    if (names.length < 2 || CREDITS in columns) return [];
    return ask(facts, everybody(facts), {
      ...whichColumn(CREDITS),
      of: label,
      question: `Which column has the credits for ${label}?`,
      why: `It may be ${names.map(quoted).join(' or ')}: choose one.`,
      choices: names.map((name) => ({ ...columnOption(CREDITS, name), path })),
    });
  });
}

/** Asks whether a column that is read and blank on every row is the right one. */
export function blankColumnQuestions(facts: Facts): readonly Raised[] {
  return facts.blankColumns.flatMap(({ ours, theirs, others }) =>
    ask(facts, everybody(facts), {
      ...whichColumn(ours),
      open: facts.recipe.decisions.columns?.[ours] !== 'none',
      why: `"${theirs}" is blank on every row, and ${others.map(quoted).join(' and ')} may be meant.`,
      choices: [
        ...others.map((name) => columnOption(ours, name)),
        { ...noColumn(ours), label: `"${theirs}", which is blank for everybody` },
      ],
    }),
  );
}

/** Whether every student is a graduate or professional one, without a grade level and independent by law. */
export function hasOnlyGraduates({ isContract, levels, words }: Facts): boolean {
  const isKnown = levels.size > 0 && (words.codes.get('degree_level')?.size ?? 0) === 0;
  return !isContract && isKnown && !levels.has('undergraduate');
}

/** Columns with a separate question. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([STUDENT_ID_COLUMN, 'subsidized_amount']);

/** Titles between the rows that say a degree level, one for each level. */
function levelTitles({ sections }: Facts): readonly string[] {
  const titles = new Map<string, string>();
  for (const { cells } of sections) {
    const text = cells.join(' ').trim();
    for (const word of text.split(/[^\p{L}]+/u).filter((each) => each.length > 1)) {
      const level = meaningIn('degree_level', word);
      if (level !== null && !titles.has(level)) titles.set(level, text);
    }
  }
  return [...titles.values()];
}

/** Titles between the rows that say a term. */
function termTitles({ sections }: Facts): readonly string[] {
  const texts = sections.map(({ cells }) => cells.join(' ').trim().replace(/\s+/g, ' '));
  return [...new Set(texts.filter((text) => typeof termTime(text)?.season === 'string'))].slice(
    0,
    MOST_NAMED,
  );
}

/** Names of class years that only undergraduates have. */
const UNDERGRADUATE_CLASS =
  /^(?:fr|frsh|fresh|freshman|so|soph|sophomore|jr|junr|junior|sr|senr|senior|ug[1-4]|\w+ year undergraduate.*)$/;

/** Whether an unread column may say the degree level of students without a class, or another one than the class. */
function mayHaveLevels({ raw, sample, withoutGrade }: Facts): boolean {
  return raw.unread.some(({ place, name }) => {
    const cells = filledAt(sample, place);
    const fit = readableAs('degree_level', cells, name);
    const isOther = (cell: string): boolean => meaningIn('degree_level', cell, name) !== 'undergraduate';
    return withoutGrade.count > 0 ? fit !== 'few' : fit === 'all' && cells.some(isOther);
  });
}

/** Whether the year-of-study column has only undergraduate classes, which also gives the degree level. */
export function saysUndergraduate(facts: Facts): boolean {
  const { raw, recipe, words: open } = facts;
  const rule = recipe.columns['grade_level'];
  const known = raw.knownCodes.get('grade_level');
  if (
    mayHaveLevels(facts) ||
    (known !== undefined && [...known.values()].includes('')) ||
    rule === undefined ||
    'constant' in rule ||
    (open.codes.get('grade_level')?.size ?? 0) > 0
  )
    return false;
  const said = Object.keys(rule.values ?? {});
  return said.length > 0 && said.every((code) => UNDERGRADUATE_CLASS.test(valueKey(code)));
}
