import { isExact, isPositive, parseExact } from '../../engine/exact.js';
import { CURRENT_AWARD_YEAR } from '../../engine/limits.js';
import { wholeDollars } from '../../engine/texts.js';
import { byId, element } from '../element.js';
import { copyButton } from './copy-button.js';
import { type PlainTable, plainTable, tabbedText } from './plain-table.js';
import { schoolTable } from './year-table.js';

/** The table of credits and amounts for a school's own full-time credits, which follow the case until somebody sets them. */
export class SchoolSection {
  readonly #box = element('input', {
    type: 'text',
    id: 'school-credits',
    inputMode: 'decimal',
    className: 'number',
    autocomplete: 'off',
    'aria-describedby': 'school-error',
  });
  readonly #error = element('p', { id: 'school-error', className: 'error', hidden: true });
  readonly #place = byId('school-table', HTMLElement);
  #isOwn = false;
  #copied = '';

  constructor() {
    this.#box.addEventListener('input', () => {
      this.#isOwn = true;
      this.#show();
    });
    const copy = copyButton('Copy the table for a spreadsheet', () => this.#copied);
    byId('school-controls', HTMLElement).append(
      element('label', { htmlFor: 'school-credits' }, ['Full-time credits of the academic year']),
      this.#box,
      this.#error,
      copy,
    );
  }

  /** Takes the full-time credits of the case, unless somebody has set others. */
  suggest(credits: string): void {
    if (this.#isOwn || this.#box.value === credits || credits === '0') return;
    this.#box.value = credits;
    this.#show();
  }

  #show(): void {
    const credits = parseExact(this.#box.value.trim());
    const isUsable = isExact(credits) && isPositive(credits);
    this.#error.hidden = isUsable;
    this.#error.textContent = isUsable ? '' : 'Expected a number of credits above 0.';
    this.#box.setAttribute('aria-invalid', String(!isUsable));
    if (!isUsable) {
      this.#place.replaceChildren();
      return;
    }
    const { groups, names, rows } = schoolTable(credits);
    const table: PlainTable = {
      caption: `Annual Direct Loan limits by credits, award year ${CURRENT_AWARD_YEAR}, full time ${this.#box.value.trim()} credits`,
      columns: ['Credits', 'Share', ...names],
      rows: rows.map(({ credits: each, percent, amounts }) => ({
        cells: [each, `${percent} %`, ...amounts.map(wholeDollars)],
      })),
    };
    const heads = groups.map(({ name, columns }) =>
      element('th', { scope: 'colgroup', colSpan: columns, className: 'group' }, [name]),
    );
    const above = element('tr', {}, [element('td', { colSpan: 2 }), ...heads]);
    this.#place.replaceChildren(plainTable(table, above));
    const named = groups.flatMap(({ name, columns }) => Array.from({ length: columns }, () => name));
    this.#copied = tabbedText({
      ...table,
      columns: ['Credits', 'Share', ...names.map((name, index) => `${named[index]}: ${name}`)],
    });
  }
}
