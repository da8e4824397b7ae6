import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { DEGREE_LEVELS } from '../engine/limits.js';
import { counted, numberText } from '../engine/texts.js';
import { type Assumption, firstOf, list, MOST_NAMED, quoted, said, studentsHave } from './assumption.js';
import { saidOfColumn } from './decisions.js';
import type { Facts } from './facts.js';
import { isNamedFor } from './guess-columns.js';
import { holds } from './question.js';
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
    ...year(facts),
    ...sheets(facts),
    limits(facts),
    ...columnsTaken(facts),
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
    ? said(`${text}.`, null)
    : said(`${text}, although ${list(others)} may be of another one.`, 'other_award_year');
}

function year(facts: Facts): readonly Assumption[] {
  const { labels, recipe, students, saysYearTerms, saysRequired, withYearTerms } = facts;
  const { year_terms } = recipe.decisions;
  const terms =
    labels.texts.length > MOST_NAMED ? `${labels.texts.length} terms` : list(orderOf(facts) ?? labels.texts);
  const who = `${counted(students.size, 'student')}, ${terms || 'no term'}`;
  if (saysYearTerms) {
    const without = students.size - withYearTerms.size;
    const others =
      without === 0
        ? ''
        : ` For ${counted(without, 'student')} it is blank: their listed terms are the whole year.`;
    const text = `${who}. The column academic_year_terms says how many terms the year has.${others}`;
    return [said(text, without === 0 ? null : 'values:academic_year_terms')];
  }
  if (year_terms == null) {
    const why = saysRequired ? ' The file says which terms are required.' : '';
    return [said(`${who}. The listed terms are the whole year of each student.${why}`, 'year_terms')];
  }
  if (year_terms.missing === 'as_listed')
    return [said(`${who}. The listed terms are the whole year of each student.`, 'year_terms')];
  const lacking = lackingStudents(facts);
  const missing =
    lacking === 0
      ? ''
      : ` ${studentsHave(lacking)} no row for some of these terms, and ${
          year_terms.missing === 'fail'
            ? `${lacking === 1 ? 'fails' : 'fail'}: add a row with the credits, and with nothing paid`
            : `${lacking === 1 ? 'is' : 'are'} not enrolled in them`
        }.`;
  const own = year_terms.labels === undefined ? '' : ` (${list(year_terms.labels)})`;
  return [said(`${who}, in a year of ${counted(year_terms.terms, 'term')}${own}.${missing}`, 'year_terms')];
}

function sheets({ otherSheets, sameSheets }: Facts): readonly Assumption[] {
  if (otherSheets.length === 0 || sameSheets.length > 0) return [];
  const all = firstOf(otherSheets.map(({ name }) => quoted(name)));
  return [
    said(
      `One sheet is read. These look like tables of students, too, and are not read: ${all}.`,
      otherSheets.some(({ says }) => says !== null) ? 'other_sheets' : null,
    ),
  ];
}

/** Columns that are known by more than their names, and those that were taken where others may be meant as well. */
function columnsTaken({ recipe: { columns }, raw, header, isContract }: Facts): readonly Assumption[] {
  if (isContract) return [];
  const told = TOLD_COLUMNS.flatMap((ours) => {
    const name = columnRead(columns, ours);
    return name === null || isNamedFor(name, ours)
      ? []
      : [said(`"${name}" ${holds(ours)}.`, `column:${ours}`)];
  });
  const taken = [STUDENT_ID_COLUMN, 'term_label'].flatMap((ours) => {
    const name = columnRead(columns, ours);
    const others = raw.unread
      .map((place) => header[place] ?? '')
      .filter((other) => isNamedFor(other, ours) && !holdsSocialSecurity(other, []));
    if (name === null || columnName(name) === ours || others.length === 0) return [];
    const what = ours === STUDENT_ID_COLUMN ? 'says who the student is' : holds(ours);
    const text = `"${name}" ${what}; ${list(others.map(quoted))} ${others.length === 1 ? 'is' : 'are'} not read.`;
    return [said(text, ours === STUDENT_ID_COLUMN ? 'student' : `column:${ours}`)];
  });
  return [...told, ...taken];
}

function levels({ raw, recipe, students }: Facts): readonly Assumption[] {
  const rule = recipe.columns['degree_level'];
  const who = students.size === 1 ? 'The student is' : `All ${numberText(students.size)} students are`;
  const isEverybody = rule !== undefined && 'constant' in rule;
  if (!isEverybody && raw.filled.has('degree_level')) return [];
  return [said(`${who} taken as ${isEverybody ? rule.constant : 'undergraduate'}.`, 'column:degree_level')];
}

function independent({ independent: { students }, raw }: Facts): readonly Assumption[] {
  if (students === 0) return [];
  if (!raw.filled.has('dependency_status'))
    return [said('Graduate and professional students are independent by law.', null)];
  const who = counted(
    students,
    'graduate or professional student has',
    'graduate or professional students have',
  );
  return [said(`${who} a blank dependency status: they are independent by law.`, null)];
}

function fullTime(facts: Facts): readonly Assumption[] {
  const { recipe, raw, withoutFullTime, isContract } = facts;
  const { full_time_credits: of, full_time_in_term: inTerm } = recipe.decisions;
  const parts = DEGREE_LEVELS.flatMap((level) => {
    const tally = withoutFullTime.get(level);
    const credits = of?.[level] ?? (isContract ? '12' : null);
    const others = Object.entries(inTerm?.[level] ?? {}).flatMap(([label, said]) =>
      said === null || said === credits ? [] : [` (${said} in ${label})`],
    );
    return tally === undefined || credits === null
      ? []
      : [`${credits} credits${others.join('')} for ${counted(tally.students, `${level} student`)}`];
  });
  if (parts.length === 0) return [];
  const where = raw.filled.has('term_ft_credits') ? ', where the file does not say it' : '';
  const graduates =
    isContract && (withoutFullTime.has('graduate') || withoutFullTime.has('professional'))
      ? ' Programs beyond the bachelor often have fewer, such as 9, and then 12 lowers the loan: write them into term_ft_credits.'
      : '';
  return [said(`Full time in a term is ${list(parts)}${where}.${graduates}`, 'full_time_credits')];
}

function manyCredits({ manyCredits: { students }, recipe, isContract }: Facts): readonly Assumption[] {
  const meaning = recipe.decisions.many_credits;
  if (students === 0 || isContract || meaning == null) return [];
  const how = meaning === 'credits' ? 'taken as full time' : 'not calculated';
  return [
    said(
      `${studentsHave(students)} more than twice the full-time credits in a term: ${how}.`,
      'many_credits',
    ),
  ];
}

function need({ recipe, raw, others, need: facts, isContract }: Facts): readonly Assumption[] {
  const { decisions } = recipe;
  const { mayBeSubsidized, above, negative } = facts;
  const found: Assumption[] = others.needFlags.flatMap(({ name, isFlag, without }) =>
    isFlag && saidOfColumn(decisions.need_flag, name) === 'only'
      ? said(
          `Nothing is subsidized for ${counted(without.students, 'student')} without a yes in "${name}".`,
          'need_flag',
        )
      : [],
  );
  const everybody = found.length === 0 ? 'Everybody has' : 'All others have';
  if (!raw.filled.has('subsidized_amount') && mayBeSubsidized.students > 0) {
    found.push(
      decisions.need === 'maximum'
        ? said(`${everybody} need up to the subsidized maximum.`, 'need')
        : said('Nobody has a subsidized loan: no column is read for need.', 'need'),
    );
  }
  if (above.students > 0 && !isContract && decisions.need_above_maximum === 'maximum') {
    const who = studentsHave(above.students);
    found.push(said(`${who} more need than may be subsidized: the maximum is used.`, 'need_above_maximum'));
  }
  if (negative.students > 0 && !isContract && decisions.need_below_zero === 'none') {
    const who = studentsHave(negative.students);
    found.push(said(`${who} need below 0: taken as no need.`, 'need_below_zero'));
  }
  const column = columnRead(recipe.columns, 'subsidized_amount');
  if (!isContract && column !== null) {
    const how = facts.isOfTerms
      ? "the need of each term: a student's amounts are added up"
      : 'the need of the year';
    found.push(said(`"${column}" is ${how}.`, facts.mayBeOfTerms ? 'need_period' : 'need'));
  }
  return found;
}

function unread({ others, recipe }: Facts): readonly Assumption[] {
  const names = others.unread.flatMap(({ name, mayDecide }) =>
    mayDecide && saidOfColumn(recipe.decisions.unread_columns, name) === 'ignored' ? quoted(name) : [],
  );
  if (names.length === 0) return [];
  return [said(`Left out of account, though it may concern loans: ${list(names)}.`, 'unread_columns')];
}

/** Names the columns of credits that were earned or passed, which are never read for credits. */
function earned({ raw, header, isContract }: Facts): readonly Assumption[] {
  if (isContract) return [];
  const names = raw.unread.map((place) => header[place] ?? '').filter(isOfEarned);
  if (names.length === 0) return [];
  const are = names.length === 1 ? 'is' : 'are';
  return [
    said(
      `${firstOf(names.map(quoted))} ${are} not read: a course that was failed counts among credits, too.`,
      null,
    ),
  ];
}

/** Names the columns of dollars that are taken for amounts of the year: one of a term looks just like them. */
function ofYear({ recipe, isContract }: Facts): readonly Assumption[] {
  if (isContract) return [];
  return Object.entries(AMOUNTS_OF_YEAR).flatMap(([ours, what]) => {
    const column = columnRead(recipe.columns, ours);
    if (column === null) return [];
    return ours === 'total_limit' && recipe.decisions.limit_period === 'ignored'
      ? said(`"${column}" is not read: the limit of the law is reduced.`, 'limit_period')
      : said(`"${column}" is ${what}.`, `column:${ours}`);
  });
}

const AMOUNTS_OF_YEAR: Readonly<Record<string, string>> = {
  cost_of_attendance: 'the cost of attendance of the year',
  total_limit: "the program's own limit of the year",
};
