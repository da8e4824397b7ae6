import { TERM_FIELDS } from '../../contract/field-list.js';
import type { Shape } from '../../recipe/recipe.js';
import { element } from '../element.js';
import { columnLabel } from '../field-labels.js';
import type { LookAtValues } from './match-column.js';
import { paragraph } from './message-box.js';

type FundShape = Extract<Shape, { rows: 'fund' }>;

/** Columns of what was paid, one for each loan type. */
const LOANS = TERM_FIELDS.filter(({ kind }) => kind === 'whole dollars').map(({ column }) => column);

/** A table that has one row for each fund: which column says the fund, which the amount paid, and which loan each fund is. */
export class FundFields {
  readonly root: HTMLElement;
  readonly #fund: HTMLSelectElement;
  readonly #paid: HTMLSelectElement;
  readonly #codes = element('div', { props: { className: 'values' } });
  readonly #look: LookAtValues;
  readonly #loans: Map<string, string | null>;

  constructor(header: readonly string[], shape: FundShape | null, look: LookAtValues) {
    this.#look = look;
    this.#loans = new Map(Object.entries(shape?.funds ?? {}));
    this.#fund = columnSelect('fund-column', header, shape?.fund, () => void this.#showCodes());
    this.#paid = columnSelect('paid-column', header, shape?.paid, () => {});
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
    const id = `fund-${index}`;
    const select = element('select', {
      props: { id },
      on: {
        change: () => {
          this.#loans.set(key, select.value === '' ? null : select.value);
        },
      },
    });
    select.append(
      element('option', { props: { value: '', textContent: 'none of these loans' } }),
      ...LOANS.map((value) => element('option', { props: { value, textContent: columnLabel(value) } })),
    );
    select.value = this.#loans.get(key) ?? '';
    return element('div', { props: { className: 'meaning' } }, [
      element('label', { props: { htmlFor: id, textContent: code } }),
      select,
    ]);
  }
}

function line(
  textContent: string,
  select: HTMLSelectElement,
  ...beside: readonly HTMLElement[]
): HTMLElement {
  return element('div', { props: { className: 'match' } }, [
    element('div', {}, [element('label', { props: { htmlFor: select.id, textContent } })]),
    element('div', {}, [select]),
    ...beside,
  ]);
}

function columnSelect(
  id: string,
  header: readonly string[],
  chosen: string | undefined,
  onChange: () => void,
): HTMLSelectElement {
  const options = ['', ...header].map((name) =>
    element('option', { props: { value: name, textContent: name === '' ? 'Choose…' : name } }),
  );
  const select = element('select', { props: { id }, on: { change: onChange } }, options);
  select.value = chosen ?? '';
  return select;
}
