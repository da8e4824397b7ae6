/** Interval between redraws on a terminal, and between lines elsewhere. */
const DRAW_MS = 200;
const LINE_MS = 10_000;
const CLEAR_LINE = '\r\u001B[K';

/** Shows progress on standard error: one line that is redrawn, or occasional lines without a terminal. */
export class Progress {
  /** The text to show; not called if nothing is shown. */
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

  /** Erases the drawn line, before anything else is written. */
  clear(): void {
    if (this.#hasLine) process.stderr.write(CLEAR_LINE);
    this.#hasLine = false;
  }
}
