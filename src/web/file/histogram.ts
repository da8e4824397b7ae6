import type { Bar } from '../../review/summary.js';
import { drawing, element } from '../element.js';
import { details } from '../page-parts.js';
import { numberText } from './counted.js';
import { textTable } from './text-table.js';

const WIDTH = 640;
const HEIGHT = 200;
const BASE = 168;
const TOP = 24;

/** Draws how many students get which share of a full-time year, with the same numbers as a table for who cannot see it. */
export function histogram(bars: readonly Bar[]): HTMLElement {
  return element('figure', { className: 'histogram' }, [
    element('figcaption', { textContent: "Students by the percent of a full year's limit that remains" }),
    chart(bars),
    details('The same as a table', [table(bars)]),
  ]);
}

function rangeOf({ from, to }: Bar): string {
  return to === null || from === to ? `${from} %` : `${from} to ${to} %`;
}

function chart(bars: readonly Bar[]): SVGSVGElement {
  const most = Math.max(1, ...bars.map(({ students }) => students));
  const room = WIDTH / bars.length;
  const columns = bars.flatMap((bar, index) => {
    const height = ((BASE - TOP) * bar.students) / most;
    const middle = (index + 0.5) * room;
    return [
      drawing('rect', {
        x: index * room + room * 0.1,
        y: BASE - height,
        width: room * 0.8,
        height,
        class: 'bar',
      }),
      drawing('text', { x: middle, y: BASE - height - 6, class: 'count' }, [
        bar.students === 0 ? '' : numberText(bar.students),
      ]),
      drawing('text', { x: middle, y: BASE + 20 }, [
        bar.to === null || bar.from === bar.to ? `${bar.from}` : `${bar.from}-${bar.to}`,
      ]),
    ];
  });
  const axis = drawing('line', { x1: 0, x2: WIDTH, y1: BASE, y2: BASE, class: 'axis' });
  return drawing('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': spoken(bars) }, [
    ...columns,
    axis,
  ]);
}

function spoken(bars: readonly Bar[]): string {
  const said = bars
    .filter(({ students }) => students > 0)
    .map((bar) => `${rangeOf(bar)}: ${numberText(bar.students)}`);
  return `Students by percent of the year's limit. ${said.join('; ')}.`;
}

function table(bars: readonly Bar[]): HTMLElement {
  const rows = bars.map((bar) => [rangeOf(bar), numberText(bar.students)]);
  return textTable('Students by percent', ['Percent of the year', 'Students'], rows, [1]);
}
