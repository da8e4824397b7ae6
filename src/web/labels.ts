import { columnLabel, inWords } from '../contract/field-words.js';
import { wholeDollars } from '../engine/texts.js';

/** The label of a request path such as `terms.1.credits_enrolled`; `terms` are the term labels. */
export function pathLabel(path: string, terms: readonly string[]): string {
  const [first = '', place = '', name = ''] = path.split('.');
  if (first !== 'terms') return columnLabel(first);
  const term = terms[Number(place)] ?? `Term ${Number(place) + 1}`;
  return name === '' ? term : `${term}: ${columnLabel(name)}`;
}

/** A value of the request, as {@link wordLabel} if it is one of our identifiers. */
export function valueLabel(name: string, value: string): string {
  return name !== 'label' && /^[a-z]+(_[a-z]+)*$/.test(value) ? wordLabel(value) : value;
}

const DOLLARS = /(?:sub|grad_plus)$/;

/** A cell for reading: `2250` as `$2,250` in a dollar column; sentences with labels. */
export function cellText(column: string, cell: string): string {
  if (column === 'error' || column === 'warnings') return inWords(cell);
  return DOLLARS.test(column) && /^\d+$/.test(cell) ? wholeDollars(Number(cell)) : cell;
}

/** One of our identifiers in words: `first_year` as `First year`, a flag as yes or no. */
export function wordLabel(word: string): string {
  if (word === 'true' || word === 'yes') return 'yes';
  if (word === 'false' || word === 'no') return 'no';
  return word.slice(0, 1).toUpperCase() + word.slice(1).replaceAll('_', ' ');
}
