import { PUBLISHED_FIGURES, type PublishedFigure, type PublishedValue } from '../engine/published-figure.js';
import { listed } from '../engine/texts.js';
import { cellValue } from './cell-value.js';
import { amountSchema, shown } from './field-kinds.js';
import type { FieldErrors } from './json-student.js';

/** A figure that somebody has published, or why it cannot be checked: `figure` and `value`, with a sentence each. */
export type FigureReading =
  | { readonly ok: true; readonly published: PublishedValue }
  | { readonly ok: false; readonly errors: FieldErrors };

/**
 * Reads which figure was published, and what it said: a number, or text as a table has it (`$3,190`, `3190.50`, `54 %`). Never
 * throws.
 */
export function readFigure(figure: unknown, value: unknown): FigureReading {
  const number = amountSchema.safeParse(typeof value === 'string' ? plainNumber(value) : value);
  if (isFigure(figure) && number.success) return { ok: true, published: { figure, value: number.data } };
  const errors: Record<string, string> = {};
  if (!isFigure(figure)) {
    errors['figure'] = `Expected ${listed(PUBLISHED_FIGURES, 'or')}. ${shown(figure)}`;
  }
  if (!number.success) errors['value'] = number.error.issues.map(({ message }) => message).join(' ');
  return { ok: false, errors };
}

function isFigure(name: unknown): name is PublishedFigure {
  return PUBLISHED_FIGURES.some((each) => each === name);
}

function plainNumber(text: string): unknown {
  const trimmed = text.trim();
  const percent = /^(.*\d)\s*%$/.exec(trimmed)?.[1];
  return percent ?? cellValue({ kind: 'dollars' }, trimmed);
}
