import { type Child, element } from '../element.js';
import { button, paragraph } from '../page-parts.js';
import { headRow } from './plain-table.js';

/** An amount, or another figure, that can say how it came about. */
export interface Figure {
  readonly text: string;
  /** Its path in the answer; null for a sum that the page has made itself. */
  readonly field: string | null;
}

/** The heading takes the columns that the figures leave. */
export interface FigureRow {
  readonly heading: readonly Child[];
  readonly figures: readonly Figure[];
  readonly isTotal?: boolean;
}

/** Rows that belong together, under a line of their own where they have a name. */
export interface FigureGroup {
  readonly name: string | null;
  readonly rows: readonly FigureRow[];
}

/** Which explanations are open, and what they say. */
export interface Explainer {
  /** In front of every id, since two answers can stand side by side. */
  readonly prefix: string;
  readonly open: Set<string>;
  explain(field: string): HTMLElement;
}

/** A table of figures. With an explainer each can be pressed, and says in a row beneath how it was worked out. */
export function figureTable(
  caption: string,
  columns: readonly string[],
  groups: readonly FigureGroup[],
  explainer: Explainer | null,
): HTMLElement {
  const bodies = groups.map(({ name, rows }) => {
    const lines = rows.flatMap((row) => figureRow(row, columns.length, explainer));
    if (name === null) return element('tbody', {}, lines);
    const title = element('th', { scope: 'rowgroup', colSpan: columns.length }, [name]);
    return element('tbody', {}, [element('tr', { className: 'group-name' }, [title]), ...lines]);
  });
  const table = element('table', { className: 'figures' }, [
    element('caption', { className: 'unseen' }, [caption]),
    element('thead', {}, [headRow(columns)]),
    ...bodies,
  ]);
  return element('div', { className: 'frame' }, [table]);
}

function figureRow(
  { heading, figures, isTotal }: FigureRow,
  width: number,
  explainer: Explainer | null,
): HTMLElement[] {
  const row = element('tr', { className: isTotal ? 'total' : '' }, [
    element('th', { scope: 'row', colSpan: width - figures.length }, heading),
  ]);
  const explanations = figures.flatMap(({ text, field }) => {
    const cell = element('td', { className: 'number' });
    row.append(cell);
    if (field === null || explainer === null) {
      cell.append(text);
      return [];
    }
    const { figure, explanation } = explainedFigure(text, field, width, explainer);
    cell.append(figure);
    return [explanation];
  });
  return [row, ...explanations];
}

/** A figure to press, and the row for its reasons. */
function explainedFigure(text: string, field: string, width: number, explainer: Explainer) {
  const id = `${explainer.prefix}${field}`;
  const place = element('td', { colSpan: width });
  const explanation = element('tr', { id: `${id}-reasons`, className: 'reasons', hidden: true }, [place]);
  const figure = button(text, () => show(figure.getAttribute('aria-expanded') === 'false'), {
    id,
    className: 'figure',
    'aria-expanded': 'false',
    'aria-controls': `${id}-reasons`,
    title: 'How this was worked out',
  });
  const show = (isOpen: boolean) => {
    figure.setAttribute('aria-expanded', String(isOpen));
    explanation.hidden = !isOpen;
    if (isOpen) {
      const title = paragraph(`How ${text} was worked out`, 'reasons-title');
      place.replaceChildren(title, explainer.explain(field));
      explainer.open.add(field);
    } else explainer.open.delete(field);
  };
  if (explainer.open.has(field)) show(true);
  return { figure, explanation };
}
