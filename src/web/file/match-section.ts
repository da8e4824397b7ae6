import { CREDIT_COLUMNS } from '../../contract/field-list.js';
import type { Choice, Decision } from '../../recipe/decisions.js';
import type { Recipe, Shape } from '../../recipe/recipe.js';
import { element } from '../element.js';
import { button, details, labelFor, messageBox, paragraph, select } from '../page-parts.js';
import { ColumnField, type LookAtValues } from './match-column.js';
import { FundFields } from './match-funds.js';
import type { Table } from './match-table.js';
import { rulesOf, TermFields } from './match-terms.js';
import { OpenDecisionsView } from './open-decisions-view.js';

/** What a person can do with the form. */
export interface MatchListener {
  /** All is decided. */
  onUse(recipe: Recipe): void;
  onSave(recipe: Recipe): void | Promise<void>;
  /** A recipe file was chosen, this is its text. Rejects with words when it cannot be used. */
  onLoad(text: string): Promise<void>;
  look: LookAtValues;
}

const SHAPES: readonly (readonly [rows: Shape['rows'], text: string])[] = [
  ['term', 'one term of a student'],
  ['student', 'one student, with columns for each term'],
  ['fund', 'one fund of a student and term'],
];

/** Columns that decide the answer of nearly every student: what is assumed where the file has none of them must be seen. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  'student_id',
  'dependency_status',
  'degree_level',
  'grade_level',
  'subsidized_amount',
  'term_label',
  'term_ft_credits',
  'term_credits_enrolled',
]);

/** The form in which a person says which of their columns is which of ours. */
export class MatchForm {
  readonly root: HTMLDetailsElement;
  readonly #table: Table;
  readonly #fields: readonly ColumnField[];
  readonly #terms: TermFields;
  readonly #funds: FundFields;
  readonly #shape: HTMLSelectElement;
  readonly #message = element('div');
  readonly #open = new OpenDecisionsView();

  constructor(table: Table, listener: MatchListener) {
    const { info, proposal, columns } = table;
    this.#table = table;
    const { header } = info;
    const { shape, columns: rules } = proposal.recipe;
    this.#fields = columns.map((column) => {
      const guess = proposal.guesses.find(({ ours, term }) => ours === column.name && term === null) ?? null;
      return new ColumnField(column, header, rules[column.name] ?? null, guess, listener.look);
    });
    this.#terms = new TermFields(columns, header, proposal, listener.look);
    this.#funds = new FundFields(header, shape.rows === 'fund' ? shape : null, listener.look);
    this.#shape = select('shape', SHAPES, shape.rows, { onchange: () => this.#showShape() });
    const isInView = (field: ColumnField): boolean => !field.isNone || ESSENTIAL.has(field.column.name);
    const inView = this.#fields.filter(isInView);
    const others = this.#fields.filter((field) => !isInView(field));
    const file = element('input', {
      type: 'file',
      accept: '.json,application/json',
      hidden: true,
      id: 'recipe-input',
      onchange: () => void this.#load(file, listener),
    });
    this.root = details(
      'Which of your columns is which of ours',
      [
        paragraph('Your file has names of its own. Look at each guess, and change what is wrong.'),
        element('p', { className: 'row' }, [labelFor(this.#shape, 'One row of your file is'), this.#shape]),
        ...inView.map(({ root }) => root),
        this.#terms.root,
        this.#funds.root,
        details(
          `Other columns, which your file does not seem to have (${others.length})`,
          others.map(({ root }) => root),
        ),
        this.#message,
        this.#open.root,
        element('p', { className: 'row' }, [
          button('Use these columns', () => this.#use(listener.onUse), { className: 'primary' }),
          button('Save as a recipe file', () => void listener.onSave(this.recipe())),
          button('Load a recipe file…', () => file.click()),
          file,
        ]),
      ],
      { open: true },
    );
    this.#showShape();
  }

  /** The recipe as the form says it. */
  recipe(): Recipe {
    const { format, read, decisions } = this.#table.proposal.recipe;
    return {
      format,
      ...(read === undefined ? {} : { read }),
      shape: this.#shapeSaid(),
      columns: rulesOf(this.#shown()),
      decisions,
    };
  }

  /** What was chosen of the decisions that were asked. */
  get chosen(): readonly Choice[] {
    return this.#open.chosen;
  }

  /** Asks what the file leaves open. */
  ask(open: readonly Decision[]): void {
    this.#open.show(open);
  }

  /** Says what stands in the way of the columns. */
  refuse(message: string): void {
    this.#message.replaceChildren(messageBox('bad', [message]));
  }

  async #load(file: HTMLInputElement, { onLoad }: MatchListener): Promise<void> {
    const text = await file.files?.[0]?.text();
    file.value = '';
    if (text === undefined) return;
    try {
      await onLoad(text);
    } catch (error) {
      this.refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** Folds the form away: its columns are in use. */
  fold(): void {
    this.root.open = false;
  }

  #shapeSaid(): Shape {
    switch (this.#shape.value) {
      case 'student':
        return { rows: 'student', terms: [...this.#terms.terms()] };
      case 'fund':
        return this.#funds.shape();
      default:
        return { rows: 'term' };
    }
  }

  /** The fields that mean something with the shape that was chosen. */
  #shown(): readonly ColumnField[] {
    const shape = this.#shape.value;
    return this.#fields.filter(({ column: { name } }) => {
      if (shape === 'student') return name !== 'term_label' && !isOfOneTerm(name);
      return shape !== 'fund' || !name.startsWith('term_prior_');
    });
  }

  #showShape(): void {
    const shown = this.#shown();
    for (const field of this.#fields) field.root.hidden = !shown.includes(field);
    this.#terms.root.hidden = this.#shape.value !== 'student';
    this.#funds.root.hidden = this.#shape.value !== 'fund';
  }

  #use(onUse: (recipe: Recipe) => void): void {
    this.#message.replaceChildren();
    const isOfTerms = this.#shape.value === 'student';
    const asked = isOfTerms ? [...this.#shown(), ...this.#terms.fields] : this.#shown();
    const undecided = asked.find(({ isUndecided }) => isUndecided);
    if (undecided !== undefined) {
      const { title, canLack } = undecided.column;
      this.refuse(
        `Choose the column of your file for "${title}", or say that ${canLack ? 'your file has none' : 'it is the same for everybody'}.`,
      );
      undecided.focus();
      return;
    }
    const credits = asked.filter(({ column }) => CREDIT_COLUMNS.includes(column.name));
    if (credits.some((field) => field.rule() !== null)) {
      onUse(this.recipe());
      return;
    }
    this.refuse('Choose the column of your file for the credits: without one, everybody would be full time.');
    credits[0]?.focus();
  }
}

/** Columns that each term of a wide table has one of its own of. Full-time credits may be the same for all terms. */
function isOfOneTerm(column: string): boolean {
  return column.startsWith('term_') && column !== 'term_ft_credits' && column !== 'term_required';
}
