import { Wide } from '../../parts/basics.js';

/** Texts of more characters need room, or they would make rows as high as a page. */
const LONG = 40;

export interface TextTableProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Places of columns that hold numbers. */
  readonly numbers?: readonly number[];
}

/** A table of texts as they are. */
export function TextTable({ label, head, rows, numbers = [] }: TextTableProps) {
  const alignment = (place: number) => (numbers.includes(place) ? 'number' : undefined);
  return (
    <Wide label={label}>
      <table>
        <caption class="unseen">{label}</caption>
        <thead>
          <tr>
            {head.map((name, place) => (
              <th key={place} scope="col" class={alignment(place)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((text, place) => (
                <td key={place} class={text.length > LONG ? 'long' : alignment(place)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
