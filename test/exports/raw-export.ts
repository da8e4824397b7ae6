import type { Labels, Person } from './people.js';
import type { Rows } from './write-table.js';

/** A table of which nothing is asked. Its first column is the id. */
export interface CleanTable {
  readonly name: string;
  readonly rows: Rows;
  /** What an officer says where columns were moved: columns per term are in no other order than the header's. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly people: readonly Person[];
  readonly labels: Labels;
}

/** A file as a student system, a report or a person makes one, with all that must come of it. */
export interface RawExport {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The decisions that the file leaves open, by name: these are asked, and no others. */
  readonly open: readonly string[];
  /** What a sensible officer decides, as a recipe holds it: what is put over the proposed recipe. */
  readonly decide: OfficerAnswers;
  /** The people as they are after those decisions: their right dollars are the answer. */
  readonly people: readonly Person[];
  readonly labels: Labels;
  /** Ids of people who cannot be calculated, beside those whom the rules refuse. */
  readonly failing?: readonly string[];
  /** How many rows are set aside: totals, remarks, headers of pages. */
  readonly setAside?: number;
}

/** What an officer says to a proposed recipe. */
export interface OfficerAnswers {
  readonly decisions?: Readonly<Record<string, unknown>>;
  /** Rules for columns of ours, where a guess is to be confirmed or is another one. */
  readonly columns?: Readonly<Record<string, unknown>>;
  /** Rules for columns of ours of one term, by its label, where each term has columns of its own. */
  readonly terms?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What each code of a fund is. */
  readonly funds?: Readonly<Record<string, string | null>>;
}

/** A file that must be refused, with words of the advice. */
export interface RefusedExport {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly advice: RegExp;
  /** For a file that is read, and refused by what is decided. */
  readonly decide?: OfficerAnswers;
}

/** An export of a later month, read with the recipe that was kept for an earlier one. */
export interface LaterExport extends Pick<RawExport, 'name' | 'people' | 'labels'> {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** What was decided for the earlier one. */
  readonly decide: OfficerAnswers;
  /** The new columns that are asked about, or the names of other questions. */
  readonly asked: readonly string[];
  /** What nothing is calculated for, if it is not a new column. */
  readonly refusal?: RegExp;
  /** What is said to those. */
  readonly answer: OfficerAnswers;
}
