import { columnName } from '../contract/header.js';
import { wordsOf } from '../contract/name-forms.js';
import { compare, exact, toText } from '../engine/exact.js';
import { exactCell } from './cell-rules.js';
import { cellIn } from './cells.js';
import type { Facts } from './facts.js';
import type { Standing } from './own-values.js';
import { columnRead } from './recipe.js';

/** Names that say whose limit it is. */
const OF_PROGRAM = /_(?:program|school|institution\w*|inst|college|department)_/;

/**
 * Detects amounts that may be no program's own limit of the year: they are not the table's for the student, or, under a
 * name that says whose limit it is, lower and not round.
 */
export function doubtfulLimits({
  recipe,
  raw: { columns },
  isContract,
}: Facts): (cells: readonly string[], standing: Standing) => boolean {
  const name = columnRead(recipe.columns, 'total_limit');
  if (isContract || name === null || columnName(name) === 'total_limit') return () => false;
  const limitOf = cellIn(columns, 'total_limit');
  const isOfProgram = OF_PROGRAM.test(wordsOf(name));
  return (cells, { statutory }) => {
    const cell = limitOf(cells);
    const limit = cell === '' ? null : exactCell({ kind: 'dollars' }, cell);
    if (limit === null) return false;
    const difference = statutory === null ? -1 : compare(limit, exact(statutory));
    return isOfProgram ? difference < 0 && !ROUND.test(toText(limit)) : difference !== 0;
  };
}

/** Whole hundreds of dollars. */
const ROUND = /^\d*00$/;
