import { wholeDollars } from '../../engine/texts.js';
import { byId, element } from '../element.js';
import { labelFor, select } from '../page-parts.js';
import type { Answer, Answered } from './answer.js';
import { copyButton } from './copy-button.js';
import { LOAN_LABELS, LOANS, sumOf, type Way } from './loan-dollars.js';
import { noticeText } from './notice.js';
import { type PlainTable, plainTable } from './plain-table.js';
import { SchoolSection } from './school-section.js';
import { stepChart } from './step-chart.js';
import { whatIf } from './what-if.js';
import { whatIfView } from './what-if-view.js';
import { type YearTable, yearTable } from './year-table.js';

/** What stands below the answer, for the plan that the form shows. */
export class LowerSections {
  readonly #whatIf = byId('what-if', HTMLElement);
  readonly #chart = byId('chart', HTMLElement);
  readonly #chartTable = byId('chart-table', HTMLElement);
  readonly #notice = byId('notice', HTMLElement);
  readonly #way = byId('notice-way', HTMLElement);
  readonly #school = new SchoolSection();
  #table: YearTable | null = null;
  #answer: Answered | null = null;
  #chosenWay: Way = 'equal';

  constructor() {
    byId('link-actions', HTMLElement).append(
      copyButton('Copy the link', () => byId('link', HTMLInputElement).value),
    );
    byId('notice-actions', HTMLElement).append(
      copyButton('Copy the notice', () => this.#notice.textContent ?? ''),
      element('button', { type: 'button', id: 'print-notice' }, ['Print the notice']),
    );
    // It scrolls, which the keyboard must be able to do.
    this.#notice.tabIndex = 0;
    this.#notice.setAttribute('role', 'group');
    this.#notice.setAttribute('aria-label', 'Text of the notice');
    // A drawing does not stretch: its letters would, too.
    new ResizeObserver(() => this.#draw()).observe(this.#chart);
  }

  /** Shows what follows from an answer; nothing of it where there is none. */
  show(answer: Answer): void {
    byId('more-answers', HTMLElement).hidden = !answer.ok;
    if (!answer.ok) return;
    this.#answer = answer;
    this.#whatIf.replaceChildren(...whatIfView(whatIf(answer.student, answer.result)));
    this.#table = yearTable(answer.student);
    this.#draw();
    this.#chartTable.replaceChildren(plainTable(asPlainTable(this.#table)));
    this.#showWays(answer);
    this.#writeNotice();
    this.#school.suggest(this.#table.fullTime);
  }

  #draw(): void {
    const width = this.#chart.clientWidth;
    if (this.#table === null || width === 0) return;
    this.#chart.replaceChildren(stepChart(this.#table, width));
  }

  #showWays({ result }: Answered): void {
    if (!result.show_both_options) {
      this.#way.replaceChildren();
      return;
    }
    if (this.#way.firstChild !== null) return;
    const ways = [['equal', 'in equal installments'] as const, ['proportional', 'by credits'] as const];
    const choice = select('way', ways, this.#chosenWay, {
      onchange: () => {
        this.#chosenWay = choice.value === 'proportional' ? 'proportional' : 'equal';
        this.#writeNotice();
      },
    });
    this.#way.replaceChildren(labelFor(choice, 'Paid'), choice);
  }

  #writeNotice(): void {
    if (this.#answer === null) return;
    const { student, result } = this.#answer;
    const way = result.show_both_options ? this.#chosenWay : 'equal';
    this.#notice.textContent = noticeText(student, result, way);
  }
}

function asPlainTable({ rows, now, fullTime }: YearTable): PlainTable {
  const hasGradPlus = rows.some((row) => row.grad_plus > 0);
  const loans = LOANS.filter((loan) => loan !== 'grad_plus' || hasGradPlus);
  return {
    caption: 'Limit of this student by credits of the year',
    columns: ['Credits', 'Share', ...loans.map((loan) => LOAN_LABELS[loan]), 'Limit'],
    rows: rows.map((row) => ({
      cells: [
        row.credits === fullTime ? `${row.credits}, full time` : row.credits,
        `${row.percent} %`,
        ...loans.map((loan) => wholeDollars(row[loan])),
        wholeDollars(sumOf(row)),
      ],
      isMarked: row.credits === now.credits,
    })),
  };
}
