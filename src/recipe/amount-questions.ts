import { compare, type Exact, exact, isNegative, isPositive } from '../engine/exact.js';
import { isOfMost, type Share } from './answers.js';
import { type Asking, FIRST, type Finding, NONE, not_calculated, type Tally } from './asking.js';
import type { RowMaker } from './decided-rows.js';
import { FACT_DOUBTS, type FactDoubt, NEARLY_ALL, TERM_DOUBTS, type TermDoubt } from './doubts.js';
import { PAID_FIELDS, type PaidField } from './our-fields.js';
import { amountOf, isSame } from './read-cells.js';
import { columnsOf, type Recipe } from './recipe.js';

/** What students ask of amounts: of their need, of limits, of what was paid, and of numbers that may not be known yet. */

/** The questions of amounts, in their order. */
export function aboutAmounts(recipe: Recipe, maker: RowMaker): readonly Asking[] {
  const labels = recipe.terms.map(({ label }) => label);
  return [
    ...(maker.readsNeed ? aboutNeed(recipe, maker) : []),
    limitOfZero(maker),
    ...FACT_DOUBTS.map((doubt) => doubtOfFact(doubt, maker)),
    ...labels.flatMap((label, place) => TERM_DOUBTS.map((doubt) => doubtOfTerm(doubt, label, place, maker))),
    ...PAID_FIELDS.flatMap((field) => [paidOfParts(recipe, field), neverFalling(recipe, field)]),
  ];
}

/** Why such a question is asked: where it is of most, or no longer is. */
function whose(of: string, found: Tally, most: number, those: string): string {
  const isStill = isOfMost({ found: found.students, of: found.of, most });
  return `${of}, ${isStill ? '' : 'no longer '}${those}`;
}

/** A term for which something is 0, of nearly all students of whom it can be said, or of most. */
function doubtOfTerm(doubt: TermDoubt, label: string, at: number, maker: RowMaker): Asking {
  const { key, most, those, itself, choices } = doubt;
  return {
    path: ['decisions', `${key}:${label}`],
    itself,
    choices,
    find: ({ terms }, { level }) => {
      const term = terms.find(({ place }) => place === at);
      const isSo = term === undefined ? null : doubt.isSo(term, maker.fullTimeOf(level, at, term));
      if (isSo === null) return null;
      return isSo ? [{ row: term?.rows[0] }] : NONE;
    },
    share: ({ students, of }) => ({ found: students, of, most }),
    text: (of, found) => doubt.text(label, whose(of, found, most, those)),
  };
}

/** A number of the student that is 0 for nearly everybody for whom it matters. */
function doubtOfFact({ key, field, name, most, those, itself, choices }: FactDoubt, maker: RowMaker): Asking {
  return {
    path: ['decisions', key],
    itself,
    choices,
    find: (student, standing) => {
      const isZero = maker.isZero(field, student, standing);
      return isZero === null ? null : isZero ? FIRST : NONE;
    },
    share: ({ students, of }) => ({ found: students, of, most }),
    text: (of, found) => `The ${name} is 0 for ${whose(of, found, most, those)}. What does this mean?`,
  };
}

/** A limit of 0 would leave nothing to borrow, and is what systems write for none. */
function limitOfZero(maker: RowMaker): Asking {
  return {
    path: ['decisions', 'zero_limit'],
    find: (student, standing) => (maker.isZero('total_limit', student, standing) === true ? FIRST : NONE),
    text: (of) => `The limit of the program is 0 for ${of}. What does this mean?`,
    choices: {
      no_limit: 'Their program has no limit of its own',
      not_calculated: 'Not known: these students are not calculated',
    },
  };
}

const LOANS: Readonly<Record<PaidField, string>> = {
  term_prior_disbursement_sub: 'subsidized',
  term_prior_disbursement_unsub: 'unsubsidized',
  term_prior_disbursement_grad_plus: 'Grad PLUS',
};

/** The same payment on each of the rows of a term may be of all of them. */
function paidOfParts({ rows }: Recipe, field: PaidField): Asking {
  const share = ({ rows: all, kinds }: Tally): Share => ({
    found: all - (kinds.get('different') ?? 0),
    of: all,
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
function neverFalling({ rows, fields }: Recipe, field: PaidField): Asking {
  const isRepeated = rows !== 'student' || columnsOf(fields[field]).length > 0;
  const share = ({ rows: all, kinds }: Tally): Share => {
    const falls = kinds.get('falls') ?? 0;
    // Funds are usually paid in equal parts, so that they tell only where nothing else was paid.
    const isUsual = rows === 'fund' && (falls > 0 || kinds.has('rises'));
    const of = all - (isUsual ? (kinds.get('same') ?? 0) : 0);
    return { found: of - falls, of, most: NEARLY_ALL };
  };
  return {
    path: ['decisions', `paid_so_far:${field}`],
    itself: 'of_term',
    find: ({ terms }) =>
      terms.flatMap(({ cells, rows: [row] }, at): readonly Finding[] => {
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
  };
}

/**
 * Needs look like those of terms where they differ from term to term for one student in ten, or where added up they come to more
 * than can be subsidized for fewer.
 */
const TELLING = 0.1;

function aboutNeed(recipe: Recipe, maker: RowMaker): readonly Asking[] {
  const needIs =
    (test: (need: Exact, most: Exact | null) => boolean): Asking['find'] =>
    (student, { most }) => {
      const need = maker.needOf(student);
      if (need === null) return null;
      return test(need, most) ? FIRST : NONE;
    };
  return [
    {
      path: ['fields', 'subsidized_amount', 'per'],
      find: (student, { most }) => {
        const [first, ...others] = student.needs;
        if (first === undefined || others.length === 0 || recipe.rows === 'student') return null;
        const [ofYear, ofTerms] = [maker.needOf(student, 'year'), maker.needOf(student, 'term')];
        if (ofYear === null || ofTerms === null || most === null || isNegative(ofYear)) return null;
        const { need, row } = first;
        if (others.some((other) => !isSame('subsidized_amount', need, other.need)))
          return [{ row, kind: 'different' }];
        const matters = compare(ofYear, most) < 0 && compare(ofTerms, ofYear) > 0;
        return [...(matters ? [{ row }] : []), ...(compare(ofTerms, most) > 0 ? [{ kind: 'too much' }] : [])];
      },
      // What was said where the needs look like those of terms is not said where they look like the year's.
      share: ({ kinds, of }) => {
        const areMany = (kind: string): boolean => (kinds.get(kind) ?? 0) >= of * TELLING;
        return { found: Number(areMany('different') || !areMany('too much')), of: 1, most: 1 };
      },
      text: (of, { kinds }) =>
        `Need with ${kinds.has('different') ? 'different amounts' : 'the same amount'} on the row of each term: ${of}. Is it for the year, or for each term?`,
      choices: {
        year: 'For the year: it is the same need on each row',
        term: 'For each term: they are added up',
      },
    },
    {
      path: ['decisions', 'need_above_maximum'],
      find: needIs((need, most) => most !== null && compare(need, most) > 0),
      text: (of) => `The need of ${of} is above the subsidized maximum. What is calculated?`,
      choices: {
        maximum: 'The maximum: this is the whole need, and only a part of it can be subsidized',
        not_calculated: 'Nothing: these students are not calculated',
      },
    },
    {
      path: ['decisions', 'need_below_zero'],
      find: needIs(isNegative),
      text: (of) => `The need of ${of} is below 0. What is calculated?`,
      choices: { none: 'No need: 0', not_calculated: 'Nothing: these students are not calculated' },
    },
    {
      path: ['decisions', 'need_blank'],
      find: (student, standing) => (maker.lacksNeed(student, standing) ? FIRST : NONE),
      text: (of) => `The need of ${of} is blank. What does this mean?`,
      choices: {
        none: 'No need: 0',
        not_calculated,
      },
    },
  ];
}
