import { Button } from '../../parts/basics.js';
import type { Given } from '../state/file-events.js';
import { Fold } from './fold.js';
import type { Send, ViewProps } from './view-props.js';

/** Where a person gives a file: a button, and a field to paste rows into. {@link listenToPage} handles files dropped on the page. */
export function ChooseFile({ state, send }: ViewProps) {
  const isCompact = state.file !== null;
  return (
    <div class={isCompact ? 'drop compact' : 'drop'}>
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
          look={isCompact ? 'plain' : 'primary'}
          onPress={() => document.getElementById('file-input')?.click()}
        >
          {isCompact ? 'Choose another file…' : 'Choose a file…'}
        </Button>{' '}
        or drop it anywhere on this page.
      </p>
      {!isCompact && (
        <p class="hint">
          An Excel workbook (.xlsx) or text with commas, semicolons or tabs. One row for each student, term,
          course or fund. <a href="/docs/systems">Your system</a> has what to export, and a sample to try.
        </p>
      )}
      <Fold summary="Paste rows instead" name="paste" state={state} send={send}>
        <label for="pasted">Rows, with their header row</label>
        <textarea
          id="pasted"
          rows={5}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          value={state.typed['pasted'] ?? ''}
          onInput={({ currentTarget }) => send({ type: 'type', field: 'pasted', text: currentTarget.value })}
        />
        <p>
          <Button onPress={() => giveText(state.typed['pasted'] ?? '', send)}>Read these rows</Button>
        </p>
      </Fold>
    </div>
  );
}

function give(files: readonly File[], send: Send): void {
  const [file] = files;
  if (files.length > 1) send({ type: 'several files given' });
  else if (file !== undefined)
    send({ type: 'given', given: { name: file.name, blob: file, isPasted: false } });
}

function giveText(text: string, send: Send): void {
  const given: Given = { name: 'pasted rows', blob: new Blob([text]), isPasted: true };
  send(text.trim() === '' ? { type: 'nothing pasted' } : { type: 'given', given });
}

/** Text may also be dropped, into a field. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** Accepts files dropped anywhere on the page. */
export function listenToPage(send: Send): void {
  // Otherwise the browser would leave the page for a file dropped beside a field.
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.add('dragging');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) document.body.classList.remove('dragging');
  });
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.remove('dragging');
    give([...(event.dataTransfer?.files ?? [])], send);
  });
}
