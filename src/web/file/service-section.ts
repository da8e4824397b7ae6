import { element } from '../element.js';
import { messageBox, paragraph } from './message-box.js';

const KEY = 'prorata-key';

/** What came of sending, as the person must know it. */
export interface SendingProblem {
  readonly message: string;
  /** Seconds until it can be sent again; null where there is nothing to wait for. */
  readonly retryAfter: number | null;
}

/** The other way to calculate: the service does it. Needs a key, which is kept for this browser session alone. */
export class ServiceSection {
  readonly root: HTMLElement;
  readonly #key: HTMLInputElement;
  readonly #send: HTMLButtonElement;
  readonly #message = element('div');
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(onSend: (key: string) => void) {
    this.#key = element('input', {
      props: {
        id: 'service-key',
        type: 'password',
        autocomplete: 'off',
        spellcheck: false,
        value: keptKey(),
      },
    });
    this.#send = element('button', {
      props: { type: 'button', textContent: 'Send the file to the service' },
      on: { click: () => this.#start(onSend) },
    });
    const forget = element('button', {
      props: { type: 'button', textContent: 'Forget the key' },
      on: {
        click: () => {
          this.#key.value = '';
          keepKey('');
        },
      },
    });
    this.root = element('details', {}, [
      element('summary', { props: { textContent: 'Calculate with the service instead' } }),
      paragraph(
        'For a file that is too long for this computer. The file leaves it then: it is sent to the service that this page comes from, calculated there with any number of workers, and not kept. The answer is the same.',
      ),
      element('div', { props: { className: 'row' } }, [
        element('label', { props: { htmlFor: 'service-key', textContent: 'Key' } }),
        this.#key,
        forget,
        this.#send,
      ]),
      paragraph('The key is kept until this browser tab is closed.', 'hint'),
      this.#message,
    ]);
  }

  /** Says what went wrong; where the service asks for patience, the button waits for it. */
  show({ message, retryAfter }: SendingProblem): void {
    this.#message.replaceChildren(messageBox('bad', [paragraph(message)]));
    if (this.root instanceof HTMLDetailsElement) this.root.open = true;
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
        messageBox('bad', [paragraph('Enter the key that the operator of the service gave you.')]),
      );
      this.#key.focus();
      return;
    }
    keepKey(key);
    this.clear();
    onSend(key);
  }
}

function keptKey(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function keepKey(key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, key);
  } catch {
    // A browser that keeps nothing asks for the key again.
  }
}
