import { Button } from '../parts/basics.js';
import type { Case } from './case.js';
import type { Plans } from './case-link.js';
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
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen. */}
      <div class="tabs" role="group" aria-label="Plan in the form">
        {namedPlans(state.plans).map(({ plan, name }) => (
          <Button
            key={plan}
            id={`plan-${plan}`}
            pressed={state.shown === plan}
            onPress={() => send({ type: 'plan-chosen', plan })}
          >
            {name}
          </Button>
        ))}
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

/** One plan without a name, or two with names to tell them apart. */
export function namedPlans({ a, b }: Plans): {
  readonly plan: PlanName;
  readonly name: string;
  readonly typed: Case;
}[] {
  if (b === null) return [{ plan: 'a', name: '', typed: a }];
  return [
    { plan: 'a', name: 'Plan A', typed: a },
    { plan: 'b', name: 'Plan B', typed: b },
  ];
}
