import { alikeIdsText } from './alike-ids.js';
import { alikeIdsIn } from './ask-rows.js';
import { list } from './assumption.js';
import { UNDECIDED } from './decisions.js';
import type { Facts } from './facts.js';
import { ask, type Concerned, decision, type Option, of, type Raised } from './question.js';
import { mayLackTerm } from './term-order.js';
import { bitCount, decidesYear, termCounts } from './term-year.js';

/** Asks how many terms the year has, if students differ in theirs, have only one, or have some that may not be all. */
export function yearQuestion(facts: Facts): readonly Raised[] {
  const { recipe, labels, isContract, saysYearTerms, saysRequired } = facts;
  if (saysYearTerms || saysRequired || facts.students.size === 0) return [];
  const { least, most } = termCounts(facts);
  const isPart = !isContract && least === most && most > 1 && mayLackTerm(labels.texts);
  if (!isContract && !isPart && recipe.shape.rows === 'student' && recipe.shape.terms.length > 1) return [];
  if (most === 0 || (least === most && most > 1 && !isPart)) return [];
  const said = recipe.decisions.year_terms ?? null;
  const few = fewest(facts, isPart ? most + 1 : most);
  return ask(facts, few, {
    name: 'year_terms',
    open: said === null || !decidesYear(said, labels),
    question: 'How many terms does the academic year have?',
    why:
      (isPart
        ? `${of(facts, few, 'has', 'have')} ${list(labels.texts)}, and another term may not be registered for yet. If these are the whole year, the loan of a whole year is paid in them.`
        : least === most
          ? `${of(facts, few, 'has', 'have')} one term${labels.texts.length === 1 ? ` (${labels.texts[0]})` : ''}. If it counts as the whole year, the loan of a whole year is paid in it.`
          : `${of(facts, few, 'has', 'have')} fewer terms than others.${lackingText(facts)} If their terms count as the whole year, they get the loan of a whole year.`) +
      (recipe.shape.rows === 'fund'
        ? ' Each row is a fund: a student without a row for a term may be enrolled there, and have no award.'
        : '') +
      (isContract ? alikeText(facts) : ''),
    choices: yearOptions(facts, most),
  });
}

/**
 * Asks how long the year is for students whose cell is blank in a column that gives it for others. A student with as
 * many terms as the longest year needs no answer.
 */
export function blankYearQuestion(facts: Facts): readonly Raised[] {
  const { recipe, saysYearTerms, saysRequired, students, terms, withYearTerms, mostYearTerms } = facts;
  const rule = recipe.columns['academic_year_terms'];
  if (!saysYearTerms || saysRequired || withYearTerms.size === students.size || rule === undefined) return [];
  if (recipe.shape.rows === 'student' && recipe.shape.terms.length > 1) return [];
  const isShort = (student: number): boolean =>
    !withYearTerms.has(student) && bitCount(terms[student] ?? 0) < mostYearTerms;
  const lacking = [...students.values()].filter(isShort);
  if (lacking.length === 0) return [];
  const who = { students: lacking.length, rows: [], first: lacking[0] ?? 0 };
  return ask(facts, who, {
    name: 'values:academic_year_terms',
    of: '',
    at: ['columns', 'academic_year_terms', 'blank'],
    open: !('blank' in rule) || rule.blank === UNDECIDED,
    question: 'How many terms does the year have for students whose number of terms is blank?',
    why: `${of(facts, { students: lacking.length }, 'have')} a blank number of terms, and fewer rows than the ${mostYearTerms} terms of others.`,
    answers: {
      '2': 'two terms',
      '3': 'three terms',
      '4': 'four terms',
      '': 'The listed terms are the whole year of each of them',
      unknown: 'Not known: these students fail and are not calculated',
    },
  });
}

/** Points out similar ids, which may be one student's, whose terms then are not missing. */
function alikeText(facts: Facts): string {
  const text = alikeIdsText(alikeIdsIn(facts));
  return text === null ? '' : ` ${text}`;
}

/** Students with fewer terms than this; all students if everybody has one. */
function fewest({ terms, notOfYear }: Facts, most: number): Concerned {
  const isFew = (bits: number): boolean => bitCount(bits) < most || most === 1;
  let students = 0;
  let first = -1;
  for (const [student, bits] of terms.entries()) {
    if (!isFew(bits | (notOfYear[student] ?? 0))) continue;
    if (first < 0) first = student;
    students += 1;
  }
  return { students, rows: [], first };
}

/** How many students lack a row for each term. */
function lackingText({ labels, withLabel, students }: Facts): string {
  if (labels.texts.length > MOST_TERMS) return '';
  const parts = labels.texts.flatMap((label, place) => {
    const lacking = students.size - (withLabel.get(place)?.students ?? 0);
    return lacking === 0
      ? []
      : [`${lacking.toLocaleString('en-US')} ${lacking === 1 ? 'has' : 'have'} no row for ${label}`];
  });
  return parts.length === 0 ? '' : ` ${parts.join(', ')}.`;
}

const MOST_TERMS = 4;
const NUMBER_WORDS = ['', 'one', 'two', 'three', 'four'];

function yearOptions(
  { labels: { texts: labels }, withLabel, recipe }: Facts,
  most: number,
): readonly Option[] {
  const found: Option[] = [];
  const year = (terms: number, own: readonly string[] | null, label: string): void => {
    const value = { terms, missing: 'not_enrolled', ...(own === null ? {} : { labels: [...own] }) };
    found.push(decision('year_terms', value, label));
  };
  const count = labels.length;
  if (count >= 2 && count <= MOST_TERMS) {
    const all = `${NUMBER_WORDS[count]} terms: ${labels.join(', ')}.`;
    const isFund = recipe.shape.rows === 'fund';
    if (isFund) {
      const label = `${all} A student without a row for a term fails: the row may be missing because nothing was awarded. Add one with the credits, and with nothing paid`;
      found.push(decision('year_terms', { terms: count, missing: 'fail' }, label));
    }
    const why = isFund ? ', and never only without an award' : '';
    year(count, null, `${all} A student without a row for a term is not enrolled in it${why}`);
    // The year may have fewer terms than there are labels: those that most students have, without a summer.
    const regular = labels.filter((label) => !/summ?er|^su\b|\bsum\b/i.test(label));
    const sizeOf = (label: string): number => withLabel.get(labels.indexOf(label))?.students ?? 0;
    const most2 = new Set(labels.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, 2));
    const usual = regular.length < count ? regular : labels.filter((label) => most2.has(label));
    if (usual.length >= 2 && usual.length < count) {
      const few = `${NUMBER_WORDS[usual.length]} terms: ${usual.join(', ')}.`;
      year(usual.length, usual, `${few} Another term counts only for students who have it`);
    }
  }
  const rest = 'terms. A student with fewer rows is not enrolled in the others';
  for (let terms = count > 1 ? count + 1 : 2; terms <= MOST_TERMS; terms++)
    year(terms, null, `${NUMBER_WORDS[terms]} ${rest}`);
  const value = { terms: Math.min(Math.max(most, 1), MOST_TERMS), missing: 'as_listed' };
  return [...found, decision('year_terms', value, 'The listed terms are the whole year of each student')];
}
