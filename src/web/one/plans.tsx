import { pathLabel } from '../../contract/field-labels.js';
import { type TermResult, totalDollars } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import { Button } from '../parts/basics.js';
import { Table } from '../parts/table.js';
import { type Answered, answerTo } from './answer.js';
import { type Case, type Entry, givenEntries } from './case.js';
import type { Plans } from './case-link.js';
import { pairedTerms } from './case-terms.js';
import { LOAN_LABELS, limitOf, limitsOf, loansIn, WAY_LABELS, waysOf } from './loan-dollars.js';
import type { OneProps, PlanName } from './state.js';
import { entryText } from './typed-text.js';
import { changeText } from './what-if.js';

/** With two plans, chooses the one that the form shows, and removes the second. */
export function PlanTabs({ state, send }: OneProps) {
  if (state.plans.b === null) return null;
  return (
    <div class="plans">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen. */}
      <div class="tabs" role="group" aria-label="Plan in the form">
        {namedPlans(state.plans).map(({ plan, name }) => (
          <Button
            key={plan}
            id={`plan-${plan}`}
            aria-pressed={state.shown === plan}
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
    </div>
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

/** What plan B changes: in a sentence, as a list of the different entries, and figure by figure. */
export function Comparison({ plans }: { readonly plans: Plans }) {
  if (plans.b === null) return null;
  const [a, b] = [answerTo(plans.a), answerTo(plans.b)];
  if (!a.ok || !b.ok) return null;
  const changed = differences(plans.a, plans.b);
  if (changed.length === 0) {
    return (
      <div id="comparison">
        <p class="note">Both plans are the same so far. Change something in the form.</p>
      </div>
    );
  }
  const change = limitOf(b.result) - limitOf(a.result);
  return (
    <div id="comparison">
      <p class="note">
        <strong>{`Plan B: ${changeText(change)} for the year.`}</strong>
        {` ${changed.join('; ')}.`}
      </p>
      <Table
        isFigures
        caption="Plan A and plan B"
        columns={['', 'Plan A', 'Plan B', 'Difference']}
        rows={comparedRows(a, b)}
      />
    </div>
  );
}

/** Both answers and the difference, figure by figure. A term that only one of them has is compared with nothing. */
function comparedRows(answerA: Answered, answerB: Answered): string[][] {
  const [a, b] = [answerA.result, answerB.result];
  const [limitsA, limitsB] = [limitsOf(a), limitsOf(b)];
  const row = (name: string, before: number | undefined, after: number | undefined) => [
    name,
    amountText(before),
    amountText(after),
    signedDollars((after ?? 0) - (before ?? 0)),
  ];
  const pairs = pairedTerms(a.terms, b.terms);
  return [
    ...loansIn(answerA, answerB).map((loan) => row(LOAN_LABELS[loan], limitsA[loan], limitsB[loan])),
    row('Limit for the year', limitOf(a), limitOf(b)),
    ...waysOf(a, b).flatMap((way) => {
      const paid = (term: TermResult | undefined) => term && totalDollars(term[way] ?? term.equal);
      return pairs.map(([before, after]) =>
        row(`${(after ?? before)?.label.trim()}, ${WAY_LABELS[way]}`, paid(before), paid(after)),
      );
    }),
  ];
}

/** `+$220`, `−$220`, `–`. */
function signedDollars(change: number): string {
  if (change === 0) return '–';
  return `${change > 0 ? '+' : '−'}${wholeDollars(Math.abs(change))}`;
}

function amountText(amount: number | undefined): string {
  return amount === undefined ? 'not listed' : wholeDollars(amount);
}

/** The entries that differ in plan B, as sentences. */
function differences(a: Case, b: Case): string[] {
  const pairs = pairedTerms(a.terms, b.terms);
  const terms = pairs.map(([before, after]) => (after ?? before)?.['label'] ?? '');
  // Each plan with the terms of both, so that a term has the same place in both.
  const byPath = (typed: Case, plan: 0 | 1) => {
    const side = { ...typed, terms: pairs.map((pair) => pair[plan] ?? {}) };
    return new Map(givenEntries(side).map((entry) => [entry.path, entry]));
  };
  const [before, after] = [byPath(a, 0), byPath(b, 1)];
  const words = (entry: Entry | undefined) => (entry === undefined ? 'blank' : entryText(entry));
  return [...new Map([...before, ...after]).keys()].flatMap((path) => {
    const [from, to] = [before.get(path), after.get(path)];
    return from?.text === to?.text ? [] : [`${pathLabel(path, terms)} ${words(from)} → ${words(to)}`];
  });
}
