import { say } from './streams.js';

/** How often the line is redrawn on a terminal, and how often one is written elsewhere. */
const DRAW_MS = 200;
const LINE_MS = 10_000;
const CLEAR_LINE = '\r\u001B[K';
const YELLOW = '\u001B[33m';
const USUAL_COLOUR = '\u001B[39m';

/** The current progress: a text, and a notice that is empty if there is nothing to notice. */
export interface ProgressParts {
  readonly text: string;
  readonly alarm: string;
}

/**
 * Shows the progress of a long run on standard error: one line that is redrawn, or an occasional line if it is not a
 * terminal.
 */
export class Progress {
  readonly #parts: () => ProgressParts;
  readonly #isDrawn: boolean;
  readonly #hasColour: boolean;
  readonly #timer: NodeJS.Timeout | undefined;
  #hasLine = false;

  /** `parts` returns the current state. It is not called if nothing is to be shown. */
  constructor(parts: () => ProgressParts, isQuiet: boolean) {
    this.#parts = parts;
    this.#isDrawn = process.stderr.isTTY === true && process.env['TERM'] !== 'dumb';
    this.#hasColour = this.#isDrawn && !process.env['NO_COLOR'];
    if (isQuiet) return;
    this.#timer = setInterval(() => this.#show(), this.#isDrawn ? DRAW_MS : LINE_MS);
    this.#timer.unref();
  }

  /** Writes a separate line in between. */
  say(line: string): void {
    this.#clear();
    say(line);
  }

  /** Removes the progress line. */
  stop(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #show(): void {
    const { text, alarm } = this.#parts();
    if (!this.#isDrawn) {
      process.stderr.write(`${text}${alarm}\n`);
      return;
    }
    const room = (process.stderr.columns || 80) - 1;
    const shownAlarm = alarm.slice(0, Math.max(room - text.length, 0));
    const coloured = this.#hasColour ? YELLOW + shownAlarm + USUAL_COLOUR : shownAlarm;
    process.stderr.write(`${CLEAR_LINE}${text.slice(0, room)}${coloured}`);
    this.#hasLine = true;
  }

  #clear(): void {
    if (this.#hasLine) process.stderr.write(CLEAR_LINE);
    this.#hasLine = false;
  }
}
