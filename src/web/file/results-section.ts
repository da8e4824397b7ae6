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
  compare(before: Blob, file: Blob | null): Promise<Comparison | undefined>;
}

/** An answer to take away: totals, a look into it, files, and what changed since an earlier one. */
export function resultsView(outcome: Outcome, listener: ResultsListener): HTMLElement {
  const { failedStudents } = outcome.summary;
  const button = (textContent: string, click: () => void, className = '') =>
    element('button', { props: { type: 'button', textContent, className }, on: { click } });
  return element('div', {}, [
    element('p', { props: { className: 'row' } }, [
      button('Save the whole answer (CSV)', () => listener.onSaveAnswer(), 'primary'),
      button('Save as a spreadsheet (.xlsx)', () => listener.onSaveSpreadsheet()),
      failedStudents === 0
        ? null
        : button(`Save only the failed rows (${counted(failedStudents, 'student')})`, () =>
            listener.onSaveFailed(),
          ),
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
    compareSection((before, file) => listener.compare(before, file)),
  ]);
}

function compareSection(compare: ResultsListener['compare']): HTMLElement {
  const result = element('div', { attributes: { 'aria-live': 'polite' } });
  const answer = fileField('earlier');
  const file = fileField('earlier-file');
  const show = async (): Promise<void> => {
    const [before] = answer.files ?? [];
    if (before === undefined) {
      answer.focus();
      return;
    }
    const comparison = await compare(before, file.files?.[0] ?? null);
    if (comparison !== undefined) result.replaceChildren(comparisonView(comparison));
  };
  const labelled = (field: HTMLInputElement, textContent: string) =>
    element('p', { props: { className: 'row' } }, [
      element('label', { props: { htmlFor: field.id, textContent } }),
      field,
    ]);
  return element('details', {}, [
    element('summary', { props: { textContent: 'Compare with an earlier answer' } }),
    labelled(answer, 'The earlier answer (CSV), as it was saved'),
    labelled(file, 'The file that it was made of, to see which input changed it (if you have it)'),
    element('p', {}, [
      element('button', {
        props: { type: 'button', textContent: 'Compare' },
        on: { click: () => void show() },
      }),
    ]),
    result,
  ]);
}

function fileField(id: string): HTMLInputElement {
  return element('input', { props: { id, type: 'file' } });
}
