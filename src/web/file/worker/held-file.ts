import { ApiError } from '../../../contract/errors.js';
import { cutText } from '../../../contract/name-forms.js';
import { fileKindOf } from '../../../csv/file-kind.js';
import { USUAL_LIMITS } from '../../../csv/head.js';
import { splitCsv } from '../../../csv/split.js';
import { AWARD_YEARS } from '../../../engine/limits.js';
import { applyRecipe, type Edits, NO_EDITS } from '../../../recipe/apply-recipe.js';
import type { TableFacts } from '../../../recipe/examination.js';
import { type Examined, examine } from '../../../recipe/examine.js';
import { isOwnRecipe } from '../../../recipe/own-recipe.js';
import { recall } from '../../../recipe/recall.js';
import { ownField, type ReadSettings, type Recipe, RecipeError } from '../../../recipe/recipe.js';
import { parseRecipe } from '../../../recipe/recipe-file.js';
import { RowOrigins } from '../../../recipe/row-origins.js';
import { readFacts, suggestRecipe } from '../../../recipe/suggest.js';
import { hasOwnNames, NAME_HINTS } from '../../../recipe/usual-names.js';
import { withKeptRows } from '../../../table/kept-rows.js';
import { openTable, requireRows, type Table } from '../../../table/open-table.js';
import type { SetAsideRow } from '../../../table/set-aside.js';
import { byAndBy } from '../../../table/steps.js';
import { TableError } from '../../../table/table-error.js';
import { bytesOf, gathered } from './blobs.js';
import type { Call, Progress } from './outcome.js';
import type { Opened, SetAside, TableView, Understood } from './understood.js';

/** A shown line is cut after this many characters. */
const LONGEST_LINE = 300;
/** How many rows of a file are shown. */
const FIRST_ROWS = 8;
const MOST_SET_ASIDE = 200;

/** A table of the file, with what was found in all of its rows. */
interface ReadTable {
  /** How it was read. */
  readonly key: string;
  readonly table: Table;
  readonly facts: TableFacts;
  readonly setAside: Omit<SetAside, 'backIn'>;
}

/** One file in the worker: its bytes, and what was found in them. */
export class HeldFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  #read: ReadTable | null = null;
  /** What the whole file is by the recipe and award year last examined. */
  #examined: { readonly key: string; readonly examined: Examined } | null = null;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  /** Determines what the file is. @throws the signal's reason. */
  async open(recipe: Recipe | null, awardYear: string, call: Call): Promise<Opened> {
    try {
      const understood =
        recipe === null
          ? await this.begin(undefined, null, awardYear, call)
          : await this.examine(recipe, awardYear, call);
      return { refusal: null, understood };
    } catch (error) {
      if (isRefusal(error)) return this.#refused(error);
      throw error;
    }
  }

  /**
   * Suggests a recipe for the file as `read` says, or takes what still holds of an earlier one.
   *
   * @throws RecipeError for a text that is not a recipe, TableError for a file that is not a table.
   */
  async begin(
    read: ReadSettings | undefined,
    earlier: string | null,
    awardYear: string,
    call: Call,
  ): Promise<Understood> {
    const given = earlier === null ? null : parseRecipe(earlier);
    const settings = given?.read ?? read;
    const { facts } = await this.#table(settings, call);
    const recipe = given === null ? suggestRecipe(facts, settings) : recall(given, facts);
    return this.examine(recipe, awardYear, call);
  }

  /** Examines the whole file by a recipe. */
  async examine(recipe: Recipe, awardYear: string, call: Call): Promise<Understood> {
    const read = await this.#table(recipe.read, call);
    const examined = await this.#examine(read, recipe, awardYear, call);
    return { table: viewOf(read, recipe.read), recipe, examination: examined.examination };
  }

  /** The file as a table whose rows are reported, while they are read, as progress of `doing`. */
  async table(read: ReadSettings | undefined, call: Call, doing: Progress['doing']): Promise<Table> {
    return counted((await this.#table(read, call)).table, call, doing, this.#read?.facts.rows ?? 0);
  }

  /** The file in our shape, after repairs, and where its rows come from. */
  async converted(
    recipe: Recipe,
    edits: Edits,
    awardYear: string,
    call: Call,
  ): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly origins: RowOrigins }> {
    const read = await this.#table(recipe.read, call);
    if (edits === NO_EDITS && isUnchanged(read.table, recipe)) {
      return { bytes: this.bytes, origins: new RowOrigins(true, recipe) };
    }
    const examined = await this.#examine(read, recipe, awardYear, call);
    const rows = counted(read.table, call, 'preparing', read.facts.rows);
    const { pieces, origins } = applyRecipe(rows, recipe, edits, examined, awardYear);
    const ours = await gathered(pieces, call.signal, () => {});
    return { bytes: new Uint8Array(await ours.arrayBuffer()), origins };
  }

  async #table(settings: ReadSettings | undefined, call: Call): Promise<ReadTable> {
    const key = JSON.stringify(settings ?? {});
    if (this.#read?.key === key) return this.#read;
    const opened = await openTable(this.bytes, {
      read: settings,
      hints: NAME_HINTS,
      signal: call.signal,
      onUnpacked: bytesOf(call, 'unpacking'),
    });
    requireRows(opened);
    const table = withKeptRows(opened);
    const rows: SetAsideRow[] = [];
    let count = 0;
    const watched = {
      ...table,
      rows: () =>
        table.rows((row) => {
          count += 1;
          if (rows.length < MOST_SET_ASIDE) rows.push(row);
        }),
    };
    const facts = await byAndBy(readFacts(counted(watched, call, 'looking', 0)), call.signal);
    this.#read = { key, table, facts, setAside: { count, rows } };
    return this.#read;
  }

  async #examine(read: ReadTable, recipe: Recipe, awardYear: string, call: Call): Promise<Examined> {
    const key = JSON.stringify([awardYear, { ...recipe, confirmed: null }]);
    if (this.#examined?.key === key) return this.#examined.examined;
    const rows = counted(read.table, call, 'looking', read.facts.rows);
    const examined = await byAndBy(examine(rows, read.facts, recipe, awardYear), call.signal);
    this.#examined = { key, examined };
    return examined;
  }

  #refused(error: Error): Opened {
    // Of what cannot be parsed, the service names the line and the column; of a file in our names, what is wrong with it.
    const service = fileKindOf(this.bytes) === undefined ? this.#serviceError() : null;
    const isRow = error instanceof TableError && error.problems.some(({ row }) => row !== null);
    const isSaid = (isRow && service?.body.code === 'invalid_json') || this.#hasOwnName();
    const said = isSaid && service !== null ? service : error;
    const number = said instanceof ApiError ? said.details?.[0]?.['line'] : null;
    const line = typeof number === 'number' ? { number, text: lineText(this.bytes, number) } : null;
    return { refusal: { message: said.message, line }, understood: null };
  }

  #hasOwnName(): boolean {
    const [first = ''] = lineText(this.bytes, 1).split(/[\r\n]/);
    return first.split(/[,;\t|]/).some((name) => ownField(name.replaceAll('"', '')) !== undefined);
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

/** Whether an error is about the file or the recipe, in words for people. */
export function isRefusal(error: unknown): error is ApiError | RecipeError | TableError {
  return error instanceof ApiError || error instanceof RecipeError || error instanceof TableError;
}

/** Whether a recipe says no more of a file than its names do, so that its own bytes are calculated. */
function isUnchanged({ ours }: Table, recipe: Recipe): boolean {
  if (ours === null || recipe.read !== undefined || !isOwnRecipe(recipe)) return false;
  return Object.values(recipe.fields).every(
    (rule) => rule === null || rule === 'none' || ('column' in rule && rule.values === undefined),
  );
}

function viewOf({ table, facts, setAside }: ReadTable, read: ReadSettings | undefined): TableView {
  const { ours: _, rows: __, ...info } = table;
  const kinds = new Set([...(read?.keep ?? []), ...setAside.rows.map(({ reason }) => reason)]);
  return {
    info: { ...info, firstRows: info.firstRows.slice(0, FIRST_ROWS) },
    columns: facts.columns.map(({ name }) => name),
    rows: facts.rows,
    setAside: { ...setAside, backIn: { ...read, keep: [...kinds] } },
    isOurs: hasOwnNames(table.header),
    awardYears: AWARD_YEARS,
  };
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

/** A table that reports how many of its rows have been read, no matter who reads them; `total` is 0 if it is not known. */
function counted(table: Table, { tell }: Call, doing: Progress['doing'], total: number): Table {
  return {
    ...table,
    *rows(onSetAside) {
      let done = 0;
      for (const row of table.rows(onSetAside)) {
        done += 1;
        if (done % ROWS_BETWEEN === 0) {
          tell({ doing, done, total: done <= total ? total : 0, unit: 'rows', failedStudents: 0 });
        }
        yield row;
      }
    },
  };
}
