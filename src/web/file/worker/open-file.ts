import { ApiError } from '../../../contract/errors.js';
import { REQUEST_COLUMNS } from '../../../contract/field-list.js';
import { cutText } from '../../../contract/name-forms.js';
import { fileKindOf } from '../../../csv/file-kind.js';
import { USUAL_LIMITS } from '../../../csv/head.js';
import { splitCsv } from '../../../csv/split.js';
import { applyRecipe, type Edits, NO_EDITS } from '../../../guessing/apply.js';
import { type Examination, examine } from '../../../guessing/examine.js';
import type { Guess } from '../../../guessing/guess-columns.js';
import { ownRecipe, type Recipe } from '../../../guessing/recipe.js';
import { RowOrigins } from '../../../guessing/row-origins.js';
import { openSource } from '../../../guessing/source.js';
import type { TableRow } from '../../../table/delimited-text.js';
import { requireRows, type Table } from '../../../table/open-table.js';
import { byAndBy } from '../../../table/steps.js';
import { TableError } from '../../../table/table-error.js';
import { bytesOf, gathered } from './blobs.js';
import { withKeptRows } from './kept-rows.js';
import type { Call, Progress } from './outcome.js';
import { type Understood, understand } from './understood.js';

/** What prevents a file from being read, in the words of the service. */
export interface FileRefusal {
  readonly message: string;
  /** The line it is about and its text, if it is about one. */
  readonly line: { readonly number: number; readonly text: string } | null;
}

/** The outcome of opening a file: refused, or understood with the recipe proposed for it. */
export type Opened =
  | { readonly refusal: FileRefusal; readonly understood: null }
  | { readonly refusal: null; readonly understood: Understood };

/** A shown line is cut after this many characters. */
const LONGEST_LINE = 300;

/** One file in the worker: its bytes, and what was found in them. */
export class HeldFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The table as last read, and how it was read. */
  #source: { readonly read: string; readonly source: Table; readonly known: RowCount } | null = null;
  /** Whether the service would raise questions about its columns, although they have our names. */
  #isAsked = false;
  /** The guesses for the columns, by how the table was read. */
  #guesses: { readonly table: string; readonly guesses: readonly Guess[] } | null = null;
  /** What was found in the whole file with the recipe and award year last examined. */
  #examined: {
    readonly recipe: string;
    readonly awardYear: string;
    readonly examination: Examination;
  } | null = null;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  /** Determines what the file is. @throws the signal's reason. */
  async open(recipe: Recipe | null, awardYear: string, call: Call): Promise<Opened> {
    try {
      const source = await this.source(recipe?.read, call);
      if (source.ours !== null) this.#requireReadable();
      this.#requireRows(source);
      return { refusal: null, understood: await this.understand(recipe, recipe?.read, awardYear, call) };
    } catch (error) {
      if (error instanceof ApiError || error instanceof TableError) return this.#refused(error);
      throw error;
    }
  }

  /** A file in our shape that cannot be parsed is refused, as the service does; for any other error the page asks questions. */
  #requireReadable(): void {
    const error = this.#serviceError();
    if (error?.body.code === 'invalid_json') throw error;
    this.#isAsked = error !== null;
  }

  /** For a file with names of ours but no rows, the service knows more: its line ends may be lost. */
  #requireRows(source: Table): void {
    const isMeant = source.kind === 'text' && source.header.some((name) => REQUEST_COLUMNS.includes(name));
    const error = isMeant && source.firstRows.length === 0 ? this.#serviceError() : null;
    if (error !== null) throw error;
    requireRows(source);
  }

  /** Examines the whole file with a recipe; for null, proposes one for the file as `read` says. */
  async understand(
    recipe: Recipe | null,
    read: Recipe['read'],
    awardYear: string,
    call: Call,
  ): Promise<Understood> {
    const settings = recipe?.read ?? read;
    const source = await this.source(settings, call, 'looking');
    // A look into an answer may read the file in another way meanwhile.
    const count = this.#source?.known;
    const table = JSON.stringify(settings ?? {});
    const known = this.#guesses?.table === table ? this.#guesses.guesses : null;
    const asked = this.#isAsked ? { ...source, ours: null } : source;
    const { understood, guesses, examination } = await understand(
      asked,
      recipe,
      read,
      awardYear,
      known,
      call,
    );
    this.#guesses = { table, guesses };
    this.#examined = { recipe: JSON.stringify(understood.recipe), awardYear, examination };
    return { ...understood, rows: count?.rows ?? 0 };
  }

  /** Examines the whole file with this recipe, unless that was just done. */
  async examination(recipe: Recipe, awardYear: string, source: Table, call: Call): Promise<Examination> {
    const last = this.#examined;
    if (last?.awardYear === awardYear && last.recipe === JSON.stringify(recipe)) return last.examination;
    return byAndBy(examine(source, recipe, awardYear), call.signal);
  }

  /**
   * The file as a table that reports its rows, as progress of `doing`, while they are read.
   *
   * @throws TableError for a file that is not a table.
   */
  async source(read: Recipe['read'], call: Call, doing: Progress['doing'] = 'reading'): Promise<Table> {
    const key = JSON.stringify(read ?? {});
    if (this.#source?.read !== key) {
      const source = await openSource(this.bytes, read, call.signal, bytesOf(call, 'unpacking'));
      // A file in our shape is seldom examined twice.
      const kept = source.ours === null ? withKeptRows(source) : source;
      this.#source = { read: key, source: kept, known: { rows: 0 } };
    }
    const { source, known } = this.#source;
    return countedRows(source, known, call, doing);
  }

  /** Whether the file itself says everything in the recipe, so that its own bytes are calculated. */
  isOurs(recipe: Recipe): boolean {
    const source = this.#source?.source;
    if (source?.ours == null || this.#isAsked || recipe.read !== undefined) return false;
    const { shape, columns } = ownRecipe(source.header);
    return (
      JSON.stringify([shape, columns]) === JSON.stringify([recipe.shape, recipe.columns]) &&
      saysNothingNew(recipe.decisions)
    );
  }

  /** The file in our shape, after repairs, and where its rows come from. */
  async converted(
    recipe: Recipe,
    edits: Edits,
    awardYear: string,
    call: Call,
  ): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly origins: RowOrigins }> {
    if (edits === NO_EDITS && this.isOurs(recipe))
      return { bytes: this.bytes, origins: new RowOrigins(true) };
    const source = await this.source(recipe.read, call, 'preparing');
    const examination = await this.examination(recipe, awardYear, source, call);
    const { pieces, origins } = applyRecipe(source, recipe, edits, examination);
    const ours = await gathered(pieces, call.signal, bytesOf(call, 'preparing'));
    return { bytes: new Uint8Array(await ours.arrayBuffer()), origins };
  }

  #refused(error: ApiError | TableError): Opened {
    const said = this.#moreOf(error);
    const number = said instanceof ApiError ? said.details?.[0]?.['line'] : null;
    const line = typeof number === 'number' ? { number, text: lineText(this.bytes, number) } : null;
    return { refusal: { message: said.message, line }, understood: null };
  }

  /** For a row of text that cannot be parsed, the service names the line and the column. */
  #moreOf(error: ApiError | TableError): ApiError | TableError {
    const isRow = error instanceof TableError && error.problems.some(({ row }) => row !== null);
    const service = isRow && fileKindOf(this.bytes) === undefined ? this.#serviceError() : null;
    return service?.body.code === 'invalid_json' ? service : error;
  }

  #serviceError(): ApiError | null {
    try {
      splitCsv(this.bytes, { ...USUAL_LIMITS, ignoreColumns: '*' });
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }
}

/** Whether decisions only repeat what the columns say anyway: that the listed terms make up the year. */
function saysNothingNew({ year_terms, ...others }: Recipe['decisions']): boolean {
  return (year_terms?.missing ?? 'as_listed') === 'as_listed' && Object.keys(others).length === 0;
}

function lineText(bytes: Uint8Array, number: number): string {
  let start = 0;
  for (let line = 1; line < number; line++) start = bytes.indexOf(0x0a, start) + 1;
  const end = bytes.indexOf(0x0a, start);
  const most = Math.min(end < 0 ? bytes.length : end, start + 4 * LONGEST_LINE);
  const text = new TextDecoder().decode(bytes.subarray(start, most)).trimEnd();
  return cutText(text, LONGEST_LINE);
}

/** Rows between two messages: some hundredths of a second. */
const ROWS_BETWEEN = 4096;

/** The number of rows of a table, as far as it has been read. */
interface RowCount {
  rows: number;
}

/** A table that reports how many of its rows have been read, no matter who reads them; `known` is filled in on the way. */
function countedRows(
  source: Table,
  known: RowCount,
  { tell }: Pick<Call, 'tell'>,
  doing: Progress['doing'],
): Table {
  return {
    ...source,
    *rows(onSetAside): Iterable<TableRow> {
      let done = 0;
      for (const row of source.rows(onSetAside)) {
        done += 1;
        if (done % ROWS_BETWEEN === 0) {
          const total = done <= known.rows ? known.rows : 0;
          tell({ doing, done, total, unit: 'rows', failedStudents: 0 });
        }
        yield row;
      }
      known.rows = Math.max(known.rows, done);
    },
  };
}
