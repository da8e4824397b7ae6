import { describe, expect, test } from 'vitest';
import { applyRecipe, joined } from '../../src/guessing/apply.js';
import { openDecisions } from '../../src/guessing/examine.js';
import { proposeRecipe } from '../../src/guessing/propose.js';
import { openSource } from '../../src/guessing/source.js';
import type { Table } from '../../src/table/open-table.js';
import { answerLines } from './answer-lines.js';
import { EXPORTS, REFUSED } from './corpus.js';
import { LATER } from './families/later.js';
import { movedExport } from './moved-export.js';
import { decided } from './officer.js';
import { FAILS, rightDollars } from './people.js';
import type { RawExport } from './raw-export.js';

const openNames = (decisions: ReturnType<typeof proposeRecipe>['decisions']) =>
  [...new Set(openDecisions(decisions).map(({ name }) => name))].sort();
const calculated = (source: Table, recipe: Parameters<typeof applyRecipe>[1]) =>
  answerLines(joined(applyRecipe(source, recipe).pieces));
const setAsideIn = (source: Table): number => {
  let count = 0;
  for (const _ of source.rows(() => (count += 1)));
  return count;
};
const right = ({ people, labels, failing = [] }: RawExport) => ({
  ...rightDollars(people, labels),
  ...Object.fromEntries(failing.map((id) => [id, FAILS])),
});

describe('a raw export of', () => {
  test.each(EXPORTS)('$name', async (each) => {
    const { bytes, open, decide, setAside = 0 } = each;
    const source = await openSource(bytes);
    const { recipe, decisions } = proposeRecipe(source);
    expect(openNames(decisions)).toEqual([...open].sort());
    if (open.length > 0) expect(() => applyRecipe(source, recipe)).toThrow();
    const settled = decided(recipe, decide);
    expect(openNames(proposeRecipe(source, settled).decisions)).toEqual([]);
    expect(calculated(source, settled)).toEqual(right(each));
    expect(setAsideIn(source)).toBe(setAside);
  });
});

describe('refused is', () => {
  test.each(REFUSED)('$name', async ({ bytes, advice, decide = {} }) => {
    const take = async () => {
      const source = await openSource(bytes);
      const { recipe } = proposeRecipe(source);
      calculated(source, decided(recipe, decide));
    };
    await expect(take()).rejects.toThrow(advice);
  });
});

describe('a kept recipe asks nothing, whatever the order and the letters of its columns, of', () => {
  // One of each set of questions, since all of them take a minute.
  const kept = new Map(EXPORTS.map((each) => [[...each.open].sort().join(), each]));

  test.each([...kept.values()])('$name', async (each) => {
    const source = await openSource(each.bytes);
    const { read: _, ...recipe } = decided(proposeRecipe(source).recipe, each.decide);
    const moved = movedExport(source, recipe);
    if (moved === null) return;
    const later = await openSource(moved);
    const asked = openDecisions(proposeRecipe(later, recipe).decisions);
    expect(asked.map(({ question }) => question)).toEqual([]);
    expect(calculated(later, recipe)).toEqual(right(each));
  });
});

describe('a kept recipe and a later export with', () => {
  test.each(LATER)('$name', async (each) => {
    const { before, after, decide, asked, answer, people, labels } = each;
    const { refusal = /column that the recipe does not know/ } = each;
    const first = await openSource(before);
    const kept = decided(proposeRecipe(first).recipe, decide);
    expect(openNames(proposeRecipe(first, kept).decisions)).toEqual([]);
    const source = await openSource(after);
    const open = openDecisions(proposeRecipe(source, kept).decisions);
    expect(open.map(({ of, name }) => of ?? name)).toEqual(asked);
    if (asked.length > 0) expect(() => applyRecipe(source, kept)).toThrow(refusal);
    const settled = decided(kept, answer);
    expect(openNames(proposeRecipe(source, settled).decisions)).toEqual([]);
    expect(calculated(source, settled)).toEqual(rightDollars(people, labels));
  });
});
