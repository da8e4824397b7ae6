import { numberText } from '../../../engine/texts.js';
import type { Bar } from '../../../review/summary.js';
import { Table } from '../../parts/table.js';

const WIDTH = 640;
const HEIGHT = 200;
const BASE = 168;
const TOP = 24;

/** How many students keep which share of a year's limits, with the same numbers in a table for those who cannot see the chart. */
export function Histogram({ bars }: { readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ students }) => students));
  const room = WIDTH / bars.length;
  return (
    <figure class="histogram">
      <figcaption>Students by the percent of the annual limit that remains</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={spoken(bars)}>
        {bars.map((bar, index) => {
          const height = ((BASE - TOP) * bar.students) / most;
          const middle = (index + 0.5) * room;
          return (
            <g key={bar.from}>
              <rect
                class="bar"
                x={index * room + room * 0.1}
                y={BASE - height}
                width={room * 0.8}
                height={height}
              />
              <text class="count" x={middle} y={BASE - height - 6}>
                {bar.students === 0 ? '' : numberText(bar.students)}
              </text>
              <text x={middle} y={BASE + 20}>
                {bar.to === null || bar.from === bar.to ? `${bar.from}` : `${bar.from}-${bar.to}`}
              </text>
            </g>
          );
        })}
        <line class="axis" x1={0} x2={WIDTH} y1={BASE} y2={BASE} />
      </svg>
      <details>
        <summary>The same as a table</summary>
        <Table
          caption="Students by percent"
          columns={['Percent of the year', 'Students']}
          rows={bars.map((bar) => [rangeOf(bar), numberText(bar.students)])}
          numbers={[1]}
        />
      </details>
    </figure>
  );
}

function rangeOf({ from, to }: Bar): string {
  return to === null || from === to ? `${from}%` : `${from} to ${to}%`;
}

function spoken(bars: readonly Bar[]): string {
  const said = bars
    .filter(({ students }) => students > 0)
    .map((bar) => `${rangeOf(bar)}: ${numberText(bar.students)}`);
  return `Students by percent of the annual limit. ${said.join('; ')}.`;
}
