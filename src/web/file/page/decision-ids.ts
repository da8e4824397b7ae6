import type { Decision } from '../../../recipe/decisions.js';

/** The id of a decision on the page. Decisions that differ only in punctuation get different ids. */
export function idOf({ name, of }: Pick<Decision, 'name' | 'of'>): string {
  const text = of === null ? name : `${name} ${of}`;
  return `decision-${text.replace(/[^A-Za-z0-9]/g, (sign) => `-${(sign.codePointAt(0) ?? 0).toString(36)}-`)}`;
}
