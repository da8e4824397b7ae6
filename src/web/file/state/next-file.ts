import { CURRENT_AWARD_YEAR } from '../../../engine/limits.js';
import { counted, listed } from '../../../engine/texts.js';
import { hasOwnNames } from '../../../recipe/our-fields.js';
import type { ReadSettings, Recipe } from '../../../recipe/recipe.js';
import type { GivenFile, Mend, PreviewQuestion, Reply } from '../worker/worker-protocol.js';
import {
  columnsIn,
  type Draft,
  edited,
  firstDraft,
  nextOpen,
  nextQuestion,
  openLines,
  recipeOf,
  withLines,
} from './draft.js';
import {
  canCalculate,
  FIRST_QUESTION,
  type FileState,
  firstState,
  hasUnsavedWork,
  isCurrent,
  type Notice,
  type Result,
  type Task,
  type TaskAsk,
} from './file-state.js';
import { type KeptRecipe, withKept } from './kept-recipes.js';

export type FileEvent =
  | { readonly type: 'given'; readonly given: Omit<GivenFile, 'id'> }
  /** The file is begun anew: with the text of an earlier recipe, or with another table of it. */
  | { readonly type: 'begin'; readonly recipe: string | null; readonly read?: ReadSettings }
  | { readonly type: 'choose year'; readonly awardYear: string }
  /**
   * What a person said on a line, as the recipe that it makes. The focus moves on from the line once nothing is open there,
   * unless it `stays`.
   */
  | {
      readonly type: 'edit';
      readonly recipe: Recipe;
      readonly line: string;
      readonly stays?: boolean;
    }
  | { readonly type: 'undo' | 'change columns' | 'cancel' }
  /** `confirm`: these are my columns. */
  | { readonly type: 'confirm' | 'calculate' }
  | { readonly type: 'repair'; readonly mends: readonly Mend[] }
  | { readonly type: 'focus'; readonly id: string }
  /** The answer as CSV or as a workbook, only its failed rows, or the recipe. */
  | { readonly type: 'save'; readonly what: 'answer' | 'failed' | 'workbook' | 'recipe' }
  | { readonly type: 'look'; readonly question: PreviewQuestion }
  | { readonly type: 'compare'; readonly before: Blob }
  | { readonly type: 'type'; readonly field: string; readonly text: string }
  | ({ readonly type: 'say' } & Notice)
  /** Recipes were kept or forgotten, here or in another tab. */
  | { readonly type: 'kept'; readonly kept: readonly KeptRecipe[] }
  | Reply
  /** The worker has ended, with all that it held. */
  | { readonly type: 'worker lost'; readonly text: string };

/** Events after which repairs are no longer of this file or these decisions. */
const OTHER_DECISIONS: readonly FileEvent['type'][] = [
  'begin',
  'choose year',
  'edit',
  'undo',
  'change columns',
];

/** What an event would discard that is not saved, in a sentence that asks for consent; null if nothing. */
export function discarded(state: FileState, event: FileEvent): string | null {
  if (event.type === 'given') {
    const { name } = event.given;
    if (!hasUnsavedWork(state)) return null;
    const here = state.file?.name ?? 'this file';
    return `Your work on ${here} is not saved. OK discards it and opens ${name}. Cancel goes on with ${here}.`;
  }
  // Of an answer that is being calculated, those it will have.
  const { mends } = (state.task?.kind === 'calculate' ? state.task : state.result)?.plan ?? { mends: [] };
  const lost = [
    event.type === 'begin' && state.draft?.before.length ? ['what you said of its columns'] : [],
    mends.length > 0 && OTHER_DECISIONS.includes(event.type)
      ? [`${counted(mends.length, 'repair')} that you made in the results`]
      : [],
  ].flat();
  return lost.length === 0
    ? null
    : `OK makes this change and discards ${listed(lost)}. Cancel changes nothing.`;
}

/** The state of the page `/file` after an event. */
export function nextFile(state: FileState, event: FileEvent): FileState {
  const { result, draft, task, file } = state;
  switch (event.type) {
    case 'given': {
      const given = { ...event.given, id: state.latest + 1 };
      return begun(state, { kind: 'open', file: given, recipe: null, awardYear: CURRENT_AWARD_YEAR });
    }
    case 'begin': {
      const { recipe, read } = event;
      const awardYear = draft?.awardYear ?? CURRENT_AWARD_YEAR;
      return file === null ? state : begun(state, { kind: 'begin', file, recipe, read, awardYear });
    }
    case 'choose year':
      return draft === null ? state : examining(state, { ...draft, awardYear: event.awardYear });
    case 'edit':
      return draft === null ? state : editing(state, draft, event);
    case 'undo': {
      const recipe = draft?.before.at(-1);
      if (draft === null || recipe === undefined) return state;
      return examining(state, withLines(draft, { recipe, before: draft.before.slice(0, -1) }));
    }
    case 'change columns': {
      if (draft === null) return state;
      return focused({ ...state, draft: { ...draft, isConfirmed: false }, result: null }, 'columns-heading');
    }
    case 'confirm':
    case 'calculate':
      if (task?.kind === 'examine') return { ...state, task: { ...task, pressed: event.type } };
      if (event.type === 'confirm') return confirming(state);
      return canCalculate(state) ? calculating(state, []) : state;
    case 'repair':
      return calculating(state, event.mends);
    case 'cancel':
      return cancelled(state);
    case 'focus':
      return focused(state, event.id);
    case 'save': {
      // What the page has itself, its effects save.
      if (result === null || event.what === 'recipe') return state;
      if (event.what === 'answer') return withResult(state, { isSaved: true });
      const { what } = event;
      const { plan } = result;
      const done = draft?.examination.sentences.map(({ text }) => text) ?? [];
      const sentences = [...done, ...plan.mends.map((mend) => mend.said)];
      return begun(state, { kind: 'save', what, plan, sentences });
    }
    case 'look':
      return looking(state, event.question);
    case 'compare': {
      if (result === null) return state;
      const { before } = event;
      return begun(withResult(state, { comparison: null }), { kind: 'compare', plan: result.plan, before });
    }
    case 'type':
      return { ...state, typed: { ...state.typed, [event.field]: event.text } };
    case 'say':
      return said(state, event.kind, event.text);
    case 'kept':
      return { ...state, kept: event.kept };
    case 'worker lost': {
      const next = result?.look?.preview === null ? withResult(state, { look: null }) : state;
      if (task === null) return said(next, 'bad', event.text);
      return refused(next, task, event.text);
    }
    default:
      if (task?.id === event.id) return replied(state, task, event);
      return result?.look?.id === event.id ? looked(state, result.look, event) : state;
  }
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
  return { ...state, latest: id, task: { ...ask, id, progress: null, pressed: null }, notice: null };
}

/** The state with another draft, by which the whole file is looked at again. The answer of an earlier one goes. */
function examining(state: FileState, draft: Draft): FileState {
  const { file } = state;
  if (file === null) return state;
  const { recipe, awardYear } = draft;
  const next = begun(state, { kind: 'examine', file, recipe, awardYear });
  return { ...next, draft: { ...draft, refused: null }, result: null, focus: null };
}

function editing(
  state: FileState,
  draft: Draft,
  { recipe, line, stays }: Extract<FileEvent, { type: 'edit' }>,
): FileState {
  const isSame = JSON.stringify(recipe) === JSON.stringify(draft.recipe);
  const next = isSame ? draft : edited(draft, recipe, line);
  // Editors close, and the search among the columns ends.
  const closed = { ...state, typed: {} };
  const made = isSame ? closed : examining(closed, next);
  if (stays === true) return made;
  const isOpen = ({ lines }: Draft): boolean => openLines(lines).includes(line);
  const isQuestion = draft.lines.questions.some(({ id }) => id === line);
  if (isQuestion || (isOpen(draft) && !isOpen(next))) return focused(made, nextOpen(next.lines, line));
  // The focus must not go with the editor that has made the edit.
  return state.typed[`how-${line}`] === undefined ? made : focused(made, line);
}

/** Nothing is confirmed while a line is open: the first of them gets the focus instead. */
function confirming(state: FileState): FileState {
  const { draft } = state;
  if (draft === null || !isCurrent(state)) return state;
  const { lines } = draft;
  const [first] = openLines(lines);
  if (first !== undefined) return focused(state, first);
  const [question] = lines.questions;
  const focus = question === undefined ? 'before-heading' : nextOpen(lines, question.id);
  return focused({ ...state, draft: { ...draft, isConfirmed: true } }, focus);
}

/** Calculates the draft with these repairs, and keeps its recipe, by which next month's file begins. */
function calculating(state: FileState, mends: readonly Mend[]): FileState {
  const { file, draft, kept, latest } = state;
  if (file === null || draft === null) return state;
  const { awardYear, info, before, isRecalled } = draft;
  const recipe = recipeOf(draft);
  const isOurs = hasOwnNames(info.header) && before.length === 0 && !isRecalled;
  const own = { name: file.name, columns: columnsIn(draft), recipe };
  const next = isOurs ? state : { ...state, kept: withKept(kept, own) };
  return begun(next, { kind: 'calculate', plan: { id: latest + 1, file, recipe, awardYear, mends } });
}

function looking(state: FileState, question: PreviewQuestion): FileState {
  const id = state.latest + 1;
  return { ...withResult(state, { look: { id, question, preview: null } }), latest: id };
}

function looked(state: FileState, look: NonNullable<Result['look']>, reply: Reply): FileState {
  if (reply.type === 'looked') return withResult(state, { look: { ...look, preview: reply.preview } });
  if (reply.type !== 'refused') return state;
  return said(withResult(state, { look: null }), 'bad', reply.message);
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
        const heading = first.isConfirmed ? 'before-heading' : 'columns-heading';
        return opened(state, task.file, { draft: first }, isRecalled ? heading : 'file-heading');
      }
      if (task.kind !== 'examine' || draft === null) return state;
      const { recipe } = draft;
      const found = withLines(draft, { ...understood, recipe, seen: recipe });
      const isQuestion = ({ lines }: Draft): boolean =>
        lines.questions.some(({ id }) => id === state.focus?.id);
      const seen = { ...ended, draft: found };
      // The answer to one question may have answered the next, which had the focus.
      const isGone = isQuestion(draft) && !isQuestion(found);
      const next = isGone ? focused(seen, nextQuestion(found.lines)) : seen;
      return task.pressed === null ? next : nextFile(next, { type: task.pressed });
    }
    case 'calculated': {
      if (task.kind !== 'calculate') return state;
      const { plan } = task;
      const result = { plan, outcome: reply.outcome, isSaved: false, look: null, comparison: null };
      const next = { ...ended, result, typed: {} };
      return looking(focused(next, 'results-heading'), state.result?.look?.question ?? FIRST_QUESTION);
    }
    case 'compared':
      return withResult(ended, { comparison: reply.comparison });
    case 'saved':
      return task.kind === 'save' && task.what === 'workbook' ? withResult(ended, { isSaved: true }) : ended;
    case 'looked':
      return state;
  }
}

/** A file takes the place of all that was on the page. */
function opened(
  { kept, latest }: FileState,
  file: GivenFile,
  { draft = null, refusal = null }: { readonly draft?: Draft | null; readonly refusal?: string | null },
  heading: string,
): FileState {
  return focused({ ...firstState(kept), latest, file: { ...file, refusal }, draft }, heading);
}

/**
 * The task has ended in vain. A file that cannot be read is shown with the reason; a change that is refused stays as the
 * person made it, and can be changed again: nothing is calculated meanwhile.
 */
function refused(state: FileState, task: Task, message: string): FileState {
  const { draft } = state;
  const ended = { ...state, task: null };
  if (task.kind === 'open') return opened(state, task.file, { refusal: message }, 'file-heading');
  if (task.kind === 'examine' && draft !== null) return { ...ended, draft: { ...draft, refused: message } };
  return focused(said(ended, 'bad', message), 'notice');
}

/** Ends the current task: nothing of it is left. A look at the rows that another file has interrupted is taken again. */
function cancelled(state: FileState): FileState {
  const { task, file, draft } = state;
  if (task === null || task.kind === 'examine') return state;
  const back = { ...state, task: null };
  const still = file === null ? '' : ` ${file.name} is still here.`;
  const text =
    task.kind === 'open' ? `${task.file.name} was not opened.${still}` : 'Everything is as it was before.';
  const shown = draft === null || isCurrent(back) ? back : examining(back, draft);
  return focused(said(shown, 'info', `Canceled. ${text}`), 'notice');
}
