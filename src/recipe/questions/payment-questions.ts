import { add, compare, type Exact, isPositive, isSame, subtract, toText, ZERO } from '../../engine/exact.js';
import { columnsOf, hasTermColumns, isFundShape } from '../format/column-rules.js';
import { type Ours, PAID_FIELDS, type PaidField, partsKey } from '../format/our-fields.js';
import { decisionOf, type Recipe } from '../format/recipe.js';
import { amountIn, type Finding, isPaid, type Student } from '../rows/file-student.js';
import { amountOf } from '../rows/read-cells.js';
import { FEW_STUDENTS, fromNotes, NEARLY_ALL, NOT_ALIKE, type RowQuestion, type Step } from './question.js';
import { fails, forgetZeros, forTerm } from './term-questions.js';

/** Questions about payments: whether an amount is for a row, a term, or all terms so far, and what 0 means. */

/** Questions about payments, and about credits under several labels of one term. */
export function paymentQuestions(recipe: Recipe): readonly (RowQuestion | Step)[] {
  return [
    perPart(recipe, 'term_credits_enrolled', 'number of credits'),
    perPart(recipe, 'term_actual_final_credits', 'number of final credits'),
    perPart(recipe, PAID_FIELDS[0], 'amount paid of a loan'),
    runningTotalsQuestion(recipe),
    applyRunningTotals(recipe),
  ];
}

/**
 * Asks if amounts are for each row or the whole term. The answer is applied where rows are read. One for loans
 * that are all the same on each row does not cover a month in which only some are.
 */
function perPart({ rows }: Recipe, field: Ours, name: string): RowQuestion {
  // Payments repeat credits, and courses payments, which are usually those of the whole term.
  const isUnusual = isFundShape(rows) || rows === 'course';
  const part = isFundShape(rows) ? 'part' : 'row';
  return {
    ...fromNotes(partsKey(field)),
    ...(!isUnusual && { asIsAnswer: 'of_part' }),
    threshold: NEARLY_ALL,
    share: (findings) => {
      const fields = [...findings.kinds.keys()].map((kind) => kind.split(' ')[1]);
      const areSame = fields.map((each) => {
        const [same = 0, other = 0] = ['same', 'different'].map((how) => findings.count(`${how} ${each}`));
        return same >= (same + other) * NEARLY_ALL;
      });
      const isSome = areSame.includes(true);
      return { count: Number(isSome), total: 1, isRising: isSome && areSame.includes(false) };
    },
    text: (whom, _, isMost) =>
      `The ${name} is ${isMost ? 'the same' : isUnusual ? 'not the same' : 'no longer the same'} on each ${part} of a term, for ${whom}. Is it for each ${part}, or for the whole term?`,
    choices: {
      of_part: `For each ${part}: the amounts are added up`,
      of_term: 'For the whole term: it counts once',
    },
  };
}

const PAID_SO_FAR = 'paid_so_far';

/**
 * Asks whether amounts paid that hardly ever fall from term to term are running totals. Equal amounts may be
 * totals too, if each term's row repeats them or one column has those of all terms. If many are followed by
 * 0, a 0 means not paid yet, and only rising amounts count; few of them if no others are the same or fall.
 */
function runningTotalsQuestion({ rows, fields }: Recipe): RowQuestion {
  const isShared = PAID_FIELDS.some((field) => columnsOf(fields[field]).length > 0);
  const isRepeated = !isFundShape(rows) && (!hasTermColumns(rows) || isShared);
  return {
    path: ['decisions', PAID_SO_FAR],
    asIsAnswer: 'of_term',
    find: ({ terms }) =>
      terms.flatMap(({ cells, rows: [row] }, at): readonly Finding[] => {
        const kinds = PAID_FIELDS.flatMap((field) => {
          const before = amountOf(field, terms[at - 1]?.cells[field] ?? '');
          if (before === null || !isPositive(before)) return [];
          const amount = amountOf(field, cells[field]) ?? ZERO;
          const change = compare(amount, before);
          return !isPositive(amount) ? 'none' : change === 0 ? 'same' : change < 0 ? 'falls' : 'rises';
        });
        const isComparable = kinds.some((kind) => kind !== 'none');
        return [...kinds.map((kind) => ({ kind })), ...(isComparable ? [{ row }] : [])];
      }),
    threshold: NEARLY_ALL,
    share: (findings) => {
      const [falls = 0, same = 0, rises = 0] = ['falls', 'same', 'rises'].map((kind) => findings.count(kind));
      const all = falls + same + rises;
      if (findings.count('none') * 5 > all)
        return { count: rises, total: rises < FEW_STUDENTS && falls + same > 0 ? 0 : rises + falls };
      // Loans are usually paid in equal parts, so equal amounts matter only if there are no others.
      const total = !isRepeated && falls + rises > 0 ? falls + rises : all;
      // Totals rise, and some fall where loans are returned; amounts of terms are mostly the same.
      return { count: rises * 4 >= all * 3 ? total : total - falls, total, isRising: rises * 2 > all };
    },
    text: (whom, { kinds }, isMost) => {
      const how = `${kinds.has('falls') ? 'mostly ' : ''}${kinds.has('rises') ? 'the same or higher' : 'the same'}`;
      return `Amounts paid are ${isMost || !kinds.has('falls') ? how : 'also lower'} in the next term, for ${whom}. Is each amount what was paid for its term?`;
    },
    choices: {
      of_term: 'Yes: each amount is for its term alone',
      so_far:
        'No: it is all that was paid so far. What came before is subtracted, and a 0 means not paid yet',
      not_calculated:
        'Something else, such as a total for the year: students who were paid are not calculated',
    },
  };
}

/** Applies the answer about running totals to each student. */
function applyRunningTotals(recipe: Recipe): Step {
  const said = decisionOf(recipe, PAID_SO_FAR);
  return (student) => {
    const { terms } = student;
    if (said === 'not_calculated' && terms.some(isPaid))
      student.fail('paid so far', 'what was paid is not of one term');
    for (const field of said === 'so_far' ? PAID_FIELDS : []) {
      let before: Exact | null = null;
      for (const term of terms) {
        const amount = amountIn(term, field);
        if (amount === null || !isPositive(amount)) continue;
        if (before !== null && compare(amount, before) < 0)
          student.failIn(term, 'paid so far', 'less than was paid before');
        else if (before !== null) term.cells[field] = toText(subtract(amount, before));
        before = amount;
      }
    }
  };
}

/** Asks what a payment of 0 means in a term that is over, once it is known whether it is. */
export function zeroPaidQuestion(recipe: Recipe, termIndex: number): readonly RowQuestion[] {
  return forTerm(recipe, termIndex, [
    {
      key: 'zero_paid',
      field: 'term_actual_final_credits',
      provisional: ['not_yet'],
      // The student has at least half of the full-time credits.
      raisedBy: (term, student) => {
        const final = amountIn(term, 'term_actual_final_credits');
        const full = amountIn(term, 'term_ft_credits');
        if (final === null || full === null || compare(add(final, final), full) < 0) return null;
        const said = PAID_FIELDS.filter((field) => term.cells[field] !== '' && mayBorrow(student, field));
        return said.length === 0 ? null : said.some((field) => isSame(amountIn(term, field), ZERO));
      },
      text: (whom) =>
        `${recipe.terms[termIndex]?.label} has final credits, but the file says that $0 of a loan was paid, or that a payment was not made, for ${whom}. What does this mean?`,
      choices: {
        not_yet: 'Not paid yet: it may still be paid',
        settled: 'The loan is settled: nothing more of it is paid for this term',
        not_calculated: NOT_ALIKE,
      },
      onAnswer: { not_calculated: fails('zero', '0 paid'), not_yet: forgetZeros },
    },
  ]);
}

/** Whether a student may have this loan at all, so that $0 paid means something. */
function mayBorrow({ maxSub, mayHaveGradPlus, terms }: Student, field: PaidField): boolean {
  if (field === 'term_prior_disbursement_grad_plus') return mayHaveGradPlus;
  const hasNeed = terms.some((term) => isPositive(amountIn(term, 'subsidized_amount') ?? ZERO));
  return field === 'term_prior_disbursement_unsub' || (hasNeed && (maxSub === null || isPositive(maxSub)));
}
