import { type Child, element } from '../element.js';

/** A part of the page with a heading, not in sight until there is something in it. */
export class PageSection {
  readonly root: HTMLElement;
  readonly #heading: HTMLHeadingElement;
  readonly #message = element('div');
  readonly #body = element('div');

  constructor(title: string) {
    this.#heading = element('h2', { textContent: title, tabIndex: -1 });
    this.root = element('section', { className: 'panel', hidden: true }, [
      this.#heading,
      this.#message,
      this.#body,
    ]);
  }

  /** Shows these in place of what was there. */
  show(...children: readonly Child[]): void {
    this.#message.replaceChildren();
    this.#body.replaceChildren(...children.filter((child) => child !== null));
    this.root.hidden = false;
  }

  /** Says something above what is there, which stays. */
  say(message: HTMLElement): void {
    this.#message.replaceChildren(message);
    this.root.hidden = false;
  }

  hide(): void {
    this.root.hidden = true;
    this.#message.replaceChildren();
    this.#body.replaceChildren();
  }

  /** Takes the keyboard, and who listens to the page, here. */
  focus(): void {
    this.#heading.focus();
  }
}
