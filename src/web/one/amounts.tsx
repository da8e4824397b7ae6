import { toText } from '../../engine/exact.js';
import { wholeDollars } from '../../engine/texts.js';
import { Wide } from '../parts/basics.js';
import type { Answered } from './answer.js';
import { Figure, Reasons, useOpenFigures } from './explanation.js';
import { type Amounts, loansIn, paymentsOf, together, WAY_LABELS, waysOf } from './payments.js';

interface AnswerProps {
  readonly answer: Answered;
}

/** Each loan's limit for the year, and what it is a share of. */
export function YearLimit({ answer }: AnswerProps) {
  const { result } = answer;
  const { credits, annualFtCredits } = answer.working.eligibility;
  const loans = loansIn(answer);
  const opened = useOpenFigures(['reduced_annual_pct', ...loans.map(({ limit }) => limit)]);
  const total = loans.reduce((sum, { limit }) => sum + result[limit], 0);
  return (
    <>
      <dl class="year-limit">
        <div>
          <dt>Limit for the year</dt>
          <dd class="main-figure">{wholeDollars(total)}</dd>
        </div>
        {loans.map(({ label, limit }) => (
          <div key={limit}>
            <dt>{label}</dt>
            <dd>
              <Figure text={wholeDollars(result[limit])} field={limit} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Share of a full-time year</dt>
          <dd>
            <Figure text={`${result.reduced_annual_pct}%`} field="reduced_annual_pct" />{' '}
            <span class="why">{`${toText(credits)} of ${toText(annualFtCredits)} credits`}</span>
          </dd>
        </div>
      </dl>
      {opened.map((field) => (
        <div key={field} class="reasons">
          <Reasons answer={answer} field={field} />
        </div>
      ))}
    </>
  );
}

/** Each term with what was paid, what may be paid now in one way or two, and why; then all terms together. */
export function PaymentTable({ answer }: AnswerProps) {
  const ways = waysOf(answer.result);
  const columns = ['paid', ...ways] as const;
  const payments = paymentsOf(answer);
  const row = (label: string, amounts: Amounts, fieldOf: FieldOf = () => null) => (
    <Row key={label} {...{ label, columns, amounts, fieldOf, answer }} />
  );
  const heading = (name: string, why: string) => (
    <tr class="term-name">
      <th scope="rowgroup" colSpan={columns.length + 1}>
        <strong>{name}</strong> <span class="why">{why}</span>
      </th>
    </tr>
  );
  return (
    <Wide label="Payments by term" class="payments">
      <table class="figures">
        <caption class="unseen">Payments by term</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" class="number">
                {ways.length === 1 && column === 'equal' ? 'May be paid now' : COLUMN_LABELS[column]}
              </th>
            ))}
          </tr>
        </thead>
        {payments.map((term) => (
          <tbody key={term.index}>
            {heading(term.name, term.why.join(' '))}
            {term.loans.map((own) =>
              row(own.loan.label, own, (column) => {
                if ((column === 'paid') !== own.isSettled) return null;
                return `terms.${term.index}.${column === 'paid' ? 'equal' : column}.${own.loan.name}`;
              }),
            )}
            {term.loans.length > 1 && row(TOTAL, term)}
          </tbody>
        ))}
        <tbody class="year">
          {heading('All terms', '')}
          {loansIn(answer).map((loan) => {
            const own = together(payments.flatMap(({ loans }) => loans.filter((each) => each.loan === loan)));
            // The answer's total includes what was already paid.
            return row(loan.label, own, (column) =>
              column === 'paid' || own.paid > 0 ? null : `total_${column}.${loan.name}`,
            );
          })}
          {row(TOTAL, together(payments))}
        </tbody>
      </table>
    </Wide>
  );
}

const TOTAL = 'Total';

const COLUMN_LABELS: Readonly<Record<keyof Amounts, string>> = {
  paid: 'Already paid',
  equal: `May be paid now, ${WAY_LABELS.equal}`,
  proportional: `or ${WAY_LABELS.proportional}`,
};

/** The figure of the answer that a column shows; null for a sum made by the page, or for nothing at all. */
type FieldOf = (column: keyof Amounts) => string | null;

interface RowProps extends AnswerProps {
  readonly label: string;
  readonly columns: readonly (keyof Amounts)[];
  readonly amounts: Amounts;
  readonly fieldOf: FieldOf;
}

/** A row of figures, followed by the reasons for those that a person has pressed. */
function Row({ label, columns, amounts, fieldOf, answer }: RowProps) {
  const opened = useOpenFigures(columns.flatMap((column) => fieldOf(column) ?? []));
  return (
    <>
      <tr class={label === TOTAL ? 'total' : undefined}>
        <th scope="row">{label}</th>
        {columns.map((column) => (
          <td key={column} class="number">
            <Figure text={wholeDollars(amounts[column])} field={fieldOf(column)} />
          </td>
        ))}
      </tr>
      {opened.map((field) => (
        <tr key={field}>
          <td colSpan={columns.length + 1} class="reasons">
            <Reasons answer={answer} field={field} />
          </td>
        </tr>
      ))}
    </>
  );
}
