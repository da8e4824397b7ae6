import { Button } from '../../parts/basics.js';
import type { ViewProps } from './file-view.js';
import { Fold } from './fold.js';
import { differences, keptFor } from './kept-recipes.js';

/** Last time's choices, shown on top if they fit the file, with what is different today. */
export function UseAsLastTime({ state, send }: ViewProps) {
  const { match, kept } = state;
  if (match === null || match.isKept || match.isTouched) return null;
  const { header } = match.info;
  const fitting = keptFor(kept, header);
  if (fitting === null) return null;
  const { added, gone } = differences(fitting, header);
  return (
    <section class="panel" aria-labelledby="kept-heading">
      <h2 id="kept-heading">You calculated a file like this before</h2>
      <p>
        For {fitting.name} you chose what each column is and answered the questions. Nothing of its students
        was kept.
      </p>
      {added.length > 0 && <p>New columns today: {added.join(', ')}. The choices do not use them.</p>}
      {gone.length > 0 && (
        <p>Columns that are missing today: {gone.join(', ')}. The choices did not use them.</p>
      )}
      <p>
        <Button look="primary" onPress={() => send({ type: 'use kept', kept: fitting })}>
          Use as last time
        </Button>
      </p>
    </section>
  );
}

/** Everything that the page keeps on this computer, each with a button to forget it. */
export function KeptList({ state, send }: ViewProps) {
  if (state.kept.length === 0) return null;
  return (
    <Fold
      id="kept"
      class="kept"
      summary="What this page keeps on this computer"
      name="kept"
      state={state}
      send={send}
    >
      <p class="hint">What your columns and codes mean, for next time. No student, no amount, no file.</p>
      <ul>
        {state.kept.map((each) => (
          <li key={each.text} class="row">
            <span>
              {each.name}: {each.uses.join(', ')}
            </span>
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
