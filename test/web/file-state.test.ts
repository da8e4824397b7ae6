import { describe, expect, it } from 'vitest';
import { CURRENT_AWARD_YEAR } from '../../src/engine/limits.js';
import type { Decision } from '../../src/guessing/decisions.js';
import { RECIPE_FORMAT, type Recipe } from '../../src/guessing/recipe.js';
import { canCalculate } from '../../src/web/file/page/begin-task.js';
import type { FileEvent } from '../../src/web/file/page/file-events.js';
import {
  type FileState,
  firstState,
  type Given,
  hasUnsavedWork,
  idOf,
  shownRecipe,
  shownYear,
} from '../../src/web/file/page/file-state.js';
import { type KeptRecipe, keptFor, withKept } from '../../src/web/file/page/kept-recipes.js';
import { nextFile } from '../../src/web/file/page/next-file.js';
import {
  choiceOf,
  decided,
  isWritten,
  withColumn,
  withTermAdded,
} from '../../src/web/file/page/recipe-edits.js';
import type { Outcome } from '../../src/web/file/worker/outcome.js';
import type { Understood } from '../../src/web/file/worker/understood.js';

const RECIPE: Recipe = {
  format: RECIPE_FORMAT,
  shape: { rows: 'term' },
  columns: { student_id: { column: 'EMPLID' } },
  decisions: {},
};

const DECISION: Decision = {
  name: 'need',
  of: null,
  open: true,
  isAwaited: false,
  question: 'How much subsidized need does each student have?',
  why: 'The file has no column for it.',
  students: 20,
  rows: [2, 3],
  choices: [
    { path: ['decisions', 'need'], value: 'none', label: 'Nobody has any', effect: 'Student 1: $5,500' },
    { path: ['decisions', 'need'], value: 'maximum', label: 'The maximum for everybody', effect: null },
  ],
  chosen: null,
};

function understoodAs(recipe: Recipe, decisions: readonly Decision[] = [], header = ['EMPLID']): Understood {
  return {
    info: {
      kind: 'text',
      encoding: 'utf-8',
      delimiter: ',',
      sheet: null,
      sheets: [],
      headerRow: 1,
      header,
      above: [],
      sameSheets: [],
      otherSheets: [],
      firstRows: [],
      notes: [],
    },
    rows: 2,
    students: 1,
    recipe,
    columns: [],
    decisions,
    sentences: [],
    setAside: { count: 0, rows: [], backIn: {} },
    awardYears: ['2026-27'],
  };
}

const OUTCOME: Outcome = {
  summary: {
    rows: 2,
    students: 1,
    failedStudents: 0,
    studentsWithWarnings: 0,
    reducedStudents: 0,
    overpaidStudents: 0,
    totals: { annual: NO_LOANS(), equal: NO_LOANS(), proportional: NO_LOANS() },
    percents: [],
    warnings: [],
  },
  failures: [],
  answer: new Blob(['answer']),
};

function NO_LOANS() {
  return { subsidized: 0, unsubsidized: 0, grad_plus: 0 };
}

const given = (name: string): Given => ({ name, blob: new Blob([name]), isPasted: false });

/** What becomes of a page to which these things happen. */
function stateAfter(...events: readonly (FileEvent | ((state: FileState) => FileEvent))[]): FileState {
  return events.reduce<FileState>(
    (state, event) => nextFile(state, typeof event === 'function' ? event(state) : event),
    firstState([], false),
  );
}

/** The present task has been done, by its number. */
const task = (make: (task: number) => FileEvent) => (state: FileState) => make(state.task?.id ?? -1);
const opened = (understood: Understood) =>
  task((id) => ({
    type: 'opened',
    task: id,
    opened: { refusal: null, understood },
  }));
const matched = (understood: Understood) => task((id) => ({ type: 'matched', task: id, understood }));
const calculated = task((id) => ({ type: 'calculated', task: id, outcome: OUTCOME }));

const FILE: FileEvent = { type: 'given', given: given('one.csv') };
const ANOTHER: FileEvent = { type: 'given', given: given('two.csv') };
const DECIDING: FileEvent = { type: 'decide', path: ['decisions', 'need'], value: 'none', others: [] };
const MENDING: FileEvent = {
  type: 'mend',
  mend: { kind: 'values', column: 'grade_level', values: { F: 'first_year' }, said: '' },
};
const SAVED = [{ type: 'save', what: 'answer' } as const, task((id) => ({ type: 'saved', task: id }))];
const CALCULATED = [FILE, opened(understoodAs(RECIPE)), { type: 'calculate' } as const, calculated];

const TWO_FALLS: Recipe['shape'] = {
  rows: 'student',
  terms: ['Fall', 'fall\u200b'].map((label) => ({ label, columns: {} })),
};

describe('a file', () => {
  it('is calculated only when nothing is left to be decided', () => {
    const open = stateAfter(FILE, opened(understoodAs(RECIPE, [DECISION])));
    expect(canCalculate(open)).toBe(false);
    expect(nextFile(open, { type: 'calculate' })).toBe(open);
    const answered = stateAfter(FILE, opened(understoodAs(RECIPE, [DECISION])), DECIDING);
    expect(answered.task).toMatchObject({ kind: 'match', recipe: { decisions: { need: 'none' } } });
    // Not before the worker has looked at the whole file with it.
    expect(canCalculate(answered)).toBe(false);
    expect(canCalculate(nextFile(answered, matched(understoodAs(RECIPE))(answered)))).toBe(true);
  });

  it.each([
    ['a value for everybody', { ...RECIPE, columns: { total_limit: { constant: ' ' } } }],
    ['a value that cannot be seen', { ...RECIPE, columns: { total_limit: { constant: '\u200b\u2060' } } }],
    ['the name of a term', { ...RECIPE, shape: { rows: 'student', terms: [{ label: '', columns: {} }] } }],
    ['a name of its own for each term', { ...RECIPE, shape: TWO_FALLS }],
  ] satisfies [string, Recipe][])('is not calculated while something is left blank: %s', (_, recipe) => {
    expect(canCalculate(stateAfter(FILE, opened(understoodAs(recipe))))).toBe(false);
  });

  it('is not calculated while it is open which columns its funds are in', () => {
    const wanted = stateAfter(FILE, opened(understoodAs(RECIPE)), {
      type: 'type',
      field: 'shape',
      text: 'fund',
    });
    expect(canCalculate(wanted)).toBe(false);
    const again = nextFile(wanted, { type: 'type', field: 'shape', text: 'term' });
    expect(canCalculate(again)).toBe(true);
  });

  it('that is read again just as it was keeps every answer', () => {
    const read = { header_row: 1, delimiter: ',', encoding: 'utf-8' } as const;
    const state = stateAfter(...CALCULATED);
    expect(nextFile(state, { type: 'read again', read })).toEqual({
      ...state,
      notice: { kind: 'info', text: 'The file is already read like this.' },
    });
  });

  it('that is being opened is not dropped for a change of the earlier one', () => {
    const opening = stateAfter(...CALCULATED, ...SAVED, ANOTHER);
    const changed = nextFile(opening, DECIDING);
    expect(changed.task).toBe(opening.task);
    expect(changed.notice?.text).toBe('two.csv is being opened. Cancel that first to go on with one.csv.');
  });

  it('leaves pasted rows where they are until they are read', () => {
    const typing: FileEvent = { type: 'type', field: 'pasted', text: 'a,b' };
    const pasted: FileEvent = { type: 'given', given: { ...given('pasted rows'), isPasted: true } };
    const refusal = { message: 'No table.', line: null };
    const refused = task((id) => ({ type: 'opened', task: id, opened: { refusal, understood: null } }));
    const kept = { typed: { pasted: 'a,b' }, open: new Set(['paste']) };
    expect(stateAfter(typing, FILE, opened(understoodAs(RECIPE)))).toMatchObject(kept);
    expect(stateAfter(typing, pasted, refused)).toMatchObject(kept);
    expect(stateAfter(typing, pasted, opened(understoodAs(RECIPE))).typed).toEqual({});
  });

  it('that is refused leaves the one before in place', () => {
    const state = stateAfter(...CALCULATED, ...SAVED, ANOTHER);
    const refused = nextFile(state, {
      type: 'refused',
      task: state.task?.id ?? -1,
      text: 'No.',
    });
    expect(refused.file?.name).toBe('one.csv');
    expect(refused.notice).toEqual({ kind: 'bad', text: 'No.' });
  });

  it('takes nothing of the file before: no answer, no repair, no text that was typed', () => {
    const state = stateAfter(
      ...CALCULATED,
      MENDING,
      calculated,
      { type: 'type', field: 'repair-1', text: '12' },
      ...SAVED,
      ANOTHER,
      { type: 'give up', isMeant: true },
      opened(understoodAs({ ...RECIPE, columns: {} })),
    );
    expect(state).toMatchObject({
      file: { name: 'two.csv' },
      result: null,
      typed: {},
      match: { recipe: { columns: {} } },
    });
  });

  it('does not take the place of unsaved work unasked', () => {
    const asked = stateAfter(...CALCULATED, ANOTHER);
    expect(asked).toMatchObject({
      file: { name: 'one.csv' },
      waiting: { given: { name: 'two.csv' } },
      task: null,
    });
    expect(nextFile(asked, { type: 'give up', isMeant: false })).toMatchObject({ waiting: null, task: null });
    expect(nextFile(asked, { type: 'give up', isMeant: true }).task).toMatchObject({ kind: 'open' });
  });

  it('keeps repairs until it is meant that a change of its decisions gives them up', () => {
    const mended = stateAfter(...CALCULATED, MENDING, calculated);
    const asked = nextFile(mended, DECIDING);
    expect(asked).toMatchObject({ result: { mends: [{ kind: 'values' }] }, waiting: DECIDING, task: null });
    const kept = nextFile(asked, { type: 'give up', isMeant: false });
    expect(kept).toMatchObject({ result: { mends: [{ kind: 'values' }] }, waiting: null, task: null });
    const meant = nextFile(asked, { type: 'give up', isMeant: true });
    expect(meant.task).toMatchObject({ kind: 'match', recipe: { decisions: { need: 'none' } } });
    expect(meant.waiting).toBeNull();
  });

  it('forgets a choice that waits as soon as it is not meant, or belongs to what is gone', () => {
    const choosing: FileEvent = { type: 'type', field: 'fund-column', text: 'LAST_NAME' };
    const asked = stateAfter(...CALCULATED, MENDING, calculated, choosing, DECIDING);
    expect(nextFile(asked, { type: 'give up', isMeant: false }).typed).toEqual({});
    const undone = nextFile(asked, { type: 'undo mend' });
    const over = nextFile(undone, calculated(undone));
    expect(over).toMatchObject({ waiting: null, typed: {}, result: { mends: [] } });
  });

  it('counts a repair that is being calculated, or only typed, as work', () => {
    const saved = stateAfter(...CALCULATED, ...SAVED);
    const typed = nextFile(saved, { type: 'type', field: 'repair-1', text: 'first_year' });
    const repairing = nextFile(saved, MENDING);
    for (const state of [typed, repairing]) {
      expect(hasUnsavedWork(state)).toBe(true);
      expect(nextFile(state, ANOTHER).waiting).toBe(ANOTHER);
    }
    expect(nextFile(repairing, DECIDING).waiting).toBe(DECIDING);
  });

  it('has a text as it was typed until it is finished, whatever happens meanwhile', () => {
    const field = 'column-total_limit-constant';
    const typing: FileEvent = { type: 'type', field, text: '12345' };
    const deciding = stateAfter(FILE, opened(understoodAs(RECIPE)), DECIDING);
    const state = nextFile(nextFile(deciding, typing), matched(understoodAs(RECIPE))(deciding));
    expect(state.typed).toEqual({ [field]: '12345' });
    const choice = { constant: '12345' };
    const used = nextFile(state, { type: 'choose column', term: null, ours: 'total_limit', choice });
    expect(used.typed).toEqual({});
    expect(shownRecipe(used)?.columns).toMatchObject({ total_limit: choice });
  });

  it('whose answer was saved can be followed by another', () => {
    const saved = stateAfter(...CALCULATED, ...SAVED);
    expect(hasUnsavedWork(saved)).toBe(false);
  });
});

describe('a cancelled step', () => {
  it('changes nothing: a mend that was cancelled is not among the mends of the next one', () => {
    const before = stateAfter(...CALCULATED);
    const mending = nextFile(before, MENDING);
    const cancelled = nextFile(mending, { type: 'cancel' });
    expect(cancelled.result).toBe(before.result);
    const late = nextFile(cancelled, { type: 'calculated', task: mending.task?.id ?? -1, outcome: OUTCOME });
    expect(late).toBe(cancelled);
    const next = nextFile(late, { type: 'mend', mend: { kind: 'leave out', result: 2, group: 0, said: '' } });
    expect(next.task).toMatchObject({ plan: { mends: [{ kind: 'leave out' }] } });
  });

  it('of a decision leaves the question open', () => {
    const cancelled = stateAfter(FILE, opened(understoodAs(RECIPE, [DECISION])), DECIDING, {
      type: 'cancel',
    });
    expect(shownRecipe(cancelled)).toBe(RECIPE);
    expect(canCalculate(cancelled)).toBe(false);
  });
});

describe('another sheet', () => {
  it('means everything anew: proposal, answer and repairs', () => {
    const other = { ...RECIPE, read: { sheet: 'May' } };
    const state = stateAfter(...CALCULATED, { type: 'read again', read: { sheet: 'May' } });
    expect(state.task).toMatchObject({ kind: 'match', recipe: null, read: { sheet: 'May' } });
    const read = nextFile(state, matched(understoodAs(other))(state));
    expect(read).toMatchObject({ result: null, match: { recipe: { read: { sheet: 'May' } } } });
  });
});

describe('total lines that are students after all', () => {
  it('keep every answer, and so do those that are set aside again', () => {
    const deciding = stateAfter(FILE, opened(understoodAs(RECIPE, [DECISION])), DECIDING);
    const decided = nextFile(deciding, matched(understoodAs(shownRecipe(deciding) ?? RECIPE))(deciding));
    const kept = nextFile(decided, { type: 'read again', read: { keep: ['total'] } });
    expect(kept.task).toMatchObject({
      kind: 'match',
      recipe: { read: { keep: ['total'] }, decisions: { need: 'none' } },
    });
    const aside = nextFile(kept, { type: 'read again', read: {} });
    expect(aside.task).toMatchObject({ recipe: { read: {}, decisions: { need: 'none' } } });
  });
});

describe('the award year', () => {
  const chosen = stateAfter(...CALCULATED, { type: 'choose year', awardYear: '2027-28' });
  const examined = nextFile(chosen, matched(understoodAs(RECIPE))(chosen));

  it('is the current one until another is chosen, and changes nothing else that was decided', () => {
    expect(shownYear(stateAfter(...CALCULATED))).toBe(CURRENT_AWARD_YEAR);
    expect(chosen.task).toMatchObject({ kind: 'match', recipe: RECIPE, awardYear: '2027-28' });
    expect(examined.match).toMatchObject({ recipe: RECIPE, awardYear: '2027-28', isTouched: false });
  });

  it('makes an answer for another year go, and is calculated with', () => {
    expect(examined.result).toBeNull();
    expect(nextFile(examined, { type: 'calculate' }).task).toMatchObject({ plan: { awardYear: '2027-28' } });
  });

  it('holds for the next choice, another sheet, a kept recipe and a worker that ended', () => {
    const events: readonly FileEvent[] = [
      DECIDING,
      { type: 'read again', read: { sheet: 'May' } },
      { type: 'load recipe', text: '{}' },
      { type: 'worker lost' },
    ];
    for (const event of events)
      expect(nextFile(examined, event).task, event.type).toMatchObject({ awardYear: '2027-28' });
  });

  it('is as before when the choice was cancelled, and the current one for another file', () => {
    const cancelled = nextFile(chosen, { type: 'cancel' });
    expect([shownYear(cancelled), cancelled.result]).toEqual([CURRENT_AWARD_YEAR, chosen.result]);
    const other = nextFile(examined, ANOTHER);
    expect(other.task).toMatchObject({ kind: 'open', awardYear: CURRENT_AWARD_YEAR });
  });
});

describe('a question', () => {
  const asking = stateAfter(FILE, opened(understoodAs(RECIPE, [DECISION])));
  const answered = nextFile(asking, {
    type: 'decide',
    path: ['columns', 'subsidized_amount'],
    value: { column: 'NEED' },
    others: [['decisions', 'need']],
  });

  it('stays where it was asked when the file raises it no more, and can be answered otherwise', () => {
    const recipe = shownRecipe(answered) ?? RECIPE;
    const settled = nextFile(answered, matched(understoodAs(recipe))(answered));
    expect([...(settled.match?.asked.values() ?? [])]).toEqual([{ ...DECISION, open: false }]);
    const otherwise = nextFile(settled, {
      type: 'decide',
      path: ['decisions', 'need'],
      value: 'none',
      others: [['columns', 'subsidized_amount']],
    });
    expect(otherwise.task).toMatchObject({
      recipe: { columns: RECIPE.columns, decisions: { need: 'none' } },
    });
  });

  it('that was answered is unfolded until another one is, and folds when the file is calculated', () => {
    const id = idOf(DECISION);
    const other: Decision = {
      ...DECISION,
      name: 'repeated_terms',
      choices: [{ path: ['decisions', 'repeated_terms'], value: 'last', label: 'The last', effect: null }],
    };
    const both = stateAfter(FILE, opened(understoodAs(RECIPE, [DECISION, other])), DECIDING);
    expect([...both.open]).toEqual([id]);
    const next: FileEvent = {
      type: 'decide',
      path: ['decisions', 'repeated_terms'],
      value: 'last',
      others: [],
    };
    const last = nextFile(both, next);
    expect([...last.open]).toEqual([idOf(other)]);
    const settled = nextFile(last, matched(understoodAs(shownRecipe(last) ?? RECIPE))(last));
    expect([...settled.open]).toEqual([idOf(other)]);
    expect([...nextFile(settled, { type: 'calculate' }).open]).toEqual([]);

    const changed = nextFile(settled, { type: 'unfold', name: id, isOpen: true });
    expect([[...changed.open], changed.focus]).toEqual([[id], { id }]);
    const kept = nextFile(changed, { type: 'unfold', name: id, isOpen: false });
    expect([[...kept.open], kept.focus]).toEqual([[], { id: `change-${id}` }]);
    // Another sheet is another table, whose questions have nothing to do with it.
    const elsewhere = nextFile(changed, { type: 'read again', read: { header_row: 2 } });
    expect([...nextFile(elsewhere, matched(understoodAs(RECIPE, [DECISION]))(elsewhere)).open]).toEqual([]);
  });

  it('whose answer makes the file be refused shows that answer, and can be answered otherwise', () => {
    const refused = nextFile(
      answered,
      task((id) => ({ type: 'refused', task: id, text: 'Row 2: no.' }))(answered),
    );
    expect(refused).toMatchObject({ task: null, notice: { kind: 'bad', text: 'Row 2: no.' } });
    expect(shownRecipe(refused)).toMatchObject({ columns: { subsidized_amount: { column: 'NEED' } } });
    const otherwise = nextFile(refused, DECIDING);
    expect(otherwise.task).toMatchObject({ recipe: { decisions: { need: 'none' } } });
    // What the browser lost is read again with what it was read with.
    expect(nextFile(refused, { type: 'worker lost' }).task).toMatchObject({ kind: 'open', recipe: RECIPE });
  });

  it('whose answer makes the file be refused leaves no result to save, and nothing to calculate', () => {
    const state = stateAfter(...CALCULATED, DECIDING);
    const refused = nextFile(state, task((id) => ({ type: 'refused', task: id, text: 'No.' }))(state));
    expect([refused.result, canCalculate(refused)]).toEqual([null, false]);
    // A failure of the browser is no answer of the file: everything is as it was.
    const failed = nextFile(state, task((id) => ({ type: 'failed', task: id, text: 'No.' }))(state));
    expect([failed.result, shownRecipe(failed)]).toEqual([state.result, RECIPE]);
  });

  it('of a table that is read otherwise is gone, with what was typed there', () => {
    const typed = nextFile(answered, { type: 'type', field: 'decision-need-other', text: '9' });
    const reading = nextFile(typed, { type: 'read again', read: { header_row: 3 } });
    const read = nextFile(reading, matched(understoodAs(RECIPE))(reading));
    expect([read.match?.asked.size, read.typed]).toEqual([0, {}]);
  });
});

describe('what a row is', () => {
  const choosing = stateAfter(
    FILE,
    opened(understoodAs(RECIPE)),
    { type: 'type', field: 'shape', text: 'course' },
    { type: 'choose shape', shape: { rows: 'course' } },
  );

  it.each([
    ['a choice that was cancelled', choosing, { type: 'cancel' } as const],
    [
      'a choice before a recipe was loaded',
      nextFile(choosing, { type: 'load recipe', text: '{}' }),
      task((id) => ({ type: 'matched', task: id, understood: understoodAs(RECIPE) })),
    ],
  ])('is what the recipe says, and not %s', (_, state, event) => {
    const next = nextFile(state, typeof event === 'function' ? event(state) : event);
    expect([shownRecipe(next)?.shape.rows, next.typed['shape']]).toEqual(['term', undefined]);
  });
});

describe('choices made one after the other', () => {
  it('are all kept, though the worker has not answered the first', () => {
    const state = stateAfter(FILE, opened(understoodAs(RECIPE, [DECISION])), DECIDING, {
      type: 'decide',
      path: ['decisions', 'repeated_terms'],
      value: 'last',
      others: [],
    });
    expect(state.task).toMatchObject({ recipe: { decisions: { need: 'none', repeated_terms: 'last' } } });
  });

  it('make an answer from before them go', () => {
    const deciding = stateAfter(...CALCULATED, {
      type: 'decide',
      path: ['decisions', 'need'],
      value: 'maximum',
      others: [],
    });
    expect(nextFile(deciding, matched(understoodAs(RECIPE))(deciding))).toMatchObject({
      result: null,
      match: { hadResult: true },
    });
  });
});

describe('a look into the answer', () => {
  it('that is open is taken again after the next calculation', () => {
    const unfold: FileEvent = { type: 'unfold', name: 'rows', isOpen: true };
    const first = stateAfter(...CALCULATED, unfold).result?.look;
    const next = stateAfter(...CALCULATED, unfold, { type: 'calculate' }, calculated).result?.look;
    expect([first?.preview, next?.preview]).toEqual([null, null]);
    expect(next?.asked).toBeGreaterThan(first?.asked ?? Number.POSITIVE_INFINITY);
  });

  it('shows the rows of the filter that is chosen, whichever comes last', () => {
    const first = stateAfter(...CALCULATED, {
      type: 'look',
      question: { filter: 'all', search: '', skip: 0 },
    });
    const second = nextFile(first, { type: 'look', question: { filter: 'failed', search: '', skip: 0 } });
    const preview = { head: [], ownHead: [], rows: [], hasMore: false };
    const late = nextFile(second, { type: 'looked', asked: first.result?.look?.asked ?? -1, preview });
    expect(late.result?.look).toMatchObject({ question: { filter: 'failed' }, preview: null });
  });
});

describe('a column', () => {
  it('that is chosen anew forgets what codes of the former one meant', () => {
    const coded: Recipe = {
      ...RECIPE,
      columns: { grade_level: { column: 'LAST_NAME', values: { Miller: 'first_year' } } },
    };
    const corrected = withColumn(coded, 'grade_level', null, { column: 'CLASS' });
    expect(JSON.stringify(corrected)).not.toContain('Miller');
    expect(choiceOf(corrected, 'grade_level', null, ['CLASS'])).toEqual({ column: 'CLASS' });
  });

  it('of a recipe is shown as the file writes it, or as what the file does not have', () => {
    const columnIn = (header: readonly string[]) => choiceOf(RECIPE, 'student_id', null, header);
    expect(columnIn(['Name', 'Emplid '])).toEqual({ column: 'Emplid ' });
    expect(columnIn(['Name'])).toEqual({ column: 'EMPLID' });
  });

  it.each(['?', '__proto__', 'constructor', 'a.b'])('can have the code %s decided', (code) => {
    const path = ['columns', 'grade_level', 'values', code];
    const recipe = decided(RECIPE, path, 'first_year', [['columns', 'grade_level', 'values', 'other']]);
    expect(isWritten(recipe, path, 'first_year')).toBe(true);
    expect(isWritten(recipe, path, 'second_year')).toBe(false);
    expect(isWritten(RECIPE, path, 'first_year')).toBe(false);
  });

  it('that the file does not have is said so, and not left open', () => {
    expect(choiceOf(RECIPE, 'plus_denied', null, [])).toBeNull();
    const none = withColumn(RECIPE, 'plus_denied', null, 'none');
    expect(choiceOf(none, 'plus_denied', null, [])).toBe('none');
    const open = withColumn(none, 'plus_denied', null, null);
    expect(open.decisions).toEqual({});
  });
});

describe('a term of a wide table', () => {
  it('gets a name that no other has, after others were removed, in whichever capitals', () => {
    const shape = { rows: 'student' as const, terms: [{ label: 'TERM 2', columns: {} }] };
    const terms = withTermAdded(withTermAdded(shape)).terms.map(({ label }) => label);
    expect(terms).toEqual(['TERM 2', 'Term 1', 'Term 3']);
  });
});

describe('a kept recipe', () => {
  const kept = (name: string, uses: readonly string[]): KeptRecipe => ({
    name,
    header: uses,
    uses,
    text: name,
  });

  it('is offered for a file that has its columns, in other capitals and another order, with others beside', () => {
    const recipes = [kept('other', ['STRM']), kept('mine', ['EMPLID', 'UNITS'])];
    expect(keptFor(recipes, ['units', ' Emplid ', 'GPA'])?.name).toBe('mine');
    expect(keptFor(recipes, ['EMPLID'])).toBeNull();
  });

  it('takes the place of another for the same columns', () => {
    const recipes = withKept([kept('old', ['A', 'B'])], kept('new', ['b', 'a']));
    expect(recipes.map(({ name }) => name)).toEqual(['new']);
  });
});

describe('what is kept of a file', () => {
  const header = (...names: string[]) => understoodAs(RECIPE, [], names);
  const calculatedAs = (understood: Understood) =>
    [DECIDING, matched(understood), { type: 'calculate' } as const, calculated] as const;
  const anew = { type: 'read again', read: { header_row: 2 } } as const;

  it('is what it was calculated with last: a header row that was a student is forgotten', () => {
    const mistaken = stateAfter(FILE, opened(understoodAs(RECIPE)), ...calculatedAs(header('001', 'Miller')));
    expect(mistaken.kept.map((each) => each.header)).toEqual([['001', 'Miller']]);
    const state = stateAfter(
      ...[FILE, opened(understoodAs(RECIPE)), ...calculatedAs(header('001', 'Miller'))],
      ...[anew, matched(header('EMPLID')), ...calculatedAs(header('EMPLID'))],
    );
    expect(state.kept.map((each) => each.header)).toEqual([['EMPLID']]);
  });

  it('stays beside that of another file of the same name', () => {
    const other = understoodAs({ ...RECIPE, columns: { student_id: { column: 'SID' } } }, [], ['SID']);
    const state = stateAfter(
      ...[FILE, opened(understoodAs(RECIPE)), ...calculatedAs(header('EMPLID')), ...SAVED],
      ...[FILE, opened(other), DECIDING, matched(other), { type: 'calculate' } as const, calculated],
    );
    expect(state.kept.map(({ uses }) => uses)).toEqual([['SID'], ['EMPLID']]);
  });
});

describe('a worker that ended', () => {
  it('has the file read again with what was decided, and the answer gone', () => {
    const lost = stateAfter(...CALCULATED, { type: 'worker lost' });
    expect(lost).toMatchObject({
      result: null,
      task: { kind: 'open', given: { name: 'one.csv' }, recipe: RECIPE },
    });
    expect(nextFile(lost, opened(understoodAs(RECIPE))(lost))).toMatchObject({
      match: { recipe: RECIPE, isTouched: true },
      notice: { kind: 'bad' },
    });
  });

  it('with a file that it cannot read again leaves nothing to be answered, and the focus at the reason', () => {
    const asked = nextFile(stateAfter(...CALCULATED), ANOTHER);
    const opening = { ...asked, task: stateAfter(FILE).task };
    expect(nextFile(opening, { type: 'worker lost' })).toMatchObject({
      file: null,
      task: null,
      waiting: null,
      notice: { kind: 'bad' },
      focus: { id: 'notice' },
    });
  });
});
