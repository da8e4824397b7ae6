import { store, stored } from '../browser-store.js';

const OPEN = 'prorata-file-open';

/**
 * Notes that there is a file on the page, so that leaving it by mistake is asked about, and that a page that was loaded again can
 * say what is gone. Of the file itself nothing is kept.
 */
export class UnsavedWork {
  /** Whether a file was open when the page was loaded anew. */
  readonly wasLost = stored('sessionStorage', OPEN) !== null;
  #isOpen = false;

  constructor() {
    this.end();
    addEventListener('beforeunload', (event) => {
      if (this.#isOpen) event.preventDefault();
    });
  }

  /** There is a file. */
  begin(): void {
    this.#isOpen = true;
    store('sessionStorage', OPEN, 'yes');
  }

  /** Its answer was saved. */
  end(): void {
    this.#isOpen = false;
    store('sessionStorage', OPEN, null);
  }
}
