import { FIELDS } from '../contract/field-list.js';
import { folded } from '../contract/name-forms.js';
import { UNDECIDED } from './decisions.js';
import type { Facts } from './facts.js';
import { readAs } from './guess-values.js';
import { paidColumnOf } from './known-values.js';
import { holds, type Option, of, type Question, type Raised, raised, words } from './question.js';
import { PAID_COLUMNS } from './recipe.js';

/**
 * What yes and no say of each flag: a column such as "PLUS Approved" has a no where we say yes.
 */
const FLAG_WORDS: Readonly<Record<string, readonly [yes: string, no: string] | undefined>> = {
  plus_denied: ['a parent was denied a PLUS loan', 'no parent was denied a PLUS loan'],
  is_legacy_borrower: ['the student is a legacy borrower', 'the student is not a legacy borrower'],
  term_required: ['the term is required', 'the term is not required'],
};

/** Asks about each code in the whole file that is not one of our words. */
export function codeQuestions(facts: Facts): readonly Raised[] {
  if (facts.isContract) return [];
  return [...facts.codes].flatMap(([column, codes]) => {
    const field = FIELDS.find((each) => each.column === column);
    const rule = facts.recipe.columns[column];
    if (field === undefined || rule === undefined || 'constant' in rule) return [];
    const options = field.options ?? ['yes', 'no'];
    const flag = FLAG_WORDS[column];
    return [...codes].map(([code, tally]) => {
      const path = ['columns', column, ...(code === '' ? ['blank'] : ['values', code])];
      const meanings = options.map(
        (value): Option => ({
          path,
          value,
          label: field.options === undefined ? `${value}: ${flag?.[value === 'yes' ? 0 : 1]}` : words(value),
        }),
      );
      const graduate: Option = { path, value: '', label: 'none: a graduate or professional student' };
      const fails: Option = {
        path,
        // A code that is read as yes or no by itself cannot mean that the value is unknown.
        value: readAs(column, code) === null ? code : 'unknown',
        label: 'unknown: these students fail and are not calculated',
      };
      const question: Question = {
        name: `values:${column}`,
        of: code,
        open: true,
        question:
          code === ''
            ? `What does a blank cell in the column "${rule.column}" mean?`
            : `What does "${code}" in the column "${rule.column}" mean?`,
        why: `${of(facts, tally, 'has', 'have')} ${code === '' ? 'a blank cell' : `"${code}"`} there. The column ${holds(column)}.`,
        choices: [
          ...meanings,
          ...(column === 'grade_level' ? [graduate] : []),
          ...(code === '' ? [] : [fails]),
        ],
      };
      return raised(facts, question, tally);
    });
  });
}

/** Asks which loan each unexplained fund is. */
export function fundQuestions(facts: Facts): readonly Raised[] {
  const { shape } = facts.recipe;
  if (shape.rows !== 'fund') return [];
  return [...facts.unknownFunds].map(([code, tally]) => {
    const path = ['shape', 'funds', code];
    const likely = paidColumnOf(folded(code));
    const meanings = [...PAID_COLUMNS, null].map((value): Option => {
      return { path, value, label: value === null ? 'none of these loans' : words(value) };
    });
    const loans = meanings.toSorted(
      (one, other) => Number(other.value === likely) - Number(one.value === likely),
    );
    const question: Question = {
      name: 'funds',
      of: code,
      open: true,
      question:
        code === '' ? `What is an amount in "${shape.paid}" without a fund?` : `What is the fund "${code}"?`,
      why: `${of(facts, tally, 'has', 'have')} rows ${code === '' ? 'with an amount and no fund' : `of the fund "${code}"`}. Loan amounts already paid are subtracted.`,
      choices: loans,
    };
    return raised(facts, question, tally);
  });
}

/** Asks what a blank flag means if it decides a student's limit and other rows have an explicit no. */
export function blankFlagQuestions(facts: Facts): readonly Raised[] {
  if (facts.isContract) return [];
  return [...facts.blankFlags].flatMap(([column, { tally, saysNo }]) => {
    const rule = facts.recipe.columns[column];
    if (!saysNo || tally.students === 0 || rule === undefined || !('column' in rule)) return [];
    const path = ['columns', column, 'blank'];
    const [yes, no] = FLAG_WORDS[column] ?? ['', ''];
    const [one, many] =
      column === 'plus_denied'
        ? ['is a dependent undergraduate', 'are dependent undergraduates']
        : ['is a graduate or professional student', 'are graduate or professional students'];
    const question: Question = {
      name: `values:${column}`,
      of: '',
      open: rule.blank === undefined || rule.blank === UNDECIDED,
      question: `What does a blank cell in the column "${rule.column}" mean?`,
      why: `${of(facts, tally, one, many)} with a blank cell, while others have a no. It decides their limit.`,
      choices: [
        { path, value: 'no', label: `no: ${no}` },
        { path, value: 'yes', label: `yes: ${yes}` },
        { path, value: 'unknown', label: 'unknown: these students fail and are not calculated' },
      ],
    };
    return [raised(facts, question, tally)];
  });
}
