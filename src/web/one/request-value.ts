import type { Field } from '../../contract/field-list.js';

/** An amount as people write it: with a dollar sign, and commas between groups of three digits and nowhere else. */
const WRITTEN_AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d*)?$/;

/**
 * What a request says of a field that was filled in with `text`, which is not empty. Amounts lose their dollar sign and the
 * commas between thousands; nothing else is guessed, so that the reader refuses it in the words of the service.
 */
export function requestValue({ kind }: Pick<Field, 'kind'>, text: string): string | number | boolean {
  switch (kind) {
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'count':
      return /^\d{1,3}$/.test(text) ? Number(text) : text;
    case 'dollars':
    case 'whole dollars': {
      const [, whole, fraction = ''] = WRITTEN_AMOUNT.exec(text) ?? [];
      return whole === undefined ? text : `${whole.replaceAll(',', '')}${fraction}`;
    }
    case 'choice':
    case 'credits':
    case 'text':
      return text;
  }
}
