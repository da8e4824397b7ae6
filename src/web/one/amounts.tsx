import type { ComponentChildren } from 'preact';
import { toText } from '../../engine/exact.js';
import { wholeDollars } from '../../engine/texts.js';
import { Table } from '../parts/table.js';
import { type AnswerProps, Figure, reasonsFor } from './explanation.js';
import { type Amounts, loansIn, paymentsOf, together, WAY_LABELS, waysOf } from './payments.js';

/** Each loan's limit for the year, and what it is a share of. */
export function YearLimit(props: AnswerProps) {
  const { answer, page } = props;
  const { result } = answer;
  const { credits, annualFtCredits } = answer.working.eligibility;
  const loans = loansIn(answer);
  const total = loans.reduce((sum, { limit }) => sum + result[limit], 0);
  return (
    <>
      <dl class="year-limit">
        <div>
          <dt>Limit for the year</dt>
          <dd>
            <strong>{wholeDollars(total)}</strong>
          </dd>
        </div>
        {loans.map(({ label, limit }) => (
          <div key={limit}>
            <dt>{label}</dt>
            <dd>
              <Figure text={wholeDollars(result[limit])} field={limit} page={page} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Share of a full-time year</dt>
          <dd>
            <Figure text={`${result.reduced_annual_pct}%`} field="reduced_annual_pct" page={page} />{' '}
            <span class="hint">{`${toText(credits)} of ${toText(annualFtCredits)} credits`}</span>
          </dd>
        </div>
      </dl>
      {reasonsFor(['reduced_annual_pct', ...loans.map(({ limit }) => limit)], props)}
    </>
  );
}

const COLUMN_LABELS: Readonly<Record<keyof Amounts, string>> = {
  paid: 'Already paid',
  equal: `May be paid now, ${WAY_LABELS.equal}`,
  proportional: `or ${WAY_LABELS.proportional}`,
};

/** The figure of the answer that a column shows; null for a sum made by the page, or for nothing at all. */
type FieldOf = (column: keyof Amounts) => string | null;

/** Each term with what was paid, what may be paid now in one way or two, and why; then all terms together. */
export function PaymentTable(props: AnswerProps) {
  const { answer, page } = props;
  const ways = waysOf(answer.result);
  const columns = ['paid', ...ways] as const;
  const payments = paymentsOf(answer);
  const rows = (label: string, amounts: Amounts, fieldOf: FieldOf): ComponentChildren[][] => [
    [
      label,
      ...columns.map((column) => (
        <Figure key={column} text={wholeDollars(amounts[column])} field={fieldOf(column)} page={page} />
      )),
    ],
    ...reasonsFor(columns.map(fieldOf), props).map((reasons) => [reasons]),
  ];
  const totalRow = (amounts: Amounts) =>
    ['Total', ...columns.map((column) => wholeDollars(amounts[column]))].map((text, place) => (
      <strong key={place}>{text}</strong>
    ));
  const terms = payments.map(({ index, name, why, loans, ...own }) => ({
    heading: (
      <>
        <strong>{name}</strong> <span class="hint">{why.join(' ')}</span>
      </>
    ),
    rows: [
      ...loans.flatMap(({ loan, isSettled, ...amounts }) =>
        rows(loan.label, amounts, (column) =>
          (column === 'paid') === isSettled
            ? `terms.${index}.${column === 'paid' ? 'equal' : column}.${loan.name}`
            : null,
        ),
      ),
      ...(loans.length > 1 ? [totalRow(own)] : []),
    ],
  }));
  const year = loansIn(answer).flatMap((loan) => {
    const own = together(payments.flatMap(({ loans }) => loans.filter((each) => each.loan === loan)));
    // The answer's total includes what was already paid.
    return rows(loan.label, own, (column) =>
      column === 'paid' || own.paid > 0 ? null : `total_${column}.${loan.name}`,
    );
  });
  return (
    <Table
      caption="Payments by term"
      isFigures
      columns={[
        '',
        ...columns.map((column) =>
          ways.length === 1 && column === 'equal' ? 'May be paid now' : COLUMN_LABELS[column],
        ),
      ]}
      groups={[
        ...terms,
        { heading: <strong>All terms</strong>, rows: [...year, totalRow(together(payments))] },
      ]}
    />
  );
}
