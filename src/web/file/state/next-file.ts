import { CURRENT_AWARD_YEAR } from '../../../engine/limits.js';
import type { ReadSettings } from '../../../recipe/recipe.js';
import type {
  Ask,
  FileRefusal,
  Mend,
  PreviewQuestion,
  Reply,
  Understood,
} from '../worker/worker-protocol.js';
import { type Discarding, type FileEvent, isDiscarding, type Saved } from './file-events.js';
import {
  answerSentences,
  COLUMNS_FOLD,
  canCalculate,
  type Draft,
  FIRST_QUESTION,
  type FileState,
  hasUnsavedWork,
  isCurrent,
  type Notice,
  type OpenFile,
  type Result,
  repairsIn,
  type Task,
  yearOf,
} from './file-state.js';
import { withKept } from './kept-recipes.js';
import { allLines, CONFIRM, fieldId, openLines, questionId, shownLines } from './lines.js';
import { edited, type RecipeEdit } from './recipe-edits.js';

/** Returns the state of the page `/file` after an event. What would discard work waits for the person's consent. */
export function nextFile(state: FileState, event: FileEvent): FileState {
  if (isDiscarding(event) && discardsWork(state, event)) {
    return { ...state, waiting: event, focus: { id: 'give-up' } };
  }
  const next = after(state, event);
  const { waiting } = next;
  // A choice belongs to the draft that it was made for; with nothing left to discard there is nothing to ask.
  const isOfDraft = waiting?.type === 'given' || next.draft === state.draft;
  const isOver = waiting !== null && !(isOfDraft && discardsWork(next, waiting));
  return isOver ? { ...next, waiting: null } : next;
}

/** Whether an action discards what is not saved: the work on a file, or repairs that belong to its decisions. */
function discardsWork(state: FileState, { type }: Discarding): boolean {
  return type === 'given' ? hasUnsavedWork(state) : repairsIn(state) > 0;
}

function after(state: FileState, event: FileEvent): FileState {
  const { result, draft, task } = state;
  switch (event.type) {
    case 'given': {
      const file = { ...event.given, id: state.latest + 1 };
      const awardYear = CURRENT_AWARD_YEAR;
      return { ...begun(state, { kind: 'open', file, recipe: null, awardYear }), waiting: null };
    }
    case 'several files given':
      return said(state, 'bad', 'Choose one file at a time. All rows of a student must be in one file.');
    case 'give up': {
      if (state.waiting === null) return state;
      const decided = focused({ ...state, waiting: null }, 'file-heading');
      return event.isMeant ? after(decided, state.waiting) : decided;
    }
    case 'cancel':
      return cancelled(state);
    case 'read again':
      return beginning(state, null, event.read);
    case 'keep rows': {
      if (draft === null) return state;
      const recipe = { ...draft.recipe, read: event.read };
      return focused(examining(state, { ...draft, recipe, isTouched: true }), 'file-heading');
    }
    case 'choose year':
      return draft === null ? state : examining(state, { ...draft, awardYear: event.awardYear });
    case 'use kept':
      return beginning(state, JSON.stringify(event.kept.recipe));
    case 'load recipe':
      return beginning(state, event.text);
    case 'edit':
      return editing(state, event.edit, event.line, event.stays === true);
    case 'undo': {
      const recipe = draft?.before.at(-1);
      if (draft === null || recipe === undefined) return state;
      return examining(state, { ...draft, recipe, before: draft.before.slice(0, -1) });
    }
    case 'confirm':
    case 'calculate':
      if (task?.kind === 'examine') return { ...state, task: { ...task, pressed: event } };
      return event.type === 'confirm' ? confirming(state) : calculating(state);
    case 'change columns': {
      if (draft === null) return state;
      const hadResult = draft.hadResult || result !== null;
      return withConfirmed({ ...state, result: null }, { ...draft, hadResult }, false, 'columns-heading');
    }
    case 'next open':
      return draft === null ? state : focused(state, nextOpen(draft, event.after));
    case 'show line': {
      const isFolded = draft?.recipe.confirmed === true && !event.line.startsWith('question-');
      return focused(isFolded ? unfolded(state, COLUMNS_FOLD, true) : state, event.line);
    }
    case 'mend':
      return result === null ? state : planned(state, [...result.plan.mends, event.mend]);
    case 'undo mend':
      return result === null ? state : planned(state, result.plan.mends.slice(0, -1));
    case 'save':
      return saving(state, event.what);
    case 'look':
      return focused(looking(withoutTyped(state, /^rows-search$/), event.question), event.focus);
    case 'compare':
      return result === null
        ? state
        : begun(withResult(state, { comparison: null }), {
            ...{ kind: 'compare', plan: result.plan, before: event.before },
          });
    case 'unfold':
      return focused(unfolded(state, event.name, event.isOpen), event.focus);
    case 'type':
      return { ...state, typed: { ...state.typed, [event.field]: event.text } };
    case 'forget kept': {
      const kept = state.kept.filter((each) => each !== event.kept);
      return focused({ ...state, kept }, kept.length > 0 ? 'kept' : 'choose-file');
    }
    case 'kept':
      return { ...state, kept: event.kept };
    case 'worker lost': {
      const refusal = { message: event.text, line: null };
      const next = result?.look?.preview === null ? withResult(state, { look: null }) : state;
      return task === null ? said(next, 'bad', event.text) : refused(next, task, refusal);
    }
    default:
      if (task?.id === event.id) return replied(state, task, event);
      return result?.look?.id === event.id ? looked(state, result.look, event) : state;
  }
}

function said(state: FileState, kind: Notice['kind'], text: string): FileState {
  return { ...state, notice: { kind, text } };
}

function focused(state: FileState, id: string | undefined): FileState {
  return id === undefined ? state : { ...state, focus: { id } };
}

function unfolded(state: FileState, name: string, isOpen: boolean): FileState {
  const others = [...state.open].filter((each) => each !== name);
  return { ...state, open: new Set(isOpen ? [...others, name] : others) };
}

/** The state without what was typed into these fields. */
function withoutTyped(state: FileState, fields: RegExp): FileState {
  const typed = Object.entries(state.typed).filter(([field]) => !fields.test(field));
  return { ...state, typed: Object.fromEntries(typed) };
}

function withResult(state: FileState, change: Partial<Result>): FileState {
  return state.result === null ? state : { ...state, result: { ...state.result, ...change } };
}

/** The state with a new task instead of the current one. While a file is being opened, the earlier one does not change. */
function begun(state: FileState, ask: Exclude<Ask, { readonly kind: 'look' }>): FileState {
  const { task, file } = state;
  if (task?.kind === 'open' && ask.kind !== 'open') {
    const text = `${task.file.name} is being opened. Cancel that first to go on with ${file?.name}.`;
    return said(state, 'info', text);
  }
  const id = state.latest + 1;
  return { ...state, latest: id, task: { ...ask, id, progress: null, pressed: null }, notice: null };
}

/** Begins anew with the file: with an earlier recipe, or with another table of it. */
function beginning(state: FileState, recipe: string | null, read?: ReadSettings): FileState {
  const { file } = state;
  if (file === null) return state;
  return begun(state, { kind: 'begin', file, recipe, read, awardYear: yearOf(state) });
}

/** The state with another draft, by which the whole file is looked at again. The answer of an earlier one goes. */
function examining(state: FileState, draft: Draft): FileState {
  const { file, result, task } = state;
  if (file === null) return state;
  const { recipe, awardYear } = draft;
  const next = begun(state, { kind: 'examine', file, recipe, awardYear });
  // A file is being opened: nothing changes.
  if (next.task === task) return next;
  const hadResult = draft.hadResult || result !== null;
  return { ...next, draft: { ...draft, hadResult, refused: null }, result: null };
}

function calculating(state: FileState): FileState {
  return canCalculate(state) ? planned(state, []) : state;
}

/** Calculates the draft with these repairs, and keeps its recipe, by which next month's file begins. */
function planned(state: FileState, mends: readonly Mend[]): FileState {
  const { file, draft, kept, latest } = state;
  if (file === null || draft === null) return state;
  const { recipe, awardYear, table, isTouched, isRecalled } = draft;
  const own = { name: file.name, columns: table.columns, recipe };
  const next = isTouched || isRecalled ? { ...state, kept: withKept(kept, own) } : state;
  return begun(next, { kind: 'calculate', plan: { id: latest + 1, file, recipe, awardYear, mends } });
}

/** Saves the answer or a part of it. What the page has itself, its effects save. */
function saving(state: FileState, what: Saved): FileState {
  const { result } = state;
  if (result === null || what === 'recipe') return state;
  if (what === 'answer') return withResult(state, { isSaved: true });
  return begun(state, { kind: 'save', what, plan: result.plan, sentences: answerSentences(state) });
}

/** Looks for rows of the answer, beside the current task. */
function looking(state: FileState, question: PreviewQuestion = FIRST_QUESTION): FileState {
  const id = state.latest + 1;
  return { ...withResult(state, { look: { id, question, preview: null } }), latest: id };
}

function looked(state: FileState, look: NonNullable<Result['look']>, reply: Reply): FileState {
  if (reply.type === 'looked') return withResult(state, { look: { ...look, preview: reply.preview } });
  if (reply.type !== 'refused') return state;
  return said(withResult(state, { look: null }), 'bad', reply.refusal.message);
}

/** The current task has made progress or ended. */
function replied(state: FileState, task: Task, reply: Reply): FileState {
  const ended = { ...state, task: null, notice: null };
  switch (reply.type) {
    case 'progress':
      return { ...state, task: { ...task, progress: reply.progress } };
    case 'refused':
      return refused(state, task, reply.refusal);
    case 'understood': {
      const { understood } = reply;
      if (task.kind === 'open' || task.kind === 'begin')
        return read(state, task, { ...task.file, refusal: null }, understood);
      if (task.kind !== 'examine' || state.draft === null) return state;
      const { table, examination } = understood;
      const next = { ...ended, draft: { ...state.draft, table, examination, seen: state.draft.recipe } };
      return task.pressed === null ? next : after(next, task.pressed);
    }
    case 'calculated': {
      if (task.kind !== 'calculate') return state;
      const { plan } = task;
      const result = { plan, outcome: reply.outcome, isSaved: false, look: null, comparison: null };
      const next = withoutTyped({ ...ended, result }, /^repair-/);
      return looking(focused(next, 'results-heading'), state.result?.look?.question);
    }
    case 'compared':
      return withResult(ended, { comparison: reply.comparison });
    case 'saved':
      return task.kind === 'save' && task.what === 'workbook' ? withResult(ended, { isSaved: true }) : ended;
    case 'looked':
      return state;
  }
}

/** The state with a file that was read, or could not be: nothing of an earlier one is left. */
function read(
  state: FileState,
  task: Extract<Task, { readonly kind: 'open' | 'begin' | 'examine' }>,
  file: OpenFile,
  understood: Understood | null,
): FileState {
  const next = {
    ...{ ...state, file, draft: null, result: null, task: null, notice: null, waiting: null },
    typed: {},
    open: new Set<string>(),
  };
  if (understood === null) return focused(next, 'file-heading');
  const isRecalled = task.recipe !== null;
  const draft = firstDraft(understood, task.awardYear, isRecalled);
  const focus = draft.recipe.confirmed ? 'before-heading' : 'columns-heading';
  return focused({ ...next, draft }, isRecalled ? focus : 'file-heading');
}

/** The draft that a file begins with. By an earlier recipe or our own names most is said: only what is open is shown. */
function firstDraft(
  { table, examination, recipe: given }: Understood,
  awardYear: string,
  isRecalled: boolean,
): Draft {
  const draft: Draft = {
    recipe: given,
    seen: given,
    awardYear,
    table,
    examination,
    isRecalled,
    before: [],
    fresh: null,
    isTouched: false,
    hadResult: false,
    refused: null,
  };
  if (!isRecalled && !table.isOurs) return draft;
  const open = openLines(draft);
  const recipe = { ...given, confirmed: open.length === 0 && (given.confirmed || !isRecalled) };
  return { ...draft, recipe, seen: recipe, fresh: new Set(open) };
}

/**
 * The task has ended in vain. A file that cannot be read is shown with the reason; a change that is refused stays as the
 * person made it, and can be changed again: nothing is calculated meanwhile.
 */
function refused(state: FileState, task: Task, refusal: FileRefusal): FileState {
  if (task.kind === 'open') return read(state, task, { ...task.file, refusal }, null);
  const ended = { ...state, task: null };
  if (task.kind !== 'examine' || state.draft === null)
    return focused(said(ended, 'bad', refusal.message), 'notice');
  return { ...ended, draft: { ...state.draft, refused: refusal.message } };
}

/** Ends the current task: everything stays as it was before. */
function cancelled(state: FileState): FileState {
  const { task } = state;
  if (task === null || task.kind === 'examine') return state;
  const text =
    task.kind === 'open'
      ? `Canceled. ${task.file.name} was not opened.`
      : 'Canceled. Everything is as it was before.';
  return focused(said({ ...state, task: null }, 'info', text), 'notice');
}

/** Makes an edit. The focus moves on from a line on which nothing is open any more, and stays on one with something open. */
function editing(state: FileState, edit: RecipeEdit, line: string | null, stays: boolean): FileState {
  const { draft } = state;
  if (draft === null) return state;
  const { confirmed } = draft.recipe;
  const recipe = { ...edited(draft.recipe, edit, draft.examination.facts), confirmed };
  if (JSON.stringify(recipe) === JSON.stringify({ ...draft.recipe, confirmed })) return state;
  const before = [...draft.before, draft.recipe].slice(-MOST_UNDONE);
  const changed = withChangedLines(draft, { ...draft, recipe, before, isTouched: true });
  // What a person changes among confirmed columns is confirmed with them, unless it leaves something open.
  const isOpen = openLines(changed).length > 0;
  const next = isOpen ? { ...changed, recipe: { ...recipe, confirmed: false } } : changed;
  if (line === null) return examining(state, next);
  const made = examining(withoutTyped(state, typedOn(line)), next);
  if (edit.kind === 'answer') return focused(made, nextQuestion(next));
  if (stays) return made;
  const isSettled = openLines(draft).includes(line) && !openLines(next).includes(line);
  if (isSettled) return focused(made, nextOpen(next, line));
  // The editor that has made the edit closes: the focus must not go with it.
  return (state.typed[`how-${line}`] ?? '') === '' ? made : focused(made, line);
}

const MOST_UNDONE = 50;

/** The draft with the lines that an edit has changed among those that are shown: what was answered must not vanish. */
function withChangedLines(before: Draft, draft: Draft): Draft {
  if (draft.fresh === null) return draft;
  const rules = new Set(shownLines(before).fields.map(({ path, rule }) => JSON.stringify([path, rule])));
  const changed = shownLines(draft).fields.filter(
    ({ path, rule }) => !rules.has(JSON.stringify([path, rule])),
  );
  return { ...draft, fresh: new Set([...draft.fresh, ...changed.map(fieldId)]) };
}

/** The fields of a line, whose text it has taken, and the buttons on it that were pressed. */
function typedOn(line: string): RegExp {
  return new RegExp(`^(?:draft|how|value)-${line}(?:$|-)`);
}

/** The first line with something open behind a line, or at all where there is none; the button below them if nothing is open. */
function nextOpen(draft: Draft, line: string | null): string {
  const all = [...allLines(draft)];
  const at = all.findIndex(([id]) => id === line);
  const isOpen = ([, open]: readonly [string, boolean]): boolean => open;
  const [id] = all.slice(at + 1).find(isOpen) ?? all.find(isOpen) ?? [CONFIRM];
  return id;
}

/** The first question of the rows that is open; the button that calculates if none is. */
function nextQuestion(draft: Draft): string {
  const open = shownLines(draft).questions.find(({ answer }) => answer === null);
  return open === undefined ? 'calculate' : questionId(open);
}

/** Nothing is confirmed while a line is open: the first of them gets the focus instead. */
function confirming(state: FileState): FileState {
  const { draft } = state;
  if (draft === null || !isCurrent(state)) return state;
  const [first] = openLines(draft);
  if (first !== undefined) return focused(state, first);
  const { questions } = shownLines(draft);
  return withConfirmed(state, draft, true, questions.length > 0 ? nextQuestion(draft) : 'before-heading');
}

/** Whether the columns are confirmed says nothing new of the file: it is not examined again. */
function withConfirmed(state: FileState, draft: Draft, confirmed: boolean, focus: string): FileState {
  const recipe = { ...draft.recipe, confirmed };
  const next = { ...draft, recipe, seen: draft.seen === draft.recipe ? recipe : draft.seen, isTouched: true };
  return focused({ ...state, draft: next }, focus);
}
