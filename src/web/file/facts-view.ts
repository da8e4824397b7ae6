import type { SourceInfo } from '../../recipe/source.js';
import { element } from '../element.js';
import { counted } from './counted.js';
import type { FileFacts } from './file-facts.js';
import { paragraph } from './message-box.js';
import { delimiterName, encodingName } from './refusal-view.js';
import { textTable } from './text-table.js';

const FIRST_ROWS = 8;

/**
 * What a file is, at a glance, with its first rows to look at. `facts` are null before its columns are matched; `table` is what it
 * was then, null where they need not be.
 */
export function factsView(name: string, facts: FileFacts | null, table: SourceInfo | null): HTMLElement {
  const header = table?.header ?? facts?.header ?? [];
  const firstRows = table?.firstRows.slice(0, FIRST_ROWS).map(({ cells }) => cells) ?? facts?.firstRows ?? [];
  const ignored = facts?.ignored ?? [];
  const said = [
    name,
    ...(facts === null ? [] : [counted(facts.rows, 'row'), counted(facts.students, 'student')]),
    counted(header.length, 'column'),
    ...layoutOf(table),
  ];
  return element('div', {}, [
    element(
      'ul',
      { props: { className: 'facts' } },
      said.map((textContent) => element('li', { props: { textContent } })),
    ),
    ...(table?.notes ?? []).map((note) => paragraph(note, 'hint')),
    ignored.length === 0 ? null : paragraph(`Not read: ${ignored.join(', ')}.`, 'hint'),
    element('details', {}, [
      element('summary', { props: { textContent: 'The first rows' } }),
      textTable('The first rows', header, firstRows),
    ]),
  ]);
}

/** How the file was read. */
function layoutOf(table: SourceInfo | null): string[] {
  if (table === null) return [`separated by ${delimiterName(',')}`, encodingName('utf-8')];
  const { delimiter, encoding, sheet, headerRow } = table;
  if (sheet !== null) return [`Excel workbook, sheet "${sheet}"`];
  const layout = [`separated by ${delimiterName(delimiter ?? ',')}`, encodingName(encoding ?? 'utf-8')];
  return headerRow === 1 ? layout : [...layout, `header in row ${headerRow}`];
}
