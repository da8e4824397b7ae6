import { isRefused, referenceCalculate } from './calculate.js';
import type { ReferenceResult } from './types.js';
import type { WireRequest, WireTerm } from './wire.js';

/** A dependent first-year undergraduate with nothing subsidized: 5,500 dollars in all, every one unsubsidized. */
export function firstYear(terms: Partial<WireTerm>[], rest: Partial<WireRequest> = {}): WireRequest {
  return {
    dependency_status: 'dependent',
    grade_level: 'first_year',
    ...rest,
    terms: terms.map((term, index) => ({ label: `Term ${index + 1}`, ...term })),
  };
}

/** A graduate student: 20,500 dollars, all unsubsidized. */
export function graduate(terms: Partial<WireTerm>[], rest: Partial<WireRequest> = {}): WireRequest {
  const { grade_level: _, ...request } = firstYear(terms);
  return { ...request, degree_level: 'graduate', ...rest };
}

export function calculated(request: unknown): ReferenceResult {
  const outcome = referenceCalculate(request);
  if (isRefused(outcome)) throw new Error(`Refused: ${outcome.refused.join(', ')}`);
  return outcome;
}

export function refusedFields(request: unknown): readonly string[] {
  const outcome = referenceCalculate(request);
  return isRefused(outcome) ? outcome.refused : [];
}

/** The unsubsidized amounts of an option, term by term. */
export function unsubsidized(result: ReferenceResult, option: 'equal' | 'proportional'): (number | null)[] {
  return result.terms.map((term) => term[option]?.unsubsidized ?? null);
}
