import { counted, numberText } from '../engine/texts.js';
import { zeroFinals, zeroTerms } from './ask-amounts.js';
import { cellWords } from './ask-rows.js';
import { type Assumption, firstOf, list, MOST_NAMED, quoted, said, studentsHave } from './assumption.js';
import { saidOfColumn } from './decisions.js';
import type { Facts } from './facts.js';
import { blankMeaning, saidOf } from './labels.js';
import { holds, words } from './question.js';
import { columnRead, columnsRead, PAID_COLUMNS, type Recipe } from './recipe.js';
import { decidedStatuses, statusCode } from './row-status.js';
import { termAssumptions } from './term-assumptions.js';
import { creditNames } from './withdrawn-credits.js';

const BLANK = {
  not_enrolled: 'taken as not enrolled, with 0 credits',
  full_time: 'taken as enrolled full time',
  leave_out: 'left out',
  no_term: 'their year does not have this term',
} as const;

const ZERO = {
  no_term: 'it is not a term of their year',
  not_enrolled: 'they are not enrolled in this term of their year',
  full_time: 'not known yet, so full time is taken',
} as const;

/** Assumptions about single rows and cells: whose they are, what they are, whether they count. */
export function rowAssumptions(facts: Facts): readonly Assumption[] {
  return [
    ...withoutId(facts),
    ...hiddenRows(facts),
    ...titledRows(facts),
    ...repeatedFacts(facts),
    ...knownCodes(facts),
    ...alikeIds(facts),
    ...statuses(facts),
    ...withdrawn(facts),
    ...blankWords(facts),
    ...blankCredits(facts),
    ...aidYear(facts),
    ...zeroCredits(facts),
    ...zeroFinalCredits(facts),
    ...finalCredits(facts),
    ...unplannedCredits(facts),
    ...zeroPaid(facts),
    ...termAssumptions(facts),
    ...funds(facts),
    ...flags(facts),
    ...paid(facts),
    ...doubtfulAmounts(facts),
    ...setAside(facts),
  ];
}

const WITHOUT_ID = {
  above: 'each belongs to the student above it',
  each_row: 'each is a separate student',
  leave_out: 'left out',
} as const;

function withoutId({ recipe, withoutId: { count }, saysId, raw }: Facts): readonly Assumption[] {
  const meaning = recipe.decisions.rows_without_id;
  if (count === 0 || !saysId || meaning == null || !raw.filled.has('student_id')) return [];
  const rows = counted(count, 'row has', 'rows have');
  return [said(`${rows} no student id: ${WITHOUT_ID[meaning]}.`, 'rows_without_id')];
}

function hiddenRows({ raw: { hidden }, recipe }: Facts): readonly Assumption[] {
  const meaning = recipe.decisions.hidden_rows;
  if (hidden.size === 0 || meaning == null) return [];
  const how = meaning === 'read' ? 'read like the others' : 'left out';
  const rows = counted(hidden.size, 'row that the sheet hides', 'rows that the sheet hides');
  return [said(`${rows}: ${how}.`, 'hidden_rows')];
}

function titledRows({ titled, recipe }: Facts): readonly Assumption[] {
  return [...titled].flatMap(([title, { students }]) => {
    const isRead = saidOf(recipe.decisions.titled_rows, title) === 'read';
    const below = counted(students, 'student');
    return isRead
      ? [said(`The line ${quoted(title)} says nothing of the ${below} below it.`, 'titled_rows')]
      : [];
  });
}

function repeatedFacts({ raw: { repeats }, recipe: { columns } }: Facts): readonly Assumption[] {
  const names = [...repeats].flatMap((ours) => columnRead(columns, ours) ?? []);
  if (names.length === 0) return [];
  const text = `A blank cell in ${list(names.map(quoted))} below a filled one of the same student says the same.`;
  return [said(text, null)];
}

function knownCodes({ raw, recipe: { columns } }: Facts): readonly Assumption[] {
  return [...raw.knownCodes].flatMap(([ours, codes]) => {
    const meanings = [...codes].map(
      ([code, meaning]) => `"${code}" is ${words(meaning) || 'graduate study'}`,
    );
    if (meanings.length === 0) return [];
    const text = `The recipe does not name these codes in "${columnRead(columns, ours)}": ${firstOf(meanings)}.`;
    return [said(text, `values:${ours}`)];
  });
}

function alikeIds({ raw: { joinedIds }, recipe }: Facts): readonly Assumption[] {
  if (joinedIds.size === 0 || recipe.decisions.alike_ids !== 'same') return [];
  const pairs = [...joinedIds].map(([other, first]) => `"${other}" is "${first}"`);
  return [said(`Ids that look alike are one student: ${firstOf(pairs)}.`, 'alike_ids')];
}

function statuses({ others, recipe }: Facts): readonly Assumption[] {
  return others.statuses.flatMap((codes) => {
    const { name } = codes.column;
    const decided = decidedStatuses(recipe.decisions, name);
    const parts = codes.asked().flatMap(([code, { count }]) => {
      const status = decided?.get(statusCode(code));
      if (status == null) return [];
      const isOne = count === 1;
      const counts = status === 'counts';
      const does = counts ? (isOne ? 'counts' : 'count') : `${isOne ? 'does' : 'do'} not count (0 credits)`;
      return [`${counted(count, 'row')} with ${cellWords(code)} ${does}`];
    });
    return parts.length === 0 ? [] : [said(`In "${name}", ${list(parts)}.`, `row_status:${name}`)];
  });
}

function withdrawn({ others, recipe }: Facts): readonly Assumption[] {
  return others.withdrawn.flatMap(({ column: { name, term }, tally }) => {
    const meaning = saidOfColumn(recipe.decisions.withdrawn_credits, name);
    if (meaning == null || tally.students === 0) return [];
    const credits = list(creditNames(recipe, term).map(quoted));
    const how =
      meaning === 'subtract'
        ? `subtracted from ${credits} of`
        : `taken as already left out of ${credits}, for`;
    return [said(`"${name}" are ${how} ${counted(tally.students, 'student')}.`, 'withdrawn_credits')];
  });
}

function blankWords({ raw: { noNumbers } }: Facts): readonly Assumption[] {
  const words = [...noNumbers].slice(0, MOST_NAMED).map((word) => JSON.stringify(word));
  return words.length === 0 ? [] : [said(`Read as a blank cell: ${list(words)}.`, null)];
}

function blankCredits({ blank, labels, recipe, isContract }: Facts): readonly Assumption[] {
  if (isContract) return [];
  return [...blank].flatMap(([place, { students }]) => {
    const label = labels.texts[place] ?? '';
    const meaning = blankMeaning(recipe.decisions, label);
    if (meaning === undefined) return [];
    const text = `${studentsHave(students)} blank credits for ${label}: ${BLANK[meaning]}.`;
    return [said(text, 'blank_credits')];
  });
}

function zeroCredits(facts: Facts): readonly Assumption[] {
  return zeroTerms(facts).flatMap(({ label, zero: { students } }) => {
    const meaning = saidOf(facts.recipe.decisions.zero_credits, label);
    if (meaning == null) return [];
    return [said(`${studentsHave(students)} 0 credits for ${label}: ${ZERO[meaning]}.`, 'zero_credits')];
  });
}

function aidYear({ raw, students }: Facts): readonly Assumption[] {
  return raw.years.flatMap(({ name, isAsked, said: year, others }) => {
    if (!isAsked || year === null || year === '') return [];
    const without = [...others].filter((student) => !students.has(student)).length;
    const left = without === 0 ? '' : ` ${studentsHave(without)} no such row: left out.`;
    return [said(`Only the rows with "${year}" in "${name}" are calculated.${left}`, 'aid_year')];
  });
}

function zeroFinalCredits(facts: Facts): readonly Assumption[] {
  return zeroFinals(facts).flatMap(([label, { students }]) => {
    const meaning = saidOf(facts.recipe.decisions.zero_final_credits, label);
    if (meaning == null) return [];
    const how = meaning === 'not_known' ? 'not known yet, so the planned ones are used' : 'not enrolled';
    const text = `${studentsHave(students)} final credits of 0 for ${label}: taken as ${how}.`;
    return [said(text, 'zero_final_credits')];
  });
}

const UNPLANNED = {
  enrolled: 'taken as the credits that they are enrolled in',
  as_planned: 'the term is over, and the same credits were planned',
  full_time: 'the term is over, and full time was planned',
} as const;

function unplannedCredits({ unplanned, labels, recipe }: Facts): readonly Assumption[] {
  return [...unplanned].flatMap(([place, { students }]) => {
    const label = labels.texts[place] ?? '';
    const meaning = saidOf(recipe.decisions.unplanned_credits, label);
    if (meaning == null) return [];
    const text = `${studentsHave(students)} only final credits for ${label}: ${UNPLANNED[meaning]}.`;
    return [said(text, 'unplanned_credits')];
  });
}

const ZERO_PAID = {
  not_yet: 'not paid yet',
  settled: 'nothing more is paid for this term',
} as const;

function zeroPaid({ zeroPaid, labels, recipe }: Facts): readonly Assumption[] {
  return [...zeroPaid].flatMap(([place, { students }]) => {
    const label = labels.texts[place] ?? '';
    const meaning = saidOf(recipe.decisions.zero_paid, label) ?? 'settled';
    const text = `${studentsHave(students)} final credits and 0 paid for ${label}: ${ZERO_PAID[meaning]}.`;
    return [said(text, 'zero_paid')];
  });
}

function finalCredits({ finals, labels, recipe, isContract }: Facts): readonly Assumption[] {
  if (isContract) return [];
  return [...finals].map(([place, { all }]) => {
    const label = labels.texts[place] ?? '';
    const names = list(columnsRead(recipe, ['term_actual_final_credits'], label).map(quoted));
    const text = `${studentsHave(all.students)} final credits for ${label} in ${names}: they count instead of the planned ones.`;
    return said(text, null);
  });
}

function funds({ recipe, funds: seen, raw }: Facts): readonly Assumption[] {
  if (recipe.shape.rows !== 'fund') return [];
  const codes = [...seen.keys()];
  const none = codes.filter((code) => raw.fundOf(code) === null);
  const loans = codes.flatMap((code) => {
    const loan = raw.fundOf(code);
    return typeof loan === 'string' ? [`"${code}" is ${words(loan)}`] : [];
  });
  return [
    ...(loans.length === 0 ? [] : [said(`Of the funds, ${list(loans)}.`, 'funds')]),
    ...(none.length === 0 ? [] : [said(`Not one of these loans: ${list(none.map(quoted))}.`, 'funds')]),
  ];
}

/** Facts that no student has if the file lacks their column, and blank cells of them. */
function flags({ raw, others, blankFlags }: Facts): readonly Assumption[] {
  const found: Assumption[] = [];
  const none = (ours: 'plus_denied' | 'is_legacy_borrower', nobody: string): void => {
    if (raw.filled.has(ours)) return;
    const isDecided = others.rulesFor(ours).length > 0;
    const why = isDecided ? 'you decided that no column says so' : 'no column is read for it';
    found.push(said(`${nobody}: ${why}.`, `column:${ours}`));
  };
  none('plus_denied', 'No parent was denied a PLUS loan');
  none('is_legacy_borrower', 'Nobody is a legacy borrower');
  for (const [column, { tally }] of blankFlags) {
    if (tally.students === 0) continue;
    const isPlus = column === 'plus_denied';
    const [one, many] = isPlus
      ? ['dependent undergraduate has', 'dependent undergraduates have']
      : ['graduate or professional student has', 'graduate or professional students have'];
    const meaning = isPlus
      ? 'taken as no denial, with the limit of a dependent student'
      : 'taken as not a legacy borrower';
    const who = counted(tally.students, one, many);
    const text = `${who} a blank cell in the column that ${holds(column)}: ${meaning}.`;
    found.push(said(text, `values:${column}`));
  }
  return found;
}

/** Payments that nothing records, and dollars that are not read. */
function paid(facts: Facts): readonly Assumption[] {
  const { raw, others, recipe, isContract } = facts;
  const found: Assumption[] = [];
  const isFilled = PAID_COLUMNS.some((column) => raw.filled.has(column)) || recipe.shape.rows === 'fund';
  if (!isFilled) found.push(said('Nothing was paid yet: no column is read for it.', null));
  else if (facts.paid.size === 0)
    found.push(said('Nothing was paid yet: the columns for it are blank or 0.', null));
  else if (!isContract) found.push(said(`Already paid is what stands in ${list(paidNames(recipe))}.`, null));
  if (facts.parentPlus.students > 0) {
    const who = counted(facts.parentPlus.students, 'undergraduate');
    found.push(said(`The PLUS loan of ${who} is a parent's, and does not count as paid.`, null));
  }
  const unread = others.amounts.filter(({ tally }) => tally.students > 0);
  if (unread.length > 0) {
    const names = firstOf(unread.map(({ column: { name } }) => quoted(name)));
    const isDecided = unread.some((each) => each.said === 'none');
    found.push(said(`Dollars that do not count as paid: ${names}.`, isDecided ? 'paid' : null));
  }
  return found;
}

/** The file's columns that payments are read from. */
function paidNames(recipe: Recipe): readonly string[] {
  if (recipe.shape.rows === 'fund') {
    const flags = Object.entries(recipe.decisions.paid ?? {}).flatMap(([name, said]) =>
      said === 'if_yes' || said === 'if_no' ? [`, with a ${said.slice(3)} in "${name}"`] : [],
    );
    return [`"${recipe.shape.paid}", by fund${flags.join('')}`];
  }
  const names = columnsRead(recipe, PAID_COLUMNS).map(quoted);
  const more = names.length - MOST_NAMED;
  return more > 1 ? [...names.slice(0, MOST_NAMED), `${more} more columns`] : names;
}

/** Amounts in our columns that may be meant as thousands. */
function doubtfulAmounts({ doubtful }: Facts): readonly Assumption[] {
  return [...doubtful].flatMap(([column, { found }]) => {
    if (found === null) return [];
    const { count, example, row } = found;
    const others = count === 1 ? '' : `, and ${counted(count - 1, 'more like it', 'more like it')}`;
    const text = `"${example}" in row ${numberText(row)} of ${column} is read with a decimal point, not as thousands${others}. If thousands are meant, write them without the point.`;
    return [said(text, null)];
  });
}

/** What people call the rows that are left out. */
const KINDS = {
  title: 'line above the header',
  total: 'total line',
  remark: 'remark',
  'repeated header': 'repeated header',
};
const PLURALS: ReadonlyMap<string, string> = new Map([['title', 'lines above the header']]);

/** Rows of the file that do not belong to a student. */
function setAside({ titles, setAside: found }: Facts): readonly Assumption[] {
  const all = titles.length === 0 ? [...found] : [['title' as const, titles] as const, ...found];
  const kinds = all.map(([reason, rows]) => {
    const named = firstOf(rows.map(numberText));
    return `${counted(rows.length, KINDS[reason], PLURALS.get(reason))} (${rows.length === 1 ? 'row' : 'rows'} ${named})`;
  });
  return kinds.length === 0
    ? []
    : [said(`Not calculated because they are not students: ${list(kinds)}.`, null)];
}
