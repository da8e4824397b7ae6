import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { totalDollars } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import { Table } from '../parts/table.js';
import type { Answered } from './answer.js';
import { LOAN_LABELS, LOANS, type Loan, loansIn } from './loan-dollars.js';
import { type YearRow, type YearTable, yearTable } from './year-table.js';

/** Pixels around the plot, for the axis labels. */
const LEFT = 72;
const RIGHT = 16;
const TOP = 26;
const BOTTOM = 42;
const HEIGHT = 280;
/** Approximate pixels between two labels of an axis. */
const LABEL_DISTANCE = 46;
/** Width until the page has been measured. */
const USUAL_WIDTH = 640;

/** Dollars from the baseline to the top of a loan type's layer: the layers are stacked. */
function heightOf(row: YearRow, loan: Loan): number {
  const layers = LOANS.slice(0, LOANS.indexOf(loan) + 1);
  return layers.reduce((sum, each) => sum + row[each], 0);
}

/** This student's limit by the credits of the year: a chart, and a table with the same data. */
export function ChartSection({ answer }: { readonly answer: Answered }) {
  const table = yearTable(answer.student, answer.awardYear);
  const { rows, now, fullTime } = table;
  const loans = loansIn(answer);
  return (
    <section aria-labelledby="chart-title">
      <h2 id="chart-title">The limit for the year by credits</h2>
      <div class="chart-and-table">
        <div id="chart">
          <StepChart table={table} />
        </div>
        <div id="chart-table">
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
        </div>
      </div>
    </section>
  );
}

/** The year's limit by credits as steps, with this student marked. Redrawn when the width changes, so that its text does not stretch. */
function StepChart({ table }: { readonly table: YearTable }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const measure = () => setWidth(Math.max(1, current.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="chart" ref={frame}>
      <ul class="legend">
        {loansOf(table).map((loan) => (
          <li key={loan} class={loan}>
            {LOAN_LABELS[loan]}
          </li>
        ))}
      </ul>
      <Drawing table={table} width={width} />
    </div>
  );
}

function Drawing({ table, width }: { readonly table: YearTable; readonly width: number }) {
  const { rows, now } = table;
  const most = Math.max(1, ...rows.map(totalDollars));
  const last = Number(table.fullTime);
  // One step beyond full time, so that its level is visible; overloads are at its end.
  const end = last + last / rows.length || 1;
  const x = (credits: number) => LEFT + (Math.min(credits, end) / end) * (width - LEFT - RIGHT);
  const y = (amount: number) => HEIGHT - BOTTOM - (amount / most) * (HEIGHT - TOP - BOTTOM);
  const line = (amountOf: (row: YearRow) => number) =>
    rows.reduce(
      (path, row, index) => {
        const next = rows[index + 1];
        return `${path} V ${y(amountOf(row))} H ${x(next === undefined ? end : Number(next.credits))}`;
      },
      `M ${x(0)} ${y(0)} H ${x(Number(rows[0]?.credits ?? 0))}`,
    );
  // The tallest layer first: each is drawn over the one before.
  const loans = loansOf(table).reverse();
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={summary(table)}
    >
      {ticks(most, (HEIGHT - TOP - BOTTOM) / LABEL_DISTANCE).map((amount) => (
        <g key={amount}>
          <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(amount)} y2={y(amount)} />
          <text x={LEFT - 8} y={y(amount) + 4} text-anchor="end">
            {wholeDollars(amount)}
          </text>
        </g>
      ))}
      {ticks(last, (width - LEFT - RIGHT) / LABEL_DISTANCE).map((credits) => (
        <text key={credits} x={x(credits)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
          {credits}
        </text>
      ))}
      <text x={(LEFT + width - RIGHT) / 2} y={HEIGHT - 6} text-anchor="middle">
        Credits of the year
      </text>
      {loans.map((loan) => (
        <path key={loan} class={loan} d={`${line((row) => heightOf(row, loan))} V ${y(0)} Z`} />
      ))}
      <path class="line" d={line(totalDollars)} />
      <Marker now={now} x={x(Number(now.credits))} ground={y(0)} y={y(totalDollars(now))} width={width} />
    </svg>
  );
}

function loansOf({ rows }: YearTable): Loan[] {
  return LOANS.filter((loan) => rows.some((row) => row[loan] > 0));
}

function Marker(props: {
  readonly now: YearRow;
  readonly x: number;
  readonly ground: number;
  readonly y: number;
  readonly width: number;
}) {
  const { now, x, ground, y, width } = props;
  const isRight = x > width / 2;
  return (
    <>
      <line class="guide" x1={x} x2={x} y1={ground} y2={y} />
      <circle class="here" cx={x} cy={y} r={6} />
      <text
        class="here-label"
        x={x + (isRight ? -10 : 10)}
        y={y - 10}
        text-anchor={isRight ? 'end' : 'start'}
      >{`${wholeDollars(totalDollars(now))} at ${now.credits} credits`}</text>
    </>
  );
}

function summary({ rows, now, fullTime }: YearTable): string {
  const [first, last] = [rows[0], rows.at(-1)];
  const start = first === undefined ? '' : ` from ${wholeDollars(totalDollars(first))} at ${first.credits}`;
  const end = last === undefined ? 0 : totalDollars(last);
  return `Limit for the year by credits, in steps${start} to ${wholeDollars(end)} at ${fullTime}. This student: ${wholeDollars(totalDollars(now))} at ${now.credits} credits. The table has every step.`;
}

/** Round numbers from 0 to `last`, at most about `count` of them. */
function ticks(last: number, count: number): number[] {
  const rough = last / Math.max(1, count);
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 3, 5, 10].map((factor) => factor * size).find((each) => each >= rough) ?? rough;
  const whole = Math.max(1, Math.round(step));
  return Array.from({ length: Math.floor(last / whole) + 1 }, (_, index) => index * whole);
}
