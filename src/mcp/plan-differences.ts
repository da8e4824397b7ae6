import type { CalculationResult } from '../engine/student.js';
import type { Trace, TraceStep, TraceValue } from '../engine/trace/trace-format.js';

/** A value that differs between two plans; null if one has none. */
export interface Difference {
  readonly path: string;
  readonly first: unknown;
  readonly second: unknown;
}

/** What differs between two objects of plain data, in the order of their members. */
export function differences(first: object, second: object): readonly Difference[] {
  const [one, other] = [leaves(first), leaves(second)];
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((path) => one.get(path) !== other.get(path))
    .map((path) => ({ path, first: one.get(path) ?? null, second: other.get(path) ?? null }));
}

function leaves(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found.set(path, value);
  for (const [name, inner] of Object.entries(value)) {
    leaves(inner, path === '' ? name : `${path}.${name}`, found);
  }
  return found;
}

/** Figures alone: a sentence that differs says nothing that they do not. */
export function withoutTexts({ warnings: _, terms, ...figures }: CalculationResult): object {
  return {
    ...figures,
    terms: terms.map(({ warning: __, adjustment_explanation: ___, ...term }) => term),
  };
}

/** A step of the rules with a different result in each of two plans. */
export interface PartingStep {
  readonly section: string;
  readonly title: string;
  readonly for: TraceStep['for'];
  readonly first: { readonly value: TraceValue; readonly worked: string };
  readonly second: { readonly value: TraceValue; readonly worked: string };
}

/** The steps whose results differ, in the order of the rules: the first is where the plans diverge. */
export function partingSteps(one: Trace, other: Trace): readonly PartingStep[] {
  const key = ({ id, for: about }: TraceStep): string => `${id} ${about.loan} ${about.term}`;
  const others = new Map(other.steps.map((step) => [key(step), step]));
  return one.steps.flatMap((step) => {
    const beside = others.get(key(step));
    if (beside === undefined || beside.result.value === step.result.value) return [];
    const { section, title, for: about } = step;
    return [
      {
        section,
        title,
        for: about,
        first: { value: step.result.value, worked: step.worked },
        second: { value: beside.result.value, worked: beside.worked },
      },
    ];
  });
}
