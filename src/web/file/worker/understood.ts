import type { Examination } from '../../../recipe/examination.js';
import type { ReadSettings, Recipe } from '../../../recipe/recipe.js';
import type { TableInfo } from '../../../table/open-table.js';
import type { SetAsideRow } from '../../../table/set-aside.js';

/** What the worker knows about a file, as the page needs it: of the whole file, yet small enough to send. */
export interface Understood {
  readonly table: TableView;
  /** The recipe that was suggested, or given. */
  readonly recipe: Recipe;
  readonly examination: Examination;
}

/** A table as it was read. */
export interface TableView {
  readonly info: TableInfo;
  /** The names of the columns, no two the same. */
  readonly columns: readonly string[];
  /** The number of the file's own rows, without those set aside. */
  readonly rows: number;
  readonly setAside: SetAside;
  /** Whether its columns have our names. */
  readonly isOurs: boolean;
  /** The award years whose limits are known. */
  readonly awardYears: readonly string[];
}

/** Rows that are not students. */
export interface SetAside {
  readonly count: number;
  /** The first of these rows. */
  readonly rows: readonly SetAsideRow[];
  /** How to read the file so that all of them are students. */
  readonly backIn: ReadSettings;
}

/** What prevents a file from being read. */
export interface FileRefusal {
  readonly message: string;
  /** The line it is about and its text, if it is about one. */
  readonly line: { readonly number: number; readonly text: string } | null;
}

/** The outcome of opening a file: refused, or understood with the recipe suggested for it. */
export type Opened =
  | { readonly refusal: FileRefusal; readonly understood: null }
  | { readonly refusal: null; readonly understood: Understood };
