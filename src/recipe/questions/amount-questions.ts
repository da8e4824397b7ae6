import { add, compare, type Exact, exact, isNegative, isPositive, toText, ZERO } from '../../engine/exact.js';
import { counted, listed, numberText } from '../../engine/texts.js';
import { joinedNames } from '../format/answers.js';
import { columnsOf, hasTermColumns, isPerTerm } from '../format/column-rules.js';
import { AMOUNTS_OF_YEAR, type AmountOfYear } from '../format/our-fields.js';
import type { Recipe } from '../format/recipe.js';
import { amountIn, type FileTerm, type Student, termsOfYear, totalIn } from '../rows/file-student.js';
import { amountOf, areEqual, isRead } from '../rows/read-cells.js';
import { NOT_KNOWN, type RowQuestion, type Step } from './question.js';

/** Questions about need, limits and costs. */

/** For each yearly amount: its name, what a correct 0 means, and whether it affects the student's dollars. */
const AMOUNTS: Readonly<
  Record<AmountOfYear, { readonly name: string; readonly zero: string; matters(student: Student): boolean }>
> = {
  subsidized_amount: {
    name: 'need',
    zero: 'They have no need for a subsidized loan',
    matters: ({ maxSub }) => maxSub === null || isPositive(maxSub),
  },
  cost_of_attendance: {
    name: 'cost of attendance',
    zero: 'They have no Grad PLUS loan',
    matters: ({ mayHaveGradPlus }) => mayHaveGradPlus,
  },
  total_limit: {
    name: 'limit of the program',
    // A limit of 0 would leave nothing to borrow; systems write it for no limit.
    zero: 'Their program has no limit of its own',
    matters: () => true,
  },
};

/** Asks what a yearly amount of 0 means; for need, only if most are 0. */
export function zeroAmountQuestions(recipe: Recipe): readonly RowQuestion[] {
  const placed = AMOUNTS_OF_YEAR.filter((field) => columnsOf(recipe.fields[field]).length > 0);
  return placed.map((field) => ({
    path: ['decisions', `zero:${field}`],
    find: (student) => {
      const amount = student.facts[field];
      if (!AMOUNTS[field].matters(student) || amount === '') return null;
      // A single term may have no need yet; cost and limit are of all terms together.
      const ofTerms = field === 'subsidized_amount' ? termsWith(recipe, field, student) : [];
      return areEqual(field, amount, '0') || ofTerms.some(({ cells }) => areEqual(field, cells[field], '0'));
    },
    ...(field === 'subsidized_amount' && { threshold: 2 / 3, asIsAnswer: 'none' }),
    text: (whom) => `The ${AMOUNTS[field].name} is 0 for ${whom}. What does this mean?`,
    choices: {
      none: AMOUNTS[field].zero,
      not_known: 'Not known yet, as before aid is packaged: these students are not calculated',
    },
    onAnswer: {
      ...(field === 'total_limit' && { none: ({ facts }) => Object.assign(facts, { total_limit: '' }) }),
      not_known: (student) => student.fail('zero', `the ${AMOUNTS[field].name} is 0`),
    },
  }));
}

/** The terms with a yearly amount; an amount per term is of the terms of the year alone. */
function termsWith({ fields }: Recipe, field: AmountOfYear, student: Student): readonly FileTerm[] {
  const terms = isPerTerm(fields[field]) ? termsOfYear(student) : student.terms;
  return terms.filter(({ cells }) => cells[field] !== '');
}

/** A student's amount for the year: the sum of all terms, or the first one as it is written. */
function textOfYear(recipe: Recipe, field: AmountOfYear, student: Student): string {
  const terms = termsWith(recipe, field, student);
  const said = isPerTerm(recipe.fields[field]) ? totalIn(terms, field) : terms[0]?.cells[field];
  return said || student.facts[field];
}

/**
 * Needs look like amounts per term if a tenth of students have different ones on their terms. They also do if
 * the sum is above the subsidized maximum for fewer than a tenth.
 */
const PER_TERM_SHARE = 0.1;

/** Asks whether yearly amounts on rows of several terms are per year or per term, and settles them. */
export function periodQuestions(recipe: Recipe): readonly (RowQuestion | Step)[] {
  return AMOUNTS_OF_YEAR.filter((field) => isRead(recipe, field)).flatMap((field) => [
    ...(columnsOf(recipe.fields[field]).length === 0 || hasTermColumns(recipe.rows)
      ? []
      : [periodQuestion(recipe, field)]),
    settleAmount(recipe, field),
  ]);
}

/** The first of the terms whose yearly amount differs from that of the first one. */
function otherTerm(field: AmountOfYear, [first, ...others]: readonly FileTerm[]): FileTerm | undefined {
  return others.find(({ cells }) => !areEqual(field, first?.cells[field] ?? '', cells[field]));
}

/** Settles a student's yearly amount by the answers. */
function settleAmount(recipe: Recipe, field: AmountOfYear): Step {
  const { name, matters } = AMOUNTS[field];
  const isOfTerm = isPerTerm(recipe.fields[field]);
  return (student) => {
    const isOfNeed = field === 'subsidized_amount';
    const terms = termsWith(recipe, field, student);
    const [one] = terms;
    if (one !== undefined && matters(student)) {
      const other = otherTerm(field, terms);
      if (!isOfTerm && other !== undefined)
        student.fail(
          'rows differ',
          `rows ${one.rows[0]} and ${other.rows[0]} of the same student have a ${name} of ${one.cells[field]} and ${other.cells[field]} for the year`,
        );
      // Blank needs have a question of their own.
      if (isOfTerm && !isOfNeed && terms.length < termsOfYear(student).length)
        student.fail('no amount', `the ${name} is blank for a term`);
    }
    student.facts[field] = isOfNeed && !matters(student) ? '' : textOfYear(recipe, field, student);
  };
}

function periodQuestion(recipe: Recipe, field: AmountOfYear): RowQuestion {
  return {
    path: ['fields', field, 'per'],
    find: (student) => {
      const terms = termsWith(recipe, field, student);
      const [first] = terms;
      if (first === undefined || terms.length < 2 || !AMOUNTS[field].matters(student)) return null;
      const [row] = first.rows;
      const ofYear = amountIn(first, field);
      const ofTerms = amountOf(field, totalIn(terms, field));
      if (ofYear === null || ofTerms === null || isNegative(ofYear)) return null;
      if (otherTerm(field, terms) !== undefined) return [{ row, kind: 'different' }];
      const most = field === 'subsidized_amount' ? student.maxSub : null;
      // Without a maximum the student is refused, whatever the answer.
      if (field === 'subsidized_amount' && most === null) return null;
      const isMore = compare(ofTerms, ofYear) > 0 && (most === null || compare(ofYear, most) < 0);
      // Thirds of an amount, each rounded to cents, add up to some cents more.
      const isTooMuch = most !== null && compare(ofTerms, add(most, exact(1))) >= 0;
      return [...(isMore ? [{ row }] : []), ...(isTooMuch ? [{ kind: 'too much' }] : [])];
    },
    // An answer for amounts that mostly differ, or look per term, does not hold for others.
    share: (findings) => {
      const areMany = (kind: string): boolean => findings.count(kind) >= findings.total * PER_TERM_SHARE;
      const isRising = findings.count('different') * 2 > findings.total;
      return { count: Number(areMany('different') || !areMany('too much')), total: 1, isRising };
    },
    threshold: 1,
    text: (whom, findings) => {
      const differ = findings.count('different');
      const above = findings.count('too much');
      const how =
        differ > 0
          ? `is not the same on the rows of different terms, for ${numberText(differ)} of ${counted(findings.total, 'student')}`
          : `is on the rows of several terms, and would change the loans of ${whom} if it were added up`;
      const most =
        above > 0 ? ` Added up, it would be above the maximum for ${counted(above, 'student')}.` : '';
      return `The ${AMOUNTS[field].name} ${how}.${most} Is it for the year, or for each term? If the file has both kinds, calculate them as two files.`;
    },
    choices: {
      year: 'For the year: each row repeats it',
      term: 'For each term: they are added up',
    },
  };
}

/** Questions about the need. */
export function needQuestions(recipe: Recipe): readonly RowQuestion[] {
  const isOfTerms = isPerTerm(recipe.fields.subsidized_amount);
  const needIs =
    (test: (need: Exact, most: Exact | null) => boolean): RowQuestion['find'] =>
    (student) => {
      if (!AMOUNTS.subsidized_amount.matters(student)) return null;
      const need = amountOf('subsidized_amount', textOfYear(recipe, 'subsidized_amount', student));
      return need === null ? null : test(need, student.maxSub);
    };
  return [
    {
      path: ['decisions', 'need_above_maximum'],
      find: needIs((need, most) => most !== null && compare(need, most) > 0),
      text: (whom) => `The need of ${whom} is above the subsidized maximum. What is calculated?`,
      choices: {
        maximum: 'The maximum: this is the whole need, and only a part of it can be subsidized',
        not_calculated: 'Nothing: these students are not calculated',
      },
      whileOpen: 'maximum',
      onAnswer: {
        maximum: ({ facts, maxSub }) => Object.assign(facts, { subsidized_amount: toText(maxSub ?? ZERO) }),
      },
    },
    {
      path: ['decisions', 'need_below_zero'],
      find: needIs(isNegative),
      text: (whom) => `The need of ${whom} is below 0. What is calculated?`,
      choices: { none: 'No need: 0', not_calculated: 'Nothing: these students are not calculated' },
      whileOpen: 'none',
      onAnswer: { none: ({ facts }) => Object.assign(facts, { subsidized_amount: '0' }) },
    },
    {
      path: ['decisions', 'need_blank'],
      namesInKey: true,
      // The need does not matter to students without a subsidized loan.
      find: (student) => {
        const { group, facts, notEnrolled } = student;
        const { length: needs } = termsWith(recipe, 'subsidized_amount', student);
        if (!AMOUNTS.subsidized_amount.matters(student)) return false;
        if (!isOfTerms) return needs === 0 && facts.subsidized_amount === '';
        const kinds = [
          ...(needs < termsOfYear(student).length
            ? [needs === 0 ? 'every term is blank' : 'a term is blank']
            : []),
          ...(notEnrolled.length > 0 ? ['a term has no row'] : []),
        ];
        return kinds.length > 0 && [{ row: group.rows[0]?.row, kind: joinedNames(kinds) }];
      },
      text: (whom, { names }) =>
        `The need of ${whom} is ${names.length === 0 ? 'blank' : `incomplete: ${listed(names, 'or')}`}. What does this mean?`,
      choices: { none: 'No need: 0', not_calculated: NOT_KNOWN },
      onAnswer: { not_calculated: (student) => student.fail('no amount', 'the need is blank') },
    },
  ];
}
