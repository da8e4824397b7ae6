import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { add, type Exact, toText } from '../engine/exact.js';
import type { OurRow, OurTable } from './apply.js';
import { cellMakers, exactCell, HeaderPlaces, valueKey } from './cell-rules.js';
import type { ColumnRules, Shape } from './recipe.js';
import { type Problem, RecipeError } from './recipe-error.js';
import type { SourceRow } from './records.js';
import type { Table } from './source.js';

/** What makes rows of funds one term of one student. */
const KEY_COLUMNS = ['student_id', 'term_label'];

/** A term of a student while its funds are gathered. */
interface Gathered {
  readonly cells: readonly string[];
  readonly originals: number[];
  /** What was paid so far, by place among the paid columns; a text is an amount that cannot be read. */
  readonly paid: (Exact | string | null)[];
}

/**
 * A table with one row for each fund of a student's term: the amounts of the same loan are added, exactly. Rows come in the order
 * of each term's first. All of them are held until the file is read.
 */
export function fundRows(
  source: Table,
  rules: ColumnRules,
  shape: Extract<Shape, { rows: 'fund' }>,
): OurTable {
  const places = new HeaderPlaces(source.header);
  const makers = cellMakers(rules, places);
  const fundPlace = places.placeOf(shape.fund, 'the fund');
  const paidPlace = places.placeOf(shape.paid, 'the amount paid');
  places.refuseProblems();
  const loans = new Map(Object.entries(shape.funds).map(([code, column]) => [valueKey(code), column]));
  const paidColumns = REQUEST_COLUMNS.filter((column) => [...loans.values()].includes(column));
  const own = makers.filter(({ column }) => !paidColumns.includes(column));
  const ownColumns = own.map(({ column }) => column);
  const keyPlaces = KEY_COLUMNS.map((column) => ownColumns.indexOf(column)).filter((place) => place >= 0);

  const gather = (): Iterable<Gathered> => {
    const terms = new Map<string, Gathered>();
    const problems = new FundProblems(shape.fund);
    for (const sourceRow of source.rows()) {
      const { row } = sourceRow;
      const cells = own.map((maker) => maker.make(sourceRow.cells));
      const term = termOf(terms, keyPlaces, cells, row);
      if (term.originals.length > 0) problems.compare(term, cells, ownColumns, row);
      term.originals.push(row);
      const code = (sourceRow.cells[fundPlace] ?? '').trim();
      const column = loans.get(valueKey(code));
      if (column === undefined && code !== '') problems.unknown(code, row);
      if (typeof column === 'string') pay(term, paidColumns.indexOf(column), sourceRow, paidPlace);
    }
    problems.refuse();
    return terms.values();
  };
  return {
    columns: [...ownColumns, ...paidColumns],
    keepsNumbers: false,
    *rows(): Generator<OurRow, void, undefined> {
      for (const { cells, originals, paid } of gather()) {
        yield {
          cells: [...cells, ...paidColumns.map((_, place) => paidText(paid[place] ?? null))],
          originals,
          term: null,
        };
      }
    },
  };
}

function termOf(
  terms: Map<string, Gathered>,
  keyPlaces: readonly number[],
  cells: readonly string[],
  row: number,
): Gathered {
  const parts = keyPlaces.map((place) => cells[place]?.trim() ?? '');
  // A row without an id, or without a term, belongs to no other.
  const key =
    parts.length === KEY_COLUMNS.length && parts.every((part) => part !== '')
      ? JSON.stringify(parts)
      : `row ${row}`;
  const known = terms.get(key);
  if (known !== undefined) return known;
  const term: Gathered = { cells, originals: [], paid: [] };
  terms.set(key, term);
  return term;
}

function pay(term: Gathered, place: number, { cells }: SourceRow, paidPlace: number): void {
  const text = (cells[paidPlace] ?? '').trim();
  if (text === '') return;
  const before = term.paid[place] ?? null;
  if (typeof before === 'string') return;
  const amount = exactCell({ kind: 'dollars' }, text);
  // What cannot be read is handed on as it is, so that the student fails with the usual words.
  if (amount === null) term.paid[place] = text;
  else term.paid[place] = before === null ? amount : add(before, amount);
}

function paidText(paid: Exact | string | null): string {
  if (paid === null) return '';
  return typeof paid === 'string' ? paid : toText(paid);
}

/** What makes a file of funds unreadable: gathered, so that all of it is said at once. */
class FundProblems {
  readonly #column: string;
  readonly #unknown = new Map<string, { readonly row: number; count: number }>();
  readonly #problems: Problem[] = [];

  constructor(column: string) {
    this.#column = column;
  }

  unknown(code: string, row: number): void {
    const known = this.#unknown.get(code);
    if (known === undefined) this.#unknown.set(code, { row, count: 1 });
    else known.count += 1;
  }

  /** Rows of one term must say the same in every column but the fund's. */
  compare(term: Gathered, cells: readonly string[], columns: readonly string[], row: number): void {
    const place = cells.findIndex((cell, index) => cell.trim() !== term.cells[index]?.trim());
    if (place < 0) return;
    const message = `this row and row ${term.originals[0]} are the same student and term, but say different things of ${columns[place]}: mend one of them.`;
    this.#problems.push({ message, row, column: null });
  }

  /** @throws RecipeError if there was one. */
  refuse(): void {
    const unknown = [...this.#unknown].map(([code, { row, count }]) => ({
      message: `the recipe does not know the fund "${code}", which ${count === 1 ? 'this row has' : `${count} rows have`}. Say in the recipe which loan it is, or null if it is none.`,
      row,
      column: this.#column,
    }));
    const problems = [...unknown, ...this.#problems];
    if (problems.length > 0) throw new RecipeError(problems);
  }
}
