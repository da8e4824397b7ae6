import { foundIn, samplesText } from '../../../recipe/column-texts.js';
import { Button } from '../../parts/basics.js';
import { useDraft, usePage } from './page-context.js';

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
