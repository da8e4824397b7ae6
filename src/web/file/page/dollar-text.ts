import { numberText } from '../../../engine/texts.js';

/** `$1,234,500`, `−$20`. */
export function dollarText(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}$${numberText(Math.abs(dollars))}`;
}
