import { Button } from '../parts/basics.js';
import type { OneProps, PlanName } from './state.js';

/** Chooses the plan that the form shows; also adds and removes the second plan. */
export function PlanTabs({ state, send }: OneProps) {
  if (state.plans.b === null) {
    return (
      <Button id="compare" onPress={() => send({ type: 'compared' })}>
        Compare with a second plan
      </Button>
    );
  }
  const tab = (plan: PlanName, name: string) => (
    <Button
      id={`plan-${plan}`}
      pressed={state.shown === plan}
      onPress={() => send({ type: 'plan-chosen', plan })}
    >
      {name}
    </Button>
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen. */}
      <div class="tabs" role="group" aria-label="Plan in the form">
        {tab('a', 'Plan A')}
        {tab('b', 'Plan B')}
      </div>
      <Button look="quiet" onPress={() => send({ type: 'plan-b-removed' })}>
        Remove plan B
      </Button>
      <p class="hint">
        {`Plan B started as a copy of plan A. The form and everything below the answers show plan ${state.shown.toUpperCase()}.`}
      </p>
    </>
  );
}
