import { expect, it } from 'vitest';
import { markNotUsed } from '../../src/recipe/columns/place-columns.js';
import { readFacts, suggestRecipe } from '../../src/recipe/columns/suggest.js';
import { examine } from '../../src/recipe/examine.js';
import { BLANK_RECIPE, type Recipe } from '../../src/recipe/format/recipe.js';
import { openTable } from '../../src/table/open-table.js';
import { runToEnd } from '../../src/table/steps.js';
import { openLines } from '../../src/web/file/state/draft.js';
import { fileAfter } from '../../src/web/file/state/file-events.js';
import { canCalculate, type FileState, firstState } from '../../src/web/file/state/file-state.js';
import type { Understood } from '../../src/web/file/worker/worker-protocol.js';
import { OFFICE } from './exports.js';

const table = await openTable(Buffer.from(OFFICE));
const facts = runToEnd(readFacts(table));

function understoodBy(recipe: Recipe): Understood {
  const { ours: _, rows: __, ...info } = table;
  const { examination } = runToEnd(examine(table, facts, recipe, '2026-27'));
  return { info, recipe, examination };
}

function understood(state: FileState, id: number, recipe: Recipe): FileState {
  return fileAfter(state, { type: 'understood', id, understood: understoodBy(recipe) });
}

function opened(): FileState {
  const given = fileAfter(firstState([]), {
    type: 'given',
    given: { name: 'office.csv', blob: new Blob([OFFICE]) },
  });
  return understood(given, given.task?.id ?? 0, suggestRecipe(facts));
}

function notUsed(state: FileState, name: string): FileState {
  const found = facts.columns.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no column ${name}.`);
  const recipe = markNotUsed(state.draft?.recipe ?? BLANK_RECIPE, facts, found);
  return fileAfter(state, { type: 'edit', recipe, line: `column-${name}` });
}

it('a draft is shown as a person left it, before the worker has seen it, and cannot be confirmed until then', () => {
  const state = notUsed(opened(), 'GPA');
  expect(state.draft?.recipe.not_used['GPA']).toBe('numbers');
  expect(state.draft && openLines(state.draft.lines)).not.toContain('column-GPA');
  expect(fileAfter(state, { type: 'confirm' }).draft?.isConfirmed).toBe(false);
});

it('a draft ignores what the worker says of an earlier one', () => {
  const first = notUsed(opened(), 'GPA');
  const second = notUsed(first, 'Name');
  expect(understood(second, first.task?.id ?? 0, suggestRecipe(facts))).toBe(second);
});

it('a draft keeps what is typed on other lines than the one that is edited, also beside their first field', () => {
  const others = {
    'how-line-total_limit': 'value',
    'draft-line-total_limit': '5,0',
    'draft-line-term_ft_credits.graduate-null': '9 or',
  };
  const typed = { ...others, 'how-column-GPA': 'field', 'draft-column-GPA': 'cre', find: 'gp' };
  const state = Object.entries(typed).reduce(
    (so, [field, text]) => fileAfter(so, { type: 'type', field, text }),
    opened(),
  );
  expect(notUsed(state, 'GPA').typed).toEqual(others);
});

it('a draft that is refused stays as it was made, and says why', () => {
  const state = notUsed(opened(), 'GPA');
  const id = state.task?.id ?? 0;
  const refused = fileAfter(state, { type: 'refused', id, message: 'Row 7.' });
  expect(refused.draft).toMatchObject({ refused: 'Row 7.', recipe: { not_used: { GPA: 'numbers' } } });
  expect(canCalculate(refused)).toBe(false);
});
