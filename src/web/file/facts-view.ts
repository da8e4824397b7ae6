import { element } from '../element.js';
import { counted } from './counted.js';
import type { FileFacts } from './file-facts.js';
import { paragraph } from './notice.js';
import { textTable } from './text-table.js';

/** What a file is, at a glance, with its first rows to look at. */
export function factsView(
  name: string,
  { rows, students, header, firstRows, ignored }: FileFacts,
): HTMLElement {
  const facts = [name, counted(rows, 'row'), counted(students, 'student'), counted(header.length, 'column')];
  return element('div', {}, [
    element(
      'ul',
      { props: { className: 'facts' } },
      facts.map((textContent) => element('li', { props: { textContent } })),
    ),
    ignored.length === 0 ? null : paragraph(`Not read: ${ignored.join(', ')}.`, 'soft'),
    element('details', {}, [
      element('summary', { props: { textContent: 'The first rows' } }),
      textTable('The first rows', header, firstRows),
    ]),
  ]);
}
