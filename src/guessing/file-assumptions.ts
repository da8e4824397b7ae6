import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { DEGREE_LEVELS } from '../engine/limits.js';
import { counted, numberText } from '../engine/texts.js';
import {
  type Assumption,
  are,
  firstOf,
  list,
  MOST_NAMED,
  quoted,
  type Said,
  said,
  studentsHave,
} from './assumption.js';
import { saidOfColumn } from './decisions.js';
import type { Facts } from './facts.js';
import { isNamedFor } from './guess-columns.js';
import { meaningIn, readAs } from './guess-values.js';
import { holds, words } from './question.js';
import { columnRead } from './recipe.js';
import { rowAssumptions } from './row-assumptions.js';
import { holdsSocialSecurity } from './social-security.js';
import { TOLD_COLUMNS } from './telling-columns.js';
import { isOfOtherYear, orderOf } from './term-order.js';
import { lackingStudents } from './term-year.js';
import { isOfEarned } from './unread-columns.js';

/**
 * The assumptions about a file, in sentences with the numbers of the whole file: shown before a file is calculated and
 * beside its results. They hold for the rows as calculated once no decision is open.
 */
export function assumptions(facts: Facts): readonly Assumption[] {
  return [
    year(facts),
    ...sheets(facts),
    limits(facts),
    ...columnsTaken(facts),
    ...codes(facts),
    ...levels(facts),
    ...independent(facts),
    ...fullTime(facts),
    ...manyCredits(facts),
    ...need(facts),
    ...ofYear(facts),
    ...rowAssumptions(facts),
    ...unread(facts),
    ...earned(facts),
  ];
}

function limits({ awardYear, labels, isContract }: Facts): Assumption {
  const others = isContract ? [] : labels.texts.filter((label) => isOfOtherYear(label, awardYear));
  const text = `The loan limits of award year ${awardYear} are used`;
  return others.length === 0
    ? said(`${text}.`)
    : said(`${text}, although ${list(others)} may be of another one.`, 'other_award_year');
}

function year(facts: Facts): Assumption {
  const { labels, recipe, students, saysYearTerms, saysRequired, withYearTerms } = facts;
  const { year_terms } = recipe.decisions;
  const terms =
    labels.texts.length > MOST_NAMED ? `${labels.texts.length} terms` : list(orderOf(facts) ?? labels.texts);
  const who = `${counted(students.size, 'student')}, ${terms || 'no term'}`;
  if (saysYearTerms) {
    const text = `${who}. The column academic_year_terms says how many terms the year has.`;
    const without = students.size - withYearTerms.size;
    if (without === 0) return said(text);
    const blank = `For ${counted(without, 'student')} it is blank: their listed terms are the whole year.`;
    return said(`${text} ${blank}`, 'values:academic_year_terms');
  }
  if (year_terms == null || year_terms.missing === 'as_listed') {
    const why = year_terms == null && saysRequired ? ' The file says which terms are required.' : '';
    return said(`${who}. The listed terms are the whole year of each student.${why}`, 'year_terms');
  }
  const own = year_terms.labels === undefined ? '' : ` (${list(year_terms.labels)})`;
  const text = `${who}, in a year of ${counted(year_terms.terms, 'term')}${own}.`;
  const lacking = lackingStudents(facts);
  if (lacking === 0) return said(text, 'year_terms');
  const [fail, is] = lacking === 1 ? ['fails', 'is'] : ['fail', 'are'];
  const how =
    year_terms.missing === 'fail'
      ? `${fail}: add a row with the credits, and with nothing paid`
      : `${is} not enrolled in them`;
  return said(`${text} ${studentsHave(lacking)} no row for some of these terms, and ${how}.`, 'year_terms');
}

function* sheets({ source: { otherSheets, sameSheets } }: Facts): Said {
  if (otherSheets.length === 0 || sameSheets.length > 0) return;
  const all = firstOf(otherSheets.map(({ name }) => quoted(name)));
  yield said(`One sheet is read. These are tables, too, and are not read: ${all}.`);
}

/** Columns that are known by more than their names, and those that were taken where others may be meant as well. */
function* columnsTaken({ recipe: { columns }, raw, isContract }: Facts): Said {
  if (isContract) return;
  for (const ours of TOLD_COLUMNS) {
    const name = columnRead(columns, ours);
    if (name !== null && !isNamedFor(name, ours)) yield said(`"${name}" ${holds(ours)}.`, `column:${ours}`);
  }
  for (const ours of [STUDENT_ID_COLUMN, 'term_label']) {
    const name = columnRead(columns, ours);
    const others = raw.unread
      .map((column) => column.name)
      .filter((other) => isNamedFor(other, ours) && !holdsSocialSecurity(other, []));
    if (name === null || columnName(name) === ours || others.length === 0) continue;
    const isId = ours === STUDENT_ID_COLUMN;
    const what = isId ? 'says who the student is' : holds(ours);
    const text = `"${name}" ${what}; ${list(others.map(quoted))} ${are(others)} not read.`;
    yield said(text, isId ? 'student' : `column:${ours}`);
  }
}

/** What codes mean because somebody said so. */
function* codes({ recipe: { columns }, isContract }: Facts): Said {
  for (const [ours, rule] of isContract ? [] : Object.entries(columns)) {
    if (rule === undefined || !('column' in rule)) continue;
    const name = rule.column;
    const own = Object.entries(rule.values ?? {}).filter(
      ([code, meant]) => meaningIn(ours, code, name) !== meant,
    );
    const isUnknown = (meant: string): boolean => meant !== '' && readAs(ours, meant) === null;
    const all = own.flatMap(([code, meant]) =>
      isUnknown(meant) ? [] : `${quoted(code)} means ${words(meant) || 'nothing'}`,
    );
    const unknown = own.flatMap(([code, meant]) => (isUnknown(meant) ? quoted(code) : []));
    if (all.length > 0) yield said(`In "${name}", ${firstOf(all)}.`, `values:${ours}`);
    if (unknown.length > 0) {
      const text = `In "${name}", ${firstOf(unknown)} ${are(unknown)} unknown: these students fail.`;
      yield said(text, `values:${ours}`);
    }
  }
}

function* levels({ raw, recipe, students }: Facts): Said {
  const rule = recipe.columns['degree_level'];
  const who = students.size === 1 ? 'The student is' : `All ${numberText(students.size)} students are`;
  const isEverybody = rule !== undefined && 'constant' in rule;
  if (isEverybody || !raw.filled.has('degree_level'))
    yield said(`${who} taken as ${isEverybody ? rule.constant : 'undergraduate'}.`, 'column:degree_level');
}

function* independent({ independent: { students }, raw }: Facts): Said {
  if (students === 0) return;
  const [one, many] = ['graduate or professional student has', 'graduate or professional students have'];
  yield raw.filled.has('dependency_status')
    ? said(`${counted(students, one, many)} a blank dependency status: they are independent by law.`)
    : said('Graduate and professional students are independent by law.');
}

function* fullTime({ recipe, raw, withoutFullTime, isContract }: Facts): Said {
  const { full_time_credits: of, full_time_in_term: inTerm } = recipe.decisions;
  const parts = DEGREE_LEVELS.flatMap((level) => {
    const tally = withoutFullTime.get(level);
    const credits = of?.[level] ?? (isContract ? '12' : null);
    if (tally === undefined || credits === null) return [];
    const others = Object.entries(inTerm?.[level] ?? {}).map(([label, said]) =>
      said === null || said === credits ? '' : ` (${said} in ${label})`,
    );
    return [`${credits} credits${others.join('')} for ${counted(tally.students, `${level} student`)}`];
  });
  if (parts.length === 0) return;
  const where = raw.filled.has('term_ft_credits') ? ', where the file does not say it' : '';
  const graduates =
    isContract && (withoutFullTime.has('graduate') || withoutFullTime.has('professional'))
      ? ' Programs beyond the bachelor often have fewer, such as 9, and then 12 lowers the loan: write them into term_ft_credits.'
      : '';
  yield said(`Full time in a term is ${list(parts)}${where}.${graduates}`, 'full_time_credits');
}

function* manyCredits({ manyCredits: { students }, yearCredits, recipe, isContract }: Facts): Said {
  const meaning = recipe.decisions.many_credits;
  if (yearCredits.areLikely && meaning === 'credits')
    yield said(
      'The credits on each row are those of its term, though a student has the same in each.',
      'many_credits',
    );
  if (students === 0 || isContract || meaning == null) return;
  const how = meaning === 'credits' ? 'taken as full time' : 'not calculated';
  const text = `${studentsHave(students)} more than twice the full-time credits in a term: ${how}.`;
  yield said(text, 'many_credits');
}

function* need({ recipe, raw, others, need: facts, isContract }: Facts): Said {
  const { decisions } = recipe;
  const { mayBeSubsidized, above, negative } = facts;
  const flags = others.needFlags.filter(
    ({ name, isFlag }) => isFlag && saidOfColumn(decisions.need_flag, name) === 'only',
  );
  for (const { name, without } of flags) {
    const who = counted(without.students, 'student');
    yield said(`Nothing is subsidized for ${who} without a yes in "${name}".`, 'need_flag');
  }
  if (!raw.filled.has('subsidized_amount') && mayBeSubsidized.students > 0) {
    const everybody = flags.length === 0 ? 'Everybody has' : 'All others have';
    yield decisions.need === 'maximum'
      ? said(`${everybody} need up to the subsidized maximum.`, 'need')
      : said('Nobody has a subsidized loan: no column is read for need.', 'need');
  }
  if (isContract) return;
  if (above.students > 0 && decisions.need_above_maximum === 'maximum') {
    const who = studentsHave(above.students);
    yield said(`${who} more need than may be subsidized: the maximum is used.`, 'need_above_maximum');
  }
  if (negative.students > 0 && decisions.need_below_zero === 'none')
    yield said(`${studentsHave(negative.students)} need below 0: taken as no need.`, 'need_below_zero');
  const column = columnRead(recipe.columns, 'subsidized_amount');
  if (column === null) return;
  const how = facts.isOfTerms
    ? "the need of each term: a student's amounts are added up"
    : 'the need of the year';
  yield said(`"${column}" is ${how}.`, facts.mayBeOfTerms ? 'need_period' : 'need');
}

function* unread({ others, recipe }: Facts): Said {
  const names = others.unread.flatMap(({ name, mayDecide }) =>
    mayDecide && saidOfColumn(recipe.decisions.unread_columns, name) === 'ignored' ? quoted(name) : [],
  );
  if (names.length > 0)
    yield said(`Left out of account, though it may concern loans: ${list(names)}.`, 'unread_columns');
}

/** Names the columns of credits that were earned or passed, which are never read for credits. */
function* earned({ raw, isContract }: Facts): Said {
  const all = isContract ? [] : raw.unread.map(({ name }) => name);
  const names = all.filter(isOfEarned).map(quoted);
  if (names.length === 0) return;
  yield said(`${firstOf(names)} ${are(names)} not read: a course that was failed counts among credits, too.`);
}

/** Names the columns of dollars that are taken for amounts of the year: one of a term looks just like them. */
function* ofYear({ recipe: { columns, decisions }, isContract }: Facts): Said {
  if (isContract) return;
  const cost = columnRead(columns, 'cost_of_attendance');
  const limit = columnRead(columns, 'total_limit');
  if (cost !== null)
    yield said(`"${cost}" is the cost of attendance of the year.`, 'column:cost_of_attendance');
  if (limit !== null)
    yield decisions.limit_period === 'ignored'
      ? said(`"${limit}" is not read: the limit of the law is reduced.`, 'limit_period')
      : said(`"${limit}" is the program's own limit of the year.`, 'column:total_limit');
}
