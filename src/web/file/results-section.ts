import { element } from '../element.js';
import type { Comparison } from './compare-answers.js';
import { comparisonView } from './comparison-view.js';
import { counted } from './counted.js';
import type { Outcome } from './outcome.js';
import type { Preview, PreviewQuestion } from './preview-question.js';
import { previewSection } from './preview-section.js';
import { summaryView } from './summary-view.js';

/** What a person can do with an answer. */
export interface ResultsListener {
  onSaveAnswer(): void;
  onSaveFailed(): void;
  onSaveSpreadsheet(): void;
  preview(question: PreviewQuestion): Promise<Preview>;
  /** Undefined when it was refused: then that has been said. */
  compare(before: Blob): Promise<Comparison | undefined>;
}

/** An answer to take away: totals, a look into it, files, and what changed since an earlier one. */
export function resultsView(outcome: Outcome, listener: ResultsListener): HTMLElement {
  const { failedRows, failedStudents } = outcome.summary;
  const button = (textContent: string, click: () => void, className = '') =>
    element('button', { props: { type: 'button', textContent, className }, on: { click } });
  return element('div', {}, [
    element('p', { props: { className: 'row' } }, [
      button('Save the whole answer (CSV)', () => listener.onSaveAnswer(), 'primary'),
      button('Save as a spreadsheet (.xlsx)', () => listener.onSaveSpreadsheet()),
      failedStudents === 0
        ? null
        : button(`Save only the failed rows (${counted(failedRows, 'row')})`, () => listener.onSaveFailed()),
    ]),
    failedStudents === 0
      ? null
      : element('p', {
          props: {
            className: 'hint',
            textContent:
              'The failed rows have the columns of your own file and the error behind them: mend them there, and drop that file in here again.',
          },
        }),
    summaryView(outcome),
    previewSection((question) => listener.preview(question)),
    compareSection((before) => listener.compare(before)),
  ]);
}

function compareSection(compare: ResultsListener['compare']): HTMLElement {
  const result = element('div', { attributes: { 'aria-live': 'polite' } });
  const input = element('input', {
    props: { id: 'earlier', type: 'file', accept: '.csv,text/csv' },
    on: {
      change: async () => {
        const [file] = input.files ?? [];
        if (file === undefined) return;
        const comparison = await compare(file);
        if (comparison !== undefined) result.replaceChildren(comparisonView(comparison));
      },
    },
  });
  return element('details', {}, [
    element('summary', { props: { textContent: 'Compare with an earlier answer' } }),
    element('p', { props: { className: 'row' } }, [
      element('label', {
        props: { htmlFor: 'earlier', textContent: 'The earlier answer (CSV), as it was saved' },
      }),
      input,
    ]),
    result,
  ]);
}
