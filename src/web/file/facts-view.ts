import type { Encoding } from '../../recipe/encoding.js';
import type { Delimiter } from '../../recipe/records.js';
import type { SourceInfo } from '../../recipe/source.js';
import { element } from '../element.js';
import { details, paragraph } from '../page-parts.js';
import { counted } from './counted.js';
import type { FileFacts } from './open-file.js';
import { textTable } from './text-table.js';

/** What stands between cells, for people. */
export const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** Encodings, for people. */
export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 ("Unicode text")',
  'utf-16be': 'UTF-16 ("Unicode text", big-endian)',
  'windows-1252': 'Windows-1252',
};

/**
 * What a file is, at a glance, with its first rows to look at. `facts` are null before its columns are matched; `table` is what it
 * was then, null where they need not be.
 */
export function factsView(name: string, facts: FileFacts | null, table: SourceInfo | null): HTMLElement {
  const header = table?.header ?? facts?.header ?? [];
  const firstRows = table?.firstRows.map(({ cells }) => cells) ?? facts?.firstRows ?? [];
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
      { className: 'facts' },
      said.map((textContent) => element('li', { textContent })),
    ),
    ...(table?.notes ?? []).map((note) => paragraph(note, 'hint')),
    ignored.length === 0 ? null : paragraph(`Not read: ${ignored.join(', ')}.`, 'hint'),
    details('The first rows', [textTable('The first rows', header, firstRows)]),
  ]);
}

/** How the file was read. */
function layoutOf(table: SourceInfo | null): string[] {
  if (table === null) return [`separated by ${DELIMITER_NAMES[',']}`, ENCODING_NAMES['utf-8']];
  const { delimiter, encoding, sheet, headerRow } = table;
  if (sheet !== null) return [`Excel workbook, sheet "${sheet}"`];
  const layout = [`separated by ${DELIMITER_NAMES[delimiter ?? ',']}`, ENCODING_NAMES[encoding ?? 'utf-8']];
  return headerRow === 1 ? layout : [...layout, `header in row ${headerRow}`];
}
