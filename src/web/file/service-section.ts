import { store, stored } from '../browser-store.js';
import { element } from '../element.js';
import { button, details, labelFor, messageBox, paragraph } from '../page-parts.js';
import type { SendingProblem } from './send-file.js';

const KEY = 'prorata-key';

/** The other way to calculate: the service does it. Needs a key, which is kept for this browser session alone. */
export class ServiceSection {
  readonly root: HTMLDetailsElement;
  readonly #key: HTMLInputElement;
  readonly #send: HTMLButtonElement;
  readonly #message = element('div');
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(onSend: (key: string) => void) {
    this.#key = element('input', {
      id: 'service-key',
      type: 'password',
      autocomplete: 'off',
      spellcheck: false,
      value: stored('sessionStorage', KEY) ?? '',
    });
    this.#send = button('Send the file to the service', () => this.#start(onSend));
    const forget = button('Forget the key', () => {
      this.#key.value = '';
      store('sessionStorage', KEY, null);
    });
    this.root = details('Calculate with the service instead', [
      paragraph(
        'For a file that is too long for this computer. The file leaves it then: it is sent to the service that this page comes from, calculated there with any number of workers, and not kept. The answer is the same.',
      ),
      element('div', { className: 'row' }, [labelFor(this.#key, 'Key'), this.#key, forget, this.#send]),
      paragraph('The key is kept until this browser tab is closed.', 'hint'),
      this.#message,
    ]);
  }

  /** Says what went wrong; where the service asks for patience, the button waits for it. */
  show({ message, retryAfter }: SendingProblem): void {
    this.#message.replaceChildren(messageBox('bad', [message]));
    this.root.open = true;
    clearInterval(this.#clock);
    if (retryAfter === null) {
      this.#send.focus();
      return;
    }
    let left = retryAfter;
    const tick = (): void => {
      this.#send.disabled = left > 0;
      this.#send.textContent = left > 0 ? `Send again in ${left} s` : 'Send the file again';
      if (left === 0) clearInterval(this.#clock);
      left -= 1;
    };
    tick();
    this.#clock = setInterval(tick, 1000);
  }

  /** Takes back what was said of an earlier sending. */
  clear(): void {
    this.#message.replaceChildren();
  }

  #start(onSend: (key: string) => void): void {
    const key = this.#key.value.trim();
    if (key === '') {
      this.#message.replaceChildren(
        messageBox('bad', ['Enter the key that the operator of the service gave you.']),
      );
      this.#key.focus();
      return;
    }
    store('sessionStorage', KEY, key);
    this.clear();
    onSend(key);
  }
}
