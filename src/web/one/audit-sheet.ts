import type { Trace } from '../../engine/trace/trace-format.js';
import { element } from '../element.js';
import { pathLabel, valueLabel } from '../field-labels.js';
import type { Answer } from './answer.js';
import { traceOfAnswer } from './answer.js';
import { amountTable, assumedTexts, notConsideredText, notesOf } from './answer-view.js';
import { type Case, entriesByPath } from './case.js';
import { reasons, stepTitle } from './explanation.js';
import { plainTable } from './plain-table.js';

/** One plan of the page with its name, which is empty where there is only one. */
export interface NamedPlan {
  readonly name: string;
  readonly typed: Case;
  readonly answer: Answer;
}

/** What goes into the student's file: every input, every amount, and the rule and source of each. */
export function auditSheet(plans: readonly NamedPlan[], link: string, today: Date): HTMLElement[] {
  return [
    element('h1', {}, ['Audit sheet: prorated annual loan limit']),
    element('p', {}, [
      `Printed on ${today.toLocaleDateString('en-US', { dateStyle: 'long' })}. Student: ____________________ Prepared by: ____________________`,
    ]),
    element('p', { props: { className: 'hint link' } }, [`The same case on screen: ${link}`]),
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
    return [...title, inputs, element('p', {}, ['Not calculated.']), list(errors)];
  }
  const trace = traceOfAnswer(answer);
  const notes = notesOf(answer.result);
  return [
    ...title,
    inputs,
    amountTable(answer, null),
    ...(notes.length === 0 ? [] : [element('h3', {}, ['To look at']), list(notes)]),
    element('h3', {}, ['Assumed where nothing was given']),
    list(assumedTexts(trace, terms)),
    element('h3', {}, ['Not considered']),
    element('p', {}, [`${notConsideredText(trace)}.`]),
    stepsTable(trace, terms),
  ];
}

function stepsTable({ rules, steps }: Trace, terms: readonly string[]): HTMLElement {
  const head = ['Rule', 'Step', 'Worked out', 'Rests on'].map((text) =>
    element('th', { props: { scope: 'col' } }, [text]),
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
  return element('table', { props: { className: 'figures audit' } }, [
    element('caption', {}, [
      `How each amount was worked out, by the rules of award year ${rules.award_year}, version ${rules.version}`,
    ]),
    element('thead', {}, [element('tr', {}, head)]),
    element('tbody', {}, rows),
  ]);
}

function list(texts: readonly string[]): HTMLElement {
  return element(
    'ul',
    {},
    (texts.length === 0 ? ['Nothing'] : texts).map((text) => element('li', {}, [text])),
  );
}
