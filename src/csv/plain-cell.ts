import { FLAG_WORDS, MAX_TEXT_LENGTH } from '../contract/field-kinds.js';
import type { Field } from '../contract/field-list.js';
import { isSpreadsheetError } from '../contract/name-forms.js';
import type { Dollars } from '../engine/dollars.js';
import { type Exact, isPositive, parseShort, wholeAmount } from '../engine/exact.js';
import { bytesOf, isTrimmed, textOf } from './text.js';

/**
 * Reads one cell in its plainest form straight from bytes: a word, a short number, a label. Returns what the
 * field's reader returns for the text, or undefined if the text must be read. A property test compares both.
 */
export type PlainReader = (bytes: Uint8Array, start: number, end: number) => unknown;

/** The reader for the plain cells of a field. */
export function plainReader(field: Field): PlainReader {
  switch (field.kind) {
    case 'choice':
      return wordReader((field.options ?? []).map((word) => [word, word]));
    case 'flag':
      return wordReader([...FLAG_WORDS]);
    case 'credits':
    case 'dollars':
      return field.bound === 'above 0' ? positiveQuantity : parseShort;
    case 'whole dollars':
      return plainWhole;
    case 'count': {
      const { from = 0, to = 0 } = field.range ?? {};
      const counts = Array.from({ length: to - from + 1 }, (_, nth) => from + nth);
      return wordReader(counts.map((count) => [String(count), count]));
    }
    case 'text':
      return labelReader();
  }
}

function positiveQuantity(bytes: Uint8Array, start: number, end: number): Exact | undefined {
  const quantity = parseShort(bytes, start, end);
  return quantity !== undefined && isPositive(quantity) ? quantity : undefined;
}

function plainWhole(bytes: Uint8Array, start: number, end: number): Dollars | undefined {
  const quantity = parseShort(bytes, start, end);
  return quantity === undefined ? undefined : (wholeAmount(quantity) ?? undefined);
}

function wordReader(words: readonly (readonly [word: string, value: unknown])[]): PlainReader {
  const known = words.map(([word, value]) => ({ word: bytesOf(word), value }));
  return (bytes, start, end) => {
    for (const { word, value } of known) if (isWord(bytes, start, end, word)) return value;
    return undefined;
  };
}

function isWord(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  if (end - start !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word[i]) return false;
  return true;
}

/** How many labels are cached, so that the few term labels of a file are decoded only once. */
const REMEMBERED_LABELS = 8;

function labelReader(): PlainReader {
  const labels: { word: Uint8Array; value: string }[] = [];
  return (bytes, start, end) => {
    for (const { word, value } of labels) if (isWord(bytes, start, end, word)) return value;
    // The number of characters is at most the number of bytes.
    if (end - start > MAX_TEXT_LENGTH || !isTrimmed(bytes, start, end)) return undefined;
    const value = textOf(bytes, start, end);
    if (isSpreadsheetError(value)) return undefined;
    if (labels.length === REMEMBERED_LABELS) labels.shift();
    labels.push({ word: bytes.slice(start, end), value });
    return value;
  };
}
