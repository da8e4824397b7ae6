import { Button } from '../../parts/basics.js';
import { canCalculate } from './begin-task.js';
import type { ViewProps } from './file-view.js';
import { Fold } from './fold.js';

/** The other way to calculate: the service does it. The key is stored nowhere. */
export function ServiceView({ state, send }: ViewProps) {
  if (state.match === null) return null;
  const key = state.typed['service-key'] ?? '';
  return (
    <Fold class="panel" summary="Calculate with the service instead" name="service" state={state} send={send}>
      <p>
        Use this for a file that is too long for this computer. The file then leaves it: it is sent to the
        service that this page comes from, calculated there, and not kept. The answer is the same.
      </p>
      <div class="row">
        <label for="service-key">Key</label>
        <input
          id="service-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={key}
          onInput={({ currentTarget }) =>
            send({ type: 'type', field: 'service-key', text: currentTarget.value })
          }
        />
        <Button disabled={!canCalculate(state)} onPress={() => send({ type: 'send', key: key.trim() })}>
          Send the file to the service
        </Button>
      </div>
      <p class="hint">The key is not stored. This page forgets it when you close or reload it.</p>
    </Fold>
  );
}
