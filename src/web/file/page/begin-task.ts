import { CURRENT_AWARD_YEAR } from '../../../engine/current-award-year.js';
import type { Recipe } from '../../../guessing/recipe.js';
import type { Mend, PreviewQuestion } from '../worker/outcome.js';
import {
  FIRST_QUESTION,
  type FileState,
  type Given,
  isFundOpen,
  type Match,
  type OpenFile,
  type Saved,
  said,
  shownRecipe,
  shownYear,
  type Work,
  withQuestion,
  withResult,
} from './file-state.js';
import { columnsOf, type KeptRecipe, withKept } from './kept-recipes.js';
import { isSame, leftBlank } from './recipe-edits.js';

type WorkOf<Kind extends Work['kind']> = Extract<Work, { readonly kind: Kind }>;

/** Whether the file may be calculated: nothing else is going on, nothing is refused, and no decision or blank is open. */
export function canCalculate(state: FileState): boolean {
  const { match, task } = state;
  if (task !== null || match === null || match.refused !== null) return false;
  return match.decisions.every(({ open }) => !open) && blanksOf(state).length === 0;
}

/** What has to be filled in before the file can be calculated, one sentence each. */
export function blanksOf(state: FileState): readonly string[] {
  if (state.match === null) return [];
  const { recipe } = state.match;
  return [...(isFundOpen(state, recipe) ? [FUND_OPEN] : []), ...leftBlank(recipe)];
}

const FUND_OPEN =
  'A row of your file is to be a fund, but not both of its columns are chosen. Choose them, or say what else a row is.';

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

const NOTHING_CHOSEN = { recipe: null, awardYear: CURRENT_AWARD_YEAR };

/** Opens a file; nothing that was chosen for an earlier one applies to a new file. */
export function opening(
  state: FileState,
  { name, blob, isPasted }: Given,
  chosen: Pick<WorkOf<'open'>, 'recipe' | 'awardYear'> = NOTHING_CHOSEN,
): FileState {
  const given = { name, blob, isPasted };
  return { ...begun(state, { kind: 'open', given, ...chosen }), waiting: null };
}

/** Opens the current file again, with what was decided about it. */
export function reopening(state: FileState): FileState {
  const { file, match } = state;
  if (file === null) return state;
  // With a refused change it could not be opened at all.
  const accepted = { ...state, match: match && { ...match, refused: null } };
  return opening(state, file, { recipe: shownRecipe(accepted), awardYear: shownYear(state) });
}

/** Examines the file with another recipe, or the text of one; null to have one proposed for the file as `read` says. */
export function matching(
  state: FileState,
  recipe: WorkOf<'match'>['recipe'],
  how: Partial<Pick<WorkOf<'match'>, 'read' | 'awardYear' | 'isKept' | 'isTouched'>> = {},
): FileState {
  if (state.file === null) return state;
  const usual = { read: undefined, awardYear: shownYear(state), isKept: false, isTouched: false };
  return begun(state, { ...usual, ...how, kind: 'match', file: state.file.id, recipe });
}

/**
 * Reads the file as `read` says. Answers stay if only other rows are students after all: the table is still the same. For
 * another table everything is asked anew.
 */
export function readingAgain(state: FileState, read: NonNullable<Recipe['read']>): FileState {
  const { keep: kept, ...now } = shownRecipe(state)?.read ?? {};
  const { keep, ...next } = read;
  const found = readAs(state);
  if (!isSame({ ...found, ...now }, { ...found, ...next })) return matching(state, null, { read });
  return isSame(kept, keep)
    ? said(state, 'info', 'The file is already read like this.')
    : rematching({ ...state, focus: { id: 'file-heading' } }, (recipe) => ({ ...recipe, read }));
}

/** How the file was read, with what was found by itself. */
function readAs({ match }: FileState): object {
  if (match === null) return {};
  const { kind, sheet, delimiter, encoding, headerRow } = match.info;
  return { header_row: headerRow, ...(kind === 'workbook' ? { sheet } : { delimiter, encoding }) };
}

/** Examines the file under the limits of another award year. Everything that was decided stays decided. */
export function withYear(state: FileState, awardYear: string): FileState {
  const { task, match } = state;
  if (task?.kind === 'match') return begun(state, { ...task, awardYear });
  if (match === null) return state;
  const { isKept, isTouched } = match;
  return matching(state, shownRecipe(state), { awardYear, isKept, isTouched });
}

/** Applies a person's change to the recipe: the one being examined, if its result is not back yet. */
export function rematching(state: FileState, change: (recipe: Recipe) => Recipe): FileState {
  const shown = shownRecipe(state);
  return shown === null ? state : matching(state, change(shown), { isTouched: true });
}

/** Calculates the match with these repairs. Every question is settled, and folds. */
export function calculating(state: FileState, mends: readonly Mend[]): FileState {
  const { file, match } = state;
  if (file === null || match === null) return state;
  const { recipe, awardYear } = match;
  const next = keeping(withQuestion(state, null), file, match);
  return begun(next, { kind: 'calculate', plan: { file: file.id, recipe, awardYear, mends } });
}

/**
 * Keeps the recipe with which a file is calculated, if a person chose something, instead of the one that the file was calculated with
 * before: corrected choices do not stay. Kept before calculating: after a tab runs out of memory, its choices are offered again.
 */
function keeping(state: FileState, file: OpenFile, { recipe, info, isTouched, isKept }: Match): FileState {
  if (!(isTouched || isKept)) return state;
  const text = JSON.stringify(recipe);
  const latest: KeptRecipe = { name: file.name, header: info.header, uses: columnsOf(recipe), text };
  const others = state.kept.filter((each) => each.text !== file.kept?.text);
  return { ...state, file: { ...file, kept: latest }, kept: withKept(others, latest) };
}

/** Saves the answer, a part of it, or the recipe. */
export function saving(state: FileState, what: Saved): FileState {
  const { file, result } = state;
  if (file === null || (result === null && what !== 'recipe')) return state;
  return begun(state, {
    kind: 'save',
    what,
    result: result?.id ?? 0,
    name: file.name.replace(/\.\w+(\.gz)?$/i, ''),
  });
}

/** Looks for rows of the answer, beside the current task. */
export function looking(state: FileState, question: PreviewQuestion = FIRST_QUESTION): FileState {
  const asked = state.latest + 1;
  return { ...withResult(state, { look: { asked, question, preview: null } }), latest: asked };
}
