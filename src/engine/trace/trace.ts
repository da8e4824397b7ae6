import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { CURRENT_AWARD_YEAR } from '../award-years.js';
import { RULES_VERSION, resultOf, workOut } from '../calculate.js';
import { type Exact, toText } from '../exact.js';
import { mayBorrowGradPlus } from '../limits.js';
import { NOT_CONSIDERED } from '../not-considered.js';
import { CHANGE_RULES } from '../rules/change-rules.js';
import { DISBURSEMENT_RULES } from '../rules/disbursement-rules.js';
import { LIMIT_RULES } from '../rules/limit-rules.js';
import type { Places, Recorded, Rule, Step, StepInput, YearPlace } from '../rules/rule.js';
import { INPUTS, whyNot } from '../rules/rule.js';
import { NOT_READ, POLICY_READ_ON, sourceOf } from '../rules/sources.js';
import { TERM_RULES } from '../rules/term-rules.js';
import { YEAR_RULES } from '../rules/year-rules.js';
import { LOAN_TYPES, type LoanType, QUANTITIES, type Student, type Term } from '../student.js';
import { warningsOf } from '../warnings.js';
import type { ResolvedTerm, Working } from '../working.js';
import type { Trace, TraceAssumption, TraceInput, TraceStep, TraceValue } from './trace-format.js';

/** All rules, sorted by their numbers in docs/rules.md, then in the order of their records. */
const RULES = [TERM_RULES, YEAR_RULES, LIMIT_RULES, DISBURSEMENT_RULES, CHANGE_RULES]
  .flatMap((rules) => Object.values<Rule>(rules))
  .sort((a, b) => a.section.localeCompare(b.section, 'en', { numeric: true }));

const chapterOf = ({ section }: Rule): string => section.replace(/\..*/, '');
const CHAPTERS = [...new Set(RULES.map(chapterOf))];
/** Chapters explained term by term; the others are explained rule by rule. */
const BY_TERM: readonly string[] = ['1', '5'];

/**
 * Why {@link calculate} gives this answer for this student. Every figure of the answer is the result of one
 * step. Never throws for a student who has no {@link refusals}.
 */
export function traceOf(student: Student, awardYear: string = CURRENT_AWARD_YEAR): Trace {
  const working = workOut(student, awardYear);
  const steps = new Steps(student, working).steps;
  return {
    format: 'trace/1',
    rules: {
      award_year: awardYear,
      version: RULES_VERSION,
      policy_read_on: POLICY_READ_ON,
      not_read: NOT_READ,
    },
    digest: digestOf(student, awardYear),
    decisive: decisiveSteps(steps),
    steps,
    warnings: warningsOf(student, working),
    assumed: assumptionsOf(student, working.terms),
    not_considered: Object.entries(NOT_CONSIDERED).map(([id, text]) => ({ id, section: '10', text })),
  };
}

/** The term and the loan type of a step; neither for the whole year. */
interface At {
  readonly term?: number | undefined;
  readonly loanType?: LoanType | undefined;
  /** Whether the step belongs to the year as planned (section 7.1), which is not in the answer. */
  readonly isPlan?: boolean | undefined;
}

/** Records one step for each rule, loan type and term. Every figure comes from the calculation. */
class Steps {
  readonly steps: TraceStep[] = [];
  readonly #results = new Map<string, Omit<TraceInput, 'name'>>();

  constructor(student: Student, working: Working) {
    const borrowed = LOAN_TYPES.filter((loanType) => {
      if (loanType === 'sub') return working.unreduced.statutory.subsidizedMaximum.amount > 0;
      return loanType === 'unsub' || mayBorrowGradPlus(student);
    });
    const year: YearPlace = { ...working, student, result: resultOf(student, working), borrowed };
    for (const chapter of CHAPTERS) {
      const rules = RULES.filter((rule) => chapterOf(rule) === chapter);
      if (BY_TERM.includes(chapter)) for (const term of working.terms) this.#walk(rules, year, [term]);
      else this.#walk(rules, year);
    }
  }

  #walk(rules: readonly Rule[], year: YearPlace, terms = year.terms): void {
    const loans = LOAN_TYPES.map((loanType) => ({ ...year, loanType, loan: year.loans[loanType] }));
    for (const rule of rules) {
      if (rule.when?.(year) === false) continue;
      if (rule.per === 'year') this.#add(rule, year);
      if (rule.per === 'term') for (const term of terms) this.#add(rule, { ...year, term });
      if (rule.per === 'loan') for (const loan of loans) this.#add(rule, loan);
      if (rule.per === 'payment')
        for (const loan of loans) for (const term of terms) this.#add(rule, { ...loan, term });
      if (rule === CHANGE_RULES.changed && year.changed !== undefined)
        this.#walk(Object.values<Rule>(YEAR_RULES), { ...year, year: year.planned });
    }
  }

  /**
   * If a loan type is not borrowed, its first step says why and has the result 0. After that step, only
   * figures of the answer get a step, with the 0 as their only input.
   */
  #add<Per extends keyof Places>(rule: Recorded<Per>, place: Places[Per]): void {
    const { year, term, loanType = rule.loanType }: YearPlace & Partial<Places['payment']> = place;
    const at: At = { term: term?.index, loanType, isPlan: year.kind === 'plannedCredits' };
    const id = idOf(rule.id, at);
    const path = at.isPlan ? undefined : valueFor(rule.field, place);
    const field = path === undefined ? null : pathOf(path, at);
    const isBorrowed = loanType === undefined || place.borrowed.includes(loanType);
    const first = isBorrowed ? undefined : this.steps.find((step) => step.for.loan === loanType);
    if (first !== undefined && field === null) {
      this.#results.set(id, this.#result(first.id, at));
      return;
    }
    const { section, title, titleAsPlanned = `${title}, as planned`, formula, rounding = null } = rule;
    const said =
      first === undefined
        ? rule.step(place)
        : whyNot(first.worked, [['amount before the reduction', first.id]]);
    const step: Step = typeof said === 'string' ? { worked: said } : said;
    const { applies = true, parameters = [], worked, decided_by = null, table } = step;
    const { inputs = valueFor(rule.inputs, place), sources = rule.sources } = step;
    const value = rule.value?.(place) ?? figureAt(place.result, field);
    this.steps.push({
      id,
      section: at.isPlan ? '7.1' : section,
      title: at.isPlan ? titleAsPlanned : title,
      for: { loan: loanType ?? null, term: at.term ?? null },
      applies,
      inputs: inputs.map((input) => this.#input(input, at, place.student)),
      parameters,
      formula,
      worked,
      rounding,
      decided_by,
      result: { field, value, unit: rule.unit },
      sources: first?.sources ?? sources.map(sourceOf),
      ...(table === undefined ? {} : { table }),
    });
    this.#results.set(id, { value, unit: rule.unit, from: `step:${id}` });
  }

  #input(input: StepInput, at: At, student: Student): TraceInput {
    const [name, from, unit] = typeof input === 'string' ? ([input, ...INPUTS[input]] as const) : input;
    if (unit === undefined) return { name, ...this.#result(from, at) };
    const field = from.replace('input:', '');
    const given = at.term === undefined ? student : student.terms[at.term];
    const value = given === undefined ? null : plainFields(given)[field];
    return { name, value: value ?? null, unit, from: `input:${pathOf(field, at)}` };
  }

  /** The result of a rule at this place, or at a wider one. The planned year uses planned results first. */
  #result(rule: string, { term, loanType, isPlan }: At): Omit<TraceInput, 'name'> {
    for (const isOfPlan of [isPlan, false]) {
      for (const own of [{ term, loanType }, { loanType }, { term }, {}]) {
        const result = this.#results.get(idOf(rule, { ...own, isPlan: isOfPlan }));
        if (result !== undefined) return result;
      }
    }
    throw new RangeError(`The trace has no step ${rule} before the one that takes its result.`);
  }
}

function valueFor<Place, Value>(value: Value | ((place: Place) => Value), place: Place): Value {
  return typeof value === 'function' ? (value as (place: Place) => Value)(place) : value;
}

/** The figure of the answer at a path such as `terms.0.equal.subsidized`; null for no path. */
function figureAt(answer: object, path: string | null): TraceValue {
  const at = (part: unknown, name: string): unknown => Object(part)[name];
  return path === null ? null : (path.split('.').reduce(at, answer) as TraceValue);
}

function pathOf(field: string, { term }: At): string {
  return term === undefined ? field : `terms.${term}.${field}`;
}

function idOf(rule: string, { term, loanType, isPlan }: At): string {
  return [isPlan ? `planned_${rule}` : rule, term ?? [], loanType ?? []].flat().join('.');
}

/**
 * SHA-256, in hexadecimal, of everything that determines an answer: the fields as read, the award year and
 * the version of the rules. The same student has the same digest, however a figure is spelled (`9`, `9.0`)
 * and wherever it comes from. A printed sheet can therefore be matched to an award.
 */
function digestOf(student: Student, awardYear: string): string {
  const terms = student.terms.map(plainFields);
  const read = { award_year: awardYear, rules: RULES_VERSION, ...plainFields(student), terms };
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(read))));
}

/** The fields of a student or a term as JSON values, sorted by name. Quantities are exact decimal texts. */
function plainFields(given: Student | Term): Readonly<Record<string, TraceValue>> {
  const { terms: _, notes: __, ...fields } = { terms: [], ...given };
  const isQuantity = (name: string, value: Exact | TraceValue): value is Exact =>
    value !== null && Object.hasOwn(QUANTITIES, name);
  const sorted = Object.entries<Exact | TraceValue>(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([name, value]) => [name, isQuantity(name, value) ? toText(value) : value]),
  );
}

/** Sections 1.1, 1.2 and 1.6: the values used for inputs that are null. */
function assumptionsOf(student: Student, terms: readonly ResolvedTerm[]): TraceAssumption[] {
  const assumed: TraceAssumption[] = [];
  const assume = (given: unknown, input: string, value: string, section: string): void => {
    if (given === null) assumed.push({ input, value, section });
  };
  for (const { index, given, fullTimeCredits, plannedCredits } of terms) {
    const path = `terms.${index}`;
    assume(given.full_time_credits, `${path}.full_time_credits`, toText(fullTimeCredits), '1.1');
    assume(given.credits_enrolled, `${path}.credits_enrolled`, toText(plannedCredits), '1.2');
  }
  assume(student.total_limit, 'total_limit', 'none', '1.6');
  assume(student.academic_year_terms, 'academic_year_terms', String(terms.length), '1.6');
  return assumed;
}

const MOST_DECISIVE = 10;

type Decides = (step: TraceStep) => boolean;

const always: Decides = () => true;
const applies: Decides = (step) => step.applies;
const appliesAbove0: Decides = ({ applies, result }) => applies && result.value !== 0;

/** The most decisive rules first, each with a test of whether its step decided anything for this student. */
const RANKS: readonly (readonly [rule: string, decides: Decides])[] = [
  ['annual_percent', always],
  ['statutory_limit', always],
  ['combined_eligibility', always],
  ['overdisbursement', applies],
  ['limit_before_reduction', ({ decided_by }) => decided_by === "program's own limit"],
  ['subsidized_eligibility', appliesAbove0],
  ['grad_plus_eligibility', applies],
  ['change_in_remaining', appliesAbove0],
  ['unscheduled', applies],
  ['payable', ({ result }) => result.value === false],
  ['remaining', ({ decided_by }) => decided_by !== null],
  ['annual_credits', always],
  ['annual_full_time_credits', always],
  ['disbursed', appliesAbove0],
  ['unsubsidized_eligibility', always],
  ['equal_amount', appliesAbove0],
];

/** Ids of the steps that decided most for a student, in the order of the steps. */
function decisiveSteps(steps: readonly TraceStep[]): string[] {
  const rules = steps.map(({ id }) => id.split('.', 1)[0]);
  const found = RANKS.flatMap(([rule, decides]) =>
    steps.filter((step, nth) => rules[nth] === rule && decides(step)),
  );
  const most = found.slice(0, MOST_DECISIVE);
  return steps.filter((step) => most.includes(step)).map(({ id }) => id);
}
