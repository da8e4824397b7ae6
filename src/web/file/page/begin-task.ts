import { CURRENT_AWARD_YEAR } from '../../../engine/current-award-year.js';
import type { Recipe } from '../../../recipe/recipe.js';
import type { Mend } from '../worker/outcome.js';
import { type FileState, type Given, said, shownRecipe, shownYear, type Work } from './file-state.js';
import { leftBlank } from './recipe-edits.js';

/** Whether no decision is open, and the match was made from the whole file. */
export function canCalculate({ match, task }: FileState): boolean {
  return (
    task === null && match !== null && match.understood.canCalculate && leftBlank(match.recipe).length === 0
  );
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
  recipe: Recipe | null,
  read: Recipe['read'],
  chosen: Pick<Extract<Work, { kind: 'match' }>, 'isKept' | 'isTouched'> & { readonly awardYear?: string } = {
    isKept: false,
    isTouched: false,
  },
): FileState {
  if (state.file === null) return state;
  const awardYear = shownYear(state);
  return begun(state, { kind: 'match', file: state.file.id, recipe, read, awardYear, ...chosen });
}

/** Examines the file under the limits of another award year. Everything that was decided stays decided. */
export function withYear(state: FileState, awardYear: string): FileState {
  const recipe = shownRecipe(state);
  const before = state.task?.kind === 'match' ? state.task : state.match;
  if (recipe === null || before === null) return state;
  const { isKept, isTouched } = before;
  return matching(state, recipe, recipe.read, { isKept, isTouched, awardYear });
}

/** Applies a person's change to the recipe: the one being examined, if its result is not back yet. */
export function rematching(state: FileState, change: (recipe: Recipe) => Recipe): FileState {
  const recipe = shownRecipe(state);
  if (recipe === null) return state;
  const changed = change(recipe);
  return matching(state, changed, changed.read, { isKept: false, isTouched: true });
}

/** Examines the file with the text of a recipe file. */
export function loading(state: FileState, text: string, isKept: boolean): FileState {
  if (state.file === null) return state;
  return begun(state, {
    kind: 'load recipe',
    file: state.file.id,
    text,
    awardYear: shownYear(state),
    isKept,
  });
}

/** Calculates the match with these repairs. */
export function calculating(state: FileState, mends: readonly Mend[]): FileState {
  const { file, match } = state;
  if (file === null || match === null) return state;
  const { recipe, awardYear } = match;
  return begun(state, { kind: 'calculate', file: file.id, recipe, awardYear, mends });
}

/** Has the service calculate, with a key that looks like one. */
export function sending(state: FileState, key: string): FileState {
  const { file, match } = state;
  if (file === null || match === null || !canCalculate(state)) return state;
  const problem = problemOfKey(key);
  if (problem !== null) return said({ ...state, focus: { id: 'service-key' } }, 'bad', problem);
  const known = { ...state, service: { ...state.service, key } };
  const { recipe, awardYear } = match;
  return begun(known, { kind: 'send', file: file.id, recipe, awardYear, key });
}

/** What is wrong with a key before it is sent; null if it looks right. */
function problemOfKey(key: string): string | null {
  if (key === '') return 'Enter the key that the operator of the service gave you.';
  if (/^svc_live_[0-9A-Za-z]{38}$/.test(key)) return null;
  return 'This does not look like a key: it begins with svc_live_ and has 47 characters. Copy it again, all of it. Nothing was sent.';
}

/** Saves the answer, a part of it, or the recipe. */
export function saving(state: FileState, what: 'answer' | 'failed' | 'workbook' | 'recipe'): FileState {
  const { file, result } = state;
  if (file === null || (result === null && what !== 'recipe')) return state;
  return begun(state, { kind: 'save', what, result: result?.id ?? 0, name: file.name.replace(/\.\w+$/, '') });
}
