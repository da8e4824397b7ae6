import type { CodeCount, ColumnFacts, TableFacts } from '../../table/column-facts.js';
import type { TableRow } from '../../table/delimited-text.js';
import type { Field, Ours } from './our-fields.js';
import type { Place } from './places.js';
import type { FieldRule, Held, OpenPlace, Path } from './recipe.js';

/**
 * Facts about a table, and what a recipe makes of it, as the page and the command line show them. All is
 * plain data that can be sent between threads. Facts are taken once; an examination depends on the recipe.
 */

/** What one reading of the file makes of a student: the loans in one phrase, or why there are none. */
export interface Effect {
  readonly student: string;
  readonly text: string;
  readonly isRefused: boolean;
}

/** Another column that holds the same kind of values as the one placed on a field. */
export interface Rival {
  readonly column: string;
  /** The path of the rule that it competes with, and the columns that this rule reads. */
  readonly path: Path;
  readonly placed: readonly string[];
  /** Rows in which the rival is filled. */
  readonly rows: number;
  /** Of these, rows that differ from the placed columns, and rows with a lower or a higher number. */
  readonly differ: number;
  readonly lower: number;
  readonly higher: number;
  /** Whether it is among the few rivals of its field that differ on the fewest rows. */
  readonly isNear: boolean;
  /**
   * How it is tried. `alone`: in place of the placed columns. `added`: with them, as smaller numbers may be a
   * part, such as a session's credits. `instead`: in their place where it is filled, as a correction is.
   */
  readonly reading: 'alone' | 'added' | 'instead';
  /** The first student whose dollars differ, by the placed columns and by the rival; null if none. */
  readonly effects: readonly [placed: Effect, rival: Effect] | null;
}

/** A code of a placed column with its meaning; a `null` meaning is open. */
export interface CodeLine extends CodeCount {
  readonly meaning: string | null;
  readonly path: Path;
}

/** A place of a recipe, with those of its columns that the file has, and their codes. */
export interface ReadPlace<Of extends Field | null = Field | null> extends Place<Of> {
  readonly columns: readonly ColumnFacts[];
  readonly codes: readonly CodeLine[];
}

/** A line of *Your columns*: one of our fields. */
export interface FieldLine extends ReadPlace<Field> {
  /** The term that the rule is for; null if it is for all terms. */
  readonly term: string | null;
  /** The rule that column names suggest while nothing is placed. */
  readonly suggestion: FieldRule;
  readonly rivals: readonly Rival[];
  readonly alarms: readonly string[];
  /** What to know before confirming, such as that the id looks like a social security number. */
  readonly warnings: readonly string[];
  readonly open: readonly OpenPlace[];
}

/** A line for a column that is on no field. */
export interface UnreadLine extends Pick<FieldLine, 'path' | 'codes' | 'alarms' | 'open'> {
  readonly column: ColumnFacts;
  /** What a person said; null is open. */
  readonly markedAs: 'not used' | 'status' | null;
  /** What the column held when it was marked as not used, if it holds something else now. */
  readonly held: Held | null;
}

/** One of the answers to a question. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The effect on one student; null if there is no example. */
  readonly effect: Effect | null;
}

/** A question about the rows, raised by the data alone. */
export interface Question {
  readonly path: Path;
  readonly text: string;
  readonly rows: number;
  readonly students: number;
  readonly examples: readonly TableRow[];
  readonly choices: readonly Choice[];
  /** Null if the question is open, or its answer is not among the choices. */
  readonly answer: string | null;
}

/** A sentence about what will be done, and the place of the recipe that says so. */
export type Sentence = Pick<Question, 'path' | 'text'>;

/** A row in our columns, and what it was made from. */
export interface OurRow {
  readonly cells: Record<Ours, string>;
  /** The rows of the file that it was made from; none for a term that has no row but belongs to the year. */
  readonly rows: readonly number[];
  /** The index of its term in the recipe; null where terms have no columns of their own. */
  readonly termIndex: number | null;
}

/** The lines of *Your columns*. */
export interface ColumnLines {
  readonly lines: readonly FieldLine[];
  /** Columns on no field that may matter, such as status columns. */
  readonly unread: readonly UnreadLine[];
  /** Columns on no field that the data shows to be harmless. */
  readonly harmless: readonly ColumnFacts[];
  /** Everything that must be said before the file can be calculated, in the order of the screens. */
  readonly open: readonly OpenPlace[];
  /** Whether it is known what a row is, and what each cell holds. */
  readonly isReadable: boolean;
}

/** What a recipe makes of a table. */
export interface Examination extends ColumnLines {
  readonly facts: TableFacts;
  readonly questions: readonly Question[];
  readonly sentences: readonly Sentence[];
  /** Our rows of the first student, as they would be calculated; none while rows cannot be read. */
  readonly firstStudent: readonly OurRow[];
}
