import type { CalculationResult } from '../engine/student.js';
import type { Trace } from '../engine/trace/trace-format.js';

/** The JSON text of a result, its credits as exact JSON numbers even where a double cannot carry them. */
export function resultJson(result: CalculationResult & { readonly trace?: Trace }): string {
  const { annual_ft_credits: sum } = result;
  if (typeof sum === 'number') return JSON.stringify(result);
  return JSON.stringify(result).replace(JSON.stringify(sum), sum);
}
