import { wholeDollars } from '../../engine/texts.js';
import { element } from '../element.js';
import { pathLabel } from '../field-labels.js';
import type { Answer } from './answer.js';
import { answerView } from './answer-view.js';
import type { Case } from './case.js';
import type { Plans } from './case-link.js';
import { comparisonTable, differences } from './comparison.js';
import type { PlanName } from './page-state.js';
import { plainTable } from './plain-table.js';
import { limitOf } from './what-if.js';
import { changeText } from './what-if-words.js';

/** Answers to both plans; null where there is no second one. */
export interface Answers {
  readonly a: Answer;
  readonly b: Answer | null;
}

/** The answers side by side. `mend` leads to a field that cannot be used. */
export function answersView(
  plans: Plans,
  answers: Answers,
  open: Readonly<Record<PlanName, Set<string>>>,
  mend: (plan: PlanName, path: string) => void,
): HTMLElement[] {
  const view = (plan: PlanName, typed: Case, answer: Answer, name: string) =>
    element('article', { props: { className: 'answer' } }, [
      ...(name === '' ? [] : [element('h3', {}, [name])]),
      headline(answer),
      ...(answer.ok
        ? answerView(answer, open[plan], `${plan}-`)
        : [mistakes(typed, answer.errors, (path) => mend(plan, path))]),
    ]);
  if (plans.b === null || answers.b === null) return [view('a', plans.a, answers.a, '')];
  return [view('a', plans.a, answers.a, 'Plan A'), view('b', plans.b, answers.b, 'Plan B')];
}

function headline(answer: Answer): HTMLElement {
  if (!answer.ok) return element('p', { props: { className: 'headline' } }, ['Not calculated']);
  const { result } = answer;
  const share =
    result.reduced_annual_pct === 100
      ? 'for the year, not reduced'
      : `for the year, ${result.reduced_annual_pct} % of the full limit`;
  return element('p', { props: { className: 'headline' } }, [
    element('strong', {}, [wholeDollars(limitOf(result))]),
    ` ${share}`,
  ]);
}

/** Every refusal in the words of the service, each with a way to its field. */
function mistakes(
  typed: Case,
  errors: Readonly<Record<string, string>>,
  mend: (path: string) => void,
): HTMLElement {
  const terms = typed.terms.map(({ label = '' }) => label.trim());
  const items = Object.entries(errors).map(([path, message]) => {
    const name = pathLabel(path, terms);
    const toField = element(
      'button',
      { props: { type: 'button', className: 'quiet inline' }, on: { click: () => mend(path) } },
      [name],
    );
    return element('li', {}, [toField, ` ${message}`]);
  });
  return element('div', { props: { className: 'note bad' } }, [
    element('p', {}, [
      items.length === 1 ? 'One field cannot be used:' : `${items.length} fields cannot be used:`,
    ]),
    element('ul', {}, items),
  ]);
}

/** What plan B changes, in a sentence, as a list of what was typed otherwise, and figure by figure. */
export function comparisonView(plans: Plans, { a, b }: Answers): HTMLElement[] {
  if (plans.b === null || b === null || !a.ok || !b.ok) return [];
  const changed = differences(plans.a, plans.b);
  if (changed.length === 0) {
    return [
      element('p', { props: { className: 'note' } }, [
        'Both plans are the same so far: change something in the form.',
      ]),
    ];
  }
  const change = limitOf(b.result) - limitOf(a.result);
  return [
    element('p', { props: { className: 'note' } }, [
      element('strong', {}, [`Plan B: ${changeText(change)} for the year.`]),
      ` ${changed.join('; ')}.`,
    ]),
    plainTable(comparisonTable(a.result, b.result)),
  ];
}

/** The answer as one line. */
export function summaryText(answer: Answer): string {
  if (!answer.ok) {
    const count = Object.keys(answer.errors).length;
    return count === 1 ? '1 field cannot be used' : `${count} fields cannot be used`;
  }
  const { result } = answer;
  return `${wholeDollars(limitOf(result))} for the year, ${result.reduced_annual_pct} %`;
}
