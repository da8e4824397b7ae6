import type { NameHints } from '../../src/table/find-header.js';
import { openTable, type ReadSettings, type Table } from '../../src/table/open-table.js';

const USUAL =
  /^(?:(?:student )?id|term|(?:(?:fall|spring|enrolled) )?credits|dep status|(?:(?:fall|spring) )?sub paid)$/i;

const HINTS: NameHints = {
  isUsualName: (name) => USUAL.test(name),
  isOwnHeader: (names) => names.every((name) => name.startsWith('our ')),
};

export function opened(bytes: Uint8Array, read?: ReadSettings): Promise<Table> {
  return openTable(bytes, { read, hints: HINTS });
}
