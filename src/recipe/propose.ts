import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { meantColumns } from '../contract/near-miss.js';
import { type CellRule, RECIPE_FORMAT, type Recipe } from './recipe.js';
import type { SourceInfo } from './source.js';

/** A guess about one column of ours. It can be sent from thread to thread. */
export interface Guess {
  /** The column of ours. */
  readonly ours: string;
  /** The column of theirs, null where none was found. */
  readonly theirs: string | null;
  /**
   * `certain`: it has our name. `likely`: student systems call it so, and the values that were looked at can be read. `ask`: it
   * may be another one, or values cannot be read; it is not in the recipe until somebody says so. `none`: nothing was found.
   */
  readonly sure: 'certain' | 'likely' | 'ask' | 'none';
  /** Why it was guessed, or what must be decided, in a sentence. */
  readonly why: string;
  /** Other columns of theirs that it may be. */
  readonly others: readonly string[];
  /** Two values of theirs with what they were read as; null for one that cannot be read. */
  readonly samples: readonly Sample[];
  /** The rule as it would stand in the recipe; null where there is no column. */
  readonly rule: CellRule | null;
}

/** A value of theirs, and what it means to us; null when it cannot be read. */
export interface Sample {
  readonly theirs: string;
  readonly ours: string | null;
}

/** What was guessed of a file. */
export interface Proposal {
  /** Made of the guesses that are certain or likely. It need not be complete. */
  readonly recipe: Recipe;
  /** One for each column of ours, in the order of the documentation. */
  readonly guesses: readonly Guess[];
  /** What the recipe lacks before the file can be calculated, in sentences; empty where nothing is missing. */
  readonly missing: readonly string[];
}

/** Guesses a recipe from the header and the first rows of a file. Nothing that is ambiguous gets into the recipe. */
export function proposeRecipe(source: SourceInfo): Proposal {
  const guesses = REQUEST_COLUMNS.map((ours): Guess => {
    const theirs = source.header.find((name) => columnName(name) === ours) ?? null;
    const meant =
      theirs === null ? source.header.filter((name) => meantColumns(name, [ours]).length > 0) : [];
    const column = theirs ?? meant[0] ?? null;
    const rule = column === null ? null : { column };
    const sure = theirs !== null ? 'certain' : column === null ? 'none' : 'ask';
    return { ours, theirs: column, sure, why: '', others: meant.slice(1), samples: [], rule };
  });
  const columns = Object.fromEntries(
    guesses.flatMap(({ ours, sure, rule }) => (rule !== null && sure === 'certain' ? [[ours, rule]] : [])),
  );
  return { recipe: { format: RECIPE_FORMAT, shape: { rows: 'term' }, columns }, guesses, missing: [] };
}
