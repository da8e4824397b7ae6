import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { folded } from '../contract/name-forms.js';
import type { NameHints } from '../table/find-header.js';
import { openTable, type ReadSettings, type Table } from '../table/open-table.js';
import { UNDECIDED } from './decisions.js';
import { seasonOf } from './guess-shape.js';
import { meantColumns } from './near-miss.js';
import { FUND_COLUMNS } from './other-names.js';
import { isOurHeader } from './own-header.js';

/** What is read of a table. */
export type SourceTable = Pick<Table, 'header' | 'above' | 'sameSheets' | 'otherSheets' | 'rows'>;

const FUNDS = new Set(FUND_COLUMNS.map(folded));

const HINTS: NameHints = {
  isUsualName: (name) =>
    REQUEST_COLUMNS.includes(columnName(name)) ||
    FUNDS.has(folded(name)) ||
    meantColumns(seasonOf(name)?.rest ?? name, REQUEST_COLUMNS).length > 0,
  isOwnHeader: isOurHeader,
};

/** {@link openTable} with the names that this room knows. */
export function openSource(
  bytes: Uint8Array,
  read: ReadSettings = {},
  signal?: AbortSignal,
  onUnpacked?: (bytes: number) => void,
): Promise<Table> {
  const sheet = read.sheet === UNDECIDED ? undefined : read.sheet;
  return openTable(bytes, { read: { ...read, sheet }, hints: HINTS, signal, onUnpacked });
}
