import type { ComponentChildren } from 'preact';

/** Cells with more characters get a wide column, or their rows would be as tall as a page. */
const LONG = 40;

/** A row of one cell is a remark about the row above, as wide as the table. */
type Row = readonly ComponentChildren[];

export interface TableProps {
  readonly caption: string;
  /** The headings; empty for a column without one. */
  readonly columns?: readonly string[];
  readonly rows?: readonly Row[];
  /** Rows under headings of their own. */
  readonly groups?: readonly { readonly heading?: ComponentChildren; readonly rows: readonly Row[] }[];
  /** Indexes of the columns that hold numbers. */
  readonly numbers?: readonly number[];
  /** Whether the first column names the row and all others are figures. */
  readonly isFigures?: boolean;
  /** Index of the first column that comes from the person's file. */
  readonly ownFrom?: number;
}

/** A table in a frame that scrolls sideways if it is too wide, and that the keyboard can reach. */
export function Table(props: TableProps) {
  const { caption, columns = [], rows = [], numbers = [], isFigures = false, ownFrom } = props;
  const { groups = [{ rows }] } = props;
  const lookOf = (place: number, cell: ComponentChildren): string | undefined => {
    if (isFigures ? place > 0 : numbers.includes(place)) return 'number';
    if (place >= (ownFrom ?? columns.length)) return 'own';
    return typeof cell === 'string' && cell.length > LONG ? 'long' : undefined;
  };
  const drawn = (cell: ComponentChildren, place: number, { length }: Row) => {
    const isName = isFigures && place === 0 && length > 1;
    const Cell = isName ? 'th' : 'td';
    return (
      <Cell
        key={place}
        scope={isName ? 'row' : undefined}
        colSpan={length === 1 ? columns.length : undefined}
        class={lookOf(place, cell)}
      >
        {cell}
      </Cell>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls.
    <div class="wide" tabIndex={0} role="group" aria-label={caption}>
      <table class={isFigures ? 'figures' : undefined}>
        <caption class="unseen">{caption}</caption>
        {columns.length > 0 && (
          <thead>
            <tr>
              {columns.map((name, place) => {
                const Cell = name === '' ? 'td' : 'th';
                return (
                  <Cell key={place} scope={name === '' ? undefined : 'col'} class={lookOf(place, null)}>
                    {name}
                  </Cell>
                );
              })}
            </tr>
          </thead>
        )}
        {groups.map((group, nth) => (
          <tbody key={nth}>
            {group.heading !== undefined && (
              <tr>
                <th scope="rowgroup" colSpan={columns.length}>
                  {group.heading}
                </th>
              </tr>
            )}
            {group.rows.map((cells, row) => (
              <tr key={row}>{cells.map(drawn)}</tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
