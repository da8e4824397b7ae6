import { element } from '../element.js';
import { button, details, labelFor, paragraph } from '../page-parts.js';

/** What a person gave: a file, or rows as text. */
export interface Given {
  readonly name: string;
  readonly blob: Blob;
  readonly isPasted: boolean;
}

/** Button, field to paste into, and the whole page as the place to drop a file. Tells `onGiven` whatever comes. */
export function chooseSection(
  onGiven: (given: Given) => void,
  onMistake: (message: string) => void,
): HTMLElement {
  const take = (files: readonly File[]): void => {
    const [file] = files;
    if (files.length > 1) onMistake('Give one file at a time. All rows of a student must be in one file.');
    else if (file !== undefined) onGiven({ name: file.name, blob: file, isPasted: false });
  };
  const takeText = (text: string): void => {
    if (text.trim() === '')
      onMistake('There is nothing to read. Copy the rows with their header line first.');
    else onGiven({ name: 'pasted rows', blob: new Blob([text]), isPasted: true });
  };
  listenToPage(take, takeText);
  const input = element('input', {
    type: 'file',
    accept: '.csv,.tsv,.txt,.xlsx,text/csv,text/plain',
    hidden: true,
    id: 'file-input',
    onchange: () => {
      take([...(input.files ?? [])]);
      // The same file can be chosen again after it was mended.
      input.value = '';
    },
  });
  return element('div', { className: 'drop' }, [
    input,
    element('p', {}, [
      button('Choose a file…', () => input.click(), { className: 'primary' }),
      ' or drop it anywhere on this page.',
    ]),
    paragraph(
      'CSV, tabs, semicolons or an Excel workbook (.xlsx), one row for each student and term or one for each student.',
      'hint',
    ),
    pasteField(takeText),
  ]);
}

function pasteField(takeText: (text: string) => void): HTMLElement {
  const field = element('textarea', {
    rows: 5,
    id: 'pasted',
    spellcheck: false,
    autocomplete: 'off',
    wrap: 'off',
  });
  return details('Paste rows instead', [
    labelFor(field, 'Rows, with their header line'),
    field,
    button('Read these rows', () => takeText(field.value)),
  ]);
}

function listenToPage(take: (files: readonly File[]) => void, takeText: (text: string) => void): void {
  // Without these the browser would leave the page for a file that is dropped beside a field.
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dragging');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) document.body.classList.remove('dragging');
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dragging');
    take([...(event.dataTransfer?.files ?? [])]);
  });
  document.addEventListener('paste', (event) => {
    const { target, clipboardData } = event;
    if (target instanceof HTMLElement && target.matches('input, textarea, select')) return;
    const files = [...(clipboardData?.files ?? [])];
    const text = clipboardData?.getData('text/plain') ?? '';
    // A spreadsheet puts a picture of the cells beside their text.
    if (text !== '') takeText(text);
    else if (files.length > 0) take(files);
  });
}
