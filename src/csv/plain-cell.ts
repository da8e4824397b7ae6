import { FLAG_WORDS } from '../contract/cell-value.js';
import { MAX_TEXT_LENGTH } from '../contract/field-kinds.js';
import type { Field } from '../contract/field-list.js';
import { type Exact, exactThousandths, wholeNumber } from '../engine/exact.js';
import { bytesOf, isTrimmed, textOf } from './text.js';

/**
 * Reads one cell in its plainest form straight from bytes: a word, a short number, a label. Gives what the schema of the field
 * gives for its text, or undefined, and then the text is to be read; a property test holds the two against each other.
 */
export type PlainReader = (bytes: Uint8Array, start: number, end: number) => unknown;

/** How the plain cells of a field are read. */
export function plainReader(field: Field): PlainReader {
  switch (field.kind) {
    case 'choice':
      return wordReader((field.options ?? []).map((word) => [word, word]));
    case 'flag':
      return wordReader([...FLAG_WORDS]);
    case 'credits':
    case 'dollars':
      return field.isAboveZero ? positiveQuantity : plainQuantity;
    case 'whole dollars':
      return plainWhole;
    case 'count':
      return (bytes, start, end) => {
        const value = plainWhole(bytes, start, end);
        return field.schema.safeParse(value).success ? value : undefined;
      };
    case 'text':
      return labelReader();
  }
}

const POINT = 46;
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const PLACES = 3;
const MOST_DIGITS = 9;

/** Up to nine digits, up to three of them behind a point. */
function plainQuantity(bytes: Uint8Array, start: number, end: number): Exact | undefined {
  if (end - start > MOST_DIGITS) return undefined;
  let value = 0;
  let digits = 0;
  let places = -1;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= DIGIT_0 && byte <= DIGIT_9) {
      value = value * 10 + (byte - DIGIT_0);
      digits += 1;
      if (places >= 0) places += 1;
    } else if (byte === POINT && places < 0) {
      places = 0;
    } else {
      return undefined;
    }
  }
  if (digits === 0 || places > PLACES) return undefined;
  for (let place = Math.max(places, 0); place < PLACES; place++) value *= 10;
  return exactThousandths(value);
}

function positiveQuantity(bytes: Uint8Array, start: number, end: number): Exact | undefined {
  const quantity = plainQuantity(bytes, start, end);
  return quantity === 0 ? undefined : quantity;
}

function plainWhole(bytes: Uint8Array, start: number, end: number): number | undefined {
  const quantity = plainQuantity(bytes, start, end);
  return quantity === undefined ? undefined : (wholeNumber(quantity) ?? undefined);
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

/** How many different labels are remembered, so that a file's few terms are made into texts once. */
const REMEMBERED_LABELS = 8;

function labelReader(): PlainReader {
  const labels: { word: Uint8Array; value: string }[] = [];
  return (bytes, start, end) => {
    for (const { word, value } of labels) if (isWord(bytes, start, end, word)) return value;
    // So few bytes are so few characters.
    if (end - start > MAX_TEXT_LENGTH || !isTrimmed(bytes, start, end)) return undefined;
    const value = textOf(bytes, start, end);
    if (labels.length === REMEMBERED_LABELS) labels.shift();
    labels.push({ word: bytes.slice(start, end), value });
    return value;
  };
}
