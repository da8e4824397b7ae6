import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { possiblyMeant } from '../contract/near-miss.js';
import { HeaderPlaces } from './cell-rules.js';
import { cellAt } from './cells.js';
import { columnRead, columnsRead, type Recipe } from './recipe.js';

/**
 * A column that a recipe reads but that is blank on every row, with filled, unread columns that may be meant instead.
 */
export interface BlankColumn {
  /** Our column that is read from it. */
  readonly ours: string;
  readonly theirs: string;
  readonly others: readonly string[];
}

/**
 * Finds columns that count as missing, because they are blank on every row and another column may hold their values.
 * Columns of single terms are excluded: nothing has been paid yet in a future term.
 */
export class BlankColumns {
  readonly #header: readonly string[];
  readonly #pairs: readonly { readonly ours: string; readonly place: number; readonly other: number }[];
  /** Indexes where no filled cell has been found yet. */
  readonly #pending: Set<number>;

  constructor(header: readonly string[], recipe: Recipe) {
    this.#header = header;
    const { columns, shape } = recipe;
    const places = new HeaderPlaces(header);
    const read = [
      ...columnsRead(recipe, REQUEST_COLUMNS),
      ...(shape.rows === 'fund' ? [shape.fund, shape.paid] : []),
    ];
    const used = new Set(read.map((name) => places.placeOf(name, '')));
    const placeOf = new Map(
      Object.keys(columns).flatMap((ours) => {
        const name = columnRead(columns, ours);
        return name === null ? [] : [[ours, places.placeOf(name, ours)] as const];
      }),
    );
    this.#pairs = header.flatMap((name, other) => {
      const meant = name === '' || used.has(other) ? [] : possiblyMeant(name, [...placeOf.keys()]);
      return meant.map((ours) => ({ ours, place: placeOf.get(ours) ?? -1, other }));
    });
    this.#pending = new Set(this.#pairs.flatMap(({ place, other }) => [place, other]));
  }

  add(cells: readonly string[]): void {
    for (const place of this.#pending) if (cellAt(cells, place) !== '') this.#pending.delete(place);
  }

  get found(): readonly BlankColumn[] {
    const isBlank = (place: number): boolean => this.#pending.has(place);
    const blank = this.#pairs.filter(({ place, other }) => isBlank(place) && !isBlank(other));
    return [...new Set(blank.map(({ ours }) => ours))].map((ours) => {
      const own = blank.filter((pair) => pair.ours === ours);
      return {
        ours,
        theirs: this.#header[own[0]?.place ?? -1] ?? '',
        others: own.map(({ other }) => this.#header[other] ?? ''),
      };
    });
  }
}
