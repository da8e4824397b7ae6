import { element } from '../element.js';
import { columnLabel } from '../field-labels.js';
import { button, details, labelFor, paragraph, select } from '../page-parts.js';
import {
  FILTERS,
  type Filter,
  PREVIEW_COLUMNS,
  PREVIEW_ROWS,
  type Preview,
  type PreviewQuestion,
} from './answer-preview.js';
import { textTable } from './text-table.js';

const FILTER_TEXTS: Readonly<Record<Filter, string>> = {
  all: 'all rows',
  failed: 'rows that failed',
  warnings: 'rows with warnings',
  reduced: "rows with less than a full year's limit",
};

const NUMBERS = PREVIEW_COLUMNS.flatMap((column, index) =>
  /_pct$|subsidized$|grad_plus$/.test(column) ? [index] : [],
);

/** A look into the answer: some rows at a time, filtered. `ask` fetches them. */
export function previewSection(ask: (question: PreviewQuestion) => Promise<Preview>): HTMLElement {
  const filters = FILTERS.map((value) => [value, FILTER_TEXTS[value]] as const);
  const filter = select('preview-filter', filters, 'all', { onchange: () => void show(0) });
  const search = element('input', {
    id: 'preview-search',
    type: 'search',
    autocomplete: 'off',
    onchange: () => void show(0),
  });
  const rows = element('div', { 'aria-live': 'polite' });
  const show = async (skip: number): Promise<void> => {
    const chosen = FILTERS.find((each) => each === filter.value) ?? 'all';
    const preview = await ask({ filter: chosen, search: search.value, skip });
    const page = (text: string, to: number) => button(text, () => void show(to));
    rows.replaceChildren(
      preview.rows.length === 0 ? paragraph('There is no such row.') : rowsTable(preview),
      element('p', { className: 'row' }, [
        skip > 0 ? page('Rows before', Math.max(0, skip - PREVIEW_ROWS)) : null,
        preview.hasMore ? page('More rows', skip + PREVIEW_ROWS) : null,
      ]),
    );
  };
  return details(
    'Look into the answer',
    [
      element('p', { className: 'row' }, [
        labelFor(filter, 'Show'),
        filter,
        labelFor(search, 'Student ID has'),
        search,
      ]),
      rows,
    ],
    {
      className: 'on-screen',
      ontoggle: ({ target }) => {
        if (target instanceof HTMLDetailsElement && target.open && rows.childElementCount === 0) void show(0);
      },
    },
  );
}

/** Columns in which none of the rows has anything are left out, so that errors stand beside the students who have them. */
function rowsTable({ rows }: Preview): HTMLElement {
  const places = PREVIEW_COLUMNS.map((_, place) => place).filter((place) =>
    rows.some((cells) => cells[place] !== ''),
  );
  return textTable(
    'Rows of the answer',
    places.map((place) => headText(PREVIEW_COLUMNS[place] ?? '')),
    rows.map((cells) => places.map((place) => cells[place] ?? '')),
    places.flatMap((place, index) => (NUMBERS.includes(place) ? [index] : [])),
  );
}

function headText(column: string): string {
  const label = columnLabel(column);
  if (label !== column) return label;
  const words = column
    .replace(/^term_/, '')
    .replace(/_pct$/, ' %')
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
