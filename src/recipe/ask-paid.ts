import { columnName } from '../contract/header.js';
import type { Json } from './decisions.js';
import type { Facts } from './facts.js';
import { paidKey } from './facts-reader.js';
import { isDoubtfullyPaid, isOtherSum, type OtherAmount } from './other-amounts.js';
import type { AmountColumn } from './other-columns.js';
import { isOfOtherTime } from './other-times.js';
import { isSame, type Option, of, type Question, type Raised, raised, words } from './question.js';
import type { Tally } from './tally.js';

/**
 * Asks whether unread columns of dollars are what was paid: of a loan that nothing else says it of, or besides what is
 * read; and whether a yes or no tells which amounts were paid.
 *
 * @param asked other questions about the file, whose choices may include such a column.
 */
export function paidQuestions(facts: Facts, asked: readonly Raised[]): readonly Raised[] {
  const { recipe, others } = facts;
  if (recipe.shape.rows === 'fund') return [];
  return others.amounts.flatMap((amounts) => {
    const { column } = amounts;
    const isAskedElsewhere = asked.some(({ choices }) =>
      choices.some(({ value }) => isSame(value, { column: column.name })),
    );
    const doubt = column.is !== 'paid' || isAskedElsewhere ? null : doubtOf(facts, amounts);
    if (doubt === null || doubt.concerned.students === 0) return [];
    const { concerned, question, why, options, refused } = doubt;
    const path = ['decisions', 'paid', column.name];
    const asks: Question = {
      name: 'paid',
      of: column.name,
      open: !isNoPayment(facts, column),
      question,
      why: `${of(facts, concerned, 'has', 'have')} ${why} Loan amounts already paid are subtracted.`,
      choices: [
        ...options,
        ...(refused === null
          ? []
          : [{ path, value: 'rearrange', label: `Yes: the file is refused until ${refused}` }]),
        { path, value: 'none', label: 'No: it is not a payment of these loans' },
      ],
    };
    return [raised(facts, asks, concerned)];
  });
}

interface Doubt {
  readonly concerned: Tally;
  readonly question: string;
  readonly why: string;
  readonly options: readonly Option[];
  /** What a refused file lacks; null if there is nothing to refuse. */
  readonly refused: string | null;
}

function doubtOf(facts: Facts, { column, tally, beside, flagged, unpaid }: AmountColumn): Doubt | null {
  const { name, ours, term } = column;
  const unsaid = ours.filter(
    (each) => !facts.paid.has(paidKey(each, term)) && facts.recipe.decisions.columns?.[each] !== 'none',
  );
  const isFlag = tally.students === 0;
  if (isFlag && flagged.students === 0) return null;
  const question = `Is "${name}" what was paid already?`;
  if (unsaid.length === ours.length) {
    return isFlag
      ? {
          ...{ concerned: flagged, question, options: [], refused: 'a column has the amounts' },
          why: `a yes in "${name}", and no column says how much was paid.`,
        }
      : {
          ...{ concerned: tally, question },
          why: `dollars in "${name}", and ${facts.paid.size > 0 ? 'the columns of payments that are read do not say them' : 'no other column says what was paid'}.`,
          // A name of two loans means both.
          options: ours.length === 2 ? [] : unsaid.map((each) => paidOption(facts, each, column)),
          refused: ours.length > 1 ? 'each of its loans has a column' : null,
        };
  }
  if (isFlag) {
    return {
      ...{ concerned: unpaid, options: [], refused: 'amounts that were not paid are 0' },
      question: `Does "${name}" say which amounts were paid?`,
      why: `an amount and a no in "${name}".`,
    };
  }
  const read = readBeside(facts, column);
  if (read === null) return null;
  return {
    ...{ concerned: beside, options: [], refused: 'one column has the sum' },
    question: `Was "${name}" paid besides "${read}"?`,
    why: `different dollars in the two columns, and only "${read}" is read.`,
  };
}

/** The column that is read for the loan and term of another one, if that one may have been paid besides. */
function readBeside({ recipe }: Facts, { name, saysPaid, ours, term }: OtherAmount): string | null {
  const { shape, columns } = recipe;
  const [loan = ''] = ours;
  if (ours.length > 1 || isOtherSum(name) || isOfOtherTime(name)) return null;
  // Beside the columns of terms, one without a term is the sum of the year.
  const own = shape.rows === 'student' ? shape.terms.find(({ label }) => label === term)?.columns : columns;
  const rule = own?.[loan] ?? (term === null ? undefined : columns[loan]);
  if (rule === undefined || !('column' in rule)) return null;
  return saysPaid || isDoubtfullyPaid(rule.column) ? rule.column : null;
}

/** Asks whether returned amounts were already subtracted from what was paid. */
export function returnedQuestions(facts: Facts): readonly Raised[] {
  if (facts.paid.size === 0) return [];
  return facts.others.amounts.flatMap(({ column, tally }) => {
    if (column.is !== 'returned' || tally.students === 0) return [];
    const path = ['decisions', 'paid', column.name];
    const question: Question = {
      name: 'paid',
      of: column.name,
      open: !isNoPayment(facts, column),
      question: `Is "${column.name}" already subtracted from the amounts paid?`,
      why: `${of(facts, tally, 'has', 'have')} dollars in "${column.name}". What was returned no longer counts as paid.`,
      choices: [
        { path, value: 'none', label: 'Yes: the amounts paid do not include it' },
        { path, value: 'returned', label: 'No: the file is refused until you subtract it' },
      ],
    };
    return [raised(facts, question, tally)];
  });
}

/** Asks whether amounts that are the same on all rows of a student are for each term or for the year. */
export function yearAmountQuestions(facts: Facts): readonly Raised[] {
  return facts.yearAmounts.flatMap(({ theirs, said, same, differs }) => {
    if (differs || same.students === 0) return [];
    const path = ['decisions', 'paid', theirs];
    const question: Question = {
      name: 'paid',
      of: theirs,
      open: said === null,
      question: `Was "${theirs}" paid in each term, or in the whole year?`,
      why: `${of(facts, same, 'has', 'have')} the same amount on all rows. If it is the amount of the year, it would be subtracted more than once.`,
      choices: [
        { path, value: 'of_term', label: 'In each term, the same amount' },
        {
          path,
          value: 'of_year',
          label: 'In the whole year: the file is refused, since nothing says in which term it was paid',
        },
      ],
    };
    return [raised(facts, question, same)];
  });
}

/** Whether it was decided that a column does not record payments. */
export function isNoPayment({ recipe }: Pick<Facts, 'recipe'>, { name }: OtherAmount): boolean {
  return Object.entries(recipe.decisions.paid ?? {}).some(
    ([each, said]) => said === 'none' && columnName(each) === columnName(name),
  );
}

function paidOption({ recipe: { shape } }: Facts, ours: string, { name, term }: OtherAmount): Option {
  const at = shape.rows === 'student' ? shape.terms.findIndex(({ label }) => label === term) : -1;
  const value: Json = { column: name };
  return {
    path: [...(at < 0 ? [] : ['shape', 'terms', String(at)]), 'columns', ours],
    value,
    label: `Yes: ${words(ours)}${/\bnet\b/i.test(name) ? ', although fees are taken out: use the gross amount if the file has it' : ''}`,
  };
}
