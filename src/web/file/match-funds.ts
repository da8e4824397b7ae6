import { TERM_FIELDS } from '../../contract/field-list.js';
import type { Shape } from '../../recipe/recipe.js';
import { element } from '../element.js';
import { columnLabel } from '../field-labels.js';
import { labelFor, labelled, paragraph, select } from '../page-parts.js';
import type { LookAtValues } from './match-column.js';

type FundShape = Extract<Shape, { rows: 'fund' }>;

/** Columns of what was paid, one for each loan type. */
const LOANS = TERM_FIELDS.filter(({ kind }) => kind === 'whole dollars').map(({ column }) => column);

/** A table that has one row for each fund: which column says the fund, which the amount paid, and which loan each fund is. */
export class FundFields {
  readonly root: HTMLElement;
  readonly #fund: HTMLSelectElement;
  readonly #paid: HTMLSelectElement;
  readonly #codes = element('div', { className: 'values' });
  readonly #look: LookAtValues;
  readonly #loans: Map<string, string | null>;

  constructor(header: readonly string[], shape: FundShape | null, look: LookAtValues) {
    this.#look = look;
    this.#loans = new Map(Object.entries(shape?.funds ?? {}));
    this.#fund = columnSelect('fund-column', header, shape?.fund, () => void this.#showCodes());
    this.#paid = columnSelect('paid-column', header, shape?.paid);
    this.root = element('div', {}, [
      line('Column that names the fund', this.#fund, this.#codes),
      line('Column of the amount paid so far', this.#paid),
    ]);
    void this.#showCodes();
  }

  /** The shape as the form says it. */
  shape(): FundShape {
    return {
      rows: 'fund',
      fund: this.#fund.value,
      paid: this.#paid.value,
      funds: Object.fromEntries(this.#loans),
    };
  }

  async #showCodes(): Promise<void> {
    const column = this.#fund.value;
    if (column === '') return;
    const seen = await this.#look(column, '');
    if (this.#fund.value !== column) return;
    this.#codes.replaceChildren(
      paragraph('Which loan is each of these funds?'),
      ...seen.map(({ theirs }, index) => this.#codeField(theirs, index)),
    );
  }

  #codeField(code: string, index: number): HTMLElement {
    const key = [...this.#loans.keys()].find((each) => each.toLowerCase() === code.toLowerCase()) ?? code;
    if (!this.#loans.has(key)) this.#loans.set(key, null);
    const loans = LOANS.map((loan) => [loan, columnLabel(loan)] as const);
    const choices = [['', 'none of these loans'] as const, ...loans];
    const loan = select(`fund-${index}`, choices, this.#loans.get(key) ?? '', {
      onchange: () => this.#loans.set(key, loan.value === '' ? null : loan.value),
    });
    return labelled(code, loan);
  }
}

function line(text: string, choice: HTMLSelectElement, ...beside: readonly HTMLElement[]): HTMLElement {
  return element('div', { className: 'match' }, [
    element('div', {}, [labelFor(choice, text)]),
    element('div', {}, [choice]),
    ...beside,
  ]);
}

function columnSelect(
  id: string,
  header: readonly string[],
  chosen = '',
  onchange = (): void => {},
): HTMLSelectElement {
  const columns = header.map((name) => [name, name === '' ? 'Choose…' : name] as const);
  return select(id, [['', 'Choose…'], ...columns], chosen, { onchange });
}
