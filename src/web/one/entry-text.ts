import { FIELDS, type Field } from '../../contract/field-list.js';
import { isExact, parseExact } from '../../engine/exact.js';
import { dollars } from '../../engine/texts.js';
import { valueLabel } from '../field-labels.js';
import { isAmount, requestValue } from './typed-text.js';

const FIELDS_BY_NAME: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.name, field]));

/** The text of a field as an audit sheet shows it: `3500` as `$3,500`, `first_year` as `First year`. */
export function entryText(path: string, text: string): string {
  const name = path.split('.').at(-1) ?? '';
  const field = FIELDS_BY_NAME.get(name);
  if (field !== undefined && isAmount(field)) {
    const amount = parseExact(String(requestValue(field, text)));
    return isExact(amount) ? dollars(amount) : text;
  }
  return valueLabel(name, text);
}
