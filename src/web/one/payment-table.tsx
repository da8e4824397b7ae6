import { wholeDollars } from '../../engine/texts.js';
import { Wide } from '../parts/basics.js';
import { Figure, type FiguresProps, openReasons } from './explanation.js';
import { LOAN_LABELS, loansIn, WAY_LABELS, type Way, waysOf } from './loan-dollars.js';
import { type Amounts, paymentsOf, together } from './payments.js';

/** Each term with what was paid, what may be paid now in one way or two, and why; then the year with its limit. */
export function PaymentTable({ answer, explainer }: FiguresProps) {
  const ways = waysOf(answer.result);
  const width = ways.length + 2;
  const payments = paymentsOf(answer);
  const rowOf = (name: string, amounts: Amounts, fieldOf: FieldOf) => (
    <Row key={name} {...{ name, amounts, fieldOf, ways, answer, explainer }} />
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
                  {WAY_LABELS[way]}
                </th>
              ))}
            </tr>
          )}
        </thead>
        {payments.map((term) => (
          <tbody key={term.index}>
            <tr class="term-name">
              <th scope="rowgroup" colSpan={width}>
                <strong>{term.name}</strong> <span class="why">{term.why.join(' ')}</span>
              </th>
            </tr>
            {term.loans.map((loan) =>
              rowOf(LOAN_LABELS[loan.loan], loan, (column) => {
                if ((column === 'paid') !== loan.isSettled) return null;
                return `terms.${term.index}.${column === 'paid' ? 'equal' : column}.${loan.loan}`;
              }),
            )}
            {term.loans.length > 1 && rowOf(TOTAL, term, () => null)}
          </tbody>
        ))}
        <tbody class="year">
          <tr class="term-name">
            <th scope="rowgroup" colSpan={width}>
              <strong>All terms</strong>
            </th>
          </tr>
          {loansIn(answer).map((loan) => {
            const own = together(payments.flatMap(({ loans }) => loans.filter((each) => each.loan === loan)));
            // The answer's total includes what was already paid.
            return rowOf(LOAN_LABELS[loan], own, (column) =>
              column === 'paid' || own.paid > 0 ? null : `total_${column}.${loan}`,
            );
          })}
          {rowOf(TOTAL, together(payments), () => null)}
        </tbody>
      </table>
    </Wide>
  );
}

const TOTAL = 'Total';

/** The figure of the answer that a column shows; null for a sum made by the page, or for nothing at all. */
type FieldOf = (column: 'paid' | Way) => string | null;

interface RowProps extends FiguresProps {
  readonly name: string;
  readonly amounts: Amounts;
  readonly fieldOf: FieldOf;
  readonly ways: readonly Way[];
}

/** A row of figures, followed by the reasons for those that a person has pressed. */
function Row({ name, amounts, fieldOf, ways, answer, explainer }: RowProps) {
  const columns = ['paid', ...ways] as const;
  const fields = columns.flatMap((column) => fieldOf(column) ?? []);
  return (
    <>
      <tr class={name === TOTAL ? 'total' : undefined}>
        <th scope="row">{name}</th>
        {columns.map((column) => (
          <td key={column} class="number">
            <Figure
              text={wholeDollars(column === 'paid' ? amounts.paid : amounts.now[column])}
              field={fieldOf(column)}
              explainer={explainer}
            />
          </td>
        ))}
      </tr>
      {openReasons(fields, { answer, explainer }, (field, reasons) => (
        <tr key={field} class="reasons">
          <td colSpan={columns.length + 1}>{reasons}</td>
        </tr>
      ))}
    </>
  );
}
