import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { changeText } from '../../../recipe/columns/column-changes.js';
import { acceptHeld } from '../../../recipe/columns/place-columns.js';
import { rowsText, shownCode, valuesText } from '../../../recipe/format/column-texts.js';
import type { CodeLine } from '../../../recipe/format/examination.js';
import { type OpenPlace, type Recipe, withAnswer } from '../../../recipe/format/recipe.js';
import { Button, Choice, type Option } from '../../parts.js';
import { codeId, nextOpen, type PageLine } from '../state/draft.js';
import { DraftBox, typedNumber, useDraft, usePage } from './page-context.js';

/** A choice on a line, made by its button or its number key. */
export interface LineChoice {
  readonly label: ComponentChildren;
  readonly isChosen?: boolean;
  /** The recipe that the choice makes, or the editor that it opens. */
  readonly makes: (() => Recipe) | string;
}

interface LineProps {
  readonly line: Pick<PageLine, 'id' | 'name' | 'isOpen' | 'columns'>;
  readonly help?: string;
  readonly said?: ComponentChildren;
  readonly notes?: readonly string[];
  readonly choices?: readonly (LineChoice | false)[];
  readonly open?: readonly OpenPlace[];
  /** Shown below the choices: an opened editor, and meanings of codes. */
  readonly children?: ComponentChildren;
}

/**
 * A line with a decision about a field, a column, the terms, or a question. While the focus is on the line or
 * one of its buttons, digit keys press its choices: a file takes one key per line.
 */
export function Line(props: LineProps) {
  const { line, help, said, open = [], children } = props;
  const { send } = usePage();
  const draft = useDraft();
  const { recipe, examination } = draft;
  const { mode, edit, open: openEditor } = useLine(line.id);
  const { facts } = examination;
  // If a column has changed, the line says so and asks whether that is right.
  const changes = facts.columns
    .filter(({ name }) => line.columns?.includes(name))
    .map((column) => ({ column, change: changeText(recipe, facts, column) }))
    .filter(({ change }) => change !== null);
  const asNow = () => changes.reduce((so, { column }) => acceptHeld(so, facts, column), recipe);
  const notes = [...changes.map(({ column, change }) => `${column.name} ${change}`), ...(props.notes ?? [])];
  const choices: readonly LineChoice[] = [
    ...(changes.length > 0 ? [{ label: 'This is how it is now', makes: asNow }] : []),
    ...(props.choices ?? []).filter((choice) => choice !== false),
  ];
  const press = ({ makes }: LineChoice) => (typeof makes === 'string' ? openEditor(makes) : edit(makes()));
  // Shown elsewhere: codes without a meaning, whether a number is per year or term, and changed columns.
  const missing = open.filter(
    ({ path }) => path[0] !== 'held' && path.at(-2) !== 'values' && path.at(-1) !== 'per',
  );
  const pressKey = (event: TargetedKeyboardEvent<HTMLFieldSetElement>) => {
    const { target, currentTarget, key, repeat, altKey, ctrlKey, metaKey } = event;
    // A list keeps the focus while keys step through it, and a line while columns are added; Enter moves on.
    if (key === 'Enter' && (target instanceof HTMLSelectElement || target === currentTarget)) {
      event.preventDefault();
      const open = currentTarget.querySelector('[aria-invalid]')?.id;
      send({ type: 'focus', id: open ?? nextOpen(draft, line.id) });
    }
    const choice = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined;
    // A key that is held down would press a choice that the first press opened.
    if (choice === undefined || repeat || altKey || ctrlKey || metaKey) return;
    // In a field, digits are typed. A settled line is changed only from its own buttons.
    if (target instanceof Element && target.matches('input, select')) return;
    if (target === currentTarget && !line.isOpen) return;
    event.preventDefault();
    press(choice);
  };
  return (
    <fieldset id={line.id} tabIndex={-1} class={`line ${line.isOpen ? 'open' : ''}`} onKeyDown={pressKey}>
      <legend>
        {line.name}
        {line.isOpen && <span class="todo hint"> open</span>}
      </legend>
      {help !== undefined && <p class="hint">{help}</p>}
      <div class="what">
        {said}
        {notes.map((note) => (
          <p key={note} class="note care">
            {note}
          </p>
        ))}
        {choices.length > 0 && (
          <div class="row choices">
            {choices.map((choice, place) => (
              <Button
                key={place}
                aria-keyshortcuts={String(place + 1)}
                aria-pressed={typeof choice.makes === 'string' ? mode === choice.makes : choice.isChosen}
                onPress={() => press(choice)}
              >
                {place < 9 && (
                  <span class="hint" aria-hidden="true">
                    {place + 1}{' '}
                  </span>
                )}
                {choice.label}
              </Button>
            ))}
          </div>
        )}
        {children}
        {[...new Set(missing.map(({ message }) => message))].map((message) => (
          <p key={message} class="error">
            {message}
          </p>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * The mode of a line's editor, and how to open it (or close it again) and to edit the recipe. Ids of an
 * editor's controls are `draft-` and the line's id, all but the first with a period and a suffix.
 */
export function useLine(id: string) {
  const { state, send } = usePage();
  const mode = state.typed[`how-${id}`] ?? '';
  return {
    mode,
    open: (editor: string) => {
      send({ type: 'type', field: `how-${id}`, text: editor === mode ? '' : editor });
      if (editor !== mode) send({ type: 'focus', id: `draft-${id}` });
    },
    edit: (recipe: Recipe, stays = false) => send({ type: 'edit', recipe, line: id, stays }),
  };
}

/** Name and values of a person's column, in large type. */
export function PlacedColumn({ name }: { readonly name: string }) {
  const column = useDraft().examination.facts.columns.find((each) => each.name === name);
  return (
    <p>
      <strong class="theirs">{name}</strong>
      <br />
      {column && valuesText(column)}
    </p>
  );
}

/** A note that a column may not mean what it seems to; none without alarm words. */
export function alarmNotes(alarms: readonly string[]): readonly string[] {
  const words = alarms.map((word) => `“${word}”`).join(', ');
  return words === '' ? [] : [`Check what it means: its name or a value says ${words}.`];
}

/** The list value for the meaning `''`, as of a blank cell: an empty list value means that none is chosen. */
export const NOTHING = 'nothing';

/** The codes of a column with their counts, and the meaning of each: an option or a number. */
export function CodesList(props: {
  readonly line: string;
  readonly codes: readonly CodeLine[];
  readonly options: readonly Option[];
  readonly isNumber?: boolean;
}) {
  const { line, codes, options, isNumber } = props;
  const { recipe } = useDraft();
  const { edit } = useLine(line);
  return (
    <ul class="bare codes">
      {codes.map(({ code, rows, firstRow, meaning, path }) => {
        const id = codeId(line, path);
        const set = (value: string, stays = false) => edit(withAnswer(recipe, path, value), stays);
        const isListed = options.some(([value]) => value === meaning);
        const number = isListed ? null : typedNumber(meaning ?? '');
        return (
          <li key={code} class={meaning === null ? 'row open' : 'row'}>
            <label for={id}>
              <strong>{shownCode(code)}</strong>{' '}
              <span class="hint">{rowsText({ rows, firstRow: rows === 1 ? firstRow : null })}</span>
            </label>
            <Choice
              id={id}
              value={meaning === null || number !== null ? '' : meaning || NOTHING}
              blank={number === null ? 'Choose what it means' : `the number ${number}`}
              options={options}
              aria-invalid={meaning === null || undefined}
              // Keys may step through the list, so the focus stays.
              onChoose={(value) => set(value === NOTHING ? '' : value, true)}
            />
            {isNumber && (
              <DraftBox
                id={`${id}-number`}
                class="number"
                aria-label={`The number that ${shownCode(code)} is`}
                placeholder="or a number"
                value={number ?? ''}
                read={typedNumber}
                onText={(value, isEntered) => set(value, !isEntered)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A text in the form used for searching: lowercase, without accents, which not every keyboard has. */
export function sought(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

/** A box to find a name. Enter takes an equal name, or the only one that contains the text. */
export function Picker(props: {
  readonly id: string;
  readonly label: string;
  /** Each name with a hint that tells it from the others. */
  readonly names: readonly (readonly [name: string, hint: string])[];
  readonly onPick: (name: string, stays: boolean) => void;
}) {
  const { id, label, names, onPick } = props;
  const typed = usePage().state.typed[id] ?? '';
  const having = (text: string): readonly string[] => {
    const found = names.flatMap(([name]) => (sought(name).includes(sought(text)) ? [name] : []));
    // "subsidized" is a part of "unsubsidized", but seldom meant so.
    const atWord = found.filter((name) => ` ${sought(name)}`.includes(` ${sought(text)}`));
    return atWord.length > 0 ? atWord : found;
  };
  // Empty text finds nothing. Among several names, Enter may be meant for one marked in the browser's list.
  const find = (text: string): string | null => {
    const found = sought(text) === '' ? [] : having(text);
    const alike = found.filter((name) => sought(name) === sought(text));
    const [only = null, ...others] = alike.length > 0 ? alike : found;
    return found.find((name) => name === text) ?? (others.length > 0 ? null : only);
  };
  return (
    <div class="row">
      <label for={id}>{label}</label>
      <DraftBox
        id={id}
        class="picker"
        list={`${id}-names`}
        placeholder="A part of its name, then Enter"
        value=""
        read={find}
        onText={(name, isEntered) =>
          (isEntered || sought(name) === sought(typed)) && onPick(name, !isEntered)
        }
      />
      {sought(typed) !== '' && find(typed) === null && (
        <span class="hint" role="status">
          {having(typed).length} names contain that. Type more, or choose with the arrow keys.
        </span>
      )}
      <datalist id={`${id}-names`}>
        {names.map(([name, hint]) => (
          <option key={name} value={name}>
            {hint}
          </option>
        ))}
      </datalist>
    </div>
  );
}
