import { alteredNumber } from './json-text.js';

const MOST_SHOWN = 60;

/** What a value looks like in a message: short, and never a whole object. */
export function shown(value: unknown): string {
  if (value === undefined) return 'Nothing was given.';
  if (Array.isArray(value)) return 'Given: an array.';
  if (typeof value === 'object' && value !== null) return 'Given: an object.';
  const text =
    alteredNumber(value)?.text ?? (typeof value === 'string' ? JSON.stringify(value) : String(value));
  return `Given: ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}.`;
}
