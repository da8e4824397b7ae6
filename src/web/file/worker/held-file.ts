import { RESPONSE_COLUMNS } from '../../../contract/csv-response.js';
import { uploadTooLarge } from '../../../contract/request-errors.js';
import { USUAL_LIMITS } from '../../../csv/head.js';
import { type SplitFile, splitCsv } from '../../../csv/split.js';
import { textOf } from '../../../csv/text.js';
import { applyRecipe, RowOrigins } from '../../../recipe/apply-recipe.js';
import { withHeld } from '../../../recipe/columns/column-changes.js';
import { factsByRecipe, withRecipeNames } from '../../../recipe/columns/facts-by-recipe.js';
import { readFacts, suggestRecipe } from '../../../recipe/columns/suggest.js';
import { NAME_HINTS } from '../../../recipe/columns/usual-names.js';
import { type Examined, examine } from '../../../recipe/examine.js';
import { isOurRecipe, type ReadSettings, type Recipe, readOf } from '../../../recipe/format/recipe.js';
import { parseRecipe } from '../../../recipe/format/recipe-file.js';
import type { TableFacts } from '../../../table/column-facts.js';
import { withKeptRows } from '../../../table/kept-rows.js';
import { openTable, type Table } from '../../../table/open-table.js';
import { runWithPauses, type Steps } from '../../../table/steps.js';
import { tableError } from '../../../table/table-error.js';
import type { ExamineAsk, Plan, Progress, Understood } from './worker-protocol.js';

const IS_ANSWER =
  'This file is an answer that was saved here. Open the file that it was made from. To see what changed since, choose this one below its results.';

interface ReadTable {
  readonly key: string;
  readonly table: Table;
  readonly facts: TableFacts;
}

/** A file in our columns, and the origin of its rows. */
export interface Converted {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly file: SplitFile;
  readonly origins: RowOrigins;
}

/** The bytes of one file, and the latest findings about them. */
export class HeldFile {
  #read: ReadTable | null = null;
  #examined: { readonly key: string; readonly examined: Examined } | null = null;

  constructor(
    readonly id: number,
    readonly bytes: Uint8Array<ArrayBuffer>,
  ) {}

  /**
   * Examines the whole file.
   *
   * @throws RecipeError for a file that is not a recipe, TableError for one that is not a table.
   */
  async understood({ recipe: given, read, awardYear }: ExamineAsk, call: Call): Promise<Understood> {
    const said = given instanceof Blob ? parseRecipe(textOf(await readBytes(given, call))) : given;
    const settings = said === null ? read : said.read;
    const opened = await this.table(settings, call);
    const drafted = said ?? suggestRecipe(opened.facts, settings);
    const found = { ...opened, ...withRecipeNames(drafted, opened.table, opened.facts) };
    const counted = await runWithPauses(factsByRecipe(found.table, found.facts, drafted), call.signal);
    const recipe = withHeld(drafted, counted);
    const { examination } = await this.examined(found, recipe, awardYear, call);
    const { ours: _, rows: __, firstRows: ___, ...info } = found.table;
    return { info, recipe, examination };
  }

  /** The file in our columns, after repairs. */
  async converted({ recipe, awardYear, mends }: Plan, call: Call): Promise<Converted> {
    const opened = await this.table(recipe.read, call);
    const read = { ...opened, ...withRecipeNames(recipe, opened.table, opened.facts) };
    let bytes = this.bytes;
    let origins = new RowOrigins(recipe);
    if (mends.length > 0 || !isUnchanged(read, recipe)) {
      const examined = await this.examined(read, recipe, awardYear, call);
      call.tell('looking', 0, 0);
      const applied = applyRecipe(read.table, recipe, examined, awardYear, mends);
      bytes = new Uint8Array(await (await gathered(applied.pieces, call)).arrayBuffer());
      origins = applied.origins;
    }
    // In an unchanged file, a person has already said which columns are not read.
    return { bytes, file: splitCsv(bytes, { ...USUAL_LIMITS, ignoreColumns: '*' }), origins };
  }

  /** The file as a table, read by these settings. The latest table is kept. */
  async table(settings: ReadSettings | undefined, call: Call): Promise<ReadTable> {
    const key = JSON.stringify(settings ?? {});
    if (this.#read?.key === key) return this.#read;
    const opened = await openTable(this.bytes, {
      read: readOf(settings, this.bytes),
      hints: NAME_HINTS,
      onUnpacked: (bytes) => {
        call.signal.throwIfAborted();
        call.tell('unpacking', bytes, 0);
      },
    });
    if (RESPONSE_COLUMNS.every((column) => opened.header.includes(column))) throw tableError(IS_ANSWER);
    const table = withKeptRows(opened);
    call.tell('looking', 0, 0);
    const facts = await runWithPauses(readFacts(table), call.signal);
    this.#read = { key, table, facts };
    return this.#read;
  }

  /** The examination of the whole table by a recipe. The latest one is kept. */
  async examined(read: ReadTable, recipe: Recipe, awardYear: string, call: Call): Promise<Examined> {
    const key = JSON.stringify([awardYear, { ...recipe, confirmed: null }]);
    if (this.#examined?.key === key) return this.#examined.examined;
    call.tell('looking', 0, 0);
    const examined = await runWithPauses(examine(read.table, read.facts, recipe, awardYear), call.signal);
    this.#examined = { key, examined };
    return examined;
  }
}

/** Whether the recipe adds nothing to the file's own names, so that the file's bytes are used unchanged. */
function isUnchanged({ table: { ours }, facts }: ReadTable, recipe: Recipe): boolean {
  if (ours === null || facts.setAside.length > 0) return false;
  if (recipe.read !== undefined || !isOurRecipe(recipe)) return false;
  return Object.values(recipe.fields).every(
    (rule) => rule === null || rule === 'none' || ('column' in rule && rule.values === undefined),
  );
}

/** The signal that ends an ask, and where to report its progress. */
export interface Call {
  readonly signal: AbortSignal;
  readonly tell: (doing: Progress['doing'], done: number, total: number) => void;
}

/** The largest file that the page calculates, in bytes. */
export const MAX_FILE_BYTES: number = 512 * 1024 * 1024;

const PIECE_BYTES = 1024 * 1024;

/** The bytes of a blob, piece by piece, reported as progress of `doing`. */
export async function* piecesOf(
  blob: Blob,
  { signal, tell }: Call,
  doing: Progress['doing'],
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < blob.size; from += PIECE_BYTES) {
    const buffer = await blob.slice(from, from + PIECE_BYTES).arrayBuffer();
    signal.throwIfAborted();
    tell(doing, from + buffer.byteLength, blob.size);
    yield new Uint8Array(buffer);
  }
}

const UNREADABLE =
  'The browser cannot read this file. It may be a folder, or have been moved or changed since it was chosen: choose it again.';

/**
 * Reads a file into memory.
 *
 * @throws ApiError `tooLarge` for a file above the limit, TableError for one that the browser cannot read, or
 * the signal's reason.
 */
export async function readBytes(file: Blob, { signal }: Call): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_FILE_BYTES) throw uploadTooLarge(MAX_FILE_BYTES);
  const buffer = await file.arrayBuffer().catch(() => {
    throw tableError(UNREADABLE);
  });
  signal.throwIfAborted();
  return new Uint8Array(buffer);
}

/**
 * Joins pieces of a CSV as they are made, with pauses for other work. Each becomes a blob at once, which the
 * browser may keep on disk instead of in this process's memory.
 */
export function gathered(pieces: Iterable<Uint8Array<ArrayBuffer>>, { signal }: Call): Promise<Blob> {
  const steps = function* (): Steps<Blob> {
    const parts: Blob[] = [];
    for (const piece of pieces) {
      parts.push(new Blob([piece]));
      yield;
    }
    return new Blob(parts, { type: 'text/csv' });
  };
  return runWithPauses(steps(), signal);
}
