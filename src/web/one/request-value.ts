import { cellValue } from '../../contract/cell-value.js';
import type { Field } from '../../contract/field-list.js';

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
