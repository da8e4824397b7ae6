import { wholeDollars } from '../../engine/texts.js';
import { drawing } from '../element.js';
import type { YearRow, YearTable } from './year-table.js';

/** Pixels around the plot, for the labels of its axes. */
const LEFT = 58;
const RIGHT = 16;
const TOP = 26;
const BOTTOM = 42;
const HEIGHT = 280;
/** About so many pixels are between two labels of an axis. */
const LABEL_DISTANCE = 46;

/** The year's limit over the credits of the year as steps, with this student on it, drawn `width` pixels wide. */
export function stepChart({ rows, now, fullTime }: YearTable, width: number): SVGSVGElement {
  const most = Math.max(1, ...rows.map(({ total }) => total));
  const last = Number(fullTime);
  const x = (credits: number) => LEFT + (Math.min(credits, last) / last) * (width - LEFT - RIGHT);
  const y = (amount: number) => HEIGHT - BOTTOM - (amount / most) * (HEIGHT - TOP - BOTTOM);
  const steps = (amountOf: (row: YearRow) => number) =>
    rows.map((row, index) => {
      const next = rows[index + 1];
      return `V ${y(amountOf(row))} H ${x(Number(next?.credits ?? row.credits))}`;
    });
  const first = x(Number(rows[0]?.credits ?? 0));
  const line = (amountOf: (row: YearRow) => number) =>
    `M ${x(0)} ${y(0)} H ${first} ${steps(amountOf).join(' ')}`;
  const area = (amountOf: (row: YearRow) => number) => `${line(amountOf)} V ${y(0)} Z`;
  const here = Number(now.credits);
  const isRight = x(here) > width / 2;
  return drawing(
    'svg',
    {
      width,
      height: HEIGHT,
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: 'img',
      'aria-label': summary({ rows, now, fullTime }),
    },
    [
      ...amountAxis(most, width, y),
      ...creditAxis(last, width, x),
      drawing('path', { class: 'area total', d: area(({ total }) => total) }),
      drawing('path', { class: 'area subsidized', d: area(({ subsidized }) => subsidized) }),
      drawing('path', { class: 'line', d: line(({ total }) => total) }),
      drawing('line', { class: 'guide', x1: x(here), x2: x(here), y1: y(0), y2: y(now.total) }),
      drawing('circle', { class: 'here', cx: x(here), cy: y(now.total), r: 6 }),
      drawing(
        'text',
        {
          class: 'here-label',
          x: x(here) + (isRight ? -10 : 10),
          y: y(now.total) - 10,
          'text-anchor': isRight ? 'end' : 'start',
        },
        [`${wholeDollars(now.total)} at ${now.credits}`],
      ),
    ],
  );
}

function summary({ rows, now, fullTime }: YearTable): string {
  const first = rows[0];
  const start = first === undefined ? '' : ` from ${wholeDollars(first.total)} at ${first.credits}`;
  const end = rows.at(-1)?.total ?? 0;
  return `Limit for the year over credits: steps${start} to ${wholeDollars(end)} at ${fullTime}. This student: ${wholeDollars(now.total)} at ${now.credits} credits. The table below has every step.`;
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
