import './zod-settings.js';
import { byId } from './element.js';
import { type Answer, answerTo } from './one/answer.js';
import { FIRST_CASE } from './one/case.js';
import { showError } from './one/field-control.js';
import { caseForm } from './one/form.js';
import { LowerSections } from './one/lower-sections.js';
import { PageState, type PlanName } from './one/page-state.js';
import { comparisonView } from './one/plan-comparison.js';
import { planTabs } from './one/plan-tabs.js';
import { answersView, namedPlans, summaryText } from './one/plans-view.js';
import { printing } from './one/printing.js';
import { button } from './page-parts.js';

/** The page `/`: what a person types is answered at once, by the same code as the service's. */

const state = new PageState();
const lower = new LowerSections();
/** What is unfolded, by plan: it stays so while the answer changes. */
const openFigures: Readonly<Record<PlanName, Set<string>>> = { a: new Set(), b: new Set() };
const unfolded = new Map<string, boolean>();
const summary = byId('summary', HTMLElement).appendChild(
  // A button, because the address of a link would take the place of the case's.
  button('', () => byId('answer', HTMLElement).focus(), { className: 'quiet' }),
);

function start(): void {
  state.readAddress();
  addEventListener('hashchange', () => {
    if (state.readAddress()) unfolded.clear();
    else state.writeAddress();
    showAll();
  });
  addEventListener('beforeunload', () => state.settleAddress());
  byId('start-again', HTMLButtonElement).addEventListener('click', () => {
    state.takeAway(() => {
      state.plans = { a: FIRST_CASE, b: null };
      state.shown = 'a';
    });
    unfolded.clear();
    showAll();
  });
  // So would the address of this one.
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    byId('main', HTMLElement).focus();
  });
  printing(state, answers);
  byId('one', HTMLElement).hidden = false;
  byId('summary', HTMLElement).hidden = false;
  showAll();
}

function answers(): { readonly a: Answer; readonly b: Answer | null } {
  const { a, b } = state.plans;
  return { a: answerTo(a), b: b === null ? null : answerTo(b) };
}

/** The form anew, and everything that follows from it. */
function showAll(focus?: string): void {
  const focused = focus ?? document.activeElement?.id ?? '';
  const note = byId('link-note', HTMLElement);
  note.textContent = state.linkNote;
  note.hidden = state.linkNote === '';
  byId('plans', HTMLElement).replaceChildren(...planTabs(state, showAll));
  const form = caseForm(state.typed, unfolded, {
    typed: (next) => {
      state.typed = next;
      state.writeAddress();
      showAnswers();
    },
    reshaped: (next, change) => {
      const take = () => {
        state.typed = next;
      };
      if (change === 'removed') state.takeAway(take);
      else {
        take();
        state.writeAddress();
      }
      const added = change === 'added' ? `terms.${next.terms.length - 1}.credits_enrolled` : undefined;
      showAll(change === 'removed' ? 'add-term' : added);
    },
  });
  byId('form', HTMLElement).replaceChildren(form);
  showAnswers();
  if (focused === '') return;
  const target = document.getElementById(focused);
  target?.focus();
  if (focus !== undefined && target instanceof HTMLInputElement) target.select();
}

/** Everything that follows from what stands in the form. */
function showAnswers(): void {
  const both = answers();
  const shown = (state.shown === 'b' ? both.b : null) ?? both.a;
  for (const control of byId('form', HTMLElement).querySelectorAll('[id][aria-describedby]')) {
    showError(control.id, shown.ok ? undefined : shown.errors[control.id]);
  }
  byId('answers', HTMLElement).replaceChildren(
    ...answersView(namedPlans(state.plans, both), openFigures, (plan, path) => {
      state.shown = plan;
      showAll(path);
    }),
  );
  byId('comparison', HTMLElement).replaceChildren(...comparisonView(state.plans, both));
  summary.textContent = summaryText(shown);
  byId('link', HTMLInputElement).value = state.link;
  lower.show(shown);
}

start();
