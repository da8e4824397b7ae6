import type { ComponentChildren } from 'preact';
import { Wide } from './basics.js';

/** A table of texts whose first column names the row and whose others are figures. */
export interface DataTableContent {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly DataRow[];
}

export interface DataRow {
  readonly cells: readonly string[];
  /** This one is meant: the student's own, the plan's. */
  readonly isMarked?: boolean;
  readonly isTotal?: boolean;
}

/** Shows a table in a frame of its own; `groups` is a row above its headings. */
export function DataTable(props: DataTableContent & { readonly groups?: ComponentChildren }) {
  const { caption, columns, rows, groups } = props;
  return (
    <Wide label={caption}>
      <table class="figures">
        <caption class="unseen">{caption}</caption>
        <thead>
          {groups}
          <HeadRow columns={columns} />
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} class={rowClass(row)}>
              {row.cells.map((text, place) =>
                place === 0 ? (
                  <th key="name" scope="row">
                    {text}
                  </th>
                ) : (
                  <td key={place} class="number">
                    {text}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function rowClass({ isMarked, isTotal }: DataRow): string | undefined {
  if (isMarked) return 'now';
  return isTotal ? 'total' : undefined;
}

/** The headings of a table whose first column names the row, perhaps without a heading itself. */
export function HeadRow({ columns }: { readonly columns: readonly string[] }) {
  return (
    <tr>
      {columns.map((name, index) =>
        name === '' ? (
          <td key="none" />
        ) : (
          <th key={`${index} ${name}`} scope="col" class={index === 0 ? undefined : 'number'}>
            {name}
          </th>
        ),
      )}
    </tr>
  );
}

/** The same for a spreadsheet: tabs between cells, as its clipboard has them. */
export function tabbedText({ columns, rows }: Pick<DataTableContent, 'columns' | 'rows'>): string {
  return [columns, ...rows.map(({ cells }) => cells)].map((cells) => `${cells.join('\t')}\n`).join('');
}
