import { element } from '../element.js';
import type { Calculated } from './calculate-file.js';
import { chooseSection, type Given } from './choose-section.js';
import { factsView } from './facts-view.js';
import { notice, paragraph } from './notice.js';
import { ProgressView } from './progress-view.js';
import { saveBlob } from './save-blob.js';
import { Cancelled, Refusal, WorkerClient } from './worker-client.js';

/** The page `/file`: what is shown when. */
export class FilePage {
  readonly #worker: WorkerClient;
  readonly #progress: ProgressView;
  readonly #file = section('1. Your file');
  readonly #check = section('2. Check');
  readonly #results = section('3. Results');

  constructor(root: HTMLElement) {
    this.#progress = new ProgressView(() => this.#worker.cancel());
    this.#worker = new WorkerClient((progress) => this.#progress.show(progress));
    const choose = chooseSection(
      (given) => void this.#open(given),
      (message) => this.#file.body.replaceChildren(notice('problem', [paragraph(message)])),
    );
    root.append(choose, this.#file.root, this.#progress.root, this.#check.root, this.#results.root);
  }

  async #open({ name, blob }: Given): Promise<void> {
    this.#check.root.hidden = true;
    this.#results.root.hidden = true;
    await this.#during(this.#file, async () => {
      const facts = await this.#worker.call('open', blob);
      this.#file.body.replaceChildren(factsView(name, facts));
      await this.#calculate();
    });
  }

  async #calculate(): Promise<void> {
    const calculated = await this.#worker.call('calculate');
    this.#showResults(calculated);
  }

  #showResults({ students, failedStudents, answer }: Calculated): void {
    this.#results.root.hidden = false;
    this.#results.body.replaceChildren(
      paragraph(`${students} students, ${failedStudents} failed.`),
      element('button', {
        props: { type: 'button', className: 'primary', textContent: 'Save the whole answer' },
        on: { click: () => saveBlob(answer, 'answer.csv') },
      }),
    );
  }

  /** Shows in a section what stops the work, and never anything of a work that has been overtaken. */
  async #during(place: Section, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      place.root.hidden = false;
      place.body.replaceChildren(notice('problem', [paragraph(wordsFor(error))]));
    } finally {
      this.#progress.hide();
    }
  }
}

interface Section {
  readonly root: HTMLElement;
  readonly body: HTMLElement;
}

function section(title: string): Section {
  const heading = element('h2', { props: { textContent: title, tabIndex: -1 } });
  const body = element('div');
  return { root: element('section', { props: { className: 'step', hidden: true } }, [heading, body]), body };
}

function wordsFor(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof Cancelled) return 'Cancelled. Nothing was kept.';
  return `The page could not go on: ${error instanceof Error ? error.message : String(error)}`;
}
