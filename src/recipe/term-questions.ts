import { add, compare, type Exact, toText, ZERO } from '../engine/exact.js';
import { counted, listed, numberText } from '../engine/texts.js';
import type { Share } from './answers.js';
import { type Ours, PAID_FIELDS } from './our-fields.js';
import { FEW_STUDENTS, type Found, NEARLY_ALL, NOT_CALCULATED, type RowQuestion } from './question.js';
import { isSame, sumOf } from './read-cells.js';
import { columnsOf, type Recipe, ruleOf } from './recipe.js';
import { amountIn, isBlank, isPaid, type OwnTerm, type Student } from './student-facts.js';
import { NOT_FOR_ALL } from './year-questions.js';

/** What students ask of the credits and payments of a term, and what the answers do to it. */

const MOST_NAMED = 4;
/** The end of full-time credits of students whose term is made of parts with labels of their own. */
const IN_PARTS = ', in several parts';

/** That a term is not over, said of most, is not said of a few a month later; nor what few completed, of many. */
const ofAsMany = ({ students, of }: Found): Share => ({ found: students, of, isOfSize: true });

interface TermQuestion extends Omit<RowQuestion, 'find' | 'does'> {
  /** Null for a term of which it cannot be said; a text for which of the things it is that are told apart. */
  isSo(term: OwnTerm, student: Student): boolean | string | null;
  /** The field whose columns it asks about. */
  readonly of?: Ours;
  /** Whether students without the term are among those of whom it can be said. */
  readonly isOfEverybody?: boolean;
  /** What an answer does to a term of which it is so. */
  readonly does: Readonly<Record<string, (term: OwnTerm, student: Student) => void>>;
}

/** A question about the term at a place. */
function ofTerm(place: number, question: TermQuestion): RowQuestion {
  const termOf = ({ terms }: Student) => terms.find((own) => own.place === place);
  const does = Object.entries(question.does).map(([answer, does]) => [
    answer,
    (student: Student) => {
      const term = termOf(student);
      if (term !== undefined) does(term, student);
    },
  ]);
  return {
    ...question,
    find: (student) => {
      const term = termOf(student);
      if (student.isInDoubt) return null;
      if (term === undefined) return question.isOfEverybody === true ? false : null;
      const isSo = question.isSo(term, student);
      if (isSo === null || isSo === false) return isSo;
      return [{ row: term.rows[0], ...(isSo !== true && { kind: isSo }) }];
    },
    does: Object.fromEntries(does),
  };
}

/**
 * The questions of a term, in the order in which their answers are done: of numbers that may not be what they seem, of blank
 * parts of credits, and of blank credits.
 */
export function aboutTerm(recipe: Recipe, label: string, place: number): readonly RowQuestion[] {
  const fail =
    (kind: Parameters<Student['fail']>[0], what: string) =>
    ({ rows: [row] }: OwnTerm, student: Student) =>
      student.fail(kind, `${label}, row ${row} has ${what}`);
  /** The planned credits of rows that are not over count, with what is final of the others. */
  const notOver =
    (isOver: (final: string) => boolean) =>
    (term: OwnTerm, student: Student): void => {
      const { cells, ofRows } = term;
      cells.term_actual_final_credits = '';
      cells.term_credits_enrolled = (ofRows ?? [{ planned: cells.term_credits_enrolled, final: '' }])
        .map(({ planned, final }) => (isOver(final) ? final : planned))
        .reduce((sum, each) => sumOf('term_credits_enrolled', sum, each), '');
      if (isBlank(term)) fail('no credits', 'no planned credits')(term, student);
    };
  const ofPart = (
    field: Ours,
    areNone: string,
    more: Pick<TermQuestion, 'choices' | 'does'>,
  ): TermQuestion => ({
    path: ['decisions', `blank_part:${field}:${label}`],
    of: field,
    isOfEverybody: true,
    isSo: ({ cells, halfBlank }) => {
      const { term_credits_enrolled: planned, term_actual_final_credits: final } = cells;
      if (field === 'term_actual_final_credits')
        // Where all that was planned is there, nothing is expected of the other part.
        return halfBlank.includes(field) && !isSame(field, final, planned);
      // Final credits replace those planned.
      return halfBlank.includes(field) && (final === '' || halfBlank.includes('term_actual_final_credits'));
    },
    text: (of) =>
      `${areNone} in some of the parts that are added up, and filled in others, for ${of}. What does this mean?`,
    choices: {
      ...more.choices,
      none: 'No credits in that part: the others are all',
      not_calculated: NOT_CALCULATED,
    },
    does: {
      ...more.does,
      not_calculated: fail('no credits', 'no credits for a part of the term'),
    },
  });
  const notEnrolled = ({ cells }: OwnTerm): void => {
    cells.term_credits_enrolled = '0';
  };
  const blank: TermQuestion = {
    path: ['terms', place, 'blank'],
    isSo: isBlank,
    text: (of) => `Credits for ${label} are blank for ${of}. What does this mean? ${NOT_FOR_ALL}`,
    choices: {
      not_enrolled: 'Not enrolled: 0 credits, and the term counts in the year',
      full_time: 'Enrolled full time',
      not_in_year: `${label} is not part of their year`,
      not_calculated: NOT_CALCULATED,
    },
    whileOpen: 'not_enrolled',
    forAsMany: 'full_time',
    does: {
      not_enrolled: notEnrolled,
      full_time: (term, student) => {
        if (term.isCleared)
          fail('no credits', 'no credits, and a status that takes them away')(term, student);
      },
      not_in_year: (term, student) => {
        if (isPaid(term)) fail('no credits', 'no credits, and a payment')(term, student);
        if (isPaid(term) || term.cells.term_required === 'true') notEnrolled(term);
        else term.isOfOtherYear = true;
      },
      not_calculated: (term, student) => {
        fail('no credits', 'no credits')(term, student);
        notEnrolled(term);
      },
    },
  };
  // Which planned credits are of which of several columns is not known.
  const areRows = columnsOf(ruleOf(recipe, 'term_actual_final_credits', recipe.terms[place])).length === 1;
  const parts = [
    ofPart('term_credits_enrolled', `Credits for ${label} are blank`, { choices: {}, does: {} }),
    {
      ...ofPart('term_actual_final_credits', `Final credits for ${label} are blank or 0`, {
        choices: areRows
          ? {
              not_over:
                'These parts are not over: their planned credits count, and what is final of the others',
              blank_not_over:
                'Those that are blank are not over: planned credits count there, and 0 is no credits',
            }
          : { not_over: 'The term is not over: all planned credits of the row count' },
        does: {
          not_over: notOver((final) => final !== '' && !isSame('term_actual_final_credits', final, '0')),
          blank_not_over: notOver((final) => final !== ''),
        },
      }),
      share: ofAsMany,
    },
  ];
  const numbers: readonly TermQuestion[] = [
    {
      path: ['decisions', `zero_credits:${label}`],
      // Of more than these, some may not be registered yet; of a few students, only where these are most.
      most: 1 / 4,
      share: ({ students, of }) => ({
        found: students < FEW_STUDENTS && students * 3 < of * 2 ? 0 : students,
        of,
      }),
      itself: 'not_enrolled',
      isSo: (term) => {
        const planned = amountIn(term, 'term_credits_enrolled');
        if (term.isCleared || planned === null || term.cells.term_actual_final_credits !== '') return null;
        // Nothing follows from an optional term that somebody skips.
        if (term.cells.term_required === 'false') return null;
        return isNone(planned);
      },
      text: (of) => `Credits for ${label} are 0 for ${of}. What does this mean?`,
      choices: {
        not_enrolled: 'They are not enrolled',
        not_known: 'Not known yet: these students are not calculated',
      },
      does: { not_known: fail('zero', '0 credits') },
    },
    {
      path: ['decisions', `zero_final:${label}`],
      of: 'term_actual_final_credits',
      share: ofAsMany,
      isSo: (term) => {
        const final = amountIn(term, 'term_actual_final_credits');
        return final === null || isNone(amountIn(term, 'term_credits_enrolled')) ? null : isNone(final);
      },
      text: (of) => `Final credits for ${label} are 0 for ${of}. What does this mean?`,
      choices: {
        not_known:
          'The term is not over: the planned credits count, and students without any are not calculated',
        not_enrolled: 'They completed no credits',
      },
      does: {
        not_known: (term, student) => {
          term.cells.term_actual_final_credits = '';
          if (isBlank(term)) fail('zero', '0 final credits')(term, student);
        },
      },
    },
    {
      path: ['decisions', `blank_final:${label}`],
      of: 'term_actual_final_credits',
      isSo: (term) => {
        const planned = amountIn(term, 'term_credits_enrolled');
        return planned === null || isNone(planned) ? null : term.cells.term_actual_final_credits === '';
      },
      // Where nobody has any, the term is not over.
      share: ({ students, of }) => ({ found: students, of: students < of ? of : 0, isOfSize: true }),
      text: (of) =>
        `Final credits for ${label} are blank for ${of}, and others have some. What does this mean?`,
      choices: {
        planned: 'Not known yet: the planned credits count',
        none: 'They completed no credits',
        not_calculated: NOT_CALCULATED,
      },
      does: {
        none: ({ cells }) => {
          cells.term_actual_final_credits = '0';
        },
        not_calculated: fail('no final credits', 'no final credits'),
      },
    },
    {
      path: ['decisions', `zero_paid:${label}`],
      of: 'term_actual_final_credits',
      most: NEARLY_ALL,
      itself: 'settled',
      // Of a term that is over, with at least half of the full-time credits.
      isSo: (term) => {
        const final = amountIn(term, 'term_actual_final_credits');
        const full = amountIn(term, 'term_ft_credits');
        if (final === null || full === null || compare(add(final, final), full) < 0) return null;
        return PAID_FIELDS.every((field) => term.cells[field] === '') ? null : !isPaid(term);
      },
      text: (of) => `${label} has final credits, and 0 was paid to ${of}. What does this mean?`,
      choices: {
        not_yet: 'Not paid yet: it may still be paid',
        settled: 'The term is settled: nothing more is paid for it',
      },
      does: {
        not_yet: ({ cells }) => {
          for (const field of PAID_FIELDS) cells[field] = '';
        },
      },
    },
    {
      // Those of a part of the term, as a session is, are lower than those of the term.
      path: ['decisions', `full_time:${label}`],
      of: 'term_ft_credits',
      itself: 'of_term',
      isSo: (term, { level }) => {
        const full = amountIn(term, 'term_ft_credits');
        return full === null ? null : `${toText(full)} for ${level}s${term.isOfLabels ? IN_PARTS : ''}`;
      },
      share: ({ kinds }) => {
        const parts = [...kinds.keys()].filter((kind) => kind.endsWith(IN_PARTS)).length;
        const levels = new Set([...kinds.keys()].map((kind) => kind.replace(IN_PARTS, '').split(' for ')[1]));
        const more = kinds.size - levels.size + parts;
        return { found: more, of: more };
      },
      text: (_, { kinds }) => {
        const named = [...kinds].slice(0, MOST_NAMED).map(([kind, rows]) => `${kind} (${numberText(rows)})`);
        const more = kinds.size > MOST_NAMED ? [counted(kinds.size - MOST_NAMED, 'other')] : [];
        return `Full-time credits for ${label} are ${listed([...named, ...more])}. Are all of them for the whole term?`;
      },
      choices: {
        of_term: 'Yes: each is what is full time for the student in the whole term',
        of_part: `No: some are for a part of it, such as a session. Nobody is calculated who has ${label}`,
      },
      does: { of_part: fail('credits so far', 'full-time credits that may be for a part of the term') },
    },
    {
      path: ['decisions', `high_credits:${label}`],
      most: 1 / 5,
      itself: 'of_term',
      isSo: (term) => {
        const planned = amountIn(term, 'term_credits_enrolled');
        const full = amountIn(term, 'term_ft_credits');
        if (planned === null || full === null || isNone(planned)) return null;
        return compare(add(planned, planned), add(full, add(full, full))) > 0;
      },
      text: (of) =>
        `Credits for ${label} are more than one and a half times full time for ${of}. Are both for this term alone, and for all of it?`,
      choices: {
        of_term: 'Yes: credits and full-time credits are for this term alone, and for all of it',
        so_far:
          'No: credits include other terms, or full-time credits are for a part of the term. These students are not calculated',
      },
      does: {
        so_far: fail('credits so far', 'credits and full-time credits that are not for the same time'),
      },
    },
  ];
  const isPlaced = ({ of }: TermQuestion): boolean =>
    of === undefined || columnsOf(ruleOf(recipe, of, recipe.terms[place])).length > 0;
  return [...numbers, ...parts, blank].filter(isPlaced).map((question) => ofTerm(place, question));
}

function isNone(amount: Exact | null): boolean {
  return amount !== null && compare(amount, ZERO) === 0;
}
