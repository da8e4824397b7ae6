import { CURRENT_AWARD_YEAR } from '../../../engine/current-award-year.js';
import type { Recipe } from '../../../recipe/recipe.js';
import type { Mend } from '../worker/outcome.js';
import {
  type FileState,
  type Given,
  type Saved,
  said,
  shownRecipe,
  shownYear,
  type Work,
} from './file-state.js';
import { leftBlank } from './recipe-edits.js';

/** Whether no decision is open, and the match was made from the whole file. */
export function canCalculate({ match, task }: FileState): boolean {
  return task === null && match !== null && match.canCalculate && leftBlank(match.recipe).length === 0;
}

/** The state with a new task instead of the current one. */
export function begun(state: FileState, work: Work): FileState {
  const id = state.latest + 1;
  return { ...state, latest: id, task: { id, progress: null, ...work }, notice: null };
}

/** Opens a new file: nothing that was chosen for an earlier one applies to it. */
export function opening(state: FileState, given: Given): FileState {
  return openingWith(state, given, { isPacked: false, recipe: null, awardYear: CURRENT_AWARD_YEAR });
}

/** Opens the current file again, with what was decided about it. */
export function reopening(state: FileState, isPacked: boolean): FileState {
  const { file } = state;
  if (file === null) return state;
  const name = isPacked ? file.name.replace(/\.gz$/i, '') : file.name;
  const chosen = { isPacked, recipe: shownRecipe(state), awardYear: shownYear(state) };
  return openingWith(state, { ...file, name }, chosen);
}

function openingWith(
  state: FileState,
  { name, blob, isPasted }: Given,
  chosen: Pick<Extract<Work, { kind: 'open' }>, 'isPacked' | 'recipe' | 'awardYear'>,
): FileState {
  const given = { name, blob, isPasted };
  return { ...begun(state, { kind: 'open', given, ...chosen }), waiting: null };
}

/** Examines the file with another recipe; null to have one proposed. */
export function matching(
  state: FileState,
  work: Omit<Extract<Work, { kind: 'match' }>, 'kind' | 'file' | 'awardYear'>,
  awardYear: string = shownYear(state),
): FileState {
  if (state.file === null) return state;
  return begun(state, { ...work, kind: 'match', file: state.file.id, awardYear });
}

/** Examines the file anew, with a recipe proposed for the file as `read` says. */
export function readingAgain(state: FileState, read: Recipe['read']): FileState {
  return matching(state, { recipe: null, read, isKept: false, isTouched: false });
}

/** Examines the file with the text of a recipe file. */
export function loading(state: FileState, text: string, isKept: boolean): FileState {
  return matching(state, { recipe: text, read: undefined, isKept, isTouched: false });
}

/** Examines the file under the limits of another award year. Everything that was decided stays decided. */
export function withYear(state: FileState, awardYear: string): FileState {
  const { task, match } = state;
  if (task?.kind === 'match') return matching(state, task, awardYear);
  if (match === null) return state;
  const { recipe, isKept, isTouched } = match;
  return matching(state, { recipe, read: recipe.read, isKept, isTouched }, awardYear);
}

/** Applies a person's change to the recipe: the one being examined, if its result is not back yet. */
export function rematching(state: FileState, change: (recipe: Recipe) => Recipe): FileState {
  const shown = shownRecipe(state);
  if (shown === null) return state;
  const recipe = change(shown);
  return matching(state, { recipe, read: recipe.read, isKept: false, isTouched: true });
}

/** Calculates the match with these repairs, here or with the key of the service. */
export function calculating(state: FileState, mends: readonly Mend[], key: string | null = null): FileState {
  const { file, match } = state;
  if (file === null || match === null) return state;
  const { recipe, awardYear } = match;
  return begun(state, { kind: 'calculate', plan: { file: file.id, recipe, awardYear, mends }, key });
}

/** Has the service calculate, with a key that looks like one. */
export function sending(state: FileState, key: string): FileState {
  if (!canCalculate(state)) return state;
  const problem = problemOfKey(key);
  if (problem !== null) return said({ ...state, focus: { id: 'service-key' } }, 'bad', problem);
  return calculating({ ...state, service: { ...state.service, key } }, [], key);
}

/** What is wrong with a key before it is sent; null if it looks right. */
function problemOfKey(key: string): string | null {
  if (key === '') return 'Enter the key that the operator of the service gave you.';
  if (/^svc_live_[0-9A-Za-z]{38}$/.test(key)) return null;
  return 'This does not look like a key: it begins with svc_live_ and has 47 characters. Copy it again, all of it. Nothing was sent.';
}

/** Saves the answer, a part of it, or the recipe. */
export function saving(state: FileState, what: Saved): FileState {
  const { file, result } = state;
  if (file === null || (result === null && what !== 'recipe')) return state;
  return begun(state, { kind: 'save', what, result: result?.id ?? 0, name: file.name.replace(/\.\w+$/, '') });
}
