/** How often the line is redrawn on a terminal, and how often one is written elsewhere. */
const DRAW_MS = 200;
const LINE_MS = 10_000;
const CLEAR_LINE = '\r\u001B[K';

/**
 * Shows the progress of a long run on standard error: one line that is redrawn, or an occasional line if it is not a
 * terminal.
 */
export class Progress {
  /** The current state. It is not called if nothing is to be shown. */
  text: () => string = () => 'Reading the file';
  readonly #isDrawn: boolean;
  readonly #timer: NodeJS.Timeout | undefined;
  #hasLine = false;

  constructor(isQuiet: boolean) {
    this.#isDrawn = process.stderr.isTTY === true && process.env['TERM'] !== 'dumb';
    if (isQuiet) return;
    this.#timer = setInterval(() => this.#show(), this.#isDrawn ? DRAW_MS : LINE_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.clear();
  }

  #show(): void {
    const room = (process.stderr.columns || 80) - 1;
    process.stderr.write(this.#isDrawn ? CLEAR_LINE + this.text().slice(0, room) : `${this.text()}\n`);
    this.#hasLine = this.#isDrawn;
  }

  /** Takes the line away that was drawn, before anything else is written. */
  clear(): void {
    if (this.#hasLine) process.stderr.write(CLEAR_LINE);
    this.#hasLine = false;
  }
}
