import {
  add,
  compare,
  type Exact,
  exact,
  isNegative,
  isPositive,
  subtract,
  toText,
  ZERO,
} from '../engine/exact.js';
import { isOfMost, type Share } from './answers.js';
import { PAID_FIELDS, type PaidField } from './our-fields.js';
import {
  FIRST,
  type Finding,
  type Found,
  NEARLY_ALL,
  NONE,
  NOT_CALCULATED,
  type StudentQuestion,
} from './question.js';
import { amountOf, isSame } from './read-cells.js';
import { columnsOf, needPeriod, type Recipe } from './recipe.js';
import { amountIn, type Student } from './student-facts.js';

/** What students ask of amounts: of their need, of limits and costs, and of what was paid. */

type ZeroField = 'subsidized_amount' | 'cost_of_attendance' | 'total_limit';

/** Whether a number that the file says of a student is 0, or that of a term; null if it says none. */
function isZero(field: ZeroField, { needs, facts }: Student): boolean | null {
  const said = field === 'subsidized_amount' ? needs.map(({ need }) => need) : [];
  const amounts = [...said, facts[field]].flatMap((text) => amountOf(field, text) ?? []);
  return amounts.length === 0 ? null : amounts.some((amount) => compare(amount, ZERO) === 0);
}

/** What is asked of numbers that are 0. */
export function aboutZeros({ fields }: Recipe): readonly StudentQuestion[] {
  // A limit of 0 would leave nothing to borrow, and is what systems write for none.
  const ofLimit: StudentQuestion = {
    path: ['decisions', 'zero_limit'],
    find: (student) => (isZero('total_limit', student) === true ? FIRST : NONE),
    text: (of) => `The limit of the program is 0 for ${of}. What does this mean?`,
    choices: { no_limit: 'Their program has no limit of its own', not_calculated: NOT_CALCULATED },
    does: {
      no_limit: ({ facts }) => {
        facts.total_limit = '';
      },
    },
  };
  const ofNearlyAll = (
    key: string,
    field: ZeroField,
    name: string,
    matters: (student: Student) => boolean,
    choices: { readonly none: string; readonly not_known: string },
  ): StudentQuestion => ({
    path: ['decisions', key],
    find: (student) => {
      const is = matters(student) ? isZero(field, student) : null;
      if (is === null) return null;
      return is ? FIRST : NONE;
    },
    most: NEARLY_ALL,
    those: 'nearly everybody for whom it matters',
    text: (of) => `The ${name} is 0 for ${of}. What does this mean?`,
    choices,
    itself: 'none',
    does: { not_known: (student) => student.fail('zero', `the ${name} is 0`) },
  });
  const ofNeed = ofNearlyAll('zero_need', 'subsidized_amount', 'need', mayBeSubsidized, {
    none: 'They have no need for a subsidized loan',
    not_known: 'Not known yet, as before aid is packaged: these students are not calculated',
  });
  const ofCost = ofNearlyAll(
    'zero_cost',
    'cost_of_attendance',
    'cost of attendance',
    ({ mayHaveGradPlus }) => mayHaveGradPlus,
    {
      none: 'Nothing is left of their cost: they have no Grad PLUS loan',
      not_known: 'Not known yet: these students are not calculated',
    },
  );
  const isPlaced = (field: ZeroField): boolean => columnsOf(fields[field]).length > 0;
  return [
    ...(isPlaced('total_limit') ? [ofLimit] : []),
    ...(isPlaced('subsidized_amount') ? [ofNeed] : []),
    ...(isPlaced('cost_of_attendance') ? [ofCost] : []),
  ];
}

/** Whether a student may have a subsidized loan, for all that is known. */
function mayBeSubsidized({ most }: Student): boolean {
  return most === null || isPositive(most);
}

/**
 * Needs look like those of terms where they differ from term to term for one student in ten, or where added up they come to more
 * than can be subsidized for fewer.
 */
const TELLING = 0.1;

/** What is asked of the need, where the file has one. */
export function aboutNeed(recipe: Recipe): readonly StudentQuestion[] {
  const isOfStudent = recipe.rows === 'student';
  /** The need for the year: as one row says it, or of all terms together; null if it is not a number, or not said. */
  const needOf = ({ needs, facts }: Student, per: 'year' | 'term' = needPeriod(recipe)): Exact | null => {
    const said = needs.length === 0 ? [facts.subsidized_amount] : needs.map(({ need }) => need);
    const [first = null, ...others] = said
      .slice(0, per === 'year' || isOfStudent ? 1 : said.length)
      .map((need) => amountOf('subsidized_amount', need));
    return others.reduce((sum, each) => (sum === null || each === null ? null : add(sum, each)), first);
  };
  const needIs =
    (test: (need: Exact, most: Exact | null) => boolean): StudentQuestion['find'] =>
    (student) => {
      const need = needOf(student);
      if (need === null) return null;
      return test(need, student.most) ? FIRST : NONE;
    };
  const differing = ({ needs: [first, ...others] }: Student) =>
    others.find(({ need }) => !isSame('subsidized_amount', first?.need ?? '', need));
  /** Writes the need of the year as it is written, so that a message shows what the file says. */
  const settle = (student: Student): void => {
    const { needs, facts } = student;
    const [one] = needs;
    const other = differing(student);
    const per = needPeriod(recipe);
    if (per === 'year' && one !== undefined && other !== undefined)
      student.fail(
        'rows differ',
        `rows ${one.row} and ${other.row} of the same student have a need of ${one.need} and ${other.need} for the year`,
      );
    const need = needOf(student);
    const unread = needs.find((each) => amountOf('subsidized_amount', each.need) === null);
    if (need === null) facts.subsidized_amount = unread?.need ?? facts.subsidized_amount;
    else facts.subsidized_amount = per === 'year' ? (one?.need ?? facts.subsidized_amount) : toText(need);
  };
  return [
    {
      path: ['fields', 'subsidized_amount', 'per'],
      find: (student) => {
        const {
          most,
          needs: [first, ...others],
        } = student;
        if (first === undefined || others.length === 0 || isOfStudent) return null;
        const [ofYear, ofTerms] = [needOf(student, 'year'), needOf(student, 'term')];
        if (ofYear === null || ofTerms === null || most === null || isNegative(ofYear)) return null;
        const { row } = first;
        if (differing(student) !== undefined) return [{ row, kind: 'different' }];
        const matters = compare(ofYear, most) < 0 && compare(ofTerms, ofYear) > 0;
        return [...(matters ? [{ row }] : []), ...(compare(ofTerms, most) > 0 ? [{ kind: 'too much' }] : [])];
      },
      // What was said where the needs look like those of terms is not said where they look like the year's.
      share: (found) => {
        const areMany = (kind: string): boolean => found.count(kind) >= found.of * TELLING;
        return { found: Number(areMany('different') || !areMany('too much')), of: 1, most: 1 };
      },
      text: (of, { kinds }) =>
        `Need with ${kinds.has('different') ? 'different amounts' : 'the same amount'} on the row of each term: ${of}. Is it for the year, or for each term?`,
      choices: {
        year: 'For the year: it is the same need on each row',
        term: 'For each term: they are added up',
      },
      whileOpen: 'year',
      doesToAll: { year: settle, term: settle },
    },
    {
      path: ['decisions', 'need_above_maximum'],
      find: needIs((need, most) => most !== null && compare(need, most) > 0),
      text: (of) => `The need of ${of} is above the subsidized maximum. What is calculated?`,
      choices: {
        maximum: 'The maximum: this is the whole need, and only a part of it can be subsidized',
        not_calculated: 'Nothing: these students are not calculated',
      },
      whileOpen: 'maximum',
      does: {
        maximum: ({ facts, most }) => {
          facts.subsidized_amount = toText(most ?? ZERO);
        },
      },
    },
    {
      path: ['decisions', 'need_below_zero'],
      find: needIs(isNegative),
      text: (of) => `The need of ${of} is below 0. What is calculated?`,
      choices: { none: 'No need: 0', not_calculated: 'Nothing: these students are not calculated' },
      whileOpen: 'none',
      does: {
        none: ({ facts }) => {
          facts.subsidized_amount = '0';
        },
      },
    },
    {
      path: ['decisions', 'need_blank'],
      // It matters to nobody without a subsidized loan.
      find: (student) => {
        const { needs, terms, facts } = student;
        const isOfTerms = needPeriod(recipe) === 'term' && !isOfStudent;
        const isBlank = isOfTerms
          ? needs.length < terms.length
          : needs.length === 0 && facts.subsidized_amount === '';
        return isBlank && mayBeSubsidized(student) ? FIRST : NONE;
      },
      text: (of) => `The need of ${of} is blank. What does this mean?`,
      choices: { none: 'No need: 0', not_calculated: NOT_CALCULATED },
      does: { not_calculated: (student) => student.fail('no need', 'the need is blank') },
    },
  ];
}

const LOANS: Readonly<Record<PaidField, string>> = {
  term_prior_disbursement_sub: 'subsidized',
  term_prior_disbursement_unsub: 'unsubsidized',
  term_prior_disbursement_grad_plus: 'Grad PLUS',
};

/** What is asked of the payments of each loan. */
export function aboutPayments(recipe: Recipe): readonly StudentQuestion[] {
  return PAID_FIELDS.flatMap((field) => [paidOfParts(recipe, field), neverFalling(recipe, field)]);
}

/** The same payment on each of the rows of a term may be of all of them. What is said is done where rows are read. */
function paidOfParts({ rows }: Recipe, field: PaidField): StudentQuestion {
  const share = (found: Found): Share => ({
    found: found.rows - found.count('different'),
    of: found.rows,
    most: NEARLY_ALL,
  });
  return {
    path: ['decisions', `paid_of_parts:${field}`],
    itself: 'of_part',
    find: ({ paidOfParts: found }) =>
      rows === 'course' || rows === 'fund'
        ? null
        : found
            .filter((each) => each.field === field)
            .map(({ row, areSame }) => ({ row, kind: areSame ? 'same' : 'different' })),
    share,
    text: (of, found) =>
      `What ${LOANS[field]} loans paid is ${isOfMost(share(found)) ? '' : 'no longer '}the same on each of the rows of a term, for ${of}. Is it of each row, or of the whole term?`,
    choices: {
      of_part: 'Of each row: they are added up',
      of_term: 'Of the whole term: it counts once',
    },
  };
}

/**
 * Amounts paid that hardly ever fall from term to term may be running totals, and so may those that are the same on the
 * row of each term, or in the one column of all terms.
 */
function neverFalling({ rows, fields }: Recipe, field: PaidField): StudentQuestion {
  const isRepeated = rows !== 'student' || columnsOf(fields[field]).length > 0;
  const share = (found: Found): Share => {
    const falls = found.count('falls');
    // Funds are usually paid in equal parts, so that they tell only where nothing else was paid.
    const isUsual = rows === 'fund' && (falls > 0 || found.kinds.has('rises'));
    const of = found.rows - (isUsual ? found.count('same') : 0);
    return { found: of - falls, of, most: NEARLY_ALL };
  };
  return {
    path: ['decisions', `paid_so_far:${field}`],
    itself: 'of_term',
    find: ({ terms }) =>
      terms.flatMap((term, at): readonly Finding[] => {
        const {
          cells,
          rows: [row],
        } = term;
        const before = amountOf(field, terms[at - 1]?.cells[field] ?? '');
        if (before === null || !isPositive(before)) return [];
        const change = compare(amountOf(field, cells[field]) ?? exact(0), before);
        if (change === 0) return isRepeated ? [{ row, kind: 'same' }] : [];
        return [{ row, kind: change < 0 ? 'falls' : 'rises' }];
      }),
    share,
    text: (of, found) => {
      const rises = found.kinds.has('rises') ? 'hardly ever falls' : 'is the same';
      const how = isOfMost(share(found)) ? rises : 'also falls';
      return `What ${LOANS[field]} loans paid ${how} from term to term, for ${of}. Is each amount what was paid for its term?`;
    },
    choices: {
      of_term: 'Yes: each amount is of its term alone',
      so_far: 'No: it is all that was paid so far, and what came before is subtracted',
    },
    doesToAll: {
      so_far: ({ terms }) => {
        let before: Exact | null = null;
        for (const term of terms) {
          const amount = amountIn(term, field);
          if (amount === null) continue;
          if (before !== null) term.cells[field] = toText(subtract(amount, before));
          before = amount;
        }
      },
    },
  };
}
