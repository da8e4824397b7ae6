import { CREDIT_COLUMNS, REQUEST_COLUMNS, REQUIRED_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { meantColumns } from './near-miss.js';

/** Whether a header has our columns, none of them twice, and no other column that looks like one that it lacks. */
export function isOurHeader(cells: readonly string[]): boolean {
  const known = cells.map(columnName).filter((name) => REQUEST_COLUMNS.includes(name));
  const lacking = REQUEST_COLUMNS.filter((column) => !known.includes(column));
  const others = cells.filter((cell) => !REQUEST_COLUMNS.includes(columnName(cell)));
  return (
    new Set(known).size === known.length &&
    REQUIRED_COLUMNS.every((column) => known.includes(column)) &&
    CREDIT_COLUMNS.some((column) => known.includes(column)) &&
    others.every((cell) => meantColumns(cell.trim(), lacking).length === 0)
  );
}
