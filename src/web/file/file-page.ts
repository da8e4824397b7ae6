import type { Recipe } from '../../recipe/recipe.js';
import type { Child } from '../element.js';
import { messageBox } from '../page-parts.js';
import { chooseSection, type Given } from './choose-section.js';
import { factsView } from './facts-view.js';
import { failuresView } from './failures-view.js';
import type { Opened } from './file-session.js';
import { KeptSection } from './kept-section.js';
import { MatchForm } from './match-section.js';
import type { Table } from './match-table.js';
import type { FileFacts } from './open-file.js';

import { PageSection } from './page-section.js';
import { ProgressView } from './progress-view.js';
import { isCertain, type KeptRecipe, keptFor, saveRecipeFile, withRecipe } from './recipe-files.js';
import { nextStep, refusalView } from './refusal-view.js';
import { rereadForm } from './reread-form.js';
import { resultsView } from './results-section.js';
import { saveBlob } from './save-blob.js';
import { columnsKey, saveRecipe } from './saved-recipes.js';
import { sendFile, sendingProblem } from './send-file.js';
import { ServiceSection } from './service-section.js';
import { verdictView } from './summary-view.js';
import { UnsavedWork } from './unsaved-work.js';
import { WorkerClient, wordsFor } from './worker-client.js';
import type { Outcome, Progress } from './worker-messages.js';

/** The page `/file`: what is shown when, from the file that is given to the answer that is taken away. */
export class FilePage {
  readonly #worker: WorkerClient;
  readonly #progress: ProgressView;
  readonly #choose: HTMLElement;
  readonly #file = new PageSection('Your file');
  readonly #columns = new PageSection('Columns');
  readonly #check = new PageSection('Check');
  readonly #results = new PageSection('Results');
  readonly #service: ServiceSection;
  readonly #kept = new KeptSection();
  readonly #work = new UnsavedWork();
  #name = '';
  #sending = new AbortController();

  constructor(root: HTMLElement) {
    this.#progress = new ProgressView(() => this.#cancel());
    this.#worker = new WorkerClient((progress) => this.#progress.show(progress));
    this.#service = new ServiceSection((key) => void this.#send(key));
    this.#choose = chooseSection(
      (given) => void this.#open(given),
      (message) => this.#file.say(messageBox('bad', [message])),
    );
    root.append(
      this.#choose,
      this.#file.root,
      this.#columns.root,
      this.#progress.root,
      this.#check.root,
      this.#results.root,
      this.#kept.root,
    );
    if (this.#work.wasLost) {
      this.#file.show(
        messageBox('bad', [
          'This page was loaded again, and it keeps no file. Choose your file once more: its columns are matched as you did before.',
        ]),
      );
    }
  }

  async #open(given: Given): Promise<void> {
    this.#cancel();
    this.#clear(this.#file, this.#columns, this.#check, this.#results);
    this.#service.clear();
    this.#name = given.name;
    await this.#during(this.#file, async () => {
      const opened = await this.#worker.work('open', given.blob);
      this.#work.begin();
      this.#choose.classList.add('compact');
      if (opened.facts !== null) await this.#checked(opened.facts);
      else this.#refused(given, opened);
    });
  }

  /** A file that cannot be calculated as it is: says why, and matches its columns where it is a table. */
  #refused(given: Given, opened: Opened): void {
    const { table, refusal } = opened;
    const match = (found: Table, ...above: readonly Child[]): void => {
      this.#file.show(...above, factsView(given.name, null, found.info));
      void this.#during(this.#columns, () => this.#match(found));
    };
    const onStep = (): void => {
      if (refusal?.isGzip) void this.#unpack(given);
      else if (table !== null) match(table);
    };
    const view = refusalView(opened, onStep);
    const isExpected = table?.info.kind === 'workbook' || given.isPasted || given.name.endsWith('.tsv');
    if (table === null || (nextStep(opened) !== null && !isExpected)) this.#file.show(view);
    // Only its columns are in the way: the next step is to match them.
    else match(table, isExpected ? null : view);
  }

  async #unpack({ name, blob, isPasted }: Given): Promise<void> {
    await this.#during(this.#file, async () => {
      const unpacked = await new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
      await this.#open({ name: name.replace(/\.gz$/, ''), blob: unpacked, isPasted });
    });
  }

  /** Asks for the columns, unless all of them have our names. */
  async #match(table: Table): Promise<void> {
    if (isCertain(table)) {
      await this.#use(table, table.proposal.recipe);
      return;
    }
    const kept = await keptFor(this.#worker, table);
    this.#showForm(kept === null ? table : withRecipe(table, kept), kept);
    this.#columns.focus();
  }

  #showForm(table: Table, kept: KeptRecipe | null): void {
    const form = new MatchForm(table, {
      onUse: (recipe) => void this.#useOf(form, table, recipe),
      onSave: async (recipe) => {
        const decided = await this.#worker.ask('decide', recipe, form.chosen);
        saveRecipeFile(this.#name, decided.recipe);
      },
      onLoad: async (text) => {
        const recipe = await this.#worker.ask('parseRecipe', text);
        this.#showForm(withRecipe(table, { recipe, isDraft: false }), null);
      },
      look: (theirs, ours) => this.#worker.ask('values', theirs, ours),
    });
    const said = kept?.isDraft
      ? 'You began to match a file with these columns. This is what you chose.'
      : 'You matched a file with these columns before. This is how; look whether it is still right.';
    form.root.addEventListener('change', () => this.#keep(table, form.recipe(), true));
    const reread = rereadForm(table.info, (read) => {
      void this.#during(this.#columns, async () => {
        const other = await this.#worker.work('reopen', read);
        this.#file.show(factsView(this.#name, null, other.info));
        const { proposal } = other;
        const recipe = { ...proposal.recipe, read };
        this.#showForm({ ...other, proposal: { ...proposal, recipe } }, null);
      });
    });
    this.#columns.show(kept !== null ? messageBox('good', [said]) : null, reread, form.root);
  }

  async #useOf(form: MatchForm, table: Table, recipe: Recipe): Promise<void> {
    this.#clear(this.#check, this.#results);
    try {
      const { recipe: decided, open } = await this.#worker.work('decide', recipe, form.chosen);
      form.ask(open);
      if (open.length > 0) return;
      await this.#use(table, decided);
      form.fold();
      this.#keep(table, decided, false);
    } catch (error) {
      form.refuse(wordsFor(error));
    } finally {
      this.#progress.hide();
    }
  }

  #keep({ info }: Table, recipe: Recipe, isDraft: boolean): void {
    saveRecipe({ columns: columnsKey(info.header), text: JSON.stringify(recipe), isDraft });
    this.#kept.update();
  }

  async #use(table: Table, recipe: Recipe): Promise<void> {
    await this.#checked(await this.#worker.work('match', recipe), table);
  }

  async #checked(facts: FileFacts, table: Table | null = null): Promise<void> {
    this.#file.show(factsView(this.#name, facts, table?.info ?? null), this.#service.root);
    this.#calculated(await this.#worker.work('calculate'));
  }

  #calculated(outcome: Outcome): void {
    const again = (work: Promise<Outcome>): void =>
      void this.#during(this.#check, async () => this.#calculated(await work));
    const failures = failuresView(outcome, {
      onMend: (mend) => again(this.#worker.work('mend', mend)),
      onMendGroup: (group, value) => again(this.#worker.work('mendGroup', group, value)),
      onUndo: () => again(this.#worker.work('undo')),
    });
    this.#check.show(verdictView(outcome), failures);
    const name = this.#name.replace(/\.\w+$/, '');
    this.#results.show(
      resultsView(outcome, {
        onSaveAnswer: () => {
          saveBlob(outcome.answer, `${name}-answer.csv`);
          this.#work.end();
        },
        onSaveFailed: () => this.#save(`${name}-failed.csv`, () => this.#worker.work('failedRows')),
        onSaveSpreadsheet: () => this.#save(`${name}-answer.xlsx`, () => this.#worker.work('spreadsheet')),
        preview: (question) => this.#worker.ask('preview', question),
        compare: (before, file) =>
          this.#during(this.#results, () => this.#worker.work('compare', before, file)),
      }),
    );
    this.#check.focus();
  }

  #save(name: string, make: () => Promise<Blob>): void {
    void this.#during(this.#results, async () => saveBlob(await make(), name));
  }

  /** Sends the file, and takes the answer only when all of it is here; what was there before stays until then. */
  async #send(key: string): Promise<void> {
    this.#cancel();
    this.#sending = new AbortController();
    try {
      const file = await this.#worker.ask('toSend');
      const onProgress = (progress: Progress): void => this.#progress.show(progress);
      const sending = await sendFile(file, key, onProgress, this.#sending.signal);
      if (sending.kind === 'answer') {
        this.#calculated(await this.#worker.work('receive', sending.answer));
        return;
      }
      this.#service.show(sendingProblem(sending));
    } catch (error) {
      this.#service.show({ message: wordsFor(error), retryAfter: null });
    } finally {
      this.#progress.hide();
    }
  }

  #cancel(): void {
    this.#sending.abort();
    this.#worker.cancel();
  }

  #clear(...sections: readonly PageSection[]): void {
    for (const section of sections) section.hide();
  }

  /** Says in a section what stops the work; undefined when something did. */
  async #during<Value>(place: PageSection, work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      place.say(messageBox('bad', [wordsFor(error)]));
      return undefined;
    } finally {
      this.#progress.hide();
    }
  }
}
