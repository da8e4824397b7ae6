import { Button } from '../../parts/basics.js';
import { Disclosure } from '../../parts/disclosure.js';
import { canCalculate } from './begin-task.js';
import type { ViewProps } from './file-view.js';

/** The other way to calculate: the service does it. The key is kept only for this browser tab. */
export function ServiceView({ state, send }: ViewProps) {
  const { match, service, typed } = state;
  if (match === null) return null;
  const key = (typed['service-key'] ?? service.key).trim();
  const isWaiting = service.waitSeconds > 0;
  return (
    <Disclosure
      class="panel"
      summary="Calculate with the service instead"
      isOpen={state.open.has('service')}
      onToggle={(isOpen) => send({ type: 'unfold', name: 'service', isOpen })}
    >
      <p>
        For a file that is too long for this computer. The file leaves it then: it is sent to the service that
        this page comes from, calculated there, and not kept. The answer is the same.
      </p>
      <div class="row">
        <label for="service-key">Key</label>
        <input
          id="service-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={typed['service-key'] ?? service.key}
          onInput={({ currentTarget }) =>
            send({ type: 'type', field: 'service-key', text: currentTarget.value })
          }
        />
        <Button
          onPress={() => {
            send({ type: 'type', field: 'service-key', text: '' });
            send({ type: 'forget key' });
          }}
        >
          Forget the key
        </Button>
        <Button disabled={isWaiting || !canCalculate(state)} onPress={() => send({ type: 'send', key })}>
          {isWaiting ? `Send again in ${service.waitSeconds} s` : 'Send the file to the service'}
        </Button>
      </div>
      <p class="hint">The key is kept until you close this tab.</p>
    </Disclosure>
  );
}
