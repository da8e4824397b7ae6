import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { HeaderPlaces, shownCell } from './cell-rules.js';
import { cellAt, type FileColumn } from './cells.js';
import { type Candidates, candidatesOf, type Guess, guessOf, type SeenTable } from './guess-columns.js';
import { fitting, termsBeside } from './guess-shape.js';
import { labelKey } from './labels.js';
import { possiblyMeant } from './near-miss.js';
import { type ColumnRules, columnRead, columnsRead, type Recipe, termsIn } from './recipe.js';
import { sharedGuesses } from './shared-guesses.js';

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

/** There are fewer codes than this. */
const MOST_VALUES = 1000;

/**
 * Unread columns that a proposal would read, or ask about, as one of ours that the recipe lacks. A later export may have
 * gained them since the recipe was made.
 */
export class NewColumns {
  readonly #header: readonly string[];
  readonly #shared: readonly Candidates[];
  readonly #ofTerms: readonly Candidates[];
  readonly #values: ReadonlyMap<number, Set<string>>;
  readonly #columns: ColumnRules;

  /** @param unread the columns that the recipe does not read. */
  constructor(header: readonly string[], unread: readonly FileColumn[], { shape, columns }: Recipe) {
    const places = new Set(unread.map(({ place }) => place));
    const terms = termsIn(shape);
    const lacks = (ours: string): boolean => {
      const rule = columns[ours];
      return (
        (rule === undefined || 'constant' in rule) && terms.every((term) => term.columns[ours] === undefined)
      );
    };
    const isFree = (place: number): boolean => places.has(place);
    const beside = terms.length === 0 ? [] : termsBeside(header).flatMap(({ candidates }) => candidates);
    this.#header = header;
    this.#columns = columns;
    this.#ofTerms = fitting(beside, isFree).filter(({ ours, term }) => {
      const own = terms.find(({ label }) => labelKey(label) === labelKey(term ?? ''));
      return own !== undefined && own.columns[ours] === undefined && columns[ours] === undefined;
    });
    const taken = new Set(beside.flatMap((each) => each.places));
    this.#shared = fitting(candidatesOf(header, taken), isFree).filter(({ ours }) => lacks(ours));
    this.#values = new Map(
      [...this.#shared, ...this.#ofTerms].flatMap((each) =>
        each.places.map((place) => [place, new Set<string>()] as const),
      ),
    );
  }

  add(given: readonly string[]): void {
    for (const [place, values] of this.#values) {
      const cell = shownCell(given[place] ?? '').trim();
      if (cell !== '' && values.size < MOST_VALUES) values.add(cell);
    }
  }

  /** What each of them may be; a column that is blank on every row is nothing. */
  get guesses(): readonly Guess[] {
    if (this.#values.size === 0) return [];
    const values = this.#header.map((_, place) => [...(this.#values.get(place) ?? [])]);
    const seen: SeenTable = { header: this.#header, values };
    const isFilled = (place: number): boolean => values[place]?.length !== 0;
    const ofTerms = fitting(this.#ofTerms, isFilled).map((each) => guessOf(seen, each));
    return [
      ...sharedGuesses(seen, fitting(this.#shared, isFilled)),
      ...ofTerms.filter(({ is }) => is === 'taken'),
    ].filter(
      // What everybody is said to be was decided; only a column that says otherwise for sure is new.
      ({ is, ours }) => is === 'taken' || this.#columns[ours] === undefined,
    );
  }
}
