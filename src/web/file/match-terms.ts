import { CREDIT_COLUMNS } from '../../contract/field-list.js';
import { type BlankCredits, withBlankCredits } from '../../recipe/blank-credits.js';
import type { Proposal } from '../../recipe/propose.js';
import type { ColumnRules, Shape } from '../../recipe/recipe.js';
import { element } from '../element.js';
import { button, details, labelFor, select } from '../page-parts.js';
import { ColumnField, type LookAtValues } from './match-column.js';
import type { OurColumn } from './match-table.js';

type Terms = Extract<Shape, { rows: 'student' }>['terms'];

interface TermField {
  readonly root: HTMLElement;
  readonly label: HTMLInputElement;
  readonly fields: readonly ColumnField[];
  readonly blank: HTMLSelectElement;
}

const BLANK_MEANINGS: readonly (readonly [BlankCredits, string])[] = [
  ['0', 'the student does not enroll in this term of the year (0 credits)'],
  ['', 'ask, with the number of students'],
];

/** The terms of a table that has one row for each student: what each is called and where its columns are. */
export class TermFields {
  readonly root: HTMLElement;
  readonly #list = element('div');
  readonly #columns: readonly OurColumn[];
  readonly #header: readonly string[];
  readonly #look: LookAtValues;
  readonly #guesses: Proposal['guesses'];
  #terms: TermField[] = [];
  #made = 0;

  constructor(
    columns: readonly OurColumn[],
    header: readonly string[],
    { recipe: { shape }, guesses }: Proposal,
    look: LookAtValues,
  ) {
    this.#columns = columns.filter(({ isOfTerm, name }) => isOfTerm && name !== 'term_label');
    this.#header = header;
    this.#look = look;
    this.#guesses = guesses;
    this.root = element('div', {}, [this.#list, button('Add a term', () => this.#add('', {}).label.focus())]);
    const terms = shape.rows === 'student' ? shape.terms : [];
    for (const { label, columns: rules } of terms) this.#add(label, rules);
  }

  /** Fields that must be decided. */
  get fields(): readonly ColumnField[] {
    return this.#terms.flatMap(({ fields }) => fields);
  }

  /** The terms as the form says them, in its order. */
  terms(): Terms {
    return this.#terms.map(({ label, fields, blank }) => ({
      label: label.value.trim(),
      columns: withBlankCredits(rulesOf(fields), CREDIT_COLUMNS, blank.value === '0' ? '0' : ''),
    }));
  }

  #add(label: string, rules: ColumnRules): TermField {
    this.#made += 1;
    const id = `term-${this.#made}`;
    const input = element('input', { id, type: 'text', value: label });
    const fieldOf = (column: OurColumn): ColumnField =>
      new ColumnField(
        { ...column, isRequired: false },
        this.#header,
        rules[column.name] ?? null,
        this.#guesses.find(({ ours, term: of }) => ours === column.name && of === label) ?? null,
        this.#look,
        `${id}-`,
      );
    // Columns of credits, one of which every file needs, have a field at once.
    const isUsual = ({ name }: OurColumn): boolean =>
      CREDIT_COLUMNS.includes(name) ||
      rules[name] !== undefined ||
      this.#guesses.some(({ ours, term: of, theirs }) => ours === name && of === label && theirs !== null);
    const usual = this.#columns.filter(isUsual).map(fieldOf);
    const others = this.#columns.filter((column) => !isUsual(column)).map(fieldOf);
    const remove = button('Remove this term', () => this.#remove(term));
    const blank = select(`${id}-blank`, BLANK_MEANINGS, initialBlank(rules), {
      className: 'wide-choice',
    });
    const root = element('fieldset', {}, [
      element('legend', { textContent: `Term ${this.#terms.length + 1}` }),
      element('div', { className: 'row' }, [
        labelFor(input, 'Name of the term in the answer'),
        input,
        remove,
      ]),
      ...usual.map((field) => field.root),
      element('div', { className: 'match' }, [labelFor(blank, 'Where the credits are blank'), blank]),
      details(
        'More columns of this term',
        others.map((field) => field.root),
      ),
    ]);
    const term: TermField = { root, label: input, fields: [...usual, ...others], blank };
    this.#terms.push(term);
    this.#list.append(root);
    return term;
  }

  #remove(term: TermField): void {
    this.#terms = this.#terms.filter((each) => each !== term);
    term.root.remove();
  }
}

/** As the recipe has it. */
function initialBlank(rules: ColumnRules): BlankCredits {
  const rule = CREDIT_COLUMNS.map((column) => rules[column]).find((each) => each !== undefined);
  return rule !== undefined && 'column' in rule && rule.blank === '0' ? '0' : '';
}

/** The rules of some fields by the column of ours; those without one are left out. */
export function rulesOf(fields: readonly ColumnField[]): ColumnRules {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const rule = field.rule();
      return rule === null ? [] : [[field.column.name, rule]];
    }),
  );
}
