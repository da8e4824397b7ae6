import { element } from '../element.js';
import type { PageState, PlanName } from './page-state.js';

/** The choice of the plan that the form shows, and what makes a second plan and takes it away. */
export function planTabs(state: PageState, show: (focus?: string) => void): HTMLElement[] {
  if (state.plans.b === null) {
    const compare = element(
      'button',
      {
        props: { type: 'button', id: 'compare' },
        on: {
          click: () => {
            state.plans = { ...state.plans, b: state.plans.a };
            state.shown = 'b';
            state.writeAddress();
            show('plan-b');
          },
        },
      },
      ['Compare with a second plan'],
    );
    return [compare];
  }
  const tab = (plan: PlanName, name: string) =>
    element(
      'button',
      {
        props: { type: 'button', id: `plan-${plan}`, className: 'tab' },
        attributes: { 'aria-pressed': String(state.shown === plan) },
        on: {
          click: () => {
            state.shown = plan;
            show(`plan-${plan}`);
          },
        },
      },
      [name],
    );
  const remove = element(
    'button',
    {
      props: { type: 'button', className: 'quiet' },
      on: {
        click: () => {
          state.takeAway(() => {
            state.plans = { ...state.plans, b: null };
            state.shown = 'a';
          });
          show('compare');
        },
      },
    },
    ['Remove plan B'],
  );
  const what = `Plan B began as a copy of plan A. You are changing plan ${state.shown.toUpperCase()}.`;
  return [
    element(
      'div',
      { props: { className: 'tabs' }, attributes: { role: 'group', 'aria-label': 'Plan in the form' } },
      [tab('a', 'Plan A'), tab('b', 'Plan B')],
    ),
    remove,
    element('p', { props: { className: 'hint' } }, [what]),
  ];
}
