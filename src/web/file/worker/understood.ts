import { columnLabel } from '../../../contract/field-labels.js';
import { FIELDS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN, TERM_FIELDS } from '../../../contract/field-list.js';
import { requestColumns } from '../../../contract/openapi/csv-columns.js';
import { AWARD_YEARS } from '../../../engine/limits.js';
import type { Assumption } from '../../../guessing/assumption.js';
import type { Decision } from '../../../guessing/decisions.js';
import { type Examination, examine } from '../../../guessing/examine.js';
import { assumptions } from '../../../guessing/file-assumptions.js';
import type { Guess } from '../../../guessing/guess-columns.js';
import { propose } from '../../../guessing/propose.js';
import { ownRecipe, type Recipe } from '../../../guessing/recipe.js';
import type { Table, TableInfo } from '../../../table/open-table.js';
import type { SetAsideRow } from '../../../table/set-aside.js';
import { byAndBy } from '../../../table/steps.js';
import type { Call } from './outcome.js';

/** What the worker knows about a file with a recipe, as the page needs it: based on the whole file, yet small enough to send. */
export interface Understood {
  readonly info: TableInfo;
  /** The number of the file's own rows, without those set aside. */
  readonly rows: number;
  readonly students: number;
  /** The recipe that was proposed, or given. */
  readonly recipe: Recipe;
  /** Columns that a loaded recipe reads and the file lacks; set only when it was loaded. */
  readonly lost?: readonly string[];
  readonly columns: readonly OurColumn[];
  readonly decisions: readonly Decision[];
  /** What will be calculated, in sentences with numbers. */
  readonly sentences: readonly Assumption[];
  readonly setAside: SetAside;
  /** The award years whose limits are known. */
  readonly awardYears: readonly string[];
}

/** One of our columns, as shown to a person who matches their own columns to it. */
export interface OurColumn {
  readonly name: string;
  /** What an aid office calls it. */
  readonly title: string;
  readonly description: string;
  /** What a blank cell means. */
  readonly blank: string;
  /** Whether a file can be calculated without it. */
  readonly canLack: boolean;
  /** Whether it belongs to one term of a student. */
  readonly isOfTerm: boolean;
  /** The values that a cell can have, if they are a closed list; else empty. */
  readonly options: readonly string[];
}

/** Rows that are not students. */
export interface SetAside {
  readonly count: number;
  /** The first of these rows. */
  readonly rows: readonly SetAsideRow[];
  /** How to read the file so that all of them are students. */
  readonly backIn: NonNullable<Recipe['read']>;
}

/** How many rows of a file are shown. */
const FIRST_ROWS = 8;
const MOST_SET_ASIDE = 200;

/** A recipe with what the whole file says when read with it. */
export interface Looked {
  readonly understood: Omit<Understood, 'rows'>;
  /** Guesses for the columns, made when the file was first examined: they name the choices of open decisions. */
  readonly guesses: readonly Guess[];
  readonly examination: Examination;
}

/**
 * Examines a whole file with a recipe, or with one that it proposes.
 *
 * @param read how the source was read, if a person said it.
 * @param known guesses from an earlier look at the same table; null for the first look.
 * @throws TableError for a recipe that does not fit the file, or a row that cannot be read; the signal's reason.
 */
export async function understand(
  source: Table,
  given: Recipe | null,
  read: Recipe['read'],
  awardYear: string,
  known: readonly Guess[] | null,
  { signal, tell }: Call,
): Promise<Looked> {
  tell({ doing: 'looking', done: 0, total: 0, unit: 'rows', failedStudents: 0 });
  // A file in our shape says itself what each column is.
  const wanted = given ?? (source.ours === null ? null : ownRecipe(source.header));
  const needsGuesses = source.ours === null && known === null;
  const proposed =
    wanted === null || needsGuesses
      ? await byAndBy(propose(source, awardYear, undefined, read), signal)
      : null;
  const guesses = proposed?.proposal.guesses ?? known ?? [];
  const recipe = wanted ?? proposed?.proposal.recipe;
  if (recipe === undefined) throw new Error('There is neither a recipe nor a proposal.');
  const examination =
    wanted === null && proposed !== null
      ? proposed.examination
      : await byAndBy(examine(source, recipe, awardYear, guesses.filter(isFree(recipe))), signal);
  return { guesses, examination, understood: understoodOf(source, recipe, examination) };
}

/** The columns for the fund and the amount paid are not guesses for other columns of ours. */
function isFree({ shape }: Recipe): (guess: Guess) => boolean {
  const taken: readonly (string | null)[] = shape.rows === 'fund' ? [shape.fund, shape.paid] : [];
  return ({ theirs }) => !taken.includes(theirs);
}

function understoodOf(
  source: Table,
  recipe: Recipe,
  { facts, decisions }: Examination,
): Looked['understood'] {
  const { ours: _, rows: __, ...info } = source;
  return {
    info: { ...info, firstRows: info.firstRows.slice(0, FIRST_ROWS) },
    students: facts.students.size,
    recipe,
    columns: ourColumns(),
    decisions,
    sentences: assumptions(facts),
    setAside: setAsideOf(facts),
    awardYears: AWARD_YEARS,
  };
}

function setAsideOf({ setAside: found, raw, recipe: { read } }: Examination['facts']): SetAside {
  const rows: SetAsideRow[] = [];
  const count = [...found.values()].reduce((sum, places) => sum + places.length, 0);
  const most = Math.min(count, MOST_SET_ASIDE);
  if (most > 0) {
    for (const _ of raw.rows((row) => rows.push(row))) if (rows.length >= most) break;
  }
  const keep = [...new Set([...(read?.keep ?? []), ...found.keys()])];
  return { count, rows: rows.slice(0, most), backIn: { ...read, keep } };
}

/** Our columns in the order of the documentation. */
function ourColumns(): readonly OurColumn[] {
  return requestColumns().map(({ name, blank, description }) => ({
    name,
    title: columnLabel(name),
    description,
    blank: blank.replaceAll('`', ''),
    canLack: !REQUIRED_COLUMNS.includes(name) && name !== STUDENT_ID_COLUMN,
    isOfTerm: TERM_FIELDS.some(({ column }) => column === name),
    options: optionsOf(name),
  }));
}

function optionsOf(column: string): readonly string[] {
  const field = FIELDS.find((each) => each.column === column);
  if (field?.kind === 'flag') return ['true', 'false'];
  return field?.options ?? [];
}
