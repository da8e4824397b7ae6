import type { FieldKind } from '../../contract/cell-value.js';
import { cellValue } from '../../contract/cell-value.js';
import { valueLabel } from '../../contract/field-labels.js';
import type { Field } from '../../contract/field-list.js';
import { cutText } from '../../contract/name-forms.js';
import {
  add,
  compare,
  exact,
  isExact,
  isNegative,
  isPositive,
  parseExact,
  subtract,
  TOO_LARGE,
  toText,
  wholeNumber,
  ZERO,
} from '../../engine/exact.js';
import { groupedDollars } from '../../engine/texts.js';

/**
 * The request value of a field filled in with `text`, which is not empty. Amounts may be written as in a cell of a file;
 * nothing else is guessed.
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

/** Characters of a wrong text that are repeated. */
const MOST_SHOWN = 40;

/** How much − or + changes a field, in its own unit; fields that are not listed are not countable. */
export const STEPS: Readonly<Partial<Record<FieldKind, number>>> = {
  credits: 1,
  dollars: 100,
  'whole dollars': 100,
};

/** Whether a field holds dollars. */
export function isAmount({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'dollars' || kind === 'whole dollars';
}

/**
 * The text of a number one step up or down, never below 0, exactly, in the same style: `3,500` becomes `3,600`. A text that is
 * not a number stays as it is.
 */
export function stepped(field: Pick<Field, 'kind'>, text: string, direction: 1 | -1): string {
  const step = STEPS[field.kind];
  const now = text.trim() === '' ? ZERO : parseExact(String(requestValue(field, text.trim())));
  if (step === undefined || !isExact(now)) return text;
  const next = direction === 1 ? add(now, exact(step)) : subtract(now, exact(step));
  const plain = toText(compare(next, ZERO) < 0 ? ZERO : next);
  const isGrouped = text.includes(',') || (text.trim() === '' && isAmount(field));
  return isGrouped ? groupedDollars(plain).slice(1) : plain;
}

/** The text of a field, which is not empty, for reading: `3500` as `$3,500`, `first_year` as `First year`. */
export function entryText({ field, text }: { readonly field: Field; readonly text: string }): string {
  if (!isAmount(field)) return valueLabel(field.name, text);
  const amount = parseExact(String(requestValue(field, text)));
  return isExact(amount) ? groupedDollars(toText(amount)) : text;
}

/**
 * What is wrong with the text of a field, which is not empty, in the page's words; null if the field can be read. The contract
 * rejects the same texts.
 */
export function textProblem(field: Field, text: string): string | null {
  const given = `You entered “${cutText(text, MOST_SHOWN)}”.`;
  switch (field.kind) {
    case 'credits':
    case 'dollars':
    case 'whole dollars':
      return numberProblem(field, text, given);
    case 'choice':
      return field.options?.includes(text) ? null : `Choose one from the list. ${given}`;
    case 'flag':
      return text === 'true' || text === 'false' ? null : `Choose yes or no. ${given}`;
    case 'count': {
      const { from = 0, to = 0 } = field.range ?? {};
      const number = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
      return number >= from && number <= to ? null : `Choose ${from} to ${to}. ${given}`;
    }
    case 'text':
      return field.schema.safeParse(text).success ? null : 'Use at most 200 characters.';
  }
}

function numberProblem(field: Field, text: string, given: string): string | null {
  const example = isAmount(field) ? 'an amount in dollars, such as 3,500' : 'a number, such as 12 or 7.5';
  const number = parseExact(String(requestValue(field, text)));
  if (!isExact(number)) {
    switch (number) {
      case 'not-a-decimal':
        return `Enter ${example}. ${given}`;
      case 'too-large':
        return `Enter a number below ${TOO_LARGE.toLocaleString('en-US')}. ${given}`;
      case 'too-many-digits':
      case 'too-many-places':
        return `Enter a number with at most 15 digits. ${given}`;
    }
  }
  if (field.bound === 'above 0' && !isPositive(number)) return `Enter more than 0. ${given}`;
  if (field.bound !== 'any' && isNegative(number)) return `Enter 0 or more. ${given}`;
  if (field.kind === 'whole dollars' && wholeNumber(number) === null) {
    return `Enter whole dollars, without cents. ${given}`;
  }
  return null;
}
