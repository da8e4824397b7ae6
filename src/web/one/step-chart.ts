import { wholeDollars } from '../../engine/texts.js';
import { drawing } from '../element.js';
import { LOAN_LABELS, LOANS, type Loan, sumOf } from './loan-dollars.js';
import type { YearRow, YearTable } from './year-table.js';

/** Pixels around the plot, for the labels of its axes. */
const LEFT = 68;
const RIGHT = 16;
const TOP = 26;
const BOTTOM = 42;
const HEIGHT = 280;
/** About so many pixels are between two labels of an axis. */
const LABEL_DISTANCE = 46;

/** Dollars from the ground to the top of the layer of a loan type: the layers stand on each other. */
function heightOf(row: YearRow, loan: Loan): number {
  const layers = LOANS.slice(0, LOANS.indexOf(loan) + 1);
  return layers.reduce((sum, each) => sum + row[each], 0);
}

/** The year's limit over the credits of the year as steps, with this student on it, drawn `width` pixels wide. */
export function stepChart(table: YearTable, width: number): SVGSVGElement {
  const { rows, now } = table;
  const most = Math.max(1, ...rows.map(sumOf));
  const last = Number(table.fullTime);
  // One step more than full time, so that its level can be seen; overloads stand at its end.
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
  // From the tallest layer down: each is drawn over the one before.
  const loans = LOANS.filter((loan) => rows.some((row) => row[loan] > 0)).reverse();
  const frame = { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}` };
  return drawing('svg', { ...frame, role: 'img', 'aria-label': summary(table) }, [
    ...amountAxis(most, width, y),
    ...creditAxis(last, width, x),
    ...loans.map((loan) =>
      drawing('path', { class: loan, d: `${line((row) => heightOf(row, loan))} V ${y(0)} Z` }),
    ),
    drawing('path', { class: 'line', d: line(sumOf) }),
    ...legend(loans),
    ...marker(now, x(Number(now.credits)), y(0), y(sumOf(now)), width),
  ]);
}

/** Where steps that rise from the left leave room. */
function legend(loans: readonly Loan[]): SVGElement[] {
  return loans.flatMap((loan, index) => [
    drawing('rect', { class: loan, x: LEFT + 10, y: TOP + index * 20, width: 14, height: 14 }),
    drawing('text', { x: LEFT + 30, y: TOP + 12 + index * 20 }, [LOAN_LABELS[loan]]),
  ]);
}

function marker(now: YearRow, x: number, ground: number, y: number, width: number): SVGElement[] {
  const isRight = x > width / 2;
  const place = { x: x + (isRight ? -10 : 10), y: y - 10, 'text-anchor': isRight ? 'end' : 'start' };
  return [
    drawing('line', { class: 'guide', x1: x, x2: x, y1: ground, y2: y }),
    drawing('circle', { class: 'here', cx: x, cy: y, r: 6 }),
    drawing('text', { class: 'here-label', ...place }, [`${wholeDollars(sumOf(now))} at ${now.credits}`]),
  ];
}

function summary({ rows, now, fullTime }: YearTable): string {
  const [first, last] = [rows[0], rows.at(-1)];
  const start = first === undefined ? '' : ` from ${wholeDollars(sumOf(first))} at ${first.credits}`;
  const end = last === undefined ? 0 : sumOf(last);
  return `Limit for the year over credits: steps${start} to ${wholeDollars(end)} at ${fullTime}. This student: ${wholeDollars(sumOf(now))} at ${now.credits} credits. The table below has every step.`;
}

function amountAxis(most: number, width: number, y: (amount: number) => number): SVGElement[] {
  return ticks(most, (HEIGHT - TOP - BOTTOM) / LABEL_DISTANCE).flatMap((amount) => [
    drawing('line', { class: 'grid', x1: LEFT, x2: width - RIGHT, y1: y(amount), y2: y(amount) }),
    drawing('text', { x: LEFT - 8, y: y(amount) + 4, 'text-anchor': 'end' }, [wholeDollars(amount)]),
  ]);
}

function creditAxis(last: number, width: number, x: (credits: number) => number): SVGElement[] {
  const labels = ticks(last, (width - LEFT - RIGHT) / LABEL_DISTANCE).map((credits) =>
    drawing('text', { x: x(credits), y: HEIGHT - BOTTOM + 18, 'text-anchor': 'middle' }, [String(credits)]),
  );
  const middle = (LEFT + width - RIGHT) / 2;
  return [
    ...labels,
    drawing('text', { x: middle, y: HEIGHT - 6, 'text-anchor': 'middle' }, ['Credits of the year']),
  ];
}

/** Round numbers from 0 up to `last`, at most about `count` of them. */
function ticks(last: number, count: number): number[] {
  const rough = last / Math.max(1, count);
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 3, 5, 10].map((factor) => factor * size).find((each) => each >= rough) ?? rough;
  const whole = Math.max(1, Math.round(step));
  return Array.from({ length: Math.floor(last / whole) + 1 }, (_, index) => index * whole);
}
