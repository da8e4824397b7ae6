import { shownCell } from './cell-rules.js';
import type { FileColumn } from './cells.js';
import { type Candidates, candidatesOf, type Guess, guessOf, type SeenTable } from './guess-columns.js';
import { fitting, termsBeside } from './guess-shape.js';
import { labelKey } from './labels.js';
import { type ColumnRules, type Recipe, termsIn } from './recipe.js';
import { sharedGuesses } from './shared-guesses.js';

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
