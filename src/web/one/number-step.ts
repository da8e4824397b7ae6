import type { FieldKind } from '../../contract/field-kinds.js';
import { add, compare, exact, isExact, parseExact, subtract, toText, ZERO } from '../../engine/exact.js';

/** By how much a press of − or + changes a field. */
const STEPS: Readonly<Partial<Record<FieldKind, number>>> = {
  credits: 1,
  dollars: 100,
  'whole dollars': 100,
};

/** The step of a kind of field in its own unit; undefined for those that are no numbers to count up and down. */
export function stepOf(kind: FieldKind): number | undefined {
  return STEPS[kind];
}

/** The text of a number one step up or down, never below 0, exactly; a text that is no number stays as it is. */
export function stepped(text: string, step: number, direction: 1 | -1): string {
  const now = text.trim() === '' ? ZERO : parseExact(text.trim());
  if (!isExact(now)) return text;
  const next = direction === 1 ? add(now, exact(step)) : subtract(now, exact(step));
  return toText(compare(next, ZERO) < 0 ? ZERO : next);
}
