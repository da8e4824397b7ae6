import { CURRENT_AWARD_YEAR } from '../../../engine/award-years.js';
import { counted, listed } from '../../../engine/texts.js';
import { hasOurNames } from '../../../recipe/format/our-fields.js';
import { placedColumns } from '../../../recipe/format/places.js';
import type { ReadSettings, Recipe } from '../../../recipe/format/recipe.js';
import type { GivenFile, Mend, PreviewQuestion, Reply } from '../worker/worker-protocol.js';
import {
  AFTER_QUESTIONS,
  areQuestionsShown,
  CONFIRM,
  type Draft,
  edited,
  firstDraft,
  nextOpen,
  nextQuestion,
  openLines,
  recipeOf,
  startOf,
  withLines,
} from './draft.js';
import {
  canCalculate,
  FIND,
  FIRST_QUESTION,
  type FileState,
  firstState,
  hasUnsavedWork,
  isCurrent,
  type Notice,
  offeredRecipe,
  type Result,
  type Task,
  type TaskAsk,
} from './file-state.js';
import { type KeptRecipe, withKept } from './kept-recipes.js';

export type FileEvent =
  | { readonly type: 'given'; readonly given: Omit<GivenFile, 'id'> }
  /** Starts the open file again, with a saved recipe (`recipe`) or another table of the file (`read`). */
  | { readonly type: 'begin'; readonly recipe: Blob | null; readonly read?: ReadSettings }
  | Decision
  | { readonly type: 'cancel' }
  | { readonly type: 'focus'; readonly id: string }
  /** Saves the answer as CSV or as a workbook, its failed rows, or the recipe. */
  | { readonly type: 'save'; readonly what: 'answer' | 'failed' | 'workbook' | 'recipe' }
  | { readonly type: 'look'; readonly question: PreviewQuestion }
  | { readonly type: 'compare'; readonly before: Blob }
  | { readonly type: 'type'; readonly field: string; readonly text: string }
  | ({ readonly type: 'say' } & Notice)
  /** Stored recipes changed, here or in another tab. */
  | { readonly type: 'kept'; readonly kept: readonly KeptRecipe[] }
  | Reply
  /** The worker has ended and has lost its file and answer. */
  | { readonly type: 'worker lost'; readonly text: string };

type Decision =
  | { readonly type: 'choose year'; readonly awardYear: string }
  /** A person's new recipe. Once its line has nothing open, the focus moves on, unless it `stays`. */
  | { readonly type: 'edit'; readonly recipe: Recipe; readonly line: string; readonly stays?: boolean }
  /** `confirm` confirms the columns. */
  | { readonly type: 'undo' | 'confirm' | 'calculate' }
  | { readonly type: 'repair'; readonly mends: readonly Mend[] };

/** A question that asks for consent if an event would discard unsaved work; null otherwise. */
export function discarded(state: FileState, event: FileEvent): string | null {
  // While an answer is being calculated, its repairs count, not those of the answer shown.
  const mends = (state.task?.kind === 'calculate' ? state.task : state.result)?.plan.mends.length ?? 0;
  const lost: string[] = [];
  if (event.type === 'given' && hasUnsavedWork(state))
    lost.push(`your unsaved work on ${state.file?.name ?? 'this file'}`);
  if (event.type === 'begin' && state.draft?.before.length) lost.push('what you said about its columns');
  if (mends > 0 && ['begin', 'choose year', 'edit', 'undo'].includes(event.type))
    lost.push(`${counted(mends, 'repair')} that you made in the results`);
  return lost.length === 0 ? null : `Discard ${listed(lost)}?`;
}

/** The state of the page `/file` after an event. */
export function fileAfter(state: FileState, event: FileEvent): FileState {
  const { result, draft, task, file, latest } = state;
  const awardYear = draft?.awardYear ?? CURRENT_AWARD_YEAR;
  switch (event.type) {
    case 'given': {
      const given = { ...event.given, id: latest + 1 };
      return begun(state, { kind: 'open', file: given, recipe: null, awardYear: CURRENT_AWARD_YEAR });
    }
    case 'begin': {
      const { recipe, read } = event;
      return file === null ? state : begun(state, { kind: 'begin', file, recipe, read, awardYear });
    }
    case 'cancel':
      return cancelled(state);
    case 'focus': {
      // A focused line must not be hidden by the search; an editor is on a line that was found.
      const find = event.id.startsWith('draft-') ? state.typed[FIND] : '';
      return focused({ ...state, typed: { ...state.typed, [FIND]: find ?? '' } }, event.id);
    }
    case 'type':
      return { ...state, typed: { ...state.typed, [event.field]: event.text } };
    case 'say':
      return said(state, event.kind, event.text);
    case 'kept':
      return { ...state, kept: event.kept };
    case 'save':
      // The effects save what the page already holds.
      if (result === null || event.what === 'recipe') return state;
      if (event.what === 'answer') return withResult(state, { isSaved: true });
      return begun(state, { kind: 'save', what: event.what, plan: result.plan });
    case 'look': {
      const look = { id: latest + 1, question: event.question, preview: null };
      return { ...withResult(state, { look }), latest: look.id };
    }
    case 'compare': {
      const { before } = event;
      if (result === null) return state;
      return begun(withResult(state, { comparison: null }), { kind: 'compare', plan: result.plan, before });
    }
    case 'worker lost': {
      const next = result?.look?.preview === null ? withResult(state, { look: null }) : state;
      return task === null ? said(next, 'bad', event.text) : refused(next, task, event.text);
    }
    default:
      if (!('id' in event))
        return file === null || draft === null ? state : decided(state, file, draft, event);
      if (task?.id === event.id) return replied(state, task, event);
      if (result?.look?.id !== event.id) return state;
      if (event.type === 'looked')
        return withResult(state, { look: { ...result.look, preview: event.preview } });
      return event.type === 'refused' ? said(withResult(state, { look: null }), 'bad', event.message) : state;
  }
}

function decided(state: FileState, file: GivenFile, draft: Draft, event: Decision): FileState {
  /** Examines the whole file by another draft, and drops the answer of the earlier draft. */
  const examining = (next: Draft, from = state): FileState => {
    const { recipe, awardYear } = next;
    const begins = begun(from, { kind: 'examine', file, recipe, awardYear });
    return { ...begins, draft: { ...next, refused: null }, result: null, focus: null };
  };
  switch (event.type) {
    case 'choose year':
      return examining({ ...draft, awardYear: event.awardYear });
    case 'undo': {
      const last = draft.before.at(-1);
      if (last === undefined) return state;
      const { recipe } = last;
      return examining(withLines({ ...draft, recipe, before: draft.before.slice(0, -1) }));
    }
    case 'edit': {
      const { recipe, line, stays } = event;
      const isSame = JSON.stringify(recipe) === JSON.stringify(draft.recipe);
      const next = isSame ? draft : edited(draft, recipe, line);
      const closed = { ...state, typed: typedOnLines(state, line) };
      const made = isSame ? closed : examining(next, closed);
      if (stays === true) return made;
      const isOpen = ({ lines }: Draft): boolean => openLines(lines).includes(line);
      // A question is not a line, and a line of all terms may have become one line per term.
      const isNoLine = next.lines.all.every(({ id }) => id !== line);
      if (isNoLine || (isOpen(draft) && !isOpen(next)))
        return focused(made, nextOpen(next, line, draft.lines));
      // The focus must not vanish with the edit's editor, or with a line that leaves the folded ones.
      const start = startOf(next.lines, line);
      const isHere = start === line && !isOpen(next) && state.typed[`how-${line}`] === undefined;
      return isHere ? made : focused(made, start);
    }
    case 'confirm':
    case 'calculate': {
      if (state.task?.kind === 'examine') return { ...state, task: { ...state.task, pressed: event.type } };
      if (event.type === 'calculate')
        return canCalculate(state) ? calculating(state, file, draft, []) : state;
      if (!isCurrent(state)) return state;
      // While a line is open, nothing is confirmed; the first open line gets the focus instead.
      const first = nextOpen(draft, null);
      if (first !== CONFIRM) return focused(state, first);
      const confirmed = { ...draft, isConfirmed: true, fresh: new Set<string>() };
      return focused({ ...state, draft: confirmed }, nextQuestion(confirmed));
    }
    case 'repair':
      return calculating(state, file, draft, event.mends);
  }
}

/** Calculates the draft with these repairs, and keeps its recipe for next month's file. */
function calculating(state: FileState, file: GivenFile, draft: Draft, mends: readonly Mend[]): FileState {
  const { awardYear, info, before, isRecalled } = draft;
  const recipe = recipeOf(draft);
  const isOurs = hasOurNames(info.header) && before.length === 0 && !isRecalled;
  const own = { name: file.name, placed: [...placedColumns(recipe)], text: JSON.stringify(recipe) };
  const next = isOurs ? state : { ...state, kept: withKept(state.kept, own) };
  const plan = { id: state.latest + 1, file, recipe, awardYear, mends };
  return begun(next, { kind: 'calculate', plan });
}

function said(state: FileState, kind: Notice['kind'], text: string): FileState {
  return { ...state, notice: { kind, text } };
}

function focused(state: FileState, id: string): FileState {
  return { ...state, focus: { id } };
}

function withResult(state: FileState, change: Partial<Result>): FileState {
  return state.result === null ? state : { ...state, result: { ...state.result, ...change } };
}

function begun(state: FileState, ask: TaskAsk): FileState {
  const id = state.latest + 1;
  const task = { ...ask, id, progress: null, pressed: null };
  return { ...state, latest: id, task, notice: null };
}

/** Keeps what is typed and which editors are open on all lines except `but`; drops everything else. */
function typedOnLines({ typed }: FileState, but: string): FileState['typed'] {
  const lineOf = (field: string) => /^(?:how|draft)-([^.]*)/.exec(field)?.[1] ?? but;
  return Object.fromEntries(Object.entries(typed).filter(([field]) => lineOf(field) !== but));
}

function replied(state: FileState, task: Task, reply: Reply): FileState {
  const { draft } = state;
  const ended = { ...state, task: null, notice: null };
  switch (reply.type) {
    case 'progress':
      return { ...state, task: { ...task, progress: reply.progress } };
    case 'refused':
      return refused(state, task, reply.message);
    case 'understood': {
      const { understood } = reply;
      if (task.kind === 'open' || task.kind === 'begin') {
        const isRecalled = task.recipe !== null;
        const first = firstDraft(understood, task.awardYear, isRecalled);
        const heading = first.isConfirmed ? nextQuestion(first) : 'columns-heading';
        const next = opened(state, task.file, first, isRecalled ? heading : 'this-file-heading');
        return offeredRecipe(next) === null ? next : focused(next, 'last-time-heading');
      }
      if (task.kind !== 'examine' || draft === null) return state;
      const { recipe } = draft;
      const found = withLines({ ...draft, ...understood, recipe, seen: recipe });
      const isQuestion = (of: Draft): boolean =>
        areQuestionsShown(of) && of.lines.questions.some(({ id }) => id === state.focus?.id);
      const seen = { ...ended, draft: found };
      const first = nextQuestion(found);
      // An answer may remove the question that has the focus, or add new ones.
      const isGone = isQuestion(draft) && !isQuestion(found);
      const isNew = state.focus?.id === AFTER_QUESTIONS && first !== AFTER_QUESTIONS;
      const next = isGone || isNew ? focused(seen, first) : seen;
      return task.pressed === null ? next : fileAfter(next, { type: task.pressed });
    }
    case 'calculated': {
      if (task.kind !== 'calculate') return state;
      const { plan } = task;
      const result = { plan, outcome: reply.outcome, isSaved: false, look: null, comparison: null };
      const question = state.result?.look?.question ?? FIRST_QUESTION;
      return focused(fileAfter({ ...ended, result }, { type: 'look', question }), 'results-heading');
    }
    case 'compared':
      return withResult(ended, { comparison: reply.comparison });
    case 'saved':
      return task.kind === 'save' && task.what === 'workbook' ? withResult(ended, { isSaved: true }) : ended;
    case 'looked':
      return state;
  }
}

/** Replaces everything on the page with a file. */
function opened(state: FileState, file: GivenFile, draft: Draft | null, focus: string): FileState {
  const { kept, latest } = state;
  return focused({ ...firstState(kept), latest, file, draft }, focus);
}

/** Ends a failed task. A refused edit stays and can be changed; until then nothing is calculated. */
function refused(state: FileState, task: Task, message: string): FileState {
  const { draft } = state;
  const ended = { ...state, task: null };
  if (task.kind === 'open')
    return said(opened(state, task.file, null, 'notice'), 'bad', `${task.file.name}: ${message}`);
  if (task.kind === 'examine' && draft !== null) return { ...ended, draft: { ...draft, refused: message } };
  return focused(said(ended, 'bad', message), 'notice');
}

/** Ends the current task without a trace, and repeats an examination that a new file interrupted. */
function cancelled(state: FileState): FileState {
  const { task, draft } = state;
  if (task === null || task.kind === 'examine') return state;
  const back = { ...state, task: null };
  const shown =
    draft === null || isCurrent(back)
      ? back
      : fileAfter(back, { type: 'choose year', awardYear: draft.awardYear });
  return focused(said(shown, 'info', 'Canceled. Everything is as it was before.'), 'notice');
}
