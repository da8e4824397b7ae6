/** How often a line is drawn anew on a terminal, and how often one is written elsewhere. */
const DRAW_MS = 200;
const LINE_MS = 10_000;
const CLEAR_LINE = '\r\u001B[K';

/** What is shown of a long run on standard error: one line that is drawn anew, or a line now and then where it is no terminal. */
export class Progress {
  readonly #text: () => string;
  readonly #isDrawn: boolean;
  readonly #timer: NodeJS.Timeout | undefined;
  #hasLine = false;

  /** `text` says where things stand. It is not asked when nothing is to be shown. */
  constructor(text: () => string, isQuiet: boolean, env: NodeJS.ProcessEnv) {
    this.#text = text;
    this.#isDrawn = process.stderr.isTTY === true && env['TERM'] !== 'dumb';
    if (isQuiet) return;
    this.#timer = setInterval(() => this.#show(), this.#isDrawn ? DRAW_MS : LINE_MS);
    this.#timer.unref();
  }

  /** Writes a line of its own between. */
  say(line: string): void {
    this.#clear();
    process.stderr.write(`${line}\n`);
  }

  /** Takes the line away. */
  stop(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #show(): void {
    const text = this.#text();
    if (!this.#isDrawn) {
      process.stderr.write(`${text}\n`);
      return;
    }
    const width = process.stderr.columns || 80;
    process.stderr.write(`${CLEAR_LINE}${text.slice(0, width - 1)}`);
    this.#hasLine = true;
  }

  #clear(): void {
    if (this.#hasLine) process.stderr.write(CLEAR_LINE);
    this.#hasLine = false;
  }
}
