import { byId, element } from '../element.js';
import type { Answers } from './answers.js';
import { auditSheet, type NamedPlan } from './audit-sheet.js';
import type { PageState } from './page-state.js';

/** Puts on paper what is asked for: the notice after its button, the audit sheet in every other case. */
export function printing(state: PageState, answers: () => Answers): void {
  let isNotice = false;
  const paper = byId('paper', HTMLElement);
  addEventListener('beforeprint', () => {
    const text = byId('notice', HTMLElement).textContent ?? '';
    paper.replaceChildren(
      ...(isNotice
        ? [element('pre', { props: { className: 'letter' } }, [text])]
        : auditSheet(namedPlans(state, answers()), state.link, new Date())),
    );
  });
  addEventListener('afterprint', () => {
    isNotice = false;
    paper.replaceChildren();
  });
  byId('print-audit', HTMLButtonElement).addEventListener('click', () => print());
  byId('print-notice', HTMLButtonElement).addEventListener('click', () => {
    isNotice = true;
    print();
  });
}

function namedPlans({ plans }: PageState, { a, b }: Answers): NamedPlan[] {
  if (plans.b === null || b === null) return [{ name: '', typed: plans.a, answer: a }];
  return [
    { name: 'Plan A', typed: plans.a, answer: a },
    { name: 'Plan B', typed: plans.b, answer: b },
  ];
}
