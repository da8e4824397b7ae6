import { totalDollars } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import { Table } from '../parts/table.js';
import type { Answered } from './answer.js';
import { LOAN_LABELS, type Loan, loansIn } from './loan-dollars.js';
import { StepChart } from './step-chart.js';
import { type YearTable, yearTable } from './year-table.js';

/** This student's limit by the credits of the year: a chart, and a table with the same data. */
export function ChartSection({ answer }: { readonly answer: Answered }) {
  const table = yearTable(answer.student, answer.awardYear);
  return (
    <section aria-labelledby="chart-title">
      <h2 id="chart-title">The limit for the year by credits</h2>
      <div class="chart-and-table">
        <div id="chart">
          <StepChart table={table} />
        </div>
        <div id="chart-table">
          <LimitTable table={table} loans={loansIn(answer)} />
        </div>
      </div>
    </section>
  );
}

function LimitTable(props: { readonly table: YearTable; readonly loans: readonly Loan[] }) {
  const { table, loans } = props;
  const { rows, now, fullTime } = table;
  return (
    <Table
      isFigures
      caption="Limit of this student by credits of the year"
      columns={['Credits', 'Share', ...loans.map((loan) => LOAN_LABELS[loan]), 'Limit']}
      rows={rows.map((row) => [
        row.credits === fullTime ? `${row.credits}, full time` : row.credits,
        `${row.percent}%`,
        ...loans.map((loan) => wholeDollars(row[loan])),
        wholeDollars(totalDollars(row)),
      ])}
      marked={rows.findIndex(({ credits }) => credits === now.credits)}
    />
  );
}
