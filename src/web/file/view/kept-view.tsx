import { Button } from '../../parts/basics.js';
import { keptFor, usesOf } from '../state/kept-recipes.js';
import { Fold, useDraft, usePage } from './page-context.js';

/** Last time's choices, shown on top if they fit the file, with what is different today. */
export function UseAsLastTime() {
  const { state, send } = usePage();
  const { table, isRecalled, isTouched } = useDraft();
  if (isRecalled || isTouched) return null;
  const fitting = keptFor(state.kept, table.columns);
  if (fitting === null) return null;
  const added = table.columns.filter((name) => !fitting.columns.includes(name));
  const gone = usesOf(fitting).filter((name) => !table.columns.includes(name));
  return (
    <section class="panel" aria-labelledby="kept-heading">
      <h2 id="kept-heading">You calculated a file like this before</h2>
      <p>
        For {fitting.name} you said what each column is. No student data was kept.
        {added.length === 0 && gone.length === 0 && ' The columns are the same today.'}
      </p>
      {added.length > 0 && <p>New columns today, which you are asked about: {added.join(', ')}.</p>}
      {gone.length > 0 && <p>Missing today, which you are asked about: {gone.join(', ')}.</p>}
      <p>
        <Button look="primary" id="use-kept" onPress={() => send({ type: 'use kept', kept: fitting })}>
          Use as last time
        </Button>
      </p>
    </section>
  );
}

/** Everything that the page keeps on this computer, each with a button to forget it. */
export function KeptList() {
  const { state, send } = usePage();
  if (state.kept.length === 0) return null;
  return (
    <Fold id="kept" summary="What this page keeps on this computer" name="kept">
      <p class="hint">What your columns and codes mean, for next time. No student, no amount, no file.</p>
      <ul>
        {state.kept.map((each, place) => (
          <li key={place}>
            {each.name}: {usesOf(each).join(', ')}{' '}
            <Button
              aria-label={`Forget ${each.name}`}
              onPress={() => send({ type: 'forget kept', kept: each })}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
