import { useRef } from 'preact/hooks';
import { foundIn, samplesText } from '../../../recipe/column-texts.js';
import type { ColumnFacts } from '../../../recipe/examination.js';
import type { DraftProps } from './view-props.js';

interface PickerProps extends DraftProps {
  readonly id: string;
  readonly label: string;
  /** Columns that names suggest come first. */
  readonly first?: readonly string[];
  readonly without?: readonly string[];
  readonly onPick: (column: string) => void;
}

/** How many columns are listed; others are found by typing. */
const MOST_LISTED = 100;
const NONE = '-1';

/**
 * A box to find one of the file's columns in: what is typed is looked for anywhere in the names, and each name stands beside its values.
 * The arrow keys walk through the list, and Enter takes a column. A combobox as ARIA describes it.
 */
export function ColumnPicker({
  id,
  label,
  first = [],
  without = [],
  onPick,
  draft,
  state,
  send,
}: PickerProps) {
  const box = useRef<HTMLInputElement>(null);
  const typed = state.typed[id] ?? '';
  // Before something is typed, or an arrow key pressed, nothing is active: a stray Enter must not place a column.
  const at = Number(state.typed[`${id}-at`] ?? NONE);
  const wanted = foundIn(draft.examination.facts.columns, typed).filter(
    ({ name }) => !without.includes(name),
  );
  const rank = ({ name }: ColumnFacts): number =>
    name.toLowerCase() === typed.trim().toLowerCase() ? 0 : first.includes(name) ? 1 : 2;
  const listed = wanted.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_LISTED);
  const active = at < 0 ? undefined : listed[Math.min(at, listed.length - 1)];
  const isOpen = state.open.has(id);
  const type = (field: string, text: string) => send({ type: 'type', field, text });
  const show = (isShown: boolean) => {
    if (isShown !== isOpen) send({ type: 'unfold', name: id, isOpen: isShown });
  };
  const pick = (column: ColumnFacts) => {
    type(id, '');
    type(`${id}-at`, NONE);
    show(false);
    onPick(column.name);
  };
  const move = (to: number) => {
    show(true);
    type(`${id}-at`, String(Math.max(0, Math.min(to, listed.length - 1))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(isOpen ? at + 1 : Math.max(at, 0));
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter' && isOpen && active !== undefined) pick(active);
    else if (event.key === 'Escape' && isOpen) show(false);
    else return;
    event.preventDefault();
  };
  return (
    <div class="picker">
      <label for={id}>{label}</label>
      <input
        ref={box}
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder="Type a part of its name"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isOpen && active !== undefined ? { 'aria-activedescendant': `${id}-${active.index}` } : {})}
        value={typed}
        onInput={({ currentTarget }) => {
          type(id, currentTarget.value);
          move(0);
        }}
        onFocus={() => show(true)}
        onBlur={() => show(false)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} hidden={!isOpen}>
        {listed.map((column) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the active option.
          <div
            key={column.index}
            id={`${id}-${column.index}`}
            role="option"
            aria-selected={column === active}
            // Before the box loses the focus, and with it the list.
            onMouseDown={(event) => {
              event.preventDefault();
              pick(column);
            }}
          >
            <strong>{column.name}</strong> <span class="hint">{samplesText(column)}</span>
          </div>
        ))}
        {listed.length === 0 && <p class="hint">No column is called that.</p>}
      </div>
    </div>
  );
}
