import {
  add,
  compare,
  type Exact,
  exact,
  isNegative,
  isPositive,
  subtract,
  toText,
} from '../engine/exact.js';
import { limitsFor, statutoryLimit, subsidizedMaximum } from '../engine/limits.js';
import { DEGREE_LEVELS, type DegreeLevel, GRADE_LEVELS, MAX_TERMS } from '../engine/student.js';
import { remarkCell } from './failed-here.js';
import { OUR_FIELDS, type Ours, PAID_FIELDS, STUDENT_FIELDS } from './our-fields.js';
import { amountOf, isSame, remembered } from './read-cells.js';
import { type FieldRule, meaningOf, type Recipe, ruleOf, valuesOf } from './recipe.js';
import { ownId } from './student-groups.js';
import { type Fail, OF_STUDENT, OF_TERM, type OwnTerm, type StudentTerms } from './student-terms.js';
import { areYearsApart } from './term-labels.js';

/** Rows of ours from the terms of a student, with the questions of the rows answered as the recipe says. */

/** A row of ours. */
export interface OurRow {
  /** By {@link OUR_FIELDS}. */
  readonly cells: string[];
  /** The rows of the file that it was made from; none for a term that only belongs to the year. */
  readonly rows: readonly number[];
  /** The place of its term in the recipe; null where terms have no columns of their own. */
  readonly term: number | null;
}

/** What a student's limits depend on. */
export interface Standing {
  readonly level: DegreeLevel;
  /** The most that may be subsidized; null if that is not known. */
  readonly most: Exact | null;
  readonly mayHaveGradPlus: boolean;
}

const NO_STANDING: Standing = { level: 'undergraduate', most: null, mayHaveGradPlus: false };

/** The only full-time credits that rows of a level and term have: by level and place of the term. */
export type UsualFullTime = ReadonlyMap<string, string | null>;

const FIRST_OF_TERM = STUDENT_FIELDS.length;
const CREDITS_CELL = FIRST_OF_TERM + OF_TERM.term_credits_enrolled;

/** Whether neither planned nor final credits of a term are known. */
export function isBlank({ cells }: OwnTerm): boolean {
  return cells[OF_TERM.term_credits_enrolled] === '' && cells[OF_TERM.term_actual_final_credits] === '';
}

/** Whether anything was paid for a term, or may have been. */
export function isPaid({ cells }: OwnTerm): boolean {
  return PAID_FIELDS.some((field) => {
    const cell = cells[OF_TERM[field]] ?? '';
    const amount = amountOf(field, cell);
    return cell !== '' && (amount === null || amount !== exact(0));
  });
}

/** Whether final credits are 0, and planned ones, if there are any, are not; null where that cannot be said. */
export function isZeroFinal({ cells }: OwnTerm): boolean | null {
  const planned = creditsIn(cells, 'term_credits_enrolled');
  const final = creditsIn(cells, 'term_actual_final_credits');
  return final === null || (planned !== null && !isPositive(planned)) ? null : !isPositive(final);
}

/** Whether credits are 0, and not by a status, where there are no final ones. */
export function isZeroPlanned({ cells, isCleared }: OwnTerm): boolean | null {
  const planned = creditsIn(cells, 'term_credits_enrolled');
  return isCleared || planned === null || cells[OF_TERM.term_actual_final_credits] !== ''
    ? null
    : !isPositive(planned);
}

/**
 * Whether 0 was paid for a term that is over, with at least half of the full-time credits: null for another term, or if
 * nothing is said of payments.
 */
export function isZeroPaid(term: OwnTerm, fullTime: string): boolean | null {
  const final = creditsIn(term.cells, 'term_actual_final_credits');
  const full = amountOf('term_ft_credits', fullTime);
  if (final === null || full === null || compare(add(final, final), full) < 0) return null;
  if (PAID_FIELDS.every((field) => term.cells[OF_TERM[field]] === '')) return null;
  return !isPaid(term);
}

function creditsIn(cells: readonly string[], field: 'term_credits_enrolled' | 'term_actual_final_credits') {
  return amountOf(field, cells[OF_TERM[field]] ?? '');
}

/** Makes rows of ours; what a recipe leaves open is read in some way, so that it can be shown and compared. */
export class RowMaker {
  readonly #recipe: Recipe;
  readonly #usual: UsualFullTime;
  readonly #standing: (key: string) => Standing;
  /** Whether one level was said of everybody. */
  readonly #isLevelOfAll: boolean;
  /** Whether the file itself says what belongs to the year. */
  readonly #saysYear: boolean;
  /** Pairs of places of terms that are a year apart, or more. */
  readonly #apart: readonly (readonly [number, number])[];
  readonly readsNeed: boolean;

  constructor(recipe: Recipe, awardYear: string, usual: UsualFullTime) {
    this.#recipe = recipe;
    this.#usual = usual;
    this.#standing = remembered((key) => standingOf(key, awardYear));
    this.readsNeed = isRead(recipe, 'subsidized_amount');
    this.#apart = recipe.terms.flatMap(({ label }, one) =>
      recipe.terms.flatMap((term, other) =>
        areYearsApart(label, term.label) ? [[one, other] as const] : [],
      ),
    );
    const level = recipe.fields.degree_level;
    this.#isLevelOfAll = isObject(level) && 'value' in level;
    this.#saysYear = isRead(recipe, 'academic_year_terms') || isRead(recipe, 'term_required');
  }

  /** The columns of ours that rows may fill, by their places among {@link OUR_FIELDS}. */
  columns(): readonly number[] {
    const { terms, fields, rows, fund } = this.#recipe;
    const loans = rows === 'fund' ? Object.values(fund?.values ?? {}) : [];
    const filled = new Set<string>([
      ...['student_id', 'dependency_status', 'term_label', 'term_credits_enrolled'],
      ...OUR_FIELDS.filter((field) => isRead(this.#recipe, field)),
      ...loans.map((loan) => `term_prior_disbursement_${loan}`),
    ]);
    if (terms.some(({ no_row }) => no_row === 'not_enrolled')) filled.add('academic_year_terms');
    if ([{ fields }, ...terms].some((each) => isObject(each.fields?.term_ft_credits)))
      filled.add('term_ft_credits');
    return OUR_FIELDS.flatMap((field, place) => (filled.has(field) ? [place] : []));
  }

  standingOf({ facts }: Pick<StudentTerms, 'facts'>): Standing {
    return this.#standing(STANDING.map((place) => facts[place]).join(' '));
  }

  /** The full-time credits of a term: what its row says, otherwise what the recipe says for the level. */
  fullTimeOf(level: DegreeLevel, place: number, term: OwnTerm | null): string {
    const own = term?.cells[OF_TERM.term_ft_credits] ?? '';
    if (own !== '') return own;
    const rule = ruleOf(this.#recipe, 'term_ft_credits', this.#recipe.terms[place]);
    if (rule === null || rule === 'none') return '';
    if ('by_level' in rule) return rule.by_level[level] ?? '';
    if ('value' in rule) return rule.value;
    return term === null ? (this.#usual.get(`${level} ${place}`) ?? '') : '';
  }

  /** The terms of the recipe that a student has no row of, without those that cannot be of the same year. */
  missing({ terms }: Pick<StudentTerms, 'terms'>): readonly number[] {
    if (this.#saysYear) return [];
    const has = (place: number): boolean => terms.some((own) => own.place === place);
    return this.#recipe.terms.flatMap((_, place) => {
      const isOfOtherYear = this.#apart.some(
        ([one, other]) => (one === place && has(other)) || (other === place && has(one)),
      );
      return has(place) || isOfOtherYear ? [] : [place];
    });
  }

  /** Two terms of a student that are a year apart, or more; null if there are none. */
  apartIn({ terms }: Pick<StudentTerms, 'terms'>): readonly [OwnTerm, OwnTerm] | null {
    for (const [one, other] of this.#apart) {
      const [first, last] = [one, other].map((place) => terms.find((own) => own.place === place));
      if (first !== undefined && last !== undefined) return [first, last];
    }
    return null;
  }

  /** A student's need for the year: as one row says it, or of all terms together; null if it is not a number, or not said. */
  needOf({ terms, facts }: StudentTerms, per: 'year' | 'term'): Exact | null {
    const said = terms.flatMap(({ need }) => (need === '' ? [] : [need]));
    if (said.length === 0) said.push(facts[OF_STUDENT.subsidized_amount] ?? '');
    const isOne = per === 'year' || this.#recipe.rows === 'student';
    const counted = isOne ? said.slice(0, 1) : said;
    const [first = null, ...others] = counted.map((need) => amountOf('subsidized_amount', need));
    return others.reduce((sum, each) => (sum === null || each === null ? null : add(sum, each)), first);
  }

  /**
   * Whether the need of a student is blank, or that of a term where each has its own. It matters to nobody without a
   * subsidized loan.
   */
  lacksNeed({ terms, facts }: StudentTerms, most: Exact | null): boolean {
    if (most !== null && !isPositive(most)) return false;
    const isOfTerms = needPeriod(this.#recipe) === 'term' && this.#recipe.rows !== 'student';
    if (isOfTerms) return terms.some(({ need }) => need === '');
    return facts[OF_STUDENT.subsidized_amount] === '' && terms.every(({ need }) => need === '');
  }

  /** The rows of a student, whose terms are used up; none for one who was said to be left out. */
  rowsOf(student: StudentTerms): readonly OurRow[] {
    if (student.isLeftOut) return [];
    const standing = this.standingOf(student);
    const { id, rows: given } = student.group;
    let { failure } = student;
    const fail: Fail = (kind, text) => {
      failure ??= remarkCell(kind, text);
    };
    const [{ row: number } = { row: 0 }] = given;
    if (id === ownId(number) && this.#recipe.decisions['rows_without_id'] === 'above')
      fail('no id', `row ${number} has no student id`);
    const apart = this.apartIn(student);
    if (apart !== null && this.#recipe.decisions['terms_apart'] === 'not_calculated')
      fail('terms apart', `${apart[0].label} and ${apart[1].label} are a year apart`);
    const facts = this.#factsOf(student, standing, fail);
    const isWide = this.#recipe.rows === 'student';
    const rows = this.#paidByTerm(student.terms)
      .filter((term) => this.#isOfYear(term, standing, fail))
      .map(
        ({ cells, rows: own, place }): OurRow => ({
          cells: [...facts, ...cells],
          rows: own,
          term: isWide ? place : null,
        }),
      );
    if (rows.length > 0) this.#addMissing(rows, student, standing);
    else {
      fail('no term left', 'no term of this student is left');
      rows.push({ cells: OUR_FIELDS.map((_, at) => facts[at] ?? ''), rows: [number], term: null });
    }
    const [first] = rows;
    if (failure !== null && first !== undefined) first.cells[CREDITS_CELL] = failure;
    return rows;
  }

  #factsOf(student: StudentTerms, { level, most, mayHaveGradPlus }: Standing, fail: Fail): string[] {
    const facts = [...student.facts];
    facts[OF_STUDENT.student_id] = student.group.id;
    if (level !== 'undergraduate') {
      facts[OF_STUDENT.dependency_status] ||= 'independent';
      // A year of graduate study is no grade level. Where all were said to be graduates, the service warns of it.
      if (!this.#isLevelOfAll) facts[OF_STUDENT.grade_level] = '';
    }
    // The service warns of a cost without an effect, and nearly every report has it for everybody.
    if (!mayHaveGradPlus) facts[OF_STUDENT.cost_of_attendance] = '';
    if (this.readsNeed) facts[OF_STUDENT.subsidized_amount] = this.#needCell(student, most, fail);
    return facts;
  }

  #needCell(student: StudentTerms, most: Exact | null, fail: Fail): string {
    const { need_blank, need_below_zero, need_above_maximum } = this.#recipe.decisions;
    if (need_blank === 'not_calculated' && this.lacksNeed(student, most))
      fail('no need', 'the need is blank');
    const given = student.facts[OF_STUDENT.subsidized_amount] ?? '';
    const said = student.terms.filter(({ need }) => need !== '');
    const [one] = said;
    if (given === '' && one === undefined) return '0';
    const per = needPeriod(this.#recipe);
    const other = said.find(({ need }) => !isSame('subsidized_amount', one?.need ?? '', need));
    if (per === 'year' && one !== undefined && other !== undefined)
      fail(
        'rows differ',
        `rows ${one.rows[0]} and ${other.rows[0]} of the same student have a need of ${one.need} and ${other.need} for the year`,
      );
    const need = this.needOf(student, per);
    if (need === null)
      return said.find((term) => amountOf('subsidized_amount', term.need) === null)?.need ?? given;
    // As it is written, so that a message shows what the file says.
    const written = per === 'year' ? (one?.need ?? given) : toText(need);
    if (isNegative(need)) return need_below_zero === 'not_calculated' ? written : '0';
    if (most === null || compare(need, most) <= 0) return written;
    return need_above_maximum === 'not_calculated' ? written : toText(most);
  }

  /** The terms with what was paid in each, where a column says what was paid so far. */
  #paidByTerm(terms: readonly OwnTerm[]): readonly OwnTerm[] {
    for (const field of PAID_FIELDS) {
      if (this.#recipe.decisions[`paid_so_far:${field}`] !== 'so_far') continue;
      let before: Exact | null = null;
      for (const { cells } of terms) {
        const amount = amountOf(field, cells[OF_TERM[field]] ?? '');
        if (amount === null) continue;
        if (before !== null) cells[OF_TERM[field]] = toText(subtract(amount, before));
        before = amount;
      }
    }
    return terms;
  }

  /** Whether a term is of the student's year; its cells become those that are calculated. */
  #isOfYear(term: OwnTerm, { level }: Standing, fail: Fail): boolean {
    const { terms, decisions } = this.#recipe;
    const { cells, label, place } = term;
    const at = `${label}, row ${term.rows[0]}`;
    const full = this.fullTimeOf(level, place, term);
    cells[OF_TERM.term_ft_credits] = full;
    // Of nearly all who have a 0, or of some of them: which of the two is there to be said is a matter of the rows.
    const isSaid = (decision: string, meaning: string): boolean =>
      [meaning, `some_${meaning}`].includes(decisions[`${decision}:${label}`] ?? '');
    if (full === '' && this.#saysFullTime(place)) fail('no full time', `${at} has no full-time credits`);
    if (isZeroPlanned(term) === true && isSaid('zero_credits', 'not_known'))
      fail('no credits', `${at} has 0 credits`);
    if (isZeroFinal(term) === true && isSaid('zero_final', 'not_known')) {
      cells[OF_TERM.term_actual_final_credits] = '';
      if (isBlank(term)) fail('no credits', `${at} has 0 final credits`);
    }
    if (isZeroPaid(term, full) === true && isSaid('zero_paid', 'not_yet'))
      for (const field of PAID_FIELDS) cells[OF_TERM[field]] = '';
    if (!isBlank(term)) return true;
    const meaning = terms[place]?.blank ?? 'not_enrolled';
    if (meaning === 'not_in_year' && !isPaid(term)) return false;
    if (meaning === 'not_calculated') fail('no credits', `${at} has no credits`);
    if (meaning !== 'full_time') cells[OF_TERM.term_credits_enrolled] = '0';
    return true;
  }

  /** Whether full-time credits are said to be known for a term, so that a blank is none of ours to fill. */
  #saysFullTime(place: number): boolean {
    const rule = ruleOf(this.#recipe, 'term_ft_credits', this.#recipe.terms[place]);
    if (!isObject(rule) || 'value' in rule) return false;
    return typeof meaningOf(valuesOf(rule), '') !== 'string';
  }

  /** Adds the terms of the year in which a student is not enrolled, and for which there is no row. */
  #addMissing(rows: OurRow[], student: StudentTerms, { level }: Standing): void {
    const { terms } = this.#recipe;
    const missing = this.missing(student).filter((place) => terms[place]?.no_row === 'not_enrolled');
    const [first] = rows;
    if (missing.length === 0 || first === undefined) return;
    const [largest = ''] = rows
      .map(({ cells }) => cells[FIRST_OF_TERM + OF_TERM.term_ft_credits] ?? '')
      .toSorted((one, other) => compare(fullTimeAmount(other), fullTimeAmount(one)));
    const own = missing.map((place) => ({ place, full: this.fullTimeOf(level, place, null) || largest }));
    const all = rows.length + missing.length;
    // The rules measure a term that is not listed by the largest of the listed ones.
    if (all <= MAX_TERMS && own.every(({ full }) => isSame('term_ft_credits', full, largest))) {
      for (const { cells } of rows) cells[OF_STUDENT.academic_year_terms] = String(all);
      return;
    }
    for (const { place, full } of own) {
      const cells = first.cells.map((cell, at) => (at < FIRST_OF_TERM ? cell : ''));
      cells[FIRST_OF_TERM + OF_TERM.term_label] = terms[place]?.label ?? '';
      cells[FIRST_OF_TERM + OF_TERM.term_ft_credits] = full;
      cells[CREDITS_CELL] = '0';
      rows.push({ cells, rows: [], term: null });
    }
  }
}

/** What a standing depends on. */
const STANDING = [
  OF_STUDENT.degree_level,
  OF_STUDENT.grade_level,
  OF_STUDENT.dependency_status,
  OF_STUDENT.plus_denied,
  OF_STUDENT.is_legacy_borrower,
];

function isObject(rule: FieldRule | undefined): rule is Exclude<FieldRule, null | 'none'> {
  return typeof rule === 'object' && rule !== null;
}

/** Whether a field has a column or a value of its own. */
function isRead({ fields, terms }: Recipe, field: Ours): boolean {
  return [fields, ...terms.map((term) => term.fields ?? {})].some((rules) => {
    const rule = rules[field];
    return isObject(rule) && !('by_level' in rule);
  });
}

function fullTimeAmount(cell: string): Exact {
  return amountOf('term_ft_credits', cell) ?? exact(12);
}

/** For which time a need is said to be; the year where nothing is said, as our own field is. */
export function needPeriod({ fields: { subsidized_amount: rule } }: Pick<Recipe, 'fields'>): 'year' | 'term' {
  return typeof rule === 'object' && rule !== null && 'per' in rule && rule.per === 'term' ? 'term' : 'year';
}

function standingOf(key: string, awardYear: string): Standing {
  const [level = '', grade = '', dependency = '', denied = '', legacy = ''] = key.split(' ');
  const degree_level = oneOf(DEGREE_LEVELS, level === '' ? 'undergraduate' : level);
  if (degree_level === null) return NO_STANDING;
  const student = {
    degree_level,
    grade_level: oneOf(GRADE_LEVELS, grade),
    dependency_status: dependency === 'dependent' ? ('dependent' as const) : ('independent' as const),
    plus_denied: denied === 'true',
    is_legacy_borrower: legacy === 'true',
  };
  const limits = limitsFor(awardYear);
  const most = statutoryLimit(student, limits) === null ? null : subsidizedMaximum(student, limits);
  return {
    level: degree_level,
    most: most === null ? null : exact(most),
    mayHaveGradPlus: degree_level !== 'undergraduate' && student.is_legacy_borrower,
  };
}

function oneOf<Word extends string>(words: readonly Word[], text: string): Word | null {
  return words.find((word) => word === text) ?? null;
}
