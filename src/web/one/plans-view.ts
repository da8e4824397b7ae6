import { wholeDollars } from '../../engine/texts.js';
import { element } from '../element.js';
import { pathLabel } from '../field-labels.js';
import { button, paragraph } from '../page-parts.js';
import type { Answer } from './answer.js';
import { answerView } from './answer-view.js';
import type { Case } from './case.js';
import type { Plans } from './case-link.js';
import { limitOf } from './loan-dollars.js';
import type { PlanName } from './page-state.js';

/** Answers to both plans; null where there is no second one. */
export interface Answers {
  readonly a: Answer;
  readonly b: Answer | null;
}

/** A plan of the page and its answer; the name is empty where there is only one. */
export interface NamedPlan {
  readonly plan: PlanName;
  readonly name: string;
  readonly typed: Case;
  readonly answer: Answer;
}

/** One plan, or two with names to tell them apart. */
export function namedPlans(plans: Plans, { a, b }: Answers): NamedPlan[] {
  if (plans.b === null || b === null) return [{ plan: 'a', name: '', typed: plans.a, answer: a }];
  return [
    { plan: 'a', name: 'Plan A', typed: plans.a, answer: a },
    { plan: 'b', name: 'Plan B', typed: plans.b, answer: b },
  ];
}

/** The answers side by side. `mend` leads to a field that cannot be used. */
export function answersView(
  plans: readonly NamedPlan[],
  open: Readonly<Record<PlanName, Set<string>>>,
  mend: (plan: PlanName, path: string) => void,
): HTMLElement[] {
  return plans.map(({ plan, name, typed, answer }) =>
    element('article', { className: 'answer' }, [
      name === '' ? null : element('h3', {}, [name]),
      headline(answer),
      ...(answer.ok
        ? answerView(answer, open[plan], `${plan}-`)
        : [mistakes(typed, answer.errors, (path) => mend(plan, path))]),
    ]),
  );
}

function headline(answer: Answer): HTMLElement {
  if (!answer.ok) return paragraph('Not calculated', 'headline');
  const { result } = answer;
  const share =
    result.reduced_annual_pct === 100
      ? 'for the year, not reduced'
      : `for the year, ${result.reduced_annual_pct} % of the full limit`;
  return element('p', { className: 'headline' }, [
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
    const toField = button(name, () => mend(path), { className: 'quiet inline' });
    return element('li', {}, [toField, ` ${message}`]);
  });
  return element('div', { className: 'note bad' }, [
    paragraph(items.length === 1 ? 'One field cannot be used:' : `${items.length} fields cannot be used:`),
    element('ul', {}, items),
  ]);
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
