import type { Trace } from '../../engine/trace/trace-format.js';
import { byId, element } from '../element.js';
import { pathLabel, valueLabel } from '../field-labels.js';
import { list, paragraph } from '../page-parts.js';
import { traceOfAnswer } from './answer.js';
import { amountTable, assumedTexts, notConsideredText, notesOf } from './answer-view.js';
import { entriesByPath } from './case.js';
import { reasons, stepTitle } from './explanation.js';
import type { PageState } from './page-state.js';
import { plainTable } from './plain-table.js';
import { type Answers, type NamedPlan, namedPlans } from './plans-view.js';

/** Puts on paper what is asked for: the notice after its button, the audit sheet in every other case. */
export function printing(state: PageState, answers: () => Answers): void {
  let isNotice = false;
  const paper = byId('paper', HTMLElement);
  addEventListener('beforeprint', () => {
    const text = byId('notice', HTMLElement).textContent ?? '';
    paper.replaceChildren(
      ...(isNotice
        ? [element('pre', { className: 'letter' }, [text])]
        : auditSheet(namedPlans(state.plans, answers()), state.link, new Date())),
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

/** What goes into the student's file: every input, every amount, and the rule and source of each. */
function auditSheet(plans: readonly NamedPlan[], link: string, today: Date): HTMLElement[] {
  return [
    element('h1', {}, ['Audit sheet: prorated annual loan limit']),
    paragraph(
      `Printed on ${today.toLocaleDateString('en-US', { dateStyle: 'long' })}. Student: ____________________ Prepared by: ____________________`,
    ),
    paragraph(`The same case on screen: ${link}`, 'hint link'),
    ...plans.flatMap(planSheet),
  ];
}

function planSheet({ name, typed, answer }: NamedPlan): HTMLElement[] {
  const title = name === '' ? [] : [element('h2', {}, [name])];
  const terms = typed.terms.map(({ label = '' }) => label.trim());
  const inputs = plainTable({
    caption: 'What was entered',
    columns: ['Field', 'Value'],
    rows: [...entriesByPath(typed)].map(([path, text]) => ({
      cells: [pathLabel(path, terms), valueLabel(path.split('.').at(-1) ?? '', text)],
    })),
  });
  if (!answer.ok) {
    const errors = Object.entries(answer.errors).map(
      ([path, message]) => `${pathLabel(path, terms)}: ${message}`,
    );
    return [...title, inputs, paragraph('Not calculated.'), texts(errors)];
  }
  const trace = traceOfAnswer(answer);
  const notes = notesOf(answer.result);
  return [
    ...title,
    inputs,
    amountTable(answer, null),
    ...(notes.length === 0 ? [] : [element('h3', {}, ['To look at']), texts(notes)]),
    element('h3', {}, ['Assumed where nothing was given']),
    texts(assumedTexts(trace, terms)),
    element('h3', {}, ['Not considered']),
    paragraph(`${notConsideredText(trace)}.`),
    stepsTable(trace, terms),
  ];
}

function stepsTable({ rules, steps }: Trace, terms: readonly string[]): HTMLElement {
  const head = ['Rule', 'Step', 'Worked out', 'Rests on'].map((text) =>
    element('th', { scope: 'col' }, [text]),
  );
  const rows = steps
    .filter(({ applies }) => applies)
    .map((step) =>
      element('tr', {}, [
        element('td', {}, [step.section]),
        element('td', {}, [stepTitle(step, terms)]),
        element('td', {}, [step.worked]),
        element('td', {}, [reasons(step)]),
      ]),
    );
  return element('table', { className: 'figures audit' }, [
    element('caption', {}, [
      `How each amount was worked out, by the rules of award year ${rules.award_year}, version ${rules.version}`,
    ]),
    element('thead', {}, [element('tr', {}, head)]),
    element('tbody', {}, rows),
  ]);
}

function texts(given: readonly string[]): HTMLElement {
  return list(given.length === 0 ? ['Nothing'] : given);
}
