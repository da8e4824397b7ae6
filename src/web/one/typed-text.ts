import { cellValue } from '../../contract/cell-value.js';
import type { FieldKind } from '../../contract/field-kinds.js';
import type { Field } from '../../contract/field-list.js';
import { add, compare, exact, isExact, parseExact, subtract, toText, ZERO } from '../../engine/exact.js';

/**
 * What a request says of a field that was filled in with `text`, which is not empty. Amounts may be written as in a cell of a
 * file; nothing else is guessed, so that the reader refuses it in the words of the service.
 */
export function requestValue(field: Pick<Field, 'kind'>, text: string): unknown {
  switch (field.kind) {
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'count':
      return /^\d{1,3}$/.test(text) ? Number(text) : text;
    case 'dollars':
    case 'whole dollars':
      return cellValue(field, text);
    case 'choice':
    case 'credits':
    case 'text':
      return text;
  }
}

/** By how much a press of − or + changes a field, in its own unit; fields that are not in it are no numbers to count. */
export const STEPS: Readonly<Partial<Record<FieldKind, number>>> = {
  credits: 1,
  dollars: 100,
  'whole dollars': 100,
};

/** The text of a number one step up or down, never below 0, exactly; a text that is no number stays as it is. */
export function stepped(text: string, step: number, direction: 1 | -1): string {
  const now = text.trim() === '' ? ZERO : parseExact(text.trim());
  if (!isExact(now)) return text;
  const next = direction === 1 ? add(now, exact(step)) : subtract(now, exact(step));
  return toText(compare(next, ZERO) < 0 ? ZERO : next);
}
