import { FIELDS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { folded } from '../contract/name-forms.js';
import { quoted } from './assumption.js';
import { cellAt } from './cells.js';
import { UNDECIDED } from './decisions.js';
import type { Facts } from './facts.js';
import { readAs } from './guess-values.js';
import { paidColumnOf } from './known-values.js';
import { ask, holds, type Option, of, type Raised, words } from './question.js';
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
  return [...facts.words.codes].flatMap(([column, codes]) => {
    const field = FIELDS.find((each) => each.column === column);
    const rule = facts.recipe.columns[column];
    if (field === undefined || rule === undefined || 'constant' in rule) return [];
    const options = field.options ?? ['yes', 'no'];
    const flag = FLAG_WORDS[column];
    return [...codes].flatMap(([code, tally]) => {
      const path = ['columns', column, ...(code === '' ? ['blank'] : ['values', code])];
      const meanings = options.map(
        (value): Option => ({
          path,
          value,
          label: field.options === undefined ? `${value}: ${flag?.[value === 'yes' ? 0 : 1]}` : words(value),
        }),
      );
      const graduate: Option = { path, value: '', label: 'none: a graduate or professional student' };
      // A code that is read as yes or no by itself cannot mean that the value is unknown.
      const fails: Option = { path, value: readAs(column, code) === null ? code : 'unknown', label: UNKNOWN };
      const cell = code === '' ? 'a blank cell' : quoted(code);
      return ask(facts, tally, {
        name: `values:${column}`,
        of: code,
        open: true,
        question: `What does ${cell} in the column "${rule.column}" mean?`,
        why: `${of(facts, tally, 'has', 'have')} ${cell} there. The column ${holds(column)}.`,
        choices: [
          ...meanings,
          ...(column === 'grade_level' ? [graduate] : []),
          ...(code === '' ? [] : [fails]),
        ],
      });
    });
  });
}

const UNKNOWN = 'unknown: these students fail and are not calculated';

/** Asks which loan each unexplained fund is. */
export function fundQuestions(facts: Facts): readonly Raised[] {
  const { shape } = facts.recipe;
  if (shape.rows !== 'fund') return [];
  return [...facts.unknownFunds].flatMap(([code, tally]) => {
    const path = ['shape', 'funds', code];
    const likely = paidColumnOf(folded(code));
    const meanings = [...PAID_COLUMNS, null].map((value): Option => {
      return { path, value, label: value === null ? 'none of these loans' : words(value) };
    });
    return ask(facts, tally, {
      name: 'funds',
      of: code,
      open: true,
      question:
        code === '' ? `What is an amount in "${shape.paid}" without a fund?` : `What is the fund "${code}"?`,
      why: `${of(facts, tally, 'has', 'have')} rows ${code === '' ? 'with an amount and no fund' : `of the fund "${code}"`}. Loan amounts already paid are subtracted.${textBeside(facts, shape.fund, code)}`,
      choices: meanings.toSorted(
        (one, other) => Number(other.value === likely) - Number(one.value === likely),
      ),
    });
  });
}

/** What an unread column says beside a code and beside no other: ` "DESCR" says "Direct Sub" of it.` */
function textBeside({ raw, header, sample }: Facts, fund: string, code: string): string {
  const place = header.findIndex((each) => columnName(each) === columnName(fund));
  for (const { place: other, name } of raw.unread) {
    const textsOf = (isOfCode: boolean): ReadonlySet<string> =>
      new Set(
        sample.flatMap((cells) => ((cellAt(cells, place) === code) === isOfCode ? cellAt(cells, other) : [])),
      );
    const [text = '', ...more] = textsOf(true);
    const others = textsOf(false);
    if (/\p{L}{2}/u.test(text) && more.length === 0 && others.size > 0 && !others.has(text))
      return ` ${quoted(name)} says ${quoted(text)} of it.`;
  }
  return '';
}

/** Asks what a blank flag means if it decides a student's limit and other rows have an explicit no. */
export function blankFlagQuestions(facts: Facts): readonly Raised[] {
  if (facts.isContract) return [];
  return [...facts.words.blankFlags].flatMap(([column, { tally, saysNo }]) => {
    const rule = facts.recipe.columns[column];
    if (!saysNo || tally.students === 0 || rule === undefined || !('column' in rule)) return [];
    const [yes, no] = FLAG_WORDS[column] ?? ['', ''];
    const [one, many] =
      column === 'plus_denied'
        ? ['is a dependent undergraduate', 'are dependent undergraduates']
        : ['is a graduate or professional student', 'are graduate or professional students'];
    return ask(facts, tally, {
      name: `values:${column}`,
      of: '',
      at: ['columns', column, 'blank'],
      open: rule.blank === undefined || rule.blank === UNDECIDED,
      question: `What does a blank cell in the column "${rule.column}" mean?`,
      why: `${of(facts, tally, one, many)} with a blank cell, while others have a no. It decides their limit.`,
      answers: { no: `no: ${no}`, yes: `yes: ${yes}`, unknown: UNKNOWN },
    });
  });
}
