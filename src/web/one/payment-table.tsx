import type { ComponentChildren } from 'preact';
import { wholeDollars } from '../../engine/texts.js';
import { Wide } from '../parts/basics.js';
import type { Answered } from './answer.js';
import { type Explainer, Figure, Reasons } from './figure.js';
import { LOAN_LABELS, type Loan, loansIn, type Way } from './loan-dollars.js';
import { paymentsOf, type TermPayment } from './payments.js';

interface TableProps {
  readonly answer: Answered;
  readonly explainer: Explainer | null;
}

const WAY_HEADINGS: Readonly<Record<Way, string>> = {
  equal: 'in equal installments',
  proportional: 'by credits',
};

/** Each term with what was paid, what may be paid now in one way or two, and why; then the year with its limit. */
export function PaymentTable({ answer, explainer }: TableProps) {
  const { result } = answer;
  const ways: readonly Way[] = result.show_both_options ? ['equal', 'proportional'] : ['equal'];
  const width = ways.length + 2;
  const row = (head: ComponentChildren, cells: readonly Cell[], isTotal = false) => (
    <FigureRow
      head={head}
      cells={cells}
      isTotal={isTotal}
      width={width}
      answer={answer}
      explainer={explainer}
    />
  );
  return (
    <Wide label="Payments by term" class="payments">
      <table class="figures">
        <caption class="unseen">Payments by term</caption>
        <thead>
          <tr>
            <td rowSpan={ways.length} />
            <th scope="col" class="number" rowSpan={ways.length}>
              Already paid
            </th>
            <th scope={ways.length > 1 ? 'colgroup' : 'col'} class="number" colSpan={ways.length}>
              May be paid now
            </th>
          </tr>
          {ways.length > 1 && (
            <tr>
              {ways.map((way) => (
                <th key={way} scope="col" class="number">
                  {WAY_HEADINGS[way]}
                </th>
              ))}
            </tr>
          )}
        </thead>
        {paymentsOf(answer).map((term) => (
          <tbody key={term.index}>
            <tr class="term-name">
              <th scope="rowgroup" colSpan={width}>
                <strong>{term.name}</strong> <span class="why">{term.why.join(' ')}</span>
              </th>
            </tr>
            {term.loans.map((loan) => row(LOAN_LABELS[loan.loan], loanCells(term, loan, ways)))}
            {term.loans.length > 1 &&
              row('Together', [plain(term.paid), ...ways.map((way) => plain(term.now[way]))], true)}
          </tbody>
        ))}
        <tbody class="year">
          <tr class="term-name">
            <th scope="rowgroup" colSpan={width}>
              <strong>All terms</strong>
            </th>
          </tr>
          {loansIn(answer).map((loan) => row(LOAN_LABELS[loan], yearCells(answer, loan, ways)))}
          {row('Together', togetherCells(answer, ways), true)}
        </tbody>
      </table>
    </Wide>
  );
}

/** A figure of the table; without a field it is a sum made by the page, or nothing at all. */
interface Cell {
  readonly amount: number;
  readonly field: string | null;
}

function plain(amount: number): Cell {
  return { amount, field: null };
}

function loanCells(term: TermPayment, loan: TermPayment['loans'][number], ways: readonly Way[]): Cell[] {
  const path = (way: Way) => `terms.${term.index}.${way}.${loan.loan}`;
  const paid = { amount: loan.paid, field: loan.isSettled ? path('equal') : null };
  return [paid, ...ways.map((way) => ({ amount: loan.now[way], field: loan.isSettled ? null : path(way) }))];
}

function yearCells(answer: Answered, loan: Loan, ways: readonly Way[]): Cell[] {
  const own = paymentsOf(answer).flatMap(({ loans }) => loans.filter((each) => each.loan === loan));
  const paid = sumBy(own, (each) => each.paid);
  return [
    plain(paid),
    ...ways.map((way) => ({
      amount: sumBy(own, ({ now }) => now[way]),
      // The answer's total includes what was already paid.
      field: paid === 0 ? `total_${way}.${loan}` : null,
    })),
  ];
}

function togetherCells(answer: Answered, ways: readonly Way[]): Cell[] {
  const payments = paymentsOf(answer);
  return [
    plain(sumBy(payments, ({ paid }) => paid)),
    ...ways.map((way) => plain(sumBy(payments, ({ now }) => now[way]))),
  ];
}

function sumBy<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}

interface RowProps extends TableProps {
  readonly head: ComponentChildren;
  readonly cells: readonly Cell[];
  readonly isTotal: boolean;
  readonly width: number;
}

/** A row of figures, followed by the reasons for those that a person has pressed. */
function FigureRow({ head, cells, isTotal, width, answer, explainer }: RowProps) {
  const open = cells.flatMap(({ field }) =>
    field !== null && explainer?.open.includes(explainer.prefix + field) ? [field] : [],
  );
  return (
    <>
      <tr class={isTotal ? 'total' : undefined}>
        <th scope="row">{head}</th>
        {cells.map(({ amount, field }, index) => (
          <td key={index} class="number">
            <Figure text={wholeDollars(amount)} field={field} explainer={explainer} />
          </td>
        ))}
      </tr>
      {explainer !== null &&
        open.map((field) => (
          <tr key={field} class="reasons">
            <td colSpan={width}>
              <Reasons field={field} answer={answer} explainer={explainer} />
            </td>
          </tr>
        ))}
    </>
  );
}
