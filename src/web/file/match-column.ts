import type { Guess } from '../../recipe/guess-columns.js';
import type { CellRule } from '../../recipe/recipe.js';
import { element } from '../element.js';
import { columnLabel, wordLabel } from '../field-labels.js';
import { labelFor, labelled, paragraph, select } from '../page-parts.js';
import { numberText } from './counted.js';
import type { OurColumn, SeenValue } from './match-table.js';
import { wordsFor } from './worker-client.js';

/** What the choice of a column says beside names of columns, which begin with a colon in the form. */
const UNDECIDED = '?';
const NONE = '-';
const CONSTANT = '=';
/** What the choice of a meaning says beside our words: the value is left as it is. Nothing chosen means a blank cell. */
const AS_IT_IS = '*';

/** Asks what a column of theirs has in it, as one of ours. */
export type LookAtValues = (theirs: string, ours: string) => Promise<readonly SeenValue[]>;

/** The line of one column of ours: which column of theirs it is, and what its values mean. */
export class ColumnField {
  readonly root: HTMLElement;
  readonly column: OurColumn;
  readonly #choice: HTMLSelectElement;
  readonly #constant: HTMLInputElement | HTMLSelectElement;
  readonly #values = element('div', { className: 'values' });
  readonly #look: LookAtValues;
  readonly #hasDoubt: boolean;
  /** What stands for a value of theirs that does not stay as it is; null until the values of a column that was just chosen have been looked at. */
  #meanings: Record<string, string> | null;
  #blank: string | undefined;

  constructor(
    column: OurColumn,
    header: readonly string[],
    known: CellRule | null,
    guess: Guess | null,
    look: LookAtValues,
    idPrefix = '',
  ) {
    const rule = initialRule(known, guess);
    this.column = column;
    this.#look = look;
    const id = `match-${idPrefix}${column.name}`;
    const doubt = doubtOf(guess, column);
    this.#hasDoubt = doubt !== null;
    this.#meanings = { ...(rule !== null && 'column' in rule ? rule.values : {}) };
    this.#blank = rule !== null && 'column' in rule ? rule.blank : undefined;
    this.#choice = select(id, choicesOf(column, header, guess), initialChoice(column, rule, guess), {
      'aria-describedby': `${id}-about`,
      onchange: () => this.#changed(),
    });
    this.#constant = constantField(column, rule);
    this.root = element('div', { className: 'match' }, [
      element('div', {}, [
        labelFor(this.#choice, column.title),
        element('p', { id: `${id}-about`, className: 'hint', textContent: column.description }),
        doubt === null ? null : paragraph(doubt, 'note care'),
      ]),
      element('div', {}, [this.#choice, this.#constant]),
      this.#values,
    ]);
    this.#show();
  }

  /** Whether somebody has yet to say what this column is. */
  get isUndecided(): boolean {
    return this.#choice.value === UNDECIDED;
  }

  /** Whether there is nothing to read the column from, and nothing to say about it. */
  get isNone(): boolean {
    return this.#choice.value === NONE && !this.#hasDoubt;
  }

  focus(): void {
    this.#choice.focus();
  }

  /** The rule as the form says it; null where the file has no such column. */
  rule(): CellRule | null {
    const { value } = this.#choice;
    if (value === CONSTANT) return { constant: this.#constant.value };
    if (!value.startsWith(':')) return null;
    const values = Object.fromEntries(
      Object.entries(this.#meanings ?? {}).filter(([, meaning]) => meaning !== AS_IT_IS),
    );
    return {
      column: value.slice(1),
      ...(Object.keys(values).length > 0 ? { values } : {}),
      ...(this.#blank === undefined ? {} : { blank: this.#blank }),
    };
  }

  #changed(): void {
    this.#meanings = null;
    this.#blank = undefined;
    this.#show();
  }

  #show(): void {
    this.#constant.hidden = this.#choice.value !== CONSTANT;
    const { value } = this.#choice;
    if (!value.startsWith(':')) this.#values.replaceChildren();
    else {
      this.#showValues(value).catch((error) =>
        this.#values.replaceChildren(paragraph(wordsFor(error), 'error')),
      );
    }
  }

  async #showValues(value: string): Promise<void> {
    const seen = await this.#look(value.slice(1), this.column.name);
    // Another column may have been chosen meanwhile.
    if (this.#choice.value !== value) return;
    const meanings = this.#meanings ?? proposedMeanings(seen);
    this.#meanings = meanings;
    const { options } = this.column;
    if (options.length === 0) {
      this.#values.replaceChildren(paragraph(sampleText(seen), 'hint'));
      return;
    }
    this.#values.replaceChildren(...seen.map((each, index) => this.#meaningField(each, index, meanings)));
  }

  #meaningField(
    { theirs, count, read }: SeenValue,
    index: number,
    meanings: Record<string, string>,
  ): HTMLElement {
    const known = Object.keys(meanings).find((each) => each.toLowerCase() === theirs.toLowerCase());
    const key = known ?? theirs;
    const asItIs = read === null ? 'not known: fails' : wordLabel(read);
    const words = this.column.options
      .map((value) => [value, wordLabel(value)] as const)
      .filter(([, word]) => word !== asItIs);
    const choices = [[AS_IT_IS, asItIs] as const, ...words, ['', 'as if blank'] as const];
    const id = `${this.#choice.id}-value-${index}`;
    const meaning = select(id, choices, meanings[key] ?? AS_IT_IS, {
      onchange: () => {
        meanings[key] = meaning.value;
      },
    });
    return labelled(`${theirs} (${numberText(count)})`, meaning);
  }
}

function proposedMeanings(seen: readonly SeenValue[]): Record<string, string> {
  return Object.fromEntries(
    seen.flatMap(({ theirs, proposed }) => (proposed === null ? [] : [[theirs, proposed]])),
  );
}

const FAILS = 'Students who have them fail, and can be mended afterwards.';

/** What must be decided, or why a column that looks like it cannot be used; null where a guess needs no words. */
function doubtOf(guess: Guess | null, { options }: OurColumn): string | null {
  if (guess === null || guess.theirs === null) return null;
  if (guess.sure === 'certain' || guess.sure === 'likely') return null;
  const why = options.length > 0 ? guess.why : guess.why.replace('Say what they mean.', FAILS);
  return why.replace(/"(\w+)"/g, (_, name: string) => `"${columnLabel(name)}"`);
}

/** A column that is sure is chosen even where some of its values are not: what they mean is asked beside it. */
function initialRule(rule: CellRule | null, guess: Guess | null): CellRule | null {
  return rule ?? (guess?.asks === 'values' ? guess.rule : null);
}

function initialChoice({ isRequired }: OurColumn, rule: CellRule | null, guess: Guess | null): string {
  if (rule !== null) return 'column' in rule ? `:${rule.column}` : CONSTANT;
  return guess?.sure === 'ask' || isRequired ? UNDECIDED : NONE;
}

function choicesOf(
  column: OurColumn,
  header: readonly string[],
  guess: Guess | null,
): (readonly [value: string, text: string])[] {
  const likely = guess === null ? [] : [guess.theirs ?? '', ...guess.others];
  const columns = new Set([...likely, ...header].filter((name) => name !== ''));
  const none = `Not in my file${column.isRequired ? '' : ` (${column.blank})`}`;
  return [
    [UNDECIDED, 'Choose…'],
    ...(column.canLack ? [[NONE, none] as const] : []),
    [CONSTANT, 'The same for everybody…'],
    ...[...columns].map((name) => [`:${name}`, name] as const),
  ];
}

function constantField(column: OurColumn, rule: CellRule | null): HTMLInputElement | HTMLSelectElement {
  const label = { 'aria-label': `${column.title}, the same for everybody` };
  const value = rule !== null && 'constant' in rule ? rule.constant : '';
  if (column.options.length === 0) return element('input', { type: 'text', value, ...label });
  const options = column.options.map((each) =>
    element('option', { value: each, textContent: wordLabel(each), selected: each === value }),
  );
  return element('select', label, options);
}

const SAMPLES = 4;

function sampleText(seen: readonly SeenValue[]): string {
  if (seen.length === 0) return 'Every cell that was looked at is blank.';
  const said = (begin: string, texts: readonly string[]): string[] =>
    texts.length === 0 ? [] : [`${begin} ${texts.slice(0, SAMPLES).join(', ')}.`];
  const read = seen.filter((each) => each.read !== null);
  const wrong = seen.filter((each) => each.read === null);
  return [
    ...said(
      'Such as',
      read.map((each) => (each.read === each.theirs ? each.theirs : `${each.theirs} (read as ${each.read})`)),
    ),
    ...said(
      'Cannot be read:',
      wrong.map(({ theirs }) => theirs),
    ),
  ].join(' ');
}
