import { DEGREE_LEVELS } from '../engine/limits.js';
import type { DecisionName } from './decisions.js';
import { blankMeaning, type Facts } from './facts.js';
import { counted, words } from './question.js';
import { orderProblem } from './term-order.js';
import { lackingStudents } from './term-year.js';

/** A sentence about what a calculation takes for granted, and the decision that changes it; null where none does. */
export interface Assumption {
  readonly text: string;
  readonly decision: DecisionName | null;
}

/**
 * What was assumed of a file, in sentences with the numbers of the whole file: shown before a file is calculated and beside its results.
 * True of the rows as they are calculated once no decision is open.
 */
export function assumptions(facts: Facts): readonly Assumption[] {
  return [
    ...year(facts),
    ...levels(facts),
    ...fullTime(facts),
    ...need(facts),
    ...blankCredits(facts),
    ...rowsOfTerms(facts),
    ...funds(facts),
    ...flags(facts),
    ...doubtfulAmounts(facts),
    ...setAside(facts),
  ];
}

const MEANINGS = {
  not_enrolled: 'not enrolled, with 0 credits',
  full_time: 'enrolled full time',
  leave_out: 'left out',
  no_term: 'without this term',
} as const;

const MOST_NAMED = 4;

function year(facts: Facts): readonly Assumption[] {
  const { labels, recipe, students, saysYearTerms, saysRequired, withYearTerms } = facts;
  const { year_terms } = recipe.decisions;
  const terms = labels.texts.length > MOST_NAMED ? `${labels.texts.length} terms` : list(labels.texts);
  const who = `${counted(students.size, 'student')}, ${terms || 'no term'}`;
  if (saysYearTerms) {
    const without = students.size - withYearTerms.size;
    const others =
      without === 0
        ? ''
        : ` For ${counted(without, 'student')} it is blank: their listed terms are the whole year.`;
    return [said(`${who}. The column academic_year_terms says how many terms the year has.${others}`, null)];
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
      : ` ${counted(lacking, 'student has', 'students have')} no row for some of them and ${lacking === 1 ? 'counts' : 'count'} as not enrolled there.`;
  const own = year_terms.labels === undefined ? '' : ` (${list(year_terms.labels)})`;
  return [said(`${who} of a year of ${counted(year_terms.terms, 'term')}${own}.${missing}`, 'year_terms')];
}

function levels({ raw, recipe, students }: Facts): readonly Assumption[] {
  const rule = recipe.columns['degree_level'];
  const who = `All of ${counted(students.size, 'student')}`;
  if (rule !== undefined && 'constant' in rule)
    return [said(`${who} are taken for ${rule.constant} students.`, 'column:degree_level')];
  return raw.filled.has('degree_level') ? [] : [said(`${who} are undergraduates.`, 'column:degree_level')];
}

function fullTime(facts: Facts): readonly Assumption[] {
  const { recipe, raw, withoutFullTime, isContract } = facts;
  const of = recipe.decisions.full_time_credits;
  const parts = DEGREE_LEVELS.flatMap((level) => {
    const tally = withoutFullTime.get(level);
    const credits = of?.[level] ?? (isContract ? '12' : null);
    return tally === undefined || credits === null
      ? []
      : [`${credits} credits for ${counted(tally.students, `${level} student`)}`];
  });
  if (parts.length === 0) return [];
  const where = raw.filled.has('term_ft_credits') ? ', where the file does not say it' : '';
  return [said(`Full time in a term is ${list(parts)}${where}.`, 'full_time_credits')];
}

function need({ recipe, raw, needAbove, mayBeSubsidized, isContract }: Facts): readonly Assumption[] {
  const { decisions } = recipe;
  const found: Assumption[] = [];
  if (!raw.filled.has('subsidized_amount') && mayBeSubsidized.students > 0) {
    found.push(
      decisions.need === 'maximum'
        ? said('Everybody has need for the subsidized maximum.', 'need')
        : said('Nobody has a subsidized loan: no column says need.', 'need'),
    );
  }
  if (needAbove.students > 0 && !isContract && decisions.need_above_maximum === 'maximum') {
    const who = counted(needAbove.students, 'student has', 'students have');
    found.push(said(`${who} more need than may be subsidized: the maximum is used.`, 'need_above_maximum'));
  }
  return found;
}

function blankCredits({ blank, labels, recipe, isContract }: Facts): readonly Assumption[] {
  if (isContract) return [];
  return [...blank].flatMap(([place, tally]) => {
    const label = labels.texts[place] ?? '';
    const meaning = blankMeaning(recipe.decisions, label);
    const who = counted(tally.students, 'student has', 'students have');
    if (meaning === undefined) return [];
    return [said(`${who} blank credits for ${label}: taken as ${MEANINGS[meaning]}.`, 'blank_credits')];
  });
}

function rowsOfTerms(facts: Facts): readonly Assumption[] {
  const { repeated, recipe, isContract } = facts;
  const { repeated_terms, term_order } = recipe.decisions;
  const found: Assumption[] = [];
  if (recipe.shape.rows === 'course')
    found.push(said('Each row is a course; credits of the same student and term are added up.', null));
  if (repeated.students > 0 && !isContract && repeated_terms != null) {
    const who = counted(repeated.students, 'student has', 'students have');
    const how = {
      add_up: 'they are added up',
      last: 'the last one counts',
      true_copies: 'they are copies and count once',
    }[repeated_terms];
    found.push(said(`${who} several rows for the same: ${how}.`, 'repeated_terms'));
  }
  if (term_order != null && !isContract && orderProblem(facts) !== null)
    found.push(said(`The terms follow each other as ${list(term_order)}.`, 'term_order'));
  return found;
}

function funds({ recipe, funds: seen, raw }: Facts): readonly Assumption[] {
  if (recipe.shape.rows !== 'fund') return [];
  const codes = [...seen.keys()];
  const none = codes.filter((code) => raw.fundOf(code) === null);
  const loans = codes.flatMap((code) => {
    const loan = raw.fundOf(code);
    return typeof loan === 'string' ? [`"${code}" is ${words(loan)}`] : [];
  });
  const found = loans.length === 0 ? [] : [said(`Of the funds, ${list(loans)}.`, 'funds')];
  if (none.length === 0) return found;
  const names = list(none.map((code) => `"${code}"`));
  return [...found, said(`No loan calculated here: ${names}.`, 'funds')];
}

/** Facts that a file without their column says of nobody. */
function flags({ raw }: Facts): readonly Assumption[] {
  const lacking: Assumption[] = [];
  if (!raw.filled.has('plus_denied'))
    lacking.push(said("Nobody's parent was denied a PLUS loan: no column says it.", 'column:plus_denied'));
  if (!raw.filled.has('is_legacy_borrower'))
    lacking.push(said('Nobody is a legacy borrower: no column says it.', 'column:is_legacy_borrower'));
  const isPaid = [...raw.filled].some((column) => column.startsWith('term_prior_disbursement_'));
  if (!isPaid) lacking.push(said('Nothing was paid before: no column says it.', null));
  return lacking;
}

/** Amounts of our columns that a person may have meant as thousands. */
function doubtfulAmounts({ doubtful }: Facts): readonly Assumption[] {
  return [...doubtful].flatMap(([column, { found }]) => {
    if (found === null) return [];
    const { count, example, row } = found;
    const others = count === 1 ? '' : `, and ${counted(count - 1, 'more like it', 'more like it')}`;
    const text = `"${example}" in row ${row.toLocaleString('en-US')} of ${column} is read with a decimal point, not as thousands${others}. If thousands are meant, write them without the point.`;
    return [said(text, null)];
  });
}

/** Rows of the file that are no student's. */
function setAside({ setAside: found }: Facts): readonly Assumption[] {
  const kinds = [...found].map(([reason, rows]) => {
    const named = rows.slice(0, MOST_NAMED).map((row) => row.toLocaleString('en-US'));
    const more =
      rows.length > MOST_NAMED ? [`${(rows.length - MOST_NAMED).toLocaleString('en-US')} more`] : [];
    return `${counted(rows.length, reason === 'total' ? 'total line' : reason)} (${rows.length === 1 ? 'row' : 'rows'} ${list([...named, ...more])})`;
  });
  return kinds.length === 0 ? [] : [said(`Left out as no student's: ${list(kinds)}.`, null)];
}

function said(text: string, decision: DecisionName | null): Assumption {
  return { text, decision };
}

/** `a, b and c`. */
function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
