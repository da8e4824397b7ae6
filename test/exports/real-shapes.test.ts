import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { joined } from '../../src/csv/text.js';
import { applyRecipe } from '../../src/recipe/apply-recipe.js';
import { NAME_HINTS } from '../../src/recipe/columns/usual-names.js';
import { examine } from '../../src/recipe/examine.js';
import { pathText, type Recipe } from '../../src/recipe/format/recipe.js';
import { parseRecipe } from '../../src/recipe/format/recipe-file.js';
import { factsOf, type TableToRead } from '../../src/table/column-facts.js';
import { openTable } from '../../src/table/open-table.js';
import { runToEnd } from '../../src/table/steps.js';
import { answerTo } from '../support/answer-to.js';
import { forAll } from '../support/runs.js';

const recordsSchema = z.array(z.record(z.string(), z.string()));
const LOANS = ['subsidized', 'unsubsidized', 'grad_plus'];
const EQUAL = LOANS.map((loan) => `term_equal_${loan}`);
const PROPORTIONAL = LOANS.map((loan) => `term_proportional_${loan}`);
const ANNUAL = ['sub', 'unsub', 'grad_plus'].map((loan) => `annual_basic_eligibility_${loan}`);

/**
 * Each student's dollars in the answer to our file: the annual limits, then each term with a payment by
 * label, in the format of the expected files; `fails` for a student who cannot be calculated.
 */
function answerLines(csv: Uint8Array): Readonly<Record<string, string>> {
  const records = recordsSchema.parse(parse(answerTo(csv), { columns: true, record_delimiter: '\r\n' }));
  const students = new Map<string, Record<string, string>[]>();
  for (const record of records) {
    const id = record['student_id']?.trim() ?? '';
    students.set(id, [...(students.get(id) ?? []), record]);
  }
  return Object.fromEntries([...students].map(([id, rows]) => [id, lineOf(rows)]));
}

function lineOf(rows: readonly Record<string, string>[]): string {
  if (rows.some((row) => row['error'] !== '')) return 'fails';
  const amounts = (row: Record<string, string> | undefined, names: readonly string[]): string =>
    names.map((name) => Number(row?.[name])).join('/');
  const terms = rows.map((row) => {
    const equal = amounts(row, EQUAL);
    const byCredits = PROPORTIONAL.every((name) => row[name] === '') ? equal : amounts(row, PROPORTIONAL);
    return `${row['term_label']}: ${equal} or ${byCredits}`;
  });
  const paid = terms.filter((term) => !term.endsWith(': 0/0/0 or 0/0/0'));
  return [amounts(rows[0], ANNUAL), ...paid.sort()].join('; ');
}

/**
 * Exports in the style of student systems and reports, each with a finished recipe. The right dollars were
 * calculated with the second implementation of the rules, from the students for whom the files were written.
 */
const FOLDER = new URL('files/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((file) => /\.(?:csv|xlsx)$/.test(file));
const rightSchema = z.record(z.string(), z.string());

const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');
const beside = (file: string, kind: string): string => read(file.replace(/\.[a-z]+$/, `.${kind}.json`));
const rightOf = (file: string) => rightSchema.parse(JSON.parse(beside(file, 'right')));

async function opened(file: string): Promise<{ readonly table: TableToRead; readonly recipe: Recipe }> {
  const recipe = parseRecipe(beside(file, 'recipe'));
  const bytes = readFileSync(new URL(file, FOLDER));
  return { table: await openTable(bytes, { read: recipe.read, hints: NAME_HINTS }), recipe };
}

const tableWith = (header: readonly string[], rows: readonly (readonly string[])[]): TableToRead => ({
  header,
  rows: () => rows.map((cells, nth) => ({ row: nth + 2, cells })),
});

/** Each student's dollars by a recipe; the open places if there are any. */
function paid(table: TableToRead, recipe: Recipe): Readonly<Record<string, string>> | readonly string[] {
  const facts = runToEnd(factsOf(table));
  const examined = runToEnd(examine(table, facts, recipe, '2026-27'));
  if (examined.open.length > 0)
    return examined.open.map(({ path, message }) => `${pathText(path)}: ${message}`);
  return answerLines(joined(applyRecipe(table, recipe, examined, '2026-27').pieces));
}

test.each(FILES)('an export with its recipe leaves nothing open and pays to the dollar: %s', async (file) => {
  const { table, recipe } = await opened(file);
  expect(paid(table, recipe)).toEqual(rightOf(file));
});

function renamed(recipe: Recipe, names: ReadonlyMap<string, string>): Recipe {
  const nameOf = (name: string): string => names.get(name) ?? name;
  const isName = (key: string): boolean => key === 'column' || key === 'paid';
  const text = JSON.stringify(recipe, (key, value: unknown) => {
    if (isName(key) && typeof value === 'string') return nameOf(value);
    if (key !== 'not_used' || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [nameOf(name), held]));
  });
  return parseRecipe(text);
}

// If an id is printed once, or the first of some rows counts, the order of rows matters.
const IN_ORDER = /printed-once|copies|merged/;

test.each(FILES)('dollars depend on no name, place or order of columns and rows: %s', async (file) => {
  const { table, recipe } = await opened(file);
  const rows = [...table.rows()];
  const { header } = table;
  const word = fc.stringMatching(/^[a-zа-я一-龥]{2,12}$/u);
  const change = fc.record({
    words: fc.uniqueArray(word, { minLength: header.length, maxLength: header.length }),
    places: fc.shuffledSubarray([...header.keys()], { minLength: header.length }),
    order: fc.shuffledSubarray(rows, { minLength: rows.length }),
  });
  const right = rightOf(file);
  forAll(5, change, ({ words, places, order }) => {
    const moved = (cells: readonly string[]) => places.map((place) => cells[place] ?? '');
    const lines = (IN_ORDER.test(file) ? rows : order).map(({ cells }) => moved(cells));
    const names = new Map(header.map((name, place) => [name, words[place] ?? '']));
    expect(paid(tableWith(moved(words), lines), renamed(recipe, names))).toEqual(right);
  });
});

test('a cell that is blank or another code never gives other dollars in silence', async () => {
  const silent: string[] = [];
  for (const file of FILES) {
    const { table, recipe } = await opened(file);
    const rows = [...table.rows()];
    const right = rightOf(file);
    for (const [place, name] of table.header.entries()) {
      // Blank payments are 0, blank final credits are unknown, and one recipe says what a blank summer means.
      if (/paid|disbursed|actual|summer/i.test(name)) continue;
      for (const cell of ['', 'ZZ']) {
        const at = Math.floor(rows.length / 2);
        const cells = rows.map((row, nth) => (nth === at ? row.cells.with(place, cell) : row.cells));
        const found = paid(tableWith(table.header, cells), recipe);
        if (Array.isArray(found)) continue;
        for (const [id, line] of Object.entries(found))
          if (line !== 'fails' && right[id] !== undefined && right[id] !== 'fails' && right[id] !== line)
            silent.push(`${file}: ${name} = "${cell}": ${id}: ${line} for ${right[id]}`);
      }
    }
  }
  expect(silent).toEqual([]);
});
