import { element } from '../element.js';

/**
 * A table of texts, in a frame of its own that scrolls when it is too wide and that the keyboard can reach. `numbers` are the places of
 * columns that hold numbers.
 */
export function textTable(
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): HTMLElement {
  const className = (index: number): string => (numbers.includes(index) ? 'number' : '');
  const headCells = head.map((textContent, index) =>
    element('th', { props: { textContent, className: className(index), scope: 'col' } }),
  );
  const bodyRows = rows.map((cells) =>
    element(
      'tr',
      {},
      cells.map((textContent, index) =>
        element('td', { props: { textContent, className: className(index) } }),
      ),
    ),
  );
  const table = element('table', {}, [
    element('thead', {}, [element('tr', {}, headCells)]),
    element('tbody', {}, bodyRows),
  ]);
  const props = { className: 'wide', tabIndex: 0 };
  return element('div', { props, attributes: { role: 'group', 'aria-label': label } }, [table]);
}
