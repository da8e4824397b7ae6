import { counted, numberText } from '../engine/texts.js';
import { zeroFinals, zeroTerms } from './ask-amounts.js';
import { cellWords } from './ask-rows.js';
import { firstOf, list, MOST_NAMED, quoted, type Said, said, studentsHave } from './assumption.js';
import { type DecisionName, saidOfColumn } from './decisions.js';
import type { Facts } from './facts.js';
import { blankMeaning, saidOf } from './labels.js';
import { words } from './question.js';
import { columnRead, columnsRead } from './recipe.js';
import { decidedStatuses, statusCode } from './row-status.js';
import type { Tally } from './tally.js';
import { loanAssumptions, termAssumptions } from './term-assumptions.js';
import { creditNames } from './withdrawn-credits.js';

/** Assumptions about single rows and cells: whose they are, what they are, whether they count. */
export function* rowAssumptions(facts: Facts): Said {
  yield* withoutId(facts);
  yield* hiddenRows(facts);
  yield* titledRows(facts);
  yield* repeatedFacts(facts);
  yield* knownCodes(facts);
  yield* alikeIds(facts);
  yield* statuses(facts);
  yield* withdrawn(facts);
  yield* blankWords(facts);
  yield* blankCredits(facts);
  yield* aidYear(facts);
  yield* zeroCredits(facts);
  yield* finalCredits(facts);
  yield* termAssumptions(facts);
  yield* loanAssumptions(facts);
  yield* doubtfulAmounts(facts);
  yield* setAside(facts);
}

const WITHOUT_ID = {
  above: 'each belongs to the student above it',
  each_row: 'each is a separate student',
  leave_out: 'left out',
} as const;

function* withoutId({ recipe, withoutId: { rowCount }, saysId, raw }: Facts): Said {
  const meaning = recipe.decisions.rows_without_id;
  if (rowCount === 0 || !saysId || meaning == null || !raw.filled.has('student_id')) return;
  const rows = counted(rowCount, 'row has', 'rows have');
  yield said(`${rows} no student id: ${WITHOUT_ID[meaning]}.`, 'rows_without_id');
}

function* hiddenRows({ raw: { hidden }, recipe }: Facts): Said {
  const meaning = recipe.decisions.hidden_rows;
  if (hidden.size === 0 || meaning == null) return;
  const how = meaning === 'read' ? 'read like the others' : 'left out';
  const rows = counted(hidden.size, 'row that the sheet hides', 'rows that the sheet hides');
  yield said(`${rows}: ${how}.`, 'hidden_rows');
}

function* titledRows({ titled, recipe }: Facts): Said {
  for (const [title, { students }] of titled) {
    if (saidOf(recipe.decisions.titled_rows, title) !== 'read') continue;
    const below = counted(students, 'student');
    yield said(`The line ${quoted(title)} says nothing of the ${below} below it.`, 'titled_rows');
  }
}

function* repeatedFacts({ raw: { repeats }, recipe: { columns } }: Facts): Said {
  const names = list([...repeats].flatMap((ours) => columnRead(columns, ours) ?? []).map(quoted));
  if (names !== '')
    yield said(`A blank cell in ${names} below a filled one of the same student says the same.`);
}

function* knownCodes({ raw, recipe: { columns } }: Facts): Said {
  for (const [ours, codes] of raw.knownCodes) {
    if (codes.size === 0) continue;
    const meanings = [...codes].map(([code, is]) => `"${code}" is ${words(is) || 'graduate study'}`);
    const column = columnRead(columns, ours);
    const text = `The recipe does not name these codes in "${column}": ${firstOf(meanings)}.`;
    yield said(text, `values:${ours}`);
  }
}

function* alikeIds({ raw: { joinedIds }, recipe }: Facts): Said {
  if (joinedIds.size === 0 || recipe.decisions.alike_ids !== 'same') return;
  const pairs = [...joinedIds].map(([other, first]) => `"${other}" is "${first}"`);
  yield said(`Ids that look alike are one student: ${firstOf(pairs)}.`, 'alike_ids');
}

function* statuses({ others, recipe }: Facts): Said {
  for (const codes of others.statuses) {
    const { name } = codes.column;
    const decided = decidedStatuses(recipe.decisions, name);
    const parts = codes.asked().flatMap(([code, { rowCount }]) => {
      const status = decided?.get(statusCode(code));
      if (status == null) return [];
      const [counts, not] = rowCount === 1 ? ['counts', 'does'] : ['count', 'do'];
      const does = status === 'counts' ? counts : `${not} not count (0 credits)`;
      return [`${counted(rowCount, 'row')} with ${cellWords(code)} ${does}`];
    });
    if (parts.length > 0) yield said(`In "${name}", ${list(parts)}.`, `row_status:${name}`);
  }
}

function* withdrawn({ others, recipe }: Facts): Said {
  for (const { column, tally } of others.withdrawn) {
    const { name, term } = column;
    const meaning = saidOfColumn(recipe.decisions.withdrawn_credits, name);
    if (meaning == null || tally.students === 0) continue;
    const credits = list(creditNames(recipe, term).map(quoted));
    const how =
      meaning === 'subtract'
        ? `subtracted from ${credits} of`
        : `taken as already left out of ${credits}, for`;
    yield said(`"${name}" are ${how} ${counted(tally.students, 'student')}.`, 'withdrawn_credits');
  }
}

function* blankWords({ raw: { noNumbers } }: Facts): Said {
  const words = [...noNumbers].slice(0, MOST_NAMED).map((word) => JSON.stringify(word));
  if (words.length > 0) yield said(`Read as a blank cell: ${list(words)}.`);
}

/** What it means, as decided, that students have such credits in a term; nothing where that is open. */
function* inTerm<Meaning extends string>(
  credits: string,
  [label, tally]: readonly [label: string, tally: Tally],
  meaning: Meaning | null | undefined,
  meanings: Readonly<Record<Meaning, string>>,
  decision: DecisionName,
): Said {
  if (meaning != null)
    yield said(`${studentsHave(tally.students)} ${credits} for ${label}: ${meanings[meaning]}.`, decision);
}

const BLANK = {
  not_enrolled: 'taken as not enrolled, with 0 credits',
  full_time: 'taken as enrolled full time',
  leave_out: 'left out',
  no_term: 'their year does not have this term',
} as const;

function* blankCredits({ blank, labels, recipe, isContract }: Facts): Said {
  for (const [place, tally] of isContract ? [] : blank) {
    const label = labels.at(place);
    const meaning = blankMeaning(recipe.decisions, label);
    yield* inTerm('blank credits', [label, tally], meaning, BLANK, 'blank_credits');
  }
}

function* aidYear({ raw, students }: Facts): Said {
  for (const { name, isAsked, said: year, others } of raw.years) {
    if (!isAsked || year === null || year === '') continue;
    const without = [...others].filter((student) => !students.has(student)).length;
    const left = without === 0 ? '' : ` ${studentsHave(without)} no such row: left out.`;
    yield said(`Only the rows with "${year}" in "${name}" are calculated.${left}`, 'aid_year');
  }
}

const ZERO = {
  no_term: 'it is not a term of their year',
  not_enrolled: 'they are not enrolled in this term of their year',
  full_time: 'not known yet, so full time is taken',
} as const;

const ZERO_FINAL = {
  not_known: 'taken as not known yet, so the planned ones are used',
  not_enrolled: 'taken as not enrolled',
} as const;

function* zeroCredits(facts: Facts): Said {
  const { zero_credits, zero_final_credits } = facts.recipe.decisions;
  for (const { label, zero } of zeroTerms(facts))
    yield* inTerm('0 credits', [label, zero], saidOf(zero_credits, label), ZERO, 'zero_credits');
  for (const term of zeroFinals(facts)) {
    const meaning = saidOf(zero_final_credits, term[0]);
    yield* inTerm('final credits of 0', term, meaning, ZERO_FINAL, 'zero_final_credits');
  }
}

const UNPLANNED = {
  enrolled: 'taken as the credits that they are enrolled in',
  as_planned: 'the term is over, and the same credits were planned',
  full_time: 'the term is over, and full time was planned',
} as const;

const ZERO_PAID = {
  not_yet: 'not paid yet',
  settled: 'nothing more is paid for this term',
} as const;

function* finalCredits({ finals, unplanned, zeroPaid, labels, recipe, isContract }: Facts): Said {
  const { unplanned_credits, zero_paid } = recipe.decisions;
  for (const [place, { all }] of isContract ? [] : finals) {
    const label = labels.at(place);
    const names = list(columnsRead(recipe, ['term_actual_final_credits'], label).map(quoted));
    const where = `final credits for ${label} in ${names}`;
    yield said(`${studentsHave(all.students)} ${where}: they count instead of the planned ones.`);
  }
  for (const [place, tally] of unplanned) {
    const label = labels.at(place);
    const meaning = saidOf(unplanned_credits, label);
    yield* inTerm('only final credits', [label, tally], meaning, UNPLANNED, 'unplanned_credits');
  }
  for (const [place, tally] of zeroPaid) {
    const label = labels.at(place);
    const meaning = saidOf(zero_paid, label) ?? 'settled';
    yield* inTerm('final credits and 0 paid', [label, tally], meaning, ZERO_PAID, 'zero_paid');
  }
}

/** Amounts in our columns that may be meant as thousands. */
function* doubtfulAmounts({ doubtful }: Facts): Said {
  for (const [column, { found }] of doubtful) {
    if (found === null) continue;
    const { count, example, row } = found;
    const others = count === 1 ? '' : `, and ${counted(count - 1, 'more like it', 'more like it')}`;
    const which = `"${example}" in row ${numberText(row)} of ${column}`;
    yield said(
      `${which} is read with a decimal point, not as thousands${others}. If thousands are meant, write them without the point.`,
    );
  }
}

/** What people call the rows that are left out. */
const KINDS = {
  title: ['line above the header', 'lines above the header'],
  total: ['total line'],
  remark: ['remark'],
  'repeated header': ['repeated header'],
} as const;

/** Rows of the file that do not belong to a student. */
function* setAside({ source, setAside: found }: Facts): Said {
  const titles = source.above.map(({ row }) => row);
  const all = titles.length === 0 ? [...found] : [['title' as const, titles] as const, ...found];
  const kinds = all.map(([reason, rows]) => {
    const [one, many] = KINDS[reason];
    const which = `${rows.length === 1 ? 'row' : 'rows'} ${firstOf(rows.map(numberText))}`;
    return `${counted(rows.length, one, many)} (${which})`;
  });
  if (kinds.length > 0) yield said(`Not calculated because they are not students: ${list(kinds)}.`);
}
