import { listed } from '../../../engine/plain-texts.js';
import { Button } from '../../parts/basics.js';
import { type KeptRecipe, keptFor, usesOf } from '../state/kept-recipes.js';
import { useDraft, usePage } from './page-context.js';

/** Last time's choices, shown on top if they fit the file, with what is different today. */
export function UseAsLastTime() {
  const { state, send } = usePage();
  const { table, isRecalled, isConfirmed, recipe, first } = useDraft();
  const fitting = keptFor(state.kept, table.columns);
  if (isRecalled || isConfirmed || recipe !== first || fitting === null) return null;
  const added = table.columns.filter((name) => !fitting.columns.includes(name));
  const gone = usesOf(fitting).filter((name) => !table.columns.includes(name));
  return (
    <section class="panel" aria-labelledby="kept-heading">
      <h2 id="kept-heading">You calculated a file like this before</h2>
      <p>
        For {fitting.name} you said what each column is. No student data was kept.
        {added.length === 0 && gone.length === 0 && ' The columns are the same today.'}
        {added.length > 0 && ` New columns today, which you are asked about: ${listed(added)}.`}
        {gone.length > 0 && ` Missing today, which you are asked about: ${listed(gone)}.`}
      </p>
      <p>
        <Button
          look="primary"
          id="use-kept"
          onPress={() => send({ type: 'begin', recipe: JSON.stringify(fitting.recipe) })}
        >
          Use as last time
        </Button>
      </p>
    </section>
  );
}

/** Everything that the page keeps on this computer, each with a button to forget it. */
export function KeptList() {
  const { state, send } = usePage();
  const { kept } = state;
  if (kept.length === 0) return null;
  const forget = (each: KeptRecipe) => {
    const others = kept.filter((other) => other !== each);
    send({ type: 'kept', kept: others });
    send({ type: 'focus', id: others.length > 0 ? 'kept' : 'choose-file' });
  };
  return (
    <details id="kept">
      <summary>What this page keeps on this computer</summary>
      <p class="hint">What your columns and codes mean, for next time. No student, no amount, no file.</p>
      <ul>
        {kept.map((each, place) => (
          <li key={place}>
            {each.name}: {usesOf(each).join(', ')}{' '}
            <Button aria-label={`Forget ${each.name}`} onPress={() => forget(each)}>
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
