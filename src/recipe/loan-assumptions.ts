import { counted } from '../engine/texts.js';
import { firstOf, list, MOST_NAMED, quoted, type Said, said } from './assumption.js';
import type { Facts } from './facts.js';
import { holds, words } from './question.js';
import { columnsRead, PAID_COLUMNS, type Recipe } from './recipe.js';

/** Assumptions about loans: what each fund is, who has which limit, and what was paid. */
export function* loanAssumptions(facts: Facts): Said {
  yield* funds(facts);
  yield* flags(facts);
  yield* paid(facts);
}

function* funds({ recipe, funds: seen, raw }: Facts): Said {
  if (recipe.shape.rows !== 'fund') return;
  const loans: string[] = [];
  const none: string[] = [];
  for (const code of seen.keys()) {
    const loan = raw.fundOf(code);
    if (loan === null) none.push(quoted(code));
    else if (loan !== undefined) loans.push(`"${code}" is ${words(loan)}`);
  }
  if (loans.length > 0) yield said(`Of the funds, ${list(loans)}.`, 'funds');
  if (none.length > 0) yield said(`Not one of these loans: ${list(none)}.`, 'funds');
}

/** Of each flag: that nobody has it, who has a blank cell, and how that is taken. */
const FLAGS = {
  plus_denied: [
    'No parent was denied a PLUS loan',
    ['dependent undergraduate has', 'dependent undergraduates have'],
    'taken as no denial, with the limit of a dependent student',
  ],
  is_legacy_borrower: [
    'Nobody is a legacy borrower',
    ['graduate or professional student has', 'graduate or professional students have'],
    'taken as not a legacy borrower',
  ],
} as const;

/** Facts that no student has if the file lacks their column, and blank cells of them. */
function* flags({ raw, others, words: { blankFlags } }: Facts): Said {
  for (const ours of ['plus_denied', 'is_legacy_borrower'] as const) {
    if (raw.filled.has(ours)) continue;
    const isDecided = others.rulesFor(ours).length > 0;
    const why = isDecided ? 'you decided that no column says so' : 'no column is read for it';
    yield said(`${FLAGS[ours][0]}: ${why}.`, `column:${ours}`);
  }
  for (const [column, { tally }] of blankFlags) {
    const [, [one, many], meaning] = FLAGS[column];
    if (tally.students === 0) continue;
    const who = counted(tally.students, one, many);
    yield said(`${who} a blank cell in the column that ${holds(column)}: ${meaning}.`, `values:${column}`);
  }
}

/** Payments that nothing records, and dollars that are not read. */
function* paid({ raw, others, recipe, isContract, paid, parentPlus }: Facts): Said {
  const isFilled = PAID_COLUMNS.some((column) => raw.filled.has(column)) || recipe.shape.rows === 'fund';
  if (!isFilled) yield said('Nothing was paid yet: no column is read for it.');
  else if (paid.size === 0) yield said('Nothing was paid yet: the columns for it are blank or 0.');
  else if (!isContract) yield said(`Already paid is what stands in ${list(paidNames(recipe))}.`);
  if (parentPlus.students > 0) {
    const who = counted(parentPlus.students, 'undergraduate');
    yield said(`The PLUS loan of ${who} is a parent's, and does not count as paid.`);
  }
  const unread = others.amounts.filter(({ tally }) => tally.students > 0);
  if (unread.length === 0) return;
  const names = firstOf(unread.map(({ column: { name } }) => quoted(name)));
  const isDecided = unread.some((each) => each.said === 'none');
  yield said(`Dollars that do not count as paid: ${names}.`, isDecided ? 'paid' : null);
}

/** The file's columns that payments are read from. */
function paidNames(recipe: Recipe): readonly string[] {
  if (recipe.shape.rows === 'fund') {
    const flags = Object.entries(recipe.decisions.paid ?? {}).flatMap(([name, said]) =>
      said === 'if_yes' || said === 'if_no' ? [`, with a ${said.slice(3)} in "${name}"`] : [],
    );
    return [`"${recipe.shape.paid}", by fund${flags.join('')}`];
  }
  const names = columnsRead(recipe, PAID_COLUMNS).map(quoted);
  const more = names.length - MOST_NAMED;
  return more > 1 ? [...names.slice(0, MOST_NAMED), `${more} more columns`] : names;
}
