import { describe, expect, it } from 'vitest';
import { examine } from '../../src/recipe/examine.js';
import { markNotUsed } from '../../src/recipe/place-columns.js';
import { BLANK_RECIPE, type Recipe } from '../../src/recipe/recipe.js';
import { readFacts, suggestRecipe } from '../../src/recipe/suggest.js';
import { openTable } from '../../src/table/open-table.js';
import { allAtOnce } from '../../src/table/steps.js';
import { openLines } from '../../src/web/file/state/draft.js';
import { canCalculate, type FileState, firstState } from '../../src/web/file/state/file-state.js';
import { discarded, type FileEvent, nextFile } from '../../src/web/file/state/next-file.js';
import type { Understood } from '../../src/web/file/worker/worker-protocol.js';
import { OFFICE } from './exports.js';

/** The states of the page for a file, without a browser. */

const table = await openTable(Buffer.from(OFFICE));
const facts = allAtOnce(readFacts(table));

/** What the worker says of the office's export by a recipe. */
function understoodBy(recipe: Recipe): Understood {
  const { ours: _, rows: __, ...info } = table;
  return {
    info,
    recipe,
    examination: allAtOnce(examine(table, facts, recipe, '2026-27')).examination,
  };
}

const GIVEN: FileEvent = {
  type: 'given',
  given: { name: 'office.csv', blob: new Blob([OFFICE]) },
};

/** The state after what a person did; the worker answers each task at once. */
function stateAfter(...events: readonly Did[]): FileState {
  return [GIVEN, ...events].reduce((state, did) => answered(next(state, did)), firstState([]));
}

/** An event; or one by the state in which it comes. */
type Did = FileEvent | ((state: FileState) => FileEvent);

function next(state: FileState, did: Did): FileState {
  return nextFile(state, typeof did === 'function' ? did(state) : did);
}

function answered(state: FileState): FileState {
  const { task } = state;
  if (task?.kind === 'open') {
    return understood(state, task.id, suggestRecipe(facts));
  }
  if (task?.kind !== 'examine' || state.draft === null) return state;
  return understood(state, task.id, state.draft.recipe);
}

function understood(state: FileState, id: number, recipe: Recipe): FileState {
  return nextFile(state, { type: 'understood', id, understood: understoodBy(recipe) });
}

function column(name: string) {
  const found = facts.columns.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no column ${name}.`);
  return found;
}

const notUsed =
  (name: string, line = `column-${name}`) =>
  ({ draft }: FileState): FileEvent => ({
    type: 'edit',
    recipe: markNotUsed(draft?.recipe ?? BLANK_RECIPE, column(name)),
    line,
  });

describe('a draft', () => {
  it('is shown as a person left it, before the worker has seen it, and cannot be confirmed until then', () => {
    const state = next(stateAfter(), notUsed('GPA'));
    expect(state.draft?.recipe.not_used['GPA']).toBe('numbers');
    expect(state.draft && openLines(state.draft.lines)).not.toContain('column-GPA');
    expect(nextFile(state, { type: 'confirm' }).draft?.isConfirmed).toBe(false);
  });

  it('ignores what the worker says of an earlier one', () => {
    const first = next(stateAfter(), notUsed('GPA'));
    const second = next(first, notUsed('Name'));
    expect(understood(second, first.task?.id ?? 0, suggestRecipe(facts))).toBe(second);
  });

  it('moves the focus on from a line that is settled, and back to the first one that is open when it is confirmed', () => {
    const state = stateAfter(notUsed('Hours Dropped', 'column-Hours-w-Dropped'));
    expect(state.focus?.id).toBe('column-Reg');
    const [first] = state.draft === null ? [] : openLines(state.draft.lines);
    const tried = nextFile(state, { type: 'confirm' });
    expect([tried.draft?.isConfirmed, tried.focus?.id]).toEqual([false, first]);
    expect(canCalculate(tried)).toBe(false);
  });

  it('that is refused stays as it was made, and says why', () => {
    const state = next(stateAfter(), notUsed('GPA'));
    const refused = nextFile(state, {
      type: 'refused',
      id: state.task?.id ?? 0,
      message: 'Row 7.',
    });
    expect(refused.draft).toMatchObject({ refused: 'Row 7.', recipe: { not_used: { GPA: 'numbers' } } });
    expect(canCalculate(refused)).toBe(false);
  });

  it('is asked about before another file replaces it', () => {
    const state = stateAfter(notUsed('GPA'));
    expect(discarded(state, GIVEN)).toContain('Your work on office.csv is not saved');
    expect(discarded(stateAfter(notUsed('GPA'), { type: 'undo' }), GIVEN)).toBeNull();
  });
});
