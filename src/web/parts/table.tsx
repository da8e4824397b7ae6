import type { ComponentChildren } from 'preact';
import { Wide } from './basics.js';

/** Cells with more characters get a wide column, or their rows would be as tall as a page. */
const LONG = 40;

export interface TableProps {
  readonly caption: string;
  /** The headings; empty for a column without one. */
  readonly columns: readonly string[];
  /** A row of one cell is a remark about the row above, as wide as the table. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** Indexes of the columns that hold numbers. */
  readonly numbers?: readonly number[];
  /** Whether the first column names the row and all others are figures. */
  readonly isFigures?: boolean;
  /** Index of the first column that comes from the person's file. */
  readonly ownFrom?: number;
}

/** A table in its own frame. */
export function Table(props: TableProps) {
  const { caption, columns, rows, numbers = [], isFigures = false, ownFrom } = props;
  const lookOf = (place: number, cell: ComponentChildren): string | undefined => {
    if (isFigures ? place > 0 : numbers.includes(place)) return 'number';
    if (place >= (ownFrom ?? columns.length)) return 'own';
    return typeof cell === 'string' && cell.length > LONG ? 'long' : undefined;
  };
  return (
    <Wide label={caption}>
      <table class={isFigures ? 'figures' : undefined}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((name, place) =>
              name === '' ? (
                <td key={place} />
              ) : (
                <th key={place} scope="col" class={lookOf(place, null)}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, place) =>
                isFigures && place === 0 ? (
                  <th key={place} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td
                    key={place}
                    colSpan={cells.length === 1 ? columns.length : undefined}
                    class={lookOf(place, cell)}
                  >
                    {cell}
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
