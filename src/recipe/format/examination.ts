import type { CodeCount, ColumnFacts, TableFacts } from '../../table/column-facts.js';
import type { TableRow } from '../../table/delimited-text.js';
import type { Field, Ours } from './our-fields.js';
import type { Place } from './places.js';
import type { FieldRule, Held, OpenPlace, Path } from './recipe.js';

/**
 * What is known of a table by a recipe, as the page and the command line show it. All of it is plain data that can be
 * sent from thread to thread. Facts are of the table alone and are taken once; an examination is of a table and a recipe.
 */

/** A student's loans by one reading of the file, or why there are none. */
export type StudentDollars =
  | {
      readonly sub: number;
      readonly unsub: number;
      readonly gradPlus: number;
      /** What of them is paid already, the limit of all of them, and what of them is of each term. */
      readonly paid: number;
      readonly limit: number;
      readonly ofTerms: readonly { readonly label: string; readonly dollars: number }[];
    }
  | { readonly refused: string };

/** What a choice does to one student. */
export interface Effect {
  readonly student: string;
  readonly dollars: StudentDollars;
}

/** Another column that holds the same kind of values as the one placed on a field. */
export interface Rival {
  readonly column: string;
  /** The place of the rule beside which it is, and what that reads. */
  readonly path: Path;
  readonly placed: readonly string[];
  /** Rows in which it is filled. */
  readonly rows: number;
  /** Those of them in which it says something else, and in which its number is lower or higher. */
  readonly differ: number;
  readonly lower: number;
  readonly higher: number;
  /** Whether it is among the few rivals of its field that differ on the fewest rows. */
  readonly isNear: boolean;
  /**
   * How it is tried: `alone`, in the place of what is placed; `added`, where its smaller numbers may be a part, as the credits of a
   * session are; `instead`, where it is filled on fewer rows, as a correction is.
   */
  readonly reading: 'alone' | 'added' | 'instead';
  /** The first student whose dollars differ, by the column placed and by the rival; null where none was found. */
  readonly effects: readonly [placed: Effect, rival: Effect] | null;
}

/** A code of a placed column, with its meaning; `null` is open. */
export interface CodeLine extends CodeCount {
  readonly meaning: string | null;
  readonly path: Path;
}

/** A place of a recipe with those of its columns that the file has, and their codes. */
export interface ReadPlace<Of extends Field | null = Field | null> extends Place<Of> {
  readonly columns: readonly ColumnFacts[];
  readonly codes: readonly CodeLine[];
}

/** A line of *Your columns*: one of our fields. */
export interface FieldLine extends ReadPlace<Field> {
  /** The term whose part of a row this is; null if the rule is for all of them. */
  readonly term: string | null;
  /** What names suggest where nothing is placed. */
  readonly suggestion: FieldRule;
  readonly rivals: readonly Rival[];
  readonly alarms: readonly string[];
  /** What to know before confirming, such as that the id looks like a social security number. */
  readonly warnings: readonly string[];
  readonly open: readonly OpenPlace[];
}

/** A line for a column of the file that is on no field. */
export interface UnreadLine {
  readonly column: ColumnFacts;
  readonly path: Path;
  /** What a person said; null is open. */
  readonly placed: 'not used' | 'status' | null;
  /** What it held last time, where it holds something else now. */
  readonly held: Held | null;
  /** Meanings of the values of a status column. */
  readonly codes: readonly CodeLine[];
  readonly alarms: readonly string[];
  readonly open: readonly OpenPlace[];
}

/** One of the answers to a question of the rows. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** What it does to one student; null where it cannot be worked out. */
  readonly effect: Effect | null;
}

/** A question that the rows ask, from the data alone. */
export interface Question {
  readonly path: Path;
  readonly text: string;
  readonly rows: number;
  readonly students: number;
  readonly examples: readonly TableRow[];
  readonly choices: readonly Choice[];
  /** Null if it is open, or answered by what is not offered. */
  readonly answer: string | null;
}

/** What will be done, with its numbers, and the place of the recipe that says so. */
export type Sentence = Pick<Question, 'path' | 'text'>;

/** A row in our columns, and what it was made from. */
export interface OurRow {
  readonly cells: Record<Ours, string>;
  /** The rows of the file that it was made from; none for a term that only belongs to the year. */
  readonly rows: readonly number[];
  /** The place of its term in the recipe; null where terms have no columns of their own. */
  readonly term: number | null;
}

/** The lines of *Your columns*. */
export interface ColumnLines {
  readonly lines: readonly FieldLine[];
  /** One for each column that is on no field and whose values vary. */
  readonly unread: readonly UnreadLine[];
  /** Columns on no field that the data shows to be harmless. */
  readonly harmless: readonly ColumnFacts[];
  /** Everything that must be said before the file can be calculated, in the order of the screens. */
  readonly open: readonly OpenPlace[];
  /** Whether it is known what a row is, and what each cell holds. */
  readonly isReadable: boolean;
}

/** A table seen by a recipe. */
export interface Examination extends ColumnLines {
  readonly facts: TableFacts;
  readonly questions: readonly Question[];
  readonly sentences: readonly Sentence[];
  /** The rows of ours of the first student, as they would be calculated; none while that is not known. */
  readonly firstStudent: readonly OurRow[];
}
