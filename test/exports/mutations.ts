import fc from 'fast-check';
import type { Rows } from './write-table.js';

/** What may happen to a table between the system and us. `isHarmless`: the same students with the same facts come of it. */
export interface Mutation {
  readonly name: string;
  readonly isHarmless: boolean;
  readonly change: (rows: Rows) => Rows;
}

type Make = fc.Arbitrary<Mutation>;

const nth = fc.nat({ max: 10_000 });

const onRows =
  (change: (rows: Rows) => Rows) =>
  ([header = [], ...rows]: Rows): Rows => [header, ...change(rows)];
const at = <Item>(items: readonly Item[], place: number): number => place % Math.max(items.length, 1);

/** Rows that are there no more, as an export leaves out what nobody registered for. */
const dropped: Make = fc.uniqueArray(nth, { minLength: 1, maxLength: 5 }).map((places) => ({
  name: 'rows dropped',
  isHarmless: false,
  change: onRows((rows) => {
    const gone = new Set(places.map((place) => at(rows, place)));
    return rows.filter((_, place) => !gone.has(place));
  }),
}));

const blanked: Make = fc.tuple(nth, nth).map(([row, column]) => ({
  name: 'a cell blanked',
  isHarmless: false,
  change: onRows((rows) =>
    rows.map((cells, place) =>
      place === at(rows, row) ? cells.map((cell, other) => (other === at(cells, column) ? '' : cell)) : cells,
    ),
  ),
}));

const doubled: Make = nth.map((row) => ({
  name: 'a row doubled',
  isHarmless: false,
  change: onRows((rows) =>
    rows.flatMap((cells, place) => (place === at(rows, row) ? [cells, cells] : [cells])),
  ),
}));

/** Students change places; the rows of each keep their order. */
const shuffled: Make = nth.map((seed) => ({
  name: 'students in another order',
  isHarmless: true,
  change: onRows((rows) => {
    const ids = [...new Set(rows.map(([id = '']) => id))];
    const turned = ids.map((_, place) => ids[(place + seed) % ids.length] ?? '');
    return turned.flatMap((id) => rows.filter(([own]) => own === id));
  }),
}));

const totals: Make = fc
  .tuple(nth, fc.constantFrom('Total', 'Grand Total', 'Subtotal:', 'Totals'))
  .map(([row, word]) => ({
    name: `a line "${word}"`,
    isHarmless: true,
    change: onRows((rows) => {
      const place = at(rows, row) + 1;
      const line = (rows[0] ?? []).map((_, column) => (column === 0 ? word : column === 2 ? '42' : ''));
      return [...rows.slice(0, place), line, ...rows.slice(place)];
    }),
  }));

const blankLine: Make = nth.map((row) => ({
  name: 'a blank line',
  isHarmless: true,
  change: onRows((rows) => {
    const place = at(rows, row) + 1;
    return [...rows.slice(0, place), (rows[0] ?? []).map(() => ''), ...rows.slice(place)];
  }),
}));

const pageHeader: Make = nth.map((row) => ({
  name: 'the header repeated',
  isHarmless: true,
  change: ([header = [], ...rows]) => {
    const place = at(rows, row) + 1;
    return [header, ...rows.slice(0, place), header, ...rows.slice(place)];
  },
}));

/** A column goes elsewhere; the id stays the first, by which the others find the rows of a student. */
const moved: Make = fc.tuple(nth, nth).map(([from, to]) => ({
  name: 'a column moved',
  isHarmless: true,
  change: (rows) => {
    const width = rows[0]?.length ?? 0;
    const [one, other] = [1 + (from % (width - 1)), 1 + (to % (width - 1))];
    return rows.map((cells) => {
      const rest = cells.toSpliced(one, 1);
      return rest.toSpliced(other, 0, cells[one] ?? '');
    });
  },
}));

const respelled: Make = fc
  .constantFrom<(name: string) => string>(
    (name) => name.toLowerCase(),
    (name) => name.toUpperCase(),
    (name) => name.replace(/[ _]/g, '-'),
    (name) => `  ${name} `,
  )
  .map((spell) => ({
    name: 'columns in other letters',
    isHarmless: true,
    change: (rows) => rows.map((cells) => (cells[0] === rows[0]?.[0] ? cells.map(spell) : cells)),
  }));

const renamed: Make = nth.map((column) => ({
  name: 'a column renamed',
  isHarmless: false,
  change: ([header = [], ...rows]) => [
    header.map((name, place) => (place === at(header, column) ? 'Xyzzy' : name)),
    ...rows,
  ],
}));

const added: Make = fc.constantFrom('Advisor', 'Cum GPA', 'Home State', 'Major').map((name) => ({
  name: `a column "${name}"`,
  isHarmless: true,
  change: ([header = [], ...rows]) => [
    [...header, name],
    ...rows.map((cells) => [...cells, cells[0] === header[0] ? name : isStudents(cells) ? 'x' : '']),
  ],
}));

/** Not a total, a blank line or a header. */
function isStudents([id = '', ...cells]: readonly string[]): boolean {
  return /\d/.test(id) && cells.some((cell) => cell !== '');
}

/** One that changes nothing for anybody. */
export const harmless: Make = fc.oneof(shuffled, totals, blankLine, pageHeader, moved, respelled, added);
/** One that takes something away, or says it twice. */
export const harmful: Make = fc.oneof(dropped, blanked, doubled, renamed);
