import { element } from '../element.js';
import { button } from '../page-parts.js';
import { numberText } from './counted.js';
import type { Progress } from './worker-messages.js';

/** A reader of screens is told no more often than this. */
const SPOKEN_EVERY_MS = 5000;

const DOING: Readonly<Record<Progress['doing'], string>> = {
  reading: 'Reading',
  checking: 'Looking at every row',
  calculating: 'Calculating',
  writing: 'Writing',
  sending: 'Sending',
  receiving: 'Receiving the answer',
};

/** How far something is: a bar, the numbers, the time that is left, and a button that ends it. */
export class ProgressView {
  readonly root: HTMLElement;
  readonly #bar: HTMLProgressElement;
  readonly #text: HTMLElement;
  readonly #spoken: HTMLElement;
  #doing: Progress['doing'] | null = null;
  #since = 0;
  #spokenAt = 0;

  constructor(onCancel: () => void) {
    this.#bar = element('progress', { 'aria-label': 'Progress' });
    this.#text = element('p');
    this.#spoken = element('p', { className: 'unseen', role: 'status' });
    const cancel = button('Cancel', onCancel);
    this.root = element('div', { className: 'progress', hidden: true }, [
      this.#bar,
      element('div', { className: 'row' }, [this.#text, cancel]),
      this.#spoken,
    ]);
  }

  show(progress: Progress): void {
    const now = performance.now();
    if (progress.doing !== this.#doing) {
      this.#doing = progress.doing;
      this.#since = now;
      this.#spokenAt = 0;
    }
    this.root.hidden = false;
    if (progress.total === 0) this.#bar.removeAttribute('value');
    else {
      this.#bar.max = progress.total;
      this.#bar.value = progress.done;
    }
    const text = textOf(progress, now - this.#since);
    this.#text.textContent = text;
    if (now - this.#spokenAt < SPOKEN_EVERY_MS) return;
    this.#spokenAt = now;
    this.#spoken.textContent = text;
  }

  hide(): void {
    this.root.hidden = true;
    this.#doing = null;
    this.#spoken.textContent = '';
  }
}

function textOf({ doing, done, total, unit, failedStudents }: Progress, elapsedMs: number): string {
  const amount =
    unit === 'rows'
      ? `${numberText(done)} of ${numberText(total)} rows`
      : `${megabytes(done)}${total === 0 ? '' : ` of ${megabytes(total)}`} MB`;
  const parts = [`${DOING[doing]}: ${amount}`];
  const left = secondsLeft(done, total, elapsedMs);
  if (left !== null) parts.push(left);
  if (failedStudents > 0) parts.push(`${numberText(failedStudents)} students failed so far`);
  return parts.join(' · ');
}

/** Nothing is foretold from the first moments. */
const SURE_AFTER_MS = 1000;

function secondsLeft(done: number, total: number, elapsedMs: number): string | null {
  if (elapsedMs < SURE_AFTER_MS || done === 0 || total === 0) return null;
  const seconds = Math.ceil((elapsedMs * (total - done)) / done / 1000);
  return seconds < 90 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
