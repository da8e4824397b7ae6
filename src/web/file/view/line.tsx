import type { ComponentChildren } from 'preact';
import { counted } from '../../../engine/plain-texts.js';
import { blanksText, foundIn, samplesText } from '../../../recipe/column-texts.js';
import type { CodeLine } from '../../../recipe/examination.js';
import type { OpenPlace } from '../../../recipe/recipe.js';
import { Button } from '../../parts/basics.js';
import { Choice, type Option } from '../../parts/choice.js';
import { idText } from '../state/lines.js';
import type { RecipeEdit } from '../state/recipe-edits.js';
import { DraftBox, useDraft, usePage } from './page-context.js';

/** One thing that may be chosen on a line, by its button or by its number on the keyboard. */
export interface LineChoice {
  readonly label: string;
  /** What it does to one student. */
  readonly effect?: string | undefined;
  readonly isChosen?: boolean;
  readonly onPress: () => void;
}

interface Note {
  readonly text: string;
  readonly act: Pick<LineChoice, 'label' | 'onPress'>;
}

export interface LineProps {
  readonly id: string;
  readonly name: ComponentChildren;
  readonly isOpen: boolean;
  readonly class?: string;
  /** What belongs here, in a sentence. */
  readonly help?: string;
  /** What to know before choosing, and what may be done about it. */
  readonly notes?: readonly (string | Note)[];
  readonly choices?: readonly LineChoice[];
  /** What is missing, where no code or box says so itself. */
  readonly open?: readonly OpenPlace[];
  /** What is said now. */
  readonly said?: ComponentChildren;
  /** Below the choices: what a choice has opened, and the meanings of codes. */
  readonly children?: ComponentChildren;
}

/**
 * A line of something to decide: a field, a column, the terms, or a question of the rows. While the focus is on it, or on
 * one of its buttons, the digits press its choices: so a file is worked through with one key a line. In a field a digit is
 * a digit.
 */
export function Line(props: LineProps) {
  const { id, name, isOpen, help, notes = [], choices = [], open = [], said, children } = props;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      class={`line ${isOpen ? 'open' : ''} ${props.class ?? ''}`.trim()}
      onKeyDown={(event) => {
        const { target, key } = event;
        // A key that is held down would press what the choice has opened.
        if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || isTyping(target)) return;
        const choice = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined;
        if (choice === undefined) return;
        event.preventDefault();
        choice.onPress();
      }}
    >
      <legend>
        {name}
        {isOpen && <span class="todo">open</span>}
      </legend>
      {help !== undefined && <p class="hint">{help}</p>}
      <div class="what">
        {said}
        {notes
          .map((note) => (typeof note === 'string' ? { text: note, act: null } : note))
          .map(({ text, act }) => (
            <p key={text} class="note care">
              {text}{' '}
              {act && (
                <Button look="link" onPress={act.onPress}>
                  {act.label}
                </Button>
              )}
            </p>
          ))}
        {choices.length > 0 && (
          <div class="row choices">
            {choices.map(({ label, effect, isChosen, onPress }, place) => (
              <Button
                key={place}
                aria-keyshortcuts={String(place + 1)}
                aria-pressed={isChosen}
                onPress={onPress}
              >
                {place < 9 && (
                  <span class="key" aria-hidden="true">
                    {place + 1}
                  </span>
                )}
                {label}
                {effect !== undefined && <span class="hint">{effect}</span>}
              </Button>
            ))}
          </div>
        )}
        {children}
        {[...new Set(open.map(({ message }) => message))].map((message) => (
          <p key={message} class="error">
            {message}
          </p>
        ))}
      </div>
    </fieldset>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}

/** How the parts of a line change the recipe, and which of its editors is open. The first control of an editor has the id `draft-` and the line's. */
export function useLine(id: string) {
  const { state, send } = usePage();
  return {
    mode: state.typed[`how-${id}`] ?? '',
    edit: (edit: RecipeEdit) => send({ type: 'edit', edit, line: id }),
    openEditor: (mode: string) => {
      send({ type: 'type', field: `how-${id}`, text: mode });
      send({ type: 'show line', line: `draft-${id}` });
    },
  };
}

/** A person's column, large, with five of its values. */
export function PlacedColumn({ name, says }: { readonly name: string; readonly says?: string }) {
  const column = useDraft().examination.facts.columns.find((each) => each.name === name);
  return (
    <p>
      <span class="theirs">{name}</span> {says}
      <br />
      {column === undefined ? (
        <strong class="todo">not in this file</strong>
      ) : (
        <>
          {samplesText(column)} <span class="hint">{blanksText(column)}</span>
        </>
      )}
    </p>
  );
}

/** That a name means something else than it seems to, perhaps. */
export function alarmNotes(alarms: readonly string[]): readonly string[] {
  const words = alarms.map((word) => `“${word}”`).join(', ');
  return words === '' ? [] : [`Check what it means: the name says ${words}.`];
}

/** Stands in a list for the meaning `''`, which says nothing, as a blank cell does: an empty value of a list is no choice. */
export const NOTHING = 'nothing';

export const NUMBER = /^\d+(?:\.\d+)?$/;

/** The codes of a column with their counts, each with its meaning: one of the options, or a number. */
export function CodesList(props: {
  /** The id of the line that they are on. */
  readonly line: string;
  readonly codes: readonly CodeLine[];
  readonly options: readonly Option[];
  readonly isNumber?: boolean;
}) {
  const { line, codes, options, isNumber = false } = props;
  const { edit } = useLine(line);
  return (
    <ul class="codes">
      {codes.map(({ code, rows, meaning, path }) => {
        const id = `draft-${line}-${idText(code)}`;
        const set = (value: string) => edit({ kind: 'codes', meanings: [[path, value]] });
        const number = meaning !== null && NUMBER.test(meaning) ? meaning : '';
        return (
          <li key={code} class={meaning === null ? 'row open' : 'row'}>
            <label for={id}>
              <strong>{code || 'blank'}</strong> <span class="hint">{counted(rows, 'row')}</span>
            </label>
            <Choice
              id={id}
              value={number === '' ? (meaning ?? '') || (meaning === null ? '' : NOTHING) : ''}
              blank={number === '' ? 'Choose what it means' : `the number ${number}`}
              options={options}
              aria-invalid={meaning === null || undefined}
              onChoose={(value) => set(value === NOTHING ? '' : value)}
            />
            {isNumber && (
              <DraftBox
                id={`${id}-number`}
                class="number"
                aria-label={`The number that ${code || 'blank'} is`}
                placeholder="or a number"
                value={number}
                isRight={(text) => NUMBER.test(text)}
                onText={set}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** How many columns are listed; others are found by typing. */
const MOST_LISTED = 100;

/** A box to find one of the file's columns in, by any part of its name. Enter takes the first that is found; each is a button, too, beside its values. */
export function ColumnPicker(props: {
  readonly id: string;
  readonly label: string;
  readonly without?: readonly string[];
  readonly onPick: (column: string) => void;
}) {
  const { id, label, without = [], onPick } = props;
  const { state, send } = usePage();
  const typed = state.typed[id] ?? '';
  const isExact = (name: string): boolean => name.toLowerCase() === typed.trim().toLowerCase();
  const found = foundIn(useDraft().examination.facts.columns, typed)
    .filter(({ name }) => !without.includes(name))
    .toSorted((one, other) => Number(isExact(other.name)) - Number(isExact(one.name)));
  const [first] = found;
  return (
    <div class="picker">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        placeholder="A part of its name, then Enter"
        value={typed}
        onInput={({ currentTarget }) => send({ type: 'type', field: id, text: currentTarget.value })}
        onKeyDown={({ key }) => {
          // An empty box has found nothing: a stray Enter places no column.
          if (key === 'Enter' && typed.trim() !== '' && first !== undefined) onPick(first.name);
        }}
      />
      <ul>
        {found.slice(0, MOST_LISTED).map((column) => (
          <li key={column.index}>
            <Button look="quiet" onPress={() => onPick(column.name)}>
              <strong>{column.name}</strong> <span class="hint">{samplesText(column)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {first === undefined && <p class="hint">No column is called that.</p>}
    </div>
  );
}
