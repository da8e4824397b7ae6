import { type SplitFile, splitCsv } from '../../csv/split.js';
import { applyRecipe, type Edits, NO_EDITS } from '../../recipe/apply.js';
import { ownRecipe, type Recipe } from '../../recipe/recipe.js';
import type { RowOrigins } from '../../recipe/row-origins.js';
import { openSource, type Source } from '../../recipe/source.js';
import { leaveOut, mendRecipe, mendRows } from '../../review/mend.js';
import { gathered } from './blobs.js';
import { FILE_LIMITS } from './file-limits.js';

/** A file that can be calculated, in our shape. */
export interface ReadyFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly file: SplitFile;
  /** Where its rows come from; null where it was in our shape as it came. */
  readonly origins: RowOrigins | null;
}

/** How a failure is mended: what is written for each value given, or on some rows; or rows are left out. */
export type Mend =
  | { readonly kind: 'values'; readonly column: string; readonly values: Readonly<Record<string, string>> }
  | {
      readonly kind: 'rows';
      readonly column: string;
      readonly cells: readonly { readonly rows: readonly number[]; readonly value: string }[];
    }
  | { readonly kind: 'leave out'; readonly rows: readonly number[] };

/** What a file is made of: its bytes as they came, how it is read, and what was mended since. */
export class FileInput {
  readonly given: Uint8Array<ArrayBuffer>;
  #source: Source | null;
  /** Null while the file is used as it came. */
  #recipe: Recipe | null = null;
  #edits = NO_EDITS;
  /** What it was before each mend. */
  readonly #earlier: { readonly recipe: Recipe | null; readonly edits: Edits }[] = [];

  constructor(given: Uint8Array<ArrayBuffer>, source: Source | null) {
    this.given = given;
    this.#source = source;
  }

  /** How often it was mended. */
  get mends(): number {
    return this.#earlier.length;
  }

  /** How its rows become ours; for a file that is used as it came, each column by itself. */
  async recipeOrOwn(): Promise<Recipe> {
    return this.#recipe ?? ownRecipe((await this.source()).header);
  }

  /** The file as a table. */
  async source(): Promise<Source> {
    this.#source ??= await openSource(this.given, this.#recipe?.read);
    return this.#source;
  }

  /** Reads the file another way, and forgets what was mended. */
  async reopen(read: Recipe['read']): Promise<Source> {
    this.#source = await openSource(this.given, read);
    return this.#source;
  }

  /** Takes a recipe, and forgets what was mended. */
  async use(recipe: Recipe): Promise<void> {
    if (recipe.read !== undefined) await this.reopen(recipe.read);
    this.#recipe = recipe;
    this.#edits = NO_EDITS;
    this.#earlier.length = 0;
  }

  async mend(mend: Mend): Promise<void> {
    this.#earlier.push({ recipe: this.#recipe, edits: this.#edits });
    this.#recipe = await this.recipeOrOwn();
    switch (mend.kind) {
      case 'values':
        for (const [given, value] of Object.entries(mend.values)) {
          this.#recipe = mendRecipe(this.#recipe, mend.column, [given], value);
        }
        return;
      case 'rows':
        for (const { rows, value } of mend.cells) {
          this.#edits = mendRows(this.#edits, mend.column, rows, value);
        }
        return;
      case 'leave out':
        this.#edits = leaveOut(this.#edits, mend.rows);
    }
  }

  /** Takes the last mend back. */
  undo(): void {
    const earlier = this.#earlier.pop();
    if (earlier === undefined) return;
    this.#recipe = earlier.recipe;
    this.#edits = earlier.edits;
  }

  /**
   * Turns the file into our shape.
   *
   * @throws RecipeError for a recipe that does not fit, ApiError where what comes out cannot be calculated.
   */
  async ready(signal: AbortSignal, onBytes: (count: number) => void): Promise<ReadyFile> {
    if (this.#recipe === null) {
      return { bytes: this.given, file: splitCsv(this.given, FILE_LIMITS), origins: null };
    }
    const { pieces, origins } = applyRecipe(await this.source(), this.#recipe, this.#edits);
    const ours = await gathered(pieces, signal, onBytes);
    const bytes = new Uint8Array(await ours.arrayBuffer());
    return { bytes, file: splitCsv(bytes, FILE_LIMITS), origins };
  }
}
