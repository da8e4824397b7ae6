import { listed, numberText } from '../../engine/texts.js';
import type { ColumnFacts, TableFacts } from '../../table/column-facts.js';
import { codeKey, columnsOf, hasTermColumns, meaningOf, valuesOf } from '../format/column-rules.js';
import { codeCount, heldText, meaningText, namesText, valuesText } from '../format/column-texts.js';
import type { Field } from '../format/our-fields.js';
import { columnsIn, placedColumns } from '../format/places.js';
import { type Held, isOurRecipe, type OpenPlace, type Recipe } from '../format/recipe.js';
import {
  averageOf,
  countedFacts,
  FEW_ROWS,
  hasFailedRows,
  heldPlaced,
  heldUnused,
  isEmpty,
  isHarmless,
  MANY_ROWS,
  mayBeCodes,
  usualCode,
} from './held-columns.js';

/**
 * How columns differ from what a recipe keeps of them: an unused column is open if it holds anything new, and
 * a placed one if it lost what it held.
 */

/** Whether a column was noted as not used by its data alone, so that placing it contradicts nobody. */
export function wasHarmless(held: Held): boolean {
  return !didVary(held) || held === 'copy' || held === 'own text';
}

/** Whether an unread column is new since confirmation with one value on all rows, or has changed. */
function isNew(recipe: Recipe, wholeColumn: ColumnFacts, facts: TableFacts): boolean {
  const { confirmed, held, not_used } = recipe;
  if (!confirmed || held === undefined || hasFailedRows(facts)) return false;
  const column = countedFacts(recipe, facts, wholeColumn);
  const before = heldIn(not_used, column.name) ?? heldIn(held, column.name);
  return before === undefined ? column.kind === 'one value' : !stillHolds(before, column, facts);
}

/** Whether an unused column holds nothing but what it held when a person said so. */
function stillHolds(held: Held, column: ColumnFacts, { columns, counting = columns }: TableFacts): boolean {
  const { kind, codes, nonNumbers, blanks, numbers, distinct, rows } = column;
  if (kind === 'blank') return true;
  if (typeof held === 'object') {
    if ('same_as' in held)
      return counting.find(({ name }) => name === held.same_as)?.digest === column.digest;
    if ('around' in held) return nonNumbers?.length === 0;
    // Less than two rows of three, so that a few more do not matter.
    if (held.mostly === '' && rows >= MANY_ROWS && blanks * 3 < rows * 2) return false;
    if (!('codes' in held)) return true;
    const known = new Set(held.codes.map(codeKey));
    return codes?.every(({ code }) => known.has(codeKey(code))) === true;
  }
  const holds: Record<typeof held, boolean> = {
    blank: isEmpty(column),
    'one value': distinct === 1 && blanks === 0,
    copy: kind === 'copy',
    // Two students may share a name.
    'own text': numbers === 0 && (codes === null || distinct * 2 > rows),
    numbers: nonNumbers?.length === 0,
    'signed numbers': nonNumbers?.length === 0,
    texts: kind !== 'numbers',
    mixed: true,
  };
  return holds[held];
}

/** Whether a placed column lost what it held. New codes are not checked, as each is open at its own place. */
function isLost(held: Held, column: ColumnFacts): boolean {
  const { kind, rows, numbers, min } = column;
  if (held === 'blank' || rows < FEW_ROWS) return false;
  // A column that told students apart tells nothing with one value for all.
  const isOneOfMany = kind === 'one value' && rows >= MANY_ROWS && didVary(held);
  // Where a rare code becomes the usual one, codes may mean something else.
  const [before, now] = [codeOf(held), usualCode(column)];
  const isOther = before !== undefined && now !== undefined && codeKey(now) !== codeKey(before);
  // Without its sign, a returned payment would be one more payment.
  const isUnsigned = held === 'signed numbers' && Number(min) >= 0;
  const isNoNumber = areUnsigned(held) && numbers === 0;
  return (
    isEmpty(column) || isOneOfMany || isOther || isUnsigned || isNoNumber || otherSize(held, column) !== null
  );
}

/** Whether a column was numbers, none of them below 0. */
function areUnsigned(held: Held): boolean {
  return held === 'numbers' || (typeof held === 'object' && 'around' in held);
}

/** Amounts that are so much larger or smaller on average may be of another period, or of something else. */
const OTHER_SIZE = 1.6;

/** The average that a column has now, if it differs much from the one before; else null. */
function otherSize(held: Held, column: ColumnFacts): number | null {
  const now = averageOf(column);
  if (now === null || typeof held !== 'object' || !('around' in held)) return null;
  return Math.max(held.around / now, now / held.around) < OTHER_SIZE ? null : now;
}

/** The code that a column held mostly, or alone. */
function codeOf(held: Held): string | undefined {
  if (typeof held !== 'object' || 'same_as' in held || 'around' in held) return undefined;
  const [only, ...others] = 'codes' in held ? held.codes : [];
  return held.mostly ?? (others.length === 0 ? only : undefined);
}

function didVary(held: Held): boolean {
  if (typeof held === 'object') return !('codes' in held) || held.codes.length > 1;
  return held !== 'blank' && held !== 'one value';
}

/**
 * Records in a recipe what each column holds, and which columns are harmless. A confirmed recipe keeps its
 * earlier record unless that says less. A new column is recorded once a person says what it is.
 */
export function withHeld(recipe: Recipe, facts: TableFacts): Recipe {
  const placed = placedColumns(recipe);
  const known = facts.columns.filter((column) => placed.has(column.name) || !isNew(recipe, column, facts));
  const held = known.map((column) => {
    const now = heldPlaced(recipe, facts, column);
    const before = (recipe.confirmed && heldIn(recipe.held, column.name)) || 'blank';
    const isOpen = changeText(recipe, facts, column) !== null;
    const isMore = now === 'signed numbers' ? areUnsigned(before) : before === 'numbers' && areUnsigned(now);
    const saysLess = before === 'blank' || isMore;
    const isKept = !saysLess && (isOpen || didVary(before) || !didVary(now));
    return [column.name, isKept ? before : now] as const;
  });
  const harmless = known
    .filter((column) => !placed.has(column.name) && isHarmless(countedFacts(recipe, facts, column), facts))
    .map((column) => [column.name, heldUnused(recipe, facts, column)] as const);
  const unread = Object.entries(recipe.not_used).filter(
    ([name, before]) => !placed.has(name) || !wasHarmless(before),
  );
  const said = unread.map(([name, before]) => {
    const [column] = columnsIn(facts, typeof before === 'string' ? [name] : []);
    const now =
      column &&
      stillHolds(before, countedFacts(recipe, facts, column), facts) &&
      heldUnused(recipe, facts, column);
    // Codes, and columns equal to placed ones, are known only once ids and columns are placed.
    const isMoreExact = typeof now === 'object' && !(recipe.confirmed && 'same_as' in now);
    return [name, isMoreExact ? now : before] as const;
  });
  const not_used = Object.fromEntries([...harmless, ...said]);
  return { ...recipe, not_used, held: { ...recipe.held, ...Object.fromEntries(held) } };
}

/** Placed columns that are filled, but blank or absent in `held`, so that no change of them is noticed. */
export function unrecorded(recipe: Recipe, facts: TableFacts): readonly string[] {
  const placed = placedColumns(recipe);
  return facts.columns
    .filter((column) => placed.has(column.name) && !isEmpty(countedFacts(recipe, facts, column)))
    .map(({ name }) => name)
    .filter((name) => (heldIn(recipe.held, name) ?? 'blank') === 'blank');
}

/** What a recipe keeps of a column, in `held` or `not_used`; undefined if nothing. */
export function heldIn(kept: Recipe['held'], name: string): Held | undefined {
  return kept !== undefined && Object.hasOwn(kept, name) ? kept[name] : undefined;
}

/**
 * How a placed column differs from what it held, in a sentence; null if it does not. A column that became
 * blank counts as lost. Failed rows are not compared, since anything may be missing.
 */
export function changeText(recipe: Recipe, facts: TableFacts, wholeColumn: ColumnFacts): string | null {
  const column = countedFacts(recipe, facts, wholeColumn);
  const { name, kind } = column;
  const held = heldIn(recipe.held, name);
  if (hasFailedRows(facts)) return null;
  // A person sees the columns of a draft; what they hold is kept once it is confirmed.
  if (held === undefined)
    return kind === 'blank' && recipe.confirmed && !isOurRecipe(recipe) ? 'is blank on every row.' : null;
  // Terms come and go, and the rows ask about one that is missing.
  const isOfTerms = columnsOf(recipe.fields.term_label).includes(name);
  const meanings = changedMeanings(recipe, held, column);
  if (meanings === '' && (isOfTerms || !isLost(held, column))) return null;
  const where = column === wholeColumn ? '' : ' on the rows that count';
  const average = otherSize(held, column);
  const size = average === null ? '' : `, about ${numberText(average)} on average`;
  return `held ${heldText(held)} when the recipe was written, and now holds ${valuesText(column)}${size}${where}.${meanings}`;
}

/** Sentences about levels and terms that earlier answers for all did not cover, and about lost loans. */
function changedMeanings({ fields, terms }: Recipe, held: Held, { name, codes, rows }: ColumnFacts): string {
  if (typeof held !== 'object' || !('codes' in held)) return '';
  const now = (codes ?? []).map(({ code }) => code);
  /** What some codes mean at a field of this column, and others do not. */
  const meantOnly = (field: Field, some: readonly string[], others: readonly string[]) => {
    const rule = fields[field];
    if (!columnsOf(rule).includes(name)) return [];
    const itself = (code: string) => (field === 'term_label' ? code : []);
    const meaningIn = (code: string) => meaningOf(valuesOf(rule), code) || itself(code);
    const known = [...others.flatMap(meaningIn), 'none'];
    return [...new Set(some.flatMap(meaningIn))].filter((each) => !known.includes(each));
  };
  const added = meantOnly('degree_level', now, held.codes);
  const isOfAll = columnsOf(fields.term_ft_credits).length === 0;
  const later = meantOnly('term_label', now, held.codes).filter((label) =>
    terms.some(
      (term) => codeKey(term.label) === codeKey(label) && term.fields?.term_ft_credits === undefined,
    ),
  );
  const lost = rows < FEW_ROWS ? [] : meantOnly('fund', held.codes, now);
  return [
    added.length === 0 ? '' : ` What was said of everybody was said before the file had ${listed(added)}s.`,
    later.length === 0 || !isOfAll
      ? ''
      : ` Full-time credits and optional terms were said before the file had ${listed(later)}.`,
    lost.length === 0 ? '' : ` No row is ${listed(lost.map(meaningText))} any longer.`,
  ].join('');
}

/** The open place of a placed column that is not what it was. */
export function openHeld(recipe: Recipe, facts: TableFacts, column: ColumnFacts): readonly OpenPlace[] {
  const { name } = column;
  const change = changeText(recipe, facts, column);
  const message = `"${name}" ${change} Correct the file, place another column, or, if this is how it is now, write ${JSON.stringify(heldPlaced(recipe, facts, column))}.`;
  return change === null ? [] : [{ path: ['held', name], message }];
}

/** What an unused column held, and which of its codes are new. */
export function beforeText(held: Held, { codes }: ColumnFacts): string {
  const known = typeof held === 'object' && 'codes' in held ? held.codes.map(codeKey) : null;
  const added = (codes ?? []).filter(({ code }) => known?.includes(codeKey(code)) === false).map(codeCount);
  const are = added.length === 0 ? '' : `; ${namesText(added)} ${added.length === 1 ? 'is' : 'are'} new`;
  return `held ${heldText(held)} last time${are}`;
}

/** What a column that is not placed leaves open. */
export function openUnread(
  recipe: Recipe,
  facts: TableFacts,
  column: ColumnFacts,
  areTermsOpen: boolean,
): readonly OpenPlace[] {
  const { name } = column;
  const held = heldIn(recipe.not_used, name);
  const counted = countedFacts(recipe, facts, column);
  const isHarmlessNow = isHarmless(counted, facts) && !isNew(recipe, column, facts);
  if (held === undefined ? isHarmlessNow : stillHolds(held, counted, facts)) return [];
  const before = held === undefined ? '' : `, and ${beforeText(held, counted)}`;
  // Until the ids and the terms are known, codes may be names, or of another year.
  const until = [
    ...(mayBeCodes(column) && recipe.fields.student_id == null ? ['the student id is placed'] : []),
    ...(areTermsOpen ? ['the terms are listed'] : []),
  ];
  const now =
    until.length > 0
      ? `, once ${listed(until)}, say that it is not used`
      : ` say that it is not used: ${JSON.stringify(heldUnused(recipe, facts, column))}`;
  const ofTerm = hasTermColumns(recipe.rows) ? ' (one of a term, too, which you may add to "terms")' : '';
  const message = `"${name}" holds ${valuesText(column)}${before}. Place it on a field${ofTerm}, say in "status" whether rows count by it, or${now}.`;
  return [{ path: ['not_used', name], message }];
}
