import type { Recorded, Rule, Step, StepInput, TermPlace, YearPlace } from '../rules/rule.js';
import { LOAN_TYPES, type LoanType } from '../student.js';
import { plainStudent } from './digest.js';
import type { TraceInput, TraceSource, TraceStep } from './trace-format.js';

/** What a step is for: neither a term nor a loan type for the whole year. */
interface At {
  readonly term?: number | undefined;
  readonly loanType?: LoanType | undefined;
  /** Whether it is of the year as planned (section 7.1). Those steps are not in the answer. */
  readonly isPlan?: boolean | undefined;
}

/** Why a loan type is not borrowed, and what that rests on. */
interface FirstStep {
  readonly id: string;
  readonly whyNot: string;
  readonly sources: readonly TraceSource[];
}

/** Collects steps. It decides nothing: every figure comes from the functions of the engine. */
export class StepList {
  readonly steps: TraceStep[] = [];
  readonly #results = new Map<string, Omit<TraceInput, 'name'>>();
  /** For each loan type that is not borrowed: the reason, and the step that states it, whose result is 0. */
  readonly #notBorrowed = new Map<LoanType, FirstStep>();
  readonly #request: ReturnType<typeof plainStudent>;
  readonly #borrowed: readonly LoanType[];

  constructor({ student, borrowed }: YearPlace) {
    this.#request = plainStudent(student);
    this.#borrowed = borrowed;
  }

  /** Adds the steps of rules, rule by rule, loan type by loan type and term by term. */
  add(rules: readonly Rule[], year: YearPlace, terms: readonly TermPlace[]): void {
    const isPlan = year.kind === 'plannedCredits';
    const loans = LOAN_TYPES.map((loanType) => ({ ...year, loanType, loan: year.loans[loanType] }));
    for (const rule of rules) {
      if (rule.when?.(year) === false) continue;
      switch (rule.per) {
        case 'year':
          this.#add(rule, year, { loanType: rule.loanType, isPlan });
          break;
        case 'term':
          for (const place of terms)
            this.#add(rule, { ...place, ...year }, { term: place.term.index, isPlan });
          break;
        case 'loan':
          for (const place of loans) this.#add(rule, place, { loanType: place.loanType, isPlan });
          break;
        case 'loan and term':
          for (const { loanType, loan } of loans) {
            for (const place of terms) {
              this.#add(rule, { ...place, loanType, loan }, { term: place.term.index, loanType });
            }
          }
      }
    }
  }

  /**
   * For a loan type that is not borrowed, the first step says why. Its later figures are steps whose only input is that
   * amount of 0; the steps in between are left out.
   */
  #add<Place>(rule: Recorded<string, Place>, place: Place, at: At): void {
    const said = rule.step(place);
    const own: Step = typeof said === 'string' ? { worked: said } : said;
    const inputs = own.inputs ?? (typeof rule.inputs === 'function' ? rule.inputs(place) : rule.inputs);
    const step: Step = { ...own, inputs };
    const { loanType, isPlan } = at;
    const field = isPlan ? undefined : typeof rule.field === 'function' ? rule.field(place) : rule.field;
    const result = {
      field: field === undefined ? null : pathOf(field, at),
      value: rule.value(place),
      unit: rule.unit,
    };
    const id = idOf(rule.id, at);
    if (loanType === undefined || this.#borrowed.includes(loanType)) {
      this.#push(rule, step, id, result, at);
      return;
    }
    const first = this.#notBorrowed.get(loanType);
    if (first === undefined) {
      const whyNot = textOf(step);
      this.#notBorrowed.set(loanType, { id, whyNot, sources: step.sources ?? rule.sources });
      this.#push(rule, { ...step, whyNot }, id, result, at);
    } else if (field === undefined) {
      this.#results.set(id, this.#result(first.id, at));
    } else {
      const of: StepInput[] = [['amount before the reduction', first.id]];
      this.#push(rule, { ...step, ...first, inputs: of, decidedBy: null }, id, result, at);
    }
  }

  #push(rule: Recorded<string, never>, step: Step, id: string, result: TraceStep['result'], at: At): void {
    const { title, titleAsPlanned = `${title}, as planned`, formula, rounding = null } = rule;
    const { inputs = [], parameters = [], decidedBy = null, table } = step;
    this.steps.push({
      id,
      section: at.isPlan ? '7.1' : rule.section,
      title: at.isPlan ? titleAsPlanned : title,
      for: { loan: at.loanType ?? null, term: at.term ?? null },
      applies: !('whyNot' in step),
      inputs: inputs.map((input) => this.#input(input, at)),
      parameters,
      formula,
      worked: textOf(step),
      rounding,
      decided_by: decidedBy,
      result,
      sources: step.sources ?? rule.sources,
      ...(table === undefined ? {} : { table }),
    });
    this.#results.set(id, { value: result.value, unit: result.unit, from: `step:${id}` });
  }

  #input([name, from, unit]: StepInput, at: At): TraceInput {
    if (unit === undefined) return { name, ...this.#result(from, at) };
    const field = from.replace('input:', '');
    const fields = at.term === undefined ? this.#request.fields : this.#request.terms[at.term];
    return { name, value: fields?.[field] ?? null, unit, from: `input:${pathOf(field, at)}` };
  }

  /** In the year as planned, the result as planned where there is one. */
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

function textOf(step: Step): string {
  return 'whyNot' in step ? step.whyNot : step.worked;
}

function pathOf(field: string, { term }: At): string {
  return term === undefined ? field : `terms.${term}.${field}`;
}

function idOf(rule: string, { term, loanType, isPlan }: At): string {
  const id = isPlan ? `planned_${rule}` : rule;
  const ofTerm = term === undefined ? id : `${id}.${term}`;
  return loanType === undefined ? ofTerm : `${ofTerm}.${loanType}`;
}
