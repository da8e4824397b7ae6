import { element } from '../element.js';
import { details, framed } from '../page-parts.js';

/** Texts of more characters need room, or they would make rows as high as a page. */
const LONG = 40;
/** Of texts of more characters so many are shown, and the rest when it is asked for. */
const FOLDED = 100;
const SHOWN = 70;

/** A table of texts. `numbers` are the places of columns that hold numbers. */
export function textTable(
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): HTMLElement {
  const className = (index: number): string => (numbers.includes(index) ? 'number' : '');
  const headCells = head.map((textContent, index) =>
    element('th', { textContent, className: className(index), scope: 'col' }),
  );
  const bodyRows = rows.map((cells) =>
    element(
      'tr',
      {},
      cells.map((textContent, index) =>
        element(
          'td',
          { className: textContent.length > LONG ? 'long' : className(index) },
          textContent.length > FOLDED ? [folded(textContent)] : [textContent],
        ),
      ),
    ),
  );
  const table = element('table', {}, [
    element('thead', {}, [element('tr', {}, headCells)]),
    element('tbody', {}, bodyRows),
  ]);
  return framed(label, table);
}

function folded(text: string): HTMLElement {
  return details(`${text.slice(0, SHOWN)}…`, [text]);
}
