import {
  type Facts,
  type LoanPlace,
  type Rule,
  type Step,
  type StepInput,
  type TermPlace,
  taken,
  type YearPlace,
} from '../rules/rule.js';
import { LOAN_TYPES, type LoanType } from '../student.js';
import type { TraceInput, TraceSource, TraceStep } from './trace-format.js';

/** The term and loan type of a step; neither for a step of the whole year. */
interface At {
  readonly term: number | undefined;
  readonly loanType: LoanType | undefined;
}

/** Why a loan type is not borrowed, and what that rests on. */
interface FirstStep {
  readonly id: string;
  readonly reason: string;
  readonly sources: readonly TraceSource[];
}

/** Collects steps. It decides nothing: every figure comes from the functions of the engine. */
export class StepList {
  readonly steps: TraceStep[] = [];
  readonly #results = new Map<string, Omit<TraceInput, 'name'>>();
  /** For each loan type that is not borrowed: the reason, and the step that states it, whose result is 0. */
  readonly #notBorrowed = new Map<LoanType, FirstStep>();

  readonly #year: YearPlace;
  readonly #loans: readonly LoanPlace[];

  constructor(year: YearPlace) {
    this.#year = year;
    this.#loans = LOAN_TYPES.map((loanType) => ({ ...year, loanType, loan: year.loans[loanType] }));
  }

  /** Adds the steps of rules, rule by rule, loan type by loan type and term by term. */
  add(rules: readonly Rule[], terms: readonly TermPlace[]): void {
    for (const rule of rules) {
      if (rule.when?.(this.#year) === false) continue;
      switch (rule.per) {
        case 'year':
          this.#add(rule, undefined, rule.loanType, rule.step(this.#year));
          break;
        case 'term':
          for (const place of terms) this.#add(rule, place.term.index, undefined, rule.step(place));
          break;
        case 'loan':
          for (const place of this.#loans) this.#add(rule, undefined, place.loanType, rule.step(place));
          break;
        case 'loan and term':
          for (const loan of this.#loans) {
            for (const { term, input } of terms) {
              this.#add(rule, term.index, loan.loanType, rule.step({ ...loan, term, input }));
            }
          }
      }
    }
  }

  /**
   * For a loan type that is not borrowed, the first step says why. Its later figures are steps whose only input is that
   * amount of 0; the steps in between are left out.
   */
  #add(rule: Facts, term: number | undefined, loanType: LoanType | undefined, step: Step): void {
    const at = { term, loanType };
    if (loanType === undefined || this.#year.borrowed.includes(loanType)) {
      this.#push(rule, at, step);
      return;
    }
    const first = this.#notBorrowed.get(loanType);
    const id = idOf(rule.id, at);
    if (first === undefined) {
      const sources = step.sources ?? rule.sources;
      this.#notBorrowed.set(loanType, { reason: step.worked, id, sources });
      this.#push(rule, at, { ...step, applies: false });
    } else if (step.field === undefined) {
      this.#results.set(id, this.#result(first.id, at));
    } else {
      const inputs = taken({ 'amount before the reduction': first.id });
      const { reason: worked, sources } = first;
      this.#push(rule, at, { ...step, inputs, worked, sources, decidedBy: null, applies: false });
    }
  }

  #push(rule: Facts, at: At, step: Step): void {
    const { field, value } = step;
    const { section, title, formula, rounding, unit } = rule;
    const id = idOf(rule.id, at);
    this.steps.push({
      id,
      section,
      title,
      for: { loan: at.loanType ?? null, term: at.term ?? null },
      applies: step.applies ?? true,
      inputs: step.inputs.map((input) => this.#input(input, at)),
      parameters: step.parameters ?? [],
      formula,
      worked: step.worked,
      rounding: rounding ?? null,
      decided_by: step.decidedBy ?? null,
      result: { field: field === undefined ? null : pathOf(field, at), value, unit },
      sources: step.sources ?? rule.sources,
      ...(step.table === undefined ? {} : { table: step.table }),
    });
    this.#results.set(id, { value, unit, from: `step:${id}` });
  }

  #input(input: StepInput, at: At): TraceInput {
    const { name } = input;
    if ('rule' in input) return { name, ...this.#result(input.rule, at) };
    return { name, value: input.value, unit: input.unit, from: `input:${pathOf(input.field, at)}` };
  }

  #result(rule: string, { term, loanType }: At): Omit<TraceInput, 'name'> {
    for (const own of [{ term, loanType }, { loanType }, { term }, {}]) {
      const result = this.#results.get(idOf(rule, own));
      if (result !== undefined) return result;
    }
    throw new RangeError(`The trace has no step ${rule} before the one that takes its result.`);
  }
}

function pathOf(field: string, { term }: At): string {
  return term === undefined ? field : `terms.${term}.${field}`;
}

function idOf(rule: string, { term, loanType }: Partial<At>): string {
  const ofTerm = term === undefined ? rule : `${rule}.${term}`;
  return loanType === undefined ? ofTerm : `${ofTerm}.${loanType}`;
}
