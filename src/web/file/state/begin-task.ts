import { CURRENT_AWARD_YEAR } from '../../../engine/current-award-year.js';
import type { Recipe } from '../../../recipe/recipe.js';
import type { Mend, PreviewQuestion } from '../worker/outcome.js';
import type { Given, Saved } from './file-events.js';
import {
  type Draft,
  FIRST_QUESTION,
  type FileState,
  said,
  type Work,
  withResult,
  yearOf,
} from './file-state.js';
import { keptOf, withKept } from './kept-recipes.js';

type WorkOf<Kind extends Work['kind']> = Extract<Work, { readonly kind: Kind }>;

/** The state with a new task instead of the current one. While a file is being opened, the earlier one does not change. */
export function begun(state: FileState, work: Work): FileState {
  if (state.task?.kind === 'open' && work.kind !== 'open') {
    const { name } = state.task.given;
    return said(
      state,
      'info',
      `${name} is being opened. Cancel that first to go on with ${state.file?.name}.`,
    );
  }
  const id = state.latest + 1;
  return { ...state, latest: id, task: { ...work, id, progress: null }, notice: null };
}

/** Opens a file; nothing that was chosen for an earlier one applies to a new file. */
export function opening(
  state: FileState,
  { name, blob, isPasted }: Given,
  said: Pick<WorkOf<'open'>, 'recipe' | 'awardYear'> = { recipe: null, awardYear: CURRENT_AWARD_YEAR },
): FileState {
  const given = { name, blob, isPasted };
  return { ...begun(state, { kind: 'open', given, ...said }), waiting: null };
}

/** Opens the current file again, with what was said about it. */
export function reopening(state: FileState): FileState {
  const { file, draft } = state;
  if (file === null) return state;
  // With a refused change it could not be opened at all.
  const recipe = draft?.refused === null ? draft.recipe : (draft?.seen ?? null);
  return opening(state, file, { recipe, awardYear: yearOf(state) });
}

/** Begins with another table of the file, or with an earlier recipe. */
export function beginning(
  state: FileState,
  { read, earlier }: { readonly read: Recipe['read']; readonly earlier: string | null },
): FileState {
  if (state.file === null) return state;
  return begun(state, { kind: 'begin', file: state.file.id, read, earlier, awardYear: yearOf(state) });
}

/** The state with another draft, by which the whole file is looked at again. The answer of an earlier one goes. */
export function examining(state: FileState, draft: Draft): FileState {
  const { file, result, task } = state;
  if (file === null) return state;
  const { recipe, awardYear } = draft;
  const next = begun(state, { kind: 'examine', file: file.id, recipe, awardYear });
  // A file is being opened: nothing changes.
  if (next.task === task) return next;
  const hadResult = draft.hadResult || result !== null;
  return { ...next, draft: { ...draft, hadResult }, result: null };
}

/** Calculates the draft with these repairs, and keeps its recipe, by which next month's file begins. */
export function calculating(state: FileState, mends: readonly Mend[]): FileState {
  const { file, draft, kept } = state;
  if (file === null || draft === null) return state;
  const { recipe, awardYear, table } = draft;
  const isSaid = draft.isTouched || draft.isRecalled;
  const latest = keptOf(file.name, recipe, table.columns);
  const next = isSaid ? { ...state, kept: withKept(kept, latest) } : state;
  return begun(next, { kind: 'calculate', plan: { file: file.id, recipe, awardYear, mends } });
}

/** Saves the answer, a part of it, or the recipe. */
export function saving(state: FileState, what: Saved): FileState {
  const { file, result } = state;
  if (file === null || (result === null && what !== 'recipe')) return state;
  const name = file.name.replace(/\.\w+(\.gz)?$/i, '');
  return begun(state, { kind: 'save', what, result: result?.id ?? 0, name });
}

/** Looks for rows of the answer, beside the current task. */
export function looking(state: FileState, question: PreviewQuestion = FIRST_QUESTION): FileState {
  const asked = state.latest + 1;
  return { ...withResult(state, { look: { asked, question, preview: null } }), latest: asked };
}
