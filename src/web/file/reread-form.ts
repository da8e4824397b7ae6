import type { Recipe } from '../../recipe/recipe.js';
import type { SourceInfo } from '../../recipe/source.js';
import { element } from '../element.js';
import { button, details, labelled, select } from '../page-parts.js';
import { DELIMITER_NAMES, ENCODING_NAMES } from './facts-view.js';

type ReadSettings = NonNullable<Recipe['read']>;

/** For the file that was guessed wrong: another sheet, another header row, other signs between the cells. */
export function rereadForm(info: SourceInfo, onReread: (read: ReadSettings) => void): HTMLElement {
  const row = element('input', { id: 'header-row', type: 'number', min: '1', value: String(info.headerRow) });
  const sheet = select(
    'sheet',
    info.sheets.map((name) => [name, name]),
    info.sheet ?? '',
  );
  const delimiter = select('delimiter', Object.entries(DELIMITER_NAMES), info.delimiter ?? '');
  const encoding = select('encoding', Object.entries(ENCODING_NAMES), info.encoding ?? '');
  const isWorkbook = info.kind === 'workbook';
  const reread = (): void => {
    const header_row = Math.max(1, Math.floor(row.valueAsNumber) || 1);
    if (isWorkbook) onReread({ header_row, sheet: sheet.value });
    else
      onReread({
        header_row,
        delimiter: oneOf(DELIMITER_NAMES, delimiter),
        encoding: oneOf(ENCODING_NAMES, encoding),
      });
  };
  return details('This was not read as it should be', [
    ...(isWorkbook
      ? [labelled('Sheet', sheet)]
      : [labelled('Between the cells stand', delimiter), labelled('Encoding', encoding)]),
    labelled('Row of the header', row),
    button('Read it again', reread),
  ]);
}

/** The key of a table of names that a field says. */
function oneOf<Key extends string>(names: Readonly<Record<Key, string>>, { value }: HTMLSelectElement): Key {
  const keys = Object.keys(names) as Key[];
  const found = keys.find((key) => key === value);
  if (found === undefined) throw new RangeError(`There is no choice "${value}".`);
  return found;
}
