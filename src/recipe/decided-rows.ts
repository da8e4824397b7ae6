import {
  add,
  compare,
  type Exact,
  exact,
  isNegative,
  isPositive,
  subtract,
  toText,
  ZERO,
} from '../engine/exact.js';
import { limitsFor, statutoryLimit, subsidizedMaximum } from '../engine/limits.js';
import { DEGREE_LEVELS, type DegreeLevel, GRADE_LEVELS, MAX_TERMS } from '../engine/student.js';
import { plainAnswer } from './answers.js';
import { FACT_DOUBTS, isBlank, isPaid, isPartUnknown, TERM_DOUBTS } from './doubts.js';
import type { OurRow } from './examination.js';
import { OUR_FIELDS, type Ours, PAID_FIELDS } from './our-fields.js';
import { amountOf, isSame } from './read-cells.js';
import {
  columnsOf,
  decisionOf,
  type FieldRule,
  meaningOf,
  needPeriod,
  type Recipe,
  ruleOf,
  valuesOf,
} from './recipe.js';
import { NO_CELLS, type OwnTerm, type Student } from './student-facts.js';
import { ownId } from './student-groups.js';
import { areYearsApart } from './term-labels.js';

/** Rows of ours from the terms of a student, with the questions of the rows answered as the recipe says. */

/** What a student's limits depend on. */
export interface Standing {
  readonly level: DegreeLevel;
  /** The most that may be subsidized; null if that is not known. */
  readonly most: Exact | null;
  readonly mayHaveGradPlus: boolean;
}

/** The only full-time credits that rows of a level and term have: by level and place of the term. */
export type UsualFullTime = ReadonlyMap<string, string | null>;

/** Makes rows of ours; what a recipe leaves open is read in some way, so that it can be shown and compared. */
export class RowMaker {
  readonly #recipe: Recipe;
  readonly #usual: UsualFullTime;
  readonly #limits: ReturnType<typeof limitsFor>;
  /** Whether one level was said of everybody. */
  readonly #isLevelOfAll: boolean;
  /** Pairs of places of terms that are a year apart, or more. */
  readonly #apart: readonly (readonly [number, number])[];
  /** The places of the terms that were not said to be optional. */
  readonly #required: readonly number[];
  readonly readsNeed: boolean;

  constructor(recipe: Recipe, awardYear: string, usual: UsualFullTime) {
    this.#recipe = recipe;
    this.#usual = usual;
    this.#limits = limitsFor(awardYear);
    this.readsNeed = isRead(recipe, 'subsidized_amount');
    this.#apart = recipe.terms.flatMap(({ label }, one) =>
      recipe.terms.flatMap((term, other) =>
        areYearsApart(label, term.label) ? [[one, other] as const] : [],
      ),
    );
    this.#required = [...recipe.terms.keys()].filter((place) => {
      const rule = ruleOf(recipe, 'term_required', recipe.terms[place]);
      return !(isObject(rule) && 'value' in rule && rule.value === 'false');
    });
    const level = recipe.fields.degree_level;
    this.#isLevelOfAll = isObject(level) && 'value' in level;
  }

  /** The columns of ours that rows may fill. */
  columns(): readonly Ours[] {
    const { terms, fields, rows, fund } = this.#recipe;
    const loans = rows === 'fund' ? Object.values(fund?.values ?? {}) : [];
    const filled = new Set<string>([
      ...['student_id', 'dependency_status', 'term_label', 'term_credits_enrolled'],
      ...loans.map((loan) => `term_prior_disbursement_${loan}`),
    ]);
    if (terms.some(({ no_row }) => plainAnswer(no_row) === 'not_enrolled')) filled.add('academic_year_terms');
    if ([{ fields }, ...terms].some((each) => isObject(each.fields?.term_ft_credits)))
      filled.add('term_ft_credits');
    return OUR_FIELDS.filter((field) => filled.has(field) || isRead(this.#recipe, field));
  }

  standingOf({ facts }: Student): Standing {
    const degree_level = DEGREE_LEVELS.find((level) => level === (facts.degree_level || 'undergraduate'));
    if (degree_level === undefined) return { level: 'undergraduate', most: null, mayHaveGradPlus: false };
    const student = {
      degree_level,
      grade_level: GRADE_LEVELS.find((grade) => grade === facts.grade_level) ?? null,
      dependency_status:
        facts.dependency_status === 'dependent' ? ('dependent' as const) : ('independent' as const),
      plus_denied: facts.plus_denied === 'true',
      is_legacy_borrower: facts.is_legacy_borrower === 'true',
    };
    const isKnown = statutoryLimit(student, this.#limits) !== null;
    const most = isKnown ? subsidizedMaximum(student, this.#limits) : null;
    return {
      level: degree_level,
      most: most === null ? null : exact(most),
      mayHaveGradPlus: degree_level !== 'undergraduate' && student.is_legacy_borrower,
    };
  }

  /** The full-time credits of a term: what its row says, otherwise what the recipe says for the level. */
  fullTimeOf(level: DegreeLevel, place: number, term: OwnTerm | null): string {
    const own = term?.cells.term_ft_credits ?? '';
    if (own !== '') return own;
    const rule = ruleOf(this.#recipe, 'term_ft_credits', this.#recipe.terms[place]);
    if (rule === null || rule === 'none') return '';
    if ('by_level' in rule) return rule.by_level[level] ?? '';
    if ('value' in rule) return rule.value;
    return term === null ? (this.#usual.get(`${level} ${place}`) ?? '') : '';
  }

  /**
   * The terms of the recipe that a student has no row of, without those that were said to be optional and those that cannot be
   * of the same year; none where the file says how many terms the student's year has.
   */
  missing({ terms, facts }: Student): readonly number[] {
    if (facts.academic_year_terms !== '') return [];
    const has = (place: number): boolean => terms.some((own) => own.place === place);
    return this.#required.filter((place) => {
      const isOfOtherYear = this.#apart.some(
        ([one, other]) => (one === place && has(other)) || (other === place && has(one)),
      );
      return !has(place) && !isOfOtherYear;
    });
  }

  /** Two terms of a student that are a year apart, or more; null if there are none. */
  apartIn({ terms }: Student): readonly [OwnTerm, OwnTerm] | null {
    for (const [one, other] of this.#apart) {
      const [first, last] = [one, other].map((place) => terms.find((own) => own.place === place));
      if (first !== undefined && last !== undefined) return [first, last];
    }
    return null;
  }

  /** A student's need for the year: as one row says it, or of all terms together; null if it is not a number, or not said. */
  needOf(student: Student, per = needPeriod(this.#recipe)): Exact | null {
    const said = student.needs.map(({ need }) => need);
    if (said.length === 0) said.push(student.facts.subsidized_amount);
    const isOne = per === 'year' || this.#recipe.rows === 'student';
    const [first = null, ...others] = said
      .slice(0, isOne ? 1 : said.length)
      .map((need) => amountOf('subsidized_amount', need));
    return others.reduce((sum, each) => (sum === null || each === null ? null : add(sum, each)), first);
  }

  /**
   * Whether the need of a student is blank, or that of a term where each has its own. It matters to nobody without a
   * subsidized loan.
   */
  lacksNeed(student: Student, { most }: Standing): boolean {
    if (most !== null && !isPositive(most)) return false;
    const said = student.needs.length;
    const isOfTerms = needPeriod(this.#recipe) === 'term' && this.#recipe.rows !== 'student';
    return isOfTerms ? said < student.terms.length : said === 0 && student.facts.subsidized_amount === '';
  }

  /** Whether a number that the file says of a student is 0, or that of a term; null if it says none, or it matters to nobody. */
  isZero(
    field: 'subsidized_amount' | 'cost_of_attendance' | 'total_limit',
    student: Student,
    { most, mayHaveGradPlus }: Standing,
  ): boolean | null {
    if (columnsOf(this.#recipe.fields[field]).length === 0) return null;
    const isNeed = field === 'subsidized_amount';
    if (isNeed && most !== null && !isPositive(most)) return null;
    if (field === 'cost_of_attendance' && !mayHaveGradPlus) return null;
    const said = isNeed ? student.needs.map(({ need }) => need) : [];
    const amounts = [...said, student.facts[field]].flatMap((text) => amountOf(field, text) ?? []);
    return amounts.length === 0 ? null : amounts.some((amount) => compare(amount, ZERO) === 0);
  }

  #decided(key: string): string {
    return decisionOf(this.#recipe, key);
  }

  /** The rows of a student, whose terms are used up; none for one who was said to be left out. */
  rowsOf(student: Student): readonly OurRow[] {
    if (student.isLeftOut) return [];
    const { facts, terms, group } = student;
    const { rows: shape } = this.#recipe;
    const standing = this.standingOf(student);
    const [{ row: number } = { row: 0 }] = group.rows;
    if (group.id === ownId(number) && this.#decided('rows_without_id') === 'above')
      student.fail('no id', `row ${number} has no student id`);
    const apart = this.apartIn(student);
    if (apart !== null && this.#decided('terms_apart') === 'not_calculated')
      student.fail('terms apart', `${apart[0].label} and ${apart[1].label} are a year apart`);
    for (const { key, field, name, unknown } of FACT_DOUBTS)
      if (this.#decided(key) === unknown && this.isZero(field, student, standing) === true)
        student.fail('zero', `the ${name} is 0`);
    if (this.#decided('zero_limit') === 'no_limit' && this.isZero('total_limit', student, standing) === true)
      facts.total_limit = '';
    facts.student_id = group.id;
    if (standing.level !== 'undergraduate') {
      facts.dependency_status ||= 'independent';
      // A year of graduate study is no grade level. Where all were said to be graduates, the service warns of it.
      if (!this.#isLevelOfAll) facts.grade_level = '';
    }
    // The service warns of a cost without an effect, and nearly every report has it for everybody.
    if (!standing.mayHaveGradPlus) facts.cost_of_attendance = '';
    if (this.readsNeed) facts.subsidized_amount = this.#needCell(student, standing);
    this.#subtractPaidBefore(terms);
    const rows = terms
      .filter((term) => this.#isOfYear(term, standing, student))
      .map(
        ({ cells, rows: own, place }): OurRow => ({
          cells: Object.assign(cells, facts),
          rows: own,
          term: shape === 'student' ? place : null,
        }),
      );
    if (rows.length > 0) this.#addMissing(rows, student, standing);
    else {
      student.fail('no term left', 'no term of this student is left');
      rows.push({ cells: { ...NO_CELLS, ...facts }, rows: [number], term: null });
    }
    const [first] = rows;
    if (student.failure !== null && first !== undefined) first.cells.term_credits_enrolled = student.failure;
    return rows;
  }

  #needCell(student: Student, standing: Standing): string {
    if (this.#decided('need_blank') === 'not_calculated' && this.lacksNeed(student, standing))
      student.fail('no need', 'the need is blank');
    const given = student.facts.subsidized_amount;
    const said = student.needs;
    const [one] = said;
    if (given === '' && one === undefined) return '0';
    const per = needPeriod(this.#recipe);
    const other = said.find(({ need }) => !isSame('subsidized_amount', one?.need ?? '', need));
    if (per === 'year' && one !== undefined && other !== undefined)
      student.fail(
        'rows differ',
        `rows ${one.row} and ${other.row} of the same student have a need of ${one.need} and ${other.need} for the year`,
      );
    const need = this.needOf(student);
    if (need === null)
      return said.find((each) => amountOf('subsidized_amount', each.need) === null)?.need ?? given;
    // As it is written, so that a message shows what the file says.
    const written = per === 'year' ? (one?.need ?? given) : toText(need);
    if (isNegative(need)) return this.#decided('need_below_zero') === 'not_calculated' ? written : '0';
    const { most } = standing;
    if (most === null || compare(need, most) <= 0) return written;
    return this.#decided('need_above_maximum') === 'not_calculated' ? written : toText(most);
  }

  /** Leaves what was paid in each term, where a column says what was paid so far. */
  #subtractPaidBefore(terms: readonly OwnTerm[]): void {
    for (const field of PAID_FIELDS) {
      if (this.#decided(`paid_so_far:${field}`) !== 'so_far') continue;
      let before: Exact | null = null;
      for (const { cells } of terms) {
        const amount = amountOf(field, cells[field]);
        if (amount === null) continue;
        if (before !== null) cells[field] = toText(subtract(amount, before));
        before = amount;
      }
    }
  }

  /** Whether a term is of the student's year; its cells become those that are calculated. */
  #isOfYear(term: OwnTerm, { level }: Standing, student: Student): boolean {
    const { cells, label, place } = term;
    const at = `${label}, row ${term.rows[0]}`;
    const full = this.fullTimeOf(level, place, term);
    cells.term_ft_credits = full;
    if (full === '' && this.#saysFullTime(place))
      student.fail('no full time', `${at} has no full-time credits`);
    for (const { key, unknown, isSo, clear } of TERM_DOUBTS)
      if (this.#decided(`${key}:${label}`) === unknown && isSo(term, full) === true) clear(term, student, at);
    for (const field of term.halfBlank.filter((each) => isPartUnknown(term, each))) {
      const said = this.#decided(`blank_part:${field}:${label}`);
      if (said === 'not_over') cells[field] = '';
      if (said === 'not_over' && isBlank(term)) student.fail('no credits', `${at} has no planned credits`);
      if (said === 'not_calculated')
        student.fail('no credits', `${at} has no credits for a part of the term`);
    }
    if (!isBlank(term)) return true;
    const meaning = plainAnswer(this.#recipe.terms[place]?.blank);
    if (meaning === 'not_in_year' && !isPaid(term)) return false;
    if (meaning === 'not_calculated') student.fail('no credits', `${at} has no credits`);
    if (meaning !== 'full_time') cells.term_credits_enrolled = '0';
    return true;
  }

  /** Whether full-time credits are said to be known for a term, so that a blank is none of ours to fill. */
  #saysFullTime(place: number): boolean {
    const rule = ruleOf(this.#recipe, 'term_ft_credits', this.#recipe.terms[place]);
    if (!isObject(rule) || 'value' in rule) return false;
    return typeof meaningOf(valuesOf(rule), '') !== 'string';
  }

  /** Adds the terms of the year in which a student is not enrolled, and for which there is no row. */
  #addMissing(rows: OurRow[], student: Student, { level }: Standing): void {
    const { terms } = this.#recipe;
    const missing = this.missing(student).filter(
      (place) => plainAnswer(terms[place]?.no_row) === 'not_enrolled',
    );
    if (missing.length === 0) return;
    const amount = (cell: string): Exact => amountOf('term_ft_credits', cell) ?? exact(12);
    const [largest = ''] = rows
      .map(({ cells }) => cells.term_ft_credits)
      .toSorted((one, other) => compare(amount(other), amount(one)));
    const own = missing.map((place) => ({ place, full: this.fullTimeOf(level, place, null) || largest }));
    const all = rows.length + missing.length;
    // The rules measure a term that is not listed by the largest of the listed ones.
    if (all <= MAX_TERMS && own.every(({ full }) => isSame('term_ft_credits', full, largest))) {
      for (const { cells } of rows) cells.academic_year_terms = String(all);
      return;
    }
    for (const { place, full } of own) {
      const term = {
        term_label: terms[place]?.label ?? '',
        term_ft_credits: full,
        term_credits_enrolled: '0',
      };
      rows.push({ cells: { ...NO_CELLS, ...student.facts, ...term }, rows: [], term: null });
    }
  }
}

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
