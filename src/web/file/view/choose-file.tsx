import { Button } from '../../parts/basics.js';
import { type Page, usePage } from './page-context.js';

type Send = Page['send'];

/** Where a person gives a file. {@link listenToPage} handles files dropped on the page. */
export function ChooseFile() {
  const { state, send } = usePage();
  const isFirst = state.file === null;
  return (
    <div class="drop">
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        hidden
        id="file-input"
        onChange={({ currentTarget }) => {
          give([...(currentTarget.files ?? [])], send);
          // So that the same file can be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
      <p>
        <Button
          id="choose-file"
          look={isFirst ? 'primary' : 'plain'}
          onPress={() => document.getElementById('file-input')?.click()}
        >
          {isFirst ? 'Choose a file…' : 'Choose another file…'}
        </Button>{' '}
        or drop it anywhere on this page.
      </p>
      {isFirst && (
        <p class="hint">
          An Excel workbook (.xlsx) or text with commas, semicolons or tabs. One row for each student, term,
          course or fund. <a href="/docs/systems">Your system</a> has what to export, and a sample to try.
        </p>
      )}
    </div>
  );
}

function give(files: readonly File[], send: Send): void {
  const [file] = files;
  const text = 'Choose one file at a time. All rows of a student must be in one file.';
  if (files.length > 1) send({ type: 'say', kind: 'bad', text });
  else if (file !== undefined) send({ type: 'given', given: { name: file.name, blob: file } });
}

/** Accepts files dropped anywhere on the page; otherwise the browser would leave it. Text may still be dropped into a field. */
export function listenToPage(send: Send): void {
  const mark = (isDragging: boolean) => document.body.classList.toggle('dragging', isDragging);
  for (const type of ['dragover', 'drop'] as const) {
    document.addEventListener(type, (event) => {
      const { dataTransfer } = event;
      if (dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      mark(type === 'dragover');
      if (type === 'drop') give([...dataTransfer.files], send);
    });
  }
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) mark(false);
  });
}
