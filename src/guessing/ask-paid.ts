import { columnName } from '../contract/header.js';
import { cellWords } from './ask-rows.js';
import { list } from './assumption.js';
import type { Facts } from './facts.js';
import { paidKey } from './facts-reader.js';
import { isDoubtfullyPaid, isOtherSum, type OtherAmount } from './other-amounts.js';
import type { AmountColumn } from './other-columns.js';
import { isOfOtherTime } from './other-times.js';
import { PaymentCodes } from './payment-status.js';
import { ask, askOfColumn, columnPath, isSame, type Option, of, type Raised, words } from './question.js';
import { columnRead } from './recipe.js';
import type { Tally } from './tally.js';

/**
 * Asks whether unread columns of dollars are what was paid: of a loan that nothing else says it of, or besides what is
 * read; and whether a yes or no tells which amounts were paid.
 *
 * @param asked other questions about the file, whose choices may include such a column.
 */
export function paidQuestions(facts: Facts, asked: readonly Raised[]): readonly Raised[] {
  const { recipe, others } = facts;
  if (recipe.shape.rows === 'fund') return [...flagQuestions(facts), ...dateQuestions(facts)];
  const ofColumns = others.amounts.flatMap((amounts) => {
    const { column, said } = amounts;
    const isAskedElsewhere = asked.some(
      ({ open, choices }) => open && choices.some(({ value }) => isSame(value, { column: column.name })),
    );
    const doubt = column.is !== 'paid' || isAskedElsewhere ? null : doubtOf(facts, amounts);
    if (doubt === null || doubt.concerned.students === 0) return [];
    const { concerned, question, why, options = [], refused } = doubt;
    return ask(facts, concerned, {
      name: 'paid',
      of: column.name,
      open: said !== 'none',
      question,
      why: `${of(facts, concerned, 'has', 'have')} ${why} Loan amounts already paid are subtracted.`,
      choices: options,
      answers: {
        ...(refused === undefined ? {} : { rearrange: `Yes: the file is refused until ${refused}` }),
        none: 'No: it is not a payment of these loans',
      },
    });
  });
  return [...ofColumns, ...dateQuestions(facts)];
}

/** Asks whether amounts with dates in several terms were all paid: what is scheduled for a later one was not. */
function dateQuestions(facts: Facts): readonly Raised[] {
  if (facts.isContract) return [];
  return facts.others.dates.flatMap(({ name, tally, terms }) =>
    terms.size < 2
      ? []
      : askOfColumn(facts, tally, name, {
          name: 'paid',
          question: `Were all amounts with a date in "${name}" paid?`,
          why: `${of(facts, tally, 'has', 'have')} such amounts, for ${list([...terms])}. One whose date has not come is not subtracted from the loan.`,
          answers: {
            none: 'Yes: all of them were paid',
            rearrange: 'No: the file is refused until amounts that were not paid are 0',
          },
        }),
  );
}

/** Asks whether a yes or no on each row of a fund says which amounts were paid. */
function flagQuestions(facts: Facts): readonly Raised[] {
  return facts.others.unread.flatMap((column) => {
    const flag = column instanceof PaymentCodes ? column.flag : null;
    if (flag === null) return [];
    const { name, tally } = column;
    const { yes, no } = flag;
    const only = (cell: string): string =>
      `Only the amounts with ${cellWords(cell)} there were paid. The others count as 0`;
    return askOfColumn(facts, tally, name, {
      name: 'paid',
      question: `Does "${name}" say which amounts were paid?`,
      why: `It has ${cellWords(yes)} and ${cellWords(no)} beside the amounts of ${of(facts, tally)}, for the same loan. An amount that is planned is not subtracted from the loan.`,
      answers: { if_yes: only(yes), if_no: only(no), none: 'No: all amounts were paid' },
    });
  });
}

interface Doubt {
  readonly concerned: Tally;
  readonly question: string;
  readonly why: string;
  readonly options?: readonly Option[];
  /** What a refused file lacks, if there is something to refuse. */
  readonly refused?: string | undefined;
}

function doubtOf(facts: Facts, { column, tally, beside, flagged, unpaid }: AmountColumn): Doubt | null {
  const { name, ours, term } = column;
  const isOfYear = term === null && facts.recipe.shape.rows === 'student';
  const unpaidOnes = ours.filter((each) => !facts.paid.has(paidKey(each, term)));
  const unsaid = unpaidOnes.filter((each) => facts.recipe.decisions.columns?.[each] !== 'none');
  // That no column is one loan's does not say what a column of several is.
  const isUnsaid = unsaid.length === ours.length || (ours.length > 1 && unpaidOnes.length === ours.length);
  const isFlag = tally.students === 0;
  if (isFlag && flagged.students === 0) return null;
  const question = `Is "${name}" what was paid already?`;
  if (isUnsaid && isFlag) {
    const why = `a yes in "${name}", and no column says how much was paid.`;
    return { concerned: flagged, question, why, refused: 'a column has the amounts' };
  }
  if (isUnsaid) {
    const others =
      facts.paid.size > 0
        ? 'the columns of payments that are read do not say them'
        : 'no other column says what was paid';
    // A name of two loans means both; one of the year says nothing of a term.
    const isOfSeveral = isOfYear || ours.length === 2 || unsaid.length < ours.length;
    return {
      ...{ concerned: tally, question, why: `dollars in "${name}", and ${others}.` },
      options: isOfSeveral ? [] : unsaid.map((each) => paidOption(facts, each, column)),
      refused: isOfYear
        ? 'each term has a column of it'
        : ours.length > 1
          ? 'each of its loans has a column'
          : undefined,
    };
  }
  if (isFlag)
    return {
      ...{ concerned: unpaid, refused: 'amounts that were not paid are 0' },
      question: `Does "${name}" say which amounts were paid?`,
      why: `an amount and a no in "${name}".`,
    };
  // Who says that the file has no column of a loan has seen this one.
  const isNone = ours.every((each) => facts.recipe.decisions.columns?.[each] === 'none');
  const read = isNone ? null : readBeside(facts, column);
  if (read === null) return null;
  const isNext = areNumbered(name, read);
  return {
    // Halves of an amount are equal, too.
    ...{ concerned: isNext ? tally : beside, refused: 'one column has the sum' },
    question: `Was "${name}" paid besides "${read}"?`,
    why: `${isNext ? 'dollars in it' : 'different dollars in the two columns'}, and only "${read}" is read.`,
  };
}

/** The column that is read for the loan and term of another one, if that one may have been paid besides. */
function readBeside({ recipe }: Facts, { name, saysPaid, ours, term }: OtherAmount): string | null {
  const { shape, columns } = recipe;
  const [loan = ''] = ours;
  if (ours.length > 1 || isOtherSum(name) || isOfOtherTime(name)) return null;
  // Beside the columns of terms, one without a term is the sum of the year.
  const own = shape.rows === 'student' ? shape.terms.find(({ label }) => label === term)?.columns : columns;
  const read = columnRead({ ...(term === null ? {} : columns), ...own }, loan);
  return read !== null && (saysPaid || isDoubtfullyPaid(read)) ? read : null;
}

/** Whether two names differ by a number alone: `Sub Disb 1` and `Sub Disb 2`. */
function areNumbered(name: string, other: string): boolean {
  const unnumbered = (each: string): string => each.trim().toLowerCase().replace(/\d+/g, '#');
  return columnName(name) !== columnName(other) && unnumbered(name) === unnumbered(other);
}

/** Asks whether returned amounts were already subtracted from what was paid. */
export function returnedQuestions(facts: Facts): readonly Raised[] {
  if (facts.paid.size === 0) return [];
  return facts.others.amounts.flatMap(({ column, said, tally }) => {
    if (column.is !== 'returned' || tally.students === 0) return [];
    return ask(facts, tally, {
      name: 'paid',
      of: column.name,
      open: said !== 'none',
      question: `Is "${column.name}" already subtracted from the amounts paid?`,
      why: `${of(facts, tally, 'has', 'have')} dollars in "${column.name}". What was returned no longer counts as paid.`,
      answers: {
        none: 'Yes: the amounts paid do not include it',
        returned: 'No: the file is refused until you subtract it',
      },
    });
  });
}

/** Asks whether amounts that are the same on all rows of a student are for each term or for the year. */
export function yearAmountQuestions(facts: Facts): readonly Raised[] {
  return facts.yearAmounts.flatMap(({ theirs, said, same, differs }) => {
    if (differs || same.students === 0) return [];
    return ask(facts, same, {
      name: 'paid',
      of: theirs,
      open: said === null,
      question: `Was "${theirs}" paid in each term, or in the whole year?`,
      why: `${of(facts, same, 'has', 'have')} the same amount on all rows. If it is the amount of the year, it would be subtracted more than once.`,
      answers: {
        of_term: 'In each term, the same amount',
        of_year: 'In the whole year: the file is refused, since nothing says in which term it was paid',
      },
    });
  });
}

function paidOption({ recipe }: Facts, ours: string, { name, term }: OtherAmount): Option {
  const fees = ', although fees are taken out: use the gross amount if the file has it';
  return {
    path: columnPath(recipe, ours, term),
    value: { column: name },
    label: `Yes: ${words(ours)}${/\bnet\b/i.test(name) ? fees : ''}`,
  };
}
