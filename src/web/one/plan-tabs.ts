import { element } from '../element.js';
import { button, paragraph } from '../page-parts.js';
import type { PageState, PlanName } from './page-state.js';

/** The choice of the plan that the form shows, and what makes a second plan and takes it away. */
export function planTabs(state: PageState, show: (focus?: string) => void): HTMLElement[] {
  if (state.plans.b === null) {
    const compare = button(
      'Compare with a second plan',
      () => {
        state.plans = { ...state.plans, b: state.plans.a };
        state.shown = 'b';
        state.writeAddress();
        show('plan-b');
      },
      { id: 'compare' },
    );
    return [compare];
  }
  const tab = (plan: PlanName, name: string) =>
    button(
      name,
      () => {
        state.shown = plan;
        show(`plan-${plan}`);
      },
      { id: `plan-${plan}`, className: 'tab', 'aria-pressed': String(state.shown === plan) },
    );
  const remove = button(
    'Remove plan B',
    () => {
      state.takeAway(() => {
        state.plans = { ...state.plans, b: null };
        state.shown = 'a';
      });
      show('compare');
    },
    { className: 'quiet' },
  );
  const what = `Plan B began as a copy of plan A. You are changing plan ${state.shown.toUpperCase()}; what stands below the answers is about it.`;
  return [
    element('div', { className: 'tabs', role: 'group', 'aria-label': 'Plan in the form' }, [
      tab('a', 'Plan A'),
      tab('b', 'Plan B'),
    ]),
    remove,
    paragraph(what, 'hint'),
  ];
}
