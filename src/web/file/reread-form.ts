import type { Recipe } from '../../recipe/recipe.js';
import type { SourceInfo } from '../../recipe/source.js';
import { element } from '../element.js';
import { DELIMITER_NAMES, ENCODING_NAMES } from './layout-names.js';

type ReadSettings = NonNullable<Recipe['read']>;

/** For the file that was guessed wrong: another sheet, another header row, other signs between the cells. */
export function rereadForm(info: SourceInfo, onReread: (read: ReadSettings) => void): HTMLElement {
  const row = element('input', {
    props: { id: 'header-row', type: 'number', min: '1', value: String(info.headerRow) },
  });
  const sheet = select('sheet', Object.fromEntries(info.sheets.map((name) => [name, name])), info.sheet);
  const delimiter = select('delimiter', DELIMITER_NAMES, info.delimiter);
  const encoding = select('encoding', ENCODING_NAMES, info.encoding);
  const fields: readonly (readonly [text: string, field: HTMLInputElement | HTMLSelectElement])[] =
    info.kind === 'workbook'
      ? [
          ['Sheet', sheet],
          ['Row of the header', row],
        ]
      : [
          ['Between the cells stand', delimiter],
          ['Encoding', encoding],
          ['Row of the header', row],
        ];
  const reread = (): void => {
    const header_row = Math.max(1, Math.floor(row.valueAsNumber) || 1);
    if (info.kind === 'workbook') onReread({ header_row, sheet: sheet.value });
    else
      onReread({
        header_row,
        delimiter: oneOf(DELIMITER_NAMES, delimiter),
        encoding: oneOf(ENCODING_NAMES, encoding),
      });
  };
  return element('details', {}, [
    element('summary', { props: { textContent: 'This was not read as it should be' } }),
    ...fields.map(([text, field]) =>
      element('div', { props: { className: 'meaning' } }, [
        element('label', { props: { htmlFor: field.id, textContent: text } }),
        field,
      ]),
    ),
    element('button', { props: { type: 'button', textContent: 'Read it again' }, on: { click: reread } }),
  ]);
}

function select(
  id: string,
  options: Readonly<Record<string, string>>,
  chosen: string | null,
): HTMLSelectElement {
  const made = element('select', { props: { id } });
  made.append(
    ...Object.entries(options).map(([value, textContent]) =>
      element('option', { props: { value, textContent } }),
    ),
  );
  if (chosen !== null) made.value = chosen;
  return made;
}

/** The key of a table of names that a field says. */
function oneOf<Key extends string>(names: Readonly<Record<Key, string>>, { value }: HTMLSelectElement): Key {
  const keys = Object.keys(names) as Key[];
  const found = keys.find((key) => key === value);
  if (found === undefined) throw new RangeError(`There is no choice "${value}".`);
  return found;
}
