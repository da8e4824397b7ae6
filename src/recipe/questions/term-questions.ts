import { add, compare, isSame, ZERO } from '../../engine/exact.js';
import { listed } from '../../engine/texts.js';
import { columnsOf, ruleOf } from '../format/column-rules.js';
import { quoted } from '../format/column-texts.js';
import { type Ours, PAID_FIELDS } from '../format/our-fields.js';
import { decisionOf, type Recipe } from '../format/recipe.js';
import { amountIn, type FileTerm, isBlank, isPaid, type Student } from '../rows/file-student.js';
import type { Findings } from '../rows/findings.js';
import type { RefusalKind } from '../rows/refusal-cells.js';
import { FEW_STUDENTS, NOT_ALIKE, NOT_KNOWN, type RowQuestion } from './question.js';
import { NOT_FOR_ALL } from './year-questions.js';

/** Questions about the credits and payments of a term, and what the answers do to it. */

const FINAL = 'term_actual_final_credits';

/** More than three times full time. */
const FAR = 'far';
/** Of a part of the term, not of all of it. */
const PART = 'part';
/** The term has final credits. */
const ENDED = 'ended';
/** A later term has final credits. */
const LATER = 'later';

type TermStep = (term: FileTerm, student: Student) => void;

interface TermQuestion extends Omit<RowQuestion, 'path' | 'find' | 'onAnswer'> {
  /** The key of its decision, before the term's label; absent for blank credits. */
  readonly key?: string;
  /** Whether a term raises the question; a text is the kind or columns found; null if it cannot apply. */
  raisedBy(term: FileTerm, student: Student): boolean | string | null;
  /** The field that must have columns for the question to be asked. */
  readonly field?: Ours;
  /** Whether students without the term are counted among all that it could be about. */
  readonly countsAllStudents?: boolean;
  readonly onAnswer: Readonly<Record<string, TermStep>>;
}

/** The questions of the term at an index, in the order in which their answers are applied. */
export function termQuestions(recipe: Recipe, label: string, termIndex: number): readonly RowQuestion[] {
  return forTerm(recipe, termIndex, [
    ...zeroCreditsQuestions(label),
    highCreditsQuestion(label),
    ...blankQuestions(recipe, label),
  ]);
}

/** Questions about the term at an index, as questions about its students. */
export function forTerm(
  recipe: Recipe,
  termIndex: number,
  questions: readonly TermQuestion[],
): readonly RowQuestion[] {
  const rules = recipe.terms[termIndex];
  const termOf = ({ terms }: Student) => terms.find((own) => own.termIndex === termIndex);
  const onTerm = (step: TermStep) => (student: Student) => {
    const term = termOf(student);
    if (term !== undefined) step(term, student);
  };
  return questions
    .filter(({ field }) => field === undefined || columnsOf(ruleOf(recipe, field, rules)).length > 0)
    .map(({ key, raisedBy, countsAllStudents = false, onAnswer, ...question }) => ({
      ...question,
      path: key === undefined ? ['terms', termIndex, 'blank'] : ['decisions', `${key}:${rules?.label}`],
      find: (student) => {
        const term = termOf(student);
        if (student.isInDoubt) return null;
        if (term === undefined) return countsAllStudents ? false : null;
        const found = raisedBy(term, student);
        if (typeof found !== 'string') return found && [{ row: term.rows[0] }];
        return [{ row: term.rows[0], kind: found }];
      },
      onAnswer: Object.fromEntries(Object.entries(onAnswer).map(([answer, step]) => [answer, onTerm(step)])),
    }));
}

/** Fails the students of a term. `what` is what its row has. */
export function fails(kind: RefusalKind, what: string): TermStep {
  return (term, student) => student.failIn(term, kind, what);
}

/** Leaves final credits and payments of 0 out, so that planned credits count; the whole term is not over. */
function notOver(term: FileTerm, student: Student): void {
  if (zeroFinal(term) === PART) student.failIn(term, 'no final credits', '0 final credits for a part of it');
  term.cells.term_actual_final_credits = '';
  forgetZeros(term);
}

/** Takes payments of 0 as not made yet. */
export function forgetZeros(term: FileTerm): void {
  for (const field of PAID_FIELDS) if (isSame(amountIn(term, field), ZERO)) term.cells[field] = '';
}

/** Whether the final credits of a term are 0; `PART` if they are 0 in a part of it. */
function zeroFinal(term: FileTerm): boolean | typeof PART {
  const isWhole = isSame(amountIn(term, FINAL), ZERO) && !term.halfBlank.has(FINAL);
  return term.hasZeroFinal && (isWhole || PART);
}

function zeroCreditsQuestions(label: string): readonly TermQuestion[] {
  return [
    {
      key: 'zero_credits',
      // If many have 0 credits, some may not be registered yet. Among few students, only if most have.
      threshold: 1 / 4,
      // Final credits beside 0 planned ones are unusual, so one student is enough.
      share: ({ students, total, kinds }) => {
        const isFew = students < FEW_STUDENTS && students * 3 < total * 2;
        return { count: kinds.has(ENDED) ? total : isFew ? 0 : students, total };
      },
      asIsAnswer: 'not_enrolled',
      raisedBy: (term) => {
        const planned = amountIn(term, 'term_credits_enrolled');
        if (term.isCleared || planned === null) return null;
        const final = amountIn(term, FINAL);
        // A term that somebody did not take, or an optional one that somebody skips, changes nothing.
        const isSkipped = final === null ? term.cells.term_required === 'false' : isSame(final, ZERO);
        if (isSkipped) return null;
        return isSame(planned, ZERO) && (final === null || ENDED);
      },
      text: (whom) => `Credits for ${label} are 0 for ${whom}. What does this mean?`,
      choices: {
        not_enrolled: 'They are not enrolled, or enrolled only later',
        not_known: 'Not known: final credits count, and students without any are not calculated',
      },
      onAnswer: {
        not_known: (term, student) => {
          const { [FINAL]: final } = term.cells;
          if (final === '') student.failIn(term, 'zero', '0 credits');
          else term.cells.term_credits_enrolled = final;
        },
      },
    },
    {
      key: 'zero_final',
      field: FINAL,
      provisional: ['not_known'],
      raisedBy: (term) => {
        if (isSame(amountIn(term, 'term_credits_enrolled'), ZERO)) return null;
        return zeroFinal(term);
      },
      text: (whom, { kinds }) =>
        `Final credits for ${label}${kinds.has(PART) ? ', or for a part of it,' : ''} are 0 for ${whom}. What does this mean?`,
      choices: {
        not_known:
          'The term is not over: planned credits count, and you are asked about blank ones. Students for whom a part is over are not calculated',
        not_enrolled: 'They completed no credits there, as in a course that was dropped',
        not_calculated: NOT_ALIKE,
      },
      onAnswer: {
        not_known: notOver,
        not_calculated: fails('zero', '0 final credits'),
      },
    },
  ];
}

/** Asks whether credits and full-time credits are for the same time, since one may be for a session. */
function highCreditsQuestion(label: string): TermQuestion {
  return {
    key: 'high_credits',
    threshold: 1 / 5,
    asIsAnswer: 'of_term',
    raisedBy: (term) => {
      const credits = amountIn(term, FINAL) ?? amountIn(term, 'term_credits_enrolled');
      const full = amountIn(term, 'term_ft_credits');
      if (credits === null || full === null || isSame(credits, ZERO)) return null;
      const threefold = add(full, add(full, full));
      return compare(credits, threefold) > 0 ? FAR : compare(add(credits, credits), threefold) > 0;
    },
    // Nobody takes so many, so one student is enough: a total may have been read as a row.
    share: ({ students, total, kinds }) => ({ count: kinds.has(FAR) ? total : students, total }),
    text: (whom) =>
      `Credits for ${label} are more than one and a half times the full-time credits for ${whom}. Are the student's credits and the full-time credits both for all of this term and no other?`,
    choices: {
      of_term: 'Yes: both are for all of this term alone',
      so_far:
        'No: credits include other terms, or full-time credits are for a part of it. These students are not calculated',
    },
    onAnswer: {
      so_far: fails('credits so far', 'credits and full-time credits of different times'),
    },
  };
}

const CORRECTED =
  ' If one column corrects the others where it is filled, place it as a correction ("instead" in a recipe).';

function blankQuestions(recipe: Recipe, label: string): readonly TermQuestion[] {
  const isUnknownZero = decisionOf(recipe, `zero_final:${label}`) === 'not_known';
  const notEnrolled: TermStep = ({ cells }) => Object.assign(cells, { term_credits_enrolled: '0' });
  const blankParts = ({ names }: Findings): string =>
    names.length === 0
      ? 'some are'
      : `${names.length === 1 ? '' : 'one or more of '}${listed(names.map(quoted))} is`;
  const blankPartQuestion = {
    countsAllStudents: true,
    namesInKey: true,
    choices: {
      none: '0 credits: a blank adds nothing, and subtracts nothing',
      not_calculated: NOT_KNOWN,
    },
    onAnswer: { not_calculated: fails('no credits', 'no credits for a part of the term') },
  };
  return [
    {
      key: 'blank_final',
      field: FINAL,
      raisedBy: (term, student) => {
        const planned = amountIn(term, 'term_credits_enrolled');
        if (planned === null || isSame(planned, ZERO)) return null;
        const isFinal = ({ cells }: FileTerm): boolean => cells.term_actual_final_credits !== '';
        if (isFinal(term)) return false;
        return student.terms.some((own) => own.termIndex > term.termIndex && isFinal(own)) ? LATER : true;
      },
      // If nobody has final credits, here or in a later term, the term is not over.
      share: ({ students, total, kinds }) => ({
        count: students,
        total: students < total || kinds.has(LATER) ? total : 0,
      }),
      provisional: ['planned'],
      text: (whom, { kinds }) =>
        `Final credits for ${label} are blank for ${whom}, and ${kinds.has(LATER) ? 'a later term has' : 'others have'} some. What does this mean?`,
      choices: {
        planned: 'Not known yet: the planned credits count',
        none: 'They completed no credits',
        not_calculated: NOT_KNOWN,
      },
      onAnswer: {
        none: ({ cells }) => Object.assign(cells, { term_actual_final_credits: '0' }),
        not_calculated: fails('no final credits', 'no final credits'),
      },
    },
    {
      ...blankPartQuestion,
      key: 'blank_part:term_credits_enrolled',
      // Final credits replace those planned.
      raisedBy: ({ cells, halfBlank }) =>
        (cells.term_actual_final_credits === '' || halfBlank.has(FINAL)) &&
        (halfBlank.get('term_credits_enrolled') ?? false),
      text: (whom, found) =>
        `Credits for ${label} come from several parts, of which ${blankParts(found)} blank, for ${whom}. What does a blank part mean?${found.names.length > 0 ? CORRECTED : ''}`,
    },
    {
      ...blankPartQuestion,
      key: 'blank_part:term_actual_final_credits',
      field: FINAL,
      raisedBy: ({ halfBlank }) => halfBlank.get(FINAL) ?? false,
      text: (whom, found) =>
        `Final credits for ${label} come from several parts, of which ${blankParts(found)} blank, for ${whom}. What does a blank part mean?`,
      provisional: ['planned'],
      choices: {
        planned: 'It is not over: its planned credits count, and final ones of the other parts',
        none: 'They completed no credits there',
        not_calculated: NOT_KNOWN,
      },
      onAnswer: {
        planned: (term, student) => {
          if (term.creditsNow === null)
            student.failIn(term, 'no final credits', 'final credits for a part of it');
          Object.assign(term.cells, { term_credits_enrolled: term.creditsNow ?? '0', [FINAL]: '' });
        },
        not_calculated: fails('no final credits', 'no final credits for a part of the term'),
      },
    },
    {
      raisedBy: (term) =>
        isBlank(term) ||
        (isUnknownZero && term.cells.term_credits_enrolled === '' && zeroFinal(term) === true),
      text: (whom) => `Credits for ${label} are blank for ${whom}. What does this mean? ${NOT_FOR_ALL}`,
      choices: {
        not_enrolled: 'Not enrolled: 0 credits, and the term counts in the year unless it is optional',
        full_time: 'Enrolled full time',
        not_in_year: `${label} is not part of their year`,
        not_calculated: NOT_KNOWN,
      },
      whileOpen: 'not_enrolled',
      provisional: ['full_time'],
      onAnswer: {
        not_enrolled: notEnrolled,
        full_time: (term, student) => {
          if (term.isCleared)
            student.failIn(term, 'no credits', 'no credits, and a status that takes them away');
        },
        not_in_year: (term, student) => {
          if (!isPaid(term)) {
            term.isOfOtherYear = true;
            return;
          }
          student.failIn(term, 'no credits', 'no credits, and a payment');
          notEnrolled(term, student);
        },
        not_calculated: (term, student) => {
          student.failIn(term, 'no credits', 'no credits');
          notEnrolled(term, student);
        },
      },
    },
  ];
}
