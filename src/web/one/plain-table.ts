import { type Child, element } from '../element.js';
import { framed } from '../page-parts.js';

/** A table of texts whose first column names the row and whose others are figures. */
export interface PlainTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly isMarked?: boolean }[];
}

/** Shows a table; `groups` is a row above its headings. */
export function plainTable({ caption, columns, rows }: PlainTable, groups: Child = null): HTMLElement {
  const table = element('table', { className: 'figures' }, [
    element('caption', { className: 'unseen' }, [caption]),
    element('thead', {}, [groups, headRow(columns)]),
    element(
      'tbody',
      {},
      rows.map(({ cells, isMarked }) =>
        element(
          'tr',
          { className: isMarked ? 'now' : '' },
          cells.map((text, index) =>
            index === 0
              ? element('th', { scope: 'row' }, [text])
              : element('td', { className: 'number' }, [text]),
          ),
        ),
      ),
    ),
  ]);
  return framed(caption, table);
}

/** The headings of a table whose first column names the row, perhaps without a heading itself. */
export function headRow(columns: readonly string[]): HTMLElement {
  const cells = columns.map((name, index) =>
    name === ''
      ? element('td')
      : element('th', { scope: 'col', className: index === 0 ? '' : 'number' }, [name]),
  );
  return element('tr', {}, cells);
}

/** The same for a spreadsheet: tabs between cells, as its clipboard has them. */
export function tabbedText({ columns, rows }: Pick<PlainTable, 'columns' | 'rows'>): string {
  return [columns, ...rows.map(({ cells }) => cells)].map((cells) => `${cells.join('\t')}\n`).join('');
}
