import { isNegative, ZERO } from '../../engine/exact.js';
import { coveringKey, joinedNames, splitNames } from '../format/answers.js';
import { codeKey, columnsOf, isFundShape } from '../format/column-rules.js';
import {
  AMOUNTS_OF_TERM,
  CREDIT_FIELDS,
  type Field,
  type Ours,
  PAID,
  PAID_FIELDS,
} from '../format/our-fields.js';
import { placedFields } from '../format/places.js';
import { decisionOf, type Recipe } from '../format/recipe.js';
import { type FileRow, hasAbove0, type Student, takesBack, totalIn } from './file-student.js';
import { amountOf, areEqual } from './read-cells.js';
import { halfBlankIn, type Part } from './row-parts.js';

/** Decides which of several rows of the same student and term count. */

/** What rows of each shape may repeat, the fields that identify it, and the amounts to compare. */
const REPEATS = {
  term: { of: 'the same student and term', by: [], fields: AMOUNTS_OF_TERM },
  course: { of: 'one course', by: ['course'], fields: CREDIT_FIELDS },
  fund: { of: 'one payment', by: ['fund', 'payment_number'], fields: PAID_FIELDS },
} as const;

/** Finds repeated rows, notes them with their student, and keeps those that count, as a recipe says. */
export function repeatedRows(header: readonly string[], recipe: Recipe) {
  const shape = isFundShape(recipe.rows) ? 'fund' : recipe.rows === 'course' ? 'course' : 'term';
  const isTerm = shape === 'term';
  const amounts: ReadonlySet<Field> = new Set(isTerm ? AMOUNTS_OF_TERM : []);
  // Rows of a term with the same amounts and with different ones are asked about apart.
  const compared = placedFields(recipe).filter(({ field }) => amounts.has(field));
  const rules = [recipe.fields.student_id, ...compared.map(({ rule }) => rule)];
  const apart = new Set(rules.flatMap(columnsOf));
  const { of, by } = REPEATS[shape];
  const fields: readonly Ours[] = REPEATS[shape].fields;
  const isNumbered = shape === 'fund' && columnsOf(recipe.fields.payment_number).length > 0;

  /** The key of what a row has in the columns of these fields; null if all are blank. */
  function keyIn({ fileRow }: Part, of: readonly Field[]): string | null {
    const names = of.flatMap((field) => columnsOf(recipe.fields[field]));
    const own = names.map((name) => fileRow.cells[header.indexOf(name)]?.trim() ?? '');
    return own.every((cell) => cell === '') ? null : cellsKey(own);
  }

  /** The key of the course, payment or term label of a row; null if its course is unknown. */
  function itemKey(part: Part): string | null {
    if (isTerm) return codeKey(part.label);
    return keyIn(part, by) ?? (shape === 'fund' ? '' : null);
  }

  /** Notes rows that count beside rows of the same course, payment or term that do not, as in a log. */
  function noteVoid(all: readonly Part[], student: Student): void {
    if (recipe.rows === 'student' || !all.some(({ isVoid }) => isVoid)) return;
    // Rows that the sheet hides or crosses out are not a log.
    const parts = all.filter(({ fileRow }) => !fileRow.isHidden);
    const isMixed = (same: readonly Part[]): boolean =>
      same.some(({ isVoid }) => isVoid) &&
      same.some((part) => !part.isVoid && hasAbove0(part, AMOUNTS_OF_TERM));
    const byTerm = grouped(parts, ({ termIndex }) => (termIndex < 0 ? null : termIndex));
    const mixed = byTerm.flatMap((same) => grouped(same, itemKey)).find(isMixed);
    if (mixed === undefined) return;
    const reasons = mixed.filter(({ isVoid }) => isVoid).map(whyVoid);
    const kind = joinedNames([...new Set(reasons)].toSorted());
    if (noteAndDecide(student, 'taken_back', mixed, [kind]) === 'not_calculated')
      refuse(mixed, 'of the same thing, and only some of them count', student);
  }

  /** The parts of a term that count; if that is unknown, the student fails. */
  function countingParts(parts: readonly Part[], student: Student): readonly Part[] {
    if (parts.length < 2) return parts;
    const equal = grouped(parts, ({ fileRow }) => cellsKey(fileRow.cells));
    const different = equal.map(([first]) => first.fileRow);
    const repeated = equal.find(({ length }) => length > 1);
    let counting = parts;
    if (repeated !== undefined) {
      const said = noteAndDecide(student, 'equal_rows', repeated);
      const takenBack = parts.find(takesBack);
      if (said === 'not_calculated') refuse(repeated, 'equal', student);
      if (said === 'once' && takenBack !== undefined)
        refuse(repeated, `equal, and row ${takenBack.fileRow.row} takes a payment back`, student);
      if (said !== 'each') counting = equal.map(([first]) => first);
    }
    for (const alike of alikeIn(counting, different)) {
      // A row of a term may leave blank what another one says.
      const areSame = (field: Ours): boolean =>
        alike.every(({ cells }) => areEqual(field, cells[field] || '0', alike[0].cells[field] || '0'));
      const mayBeOne = isTerm || fields.every(areSame);
      const joinedParts = mayBeOne ? joinedAsOne(alike, shape === 'course' ? AMOUNTS_OF_TERM : fields) : null;
      const kinds = columnsThatDiffer(alike.filter(({ fileRow }) => different.includes(fileRow)));
      const termKey = joinedParts === null ? 'differing_rows' : 'same_credits';
      const said = noteAndDecide(student, isTerm ? termKey : 'alike_rows', alike, kinds);
      if (said === 'once' && joinedParts !== null)
        counting = counting.map((part) => joinedParts[alike.indexOf(part)] ?? part);
      else if (said !== 'each') refuse(alike, `of ${of}, and are not equal`, student);
    }
    const returned = isNumbered
      ? grouped(counting, (part) => keyIn(part, ['payment_number'])).find(isOverReturned)
      : undefined;
    if (returned !== undefined)
      student.fail(
        'paid so far',
        `under the payment number of row ${returned[0].fileRow.row} more is taken back than was paid. If returns have numbers of their own, do not use that column`,
      );
    return counting;
  }

  /** Rows that differ and may be one course, one payment, or one enrollment in a term. */
  function alikeIn(counting: readonly Part[], different: readonly FileRow[]) {
    // A course without credits, as a dropped one, may still have a payment.
    const some = shape === 'course' ? AMOUNTS_OF_TERM : fields;
    const isBack = (part: Part): boolean => shape === 'fund' && takesBack(part);
    // A payment may be corrected to 0. Without a number, a 0 is usually another payment, not made yet.
    const hasAmounts = (part: Part): boolean =>
      isNumbered ? fields.some((field) => part.cells[field] !== '') : hasAbove0(part, some) || isBack(part);
    const withAmounts = isTerm ? counting : counting.filter(hasAmounts);
    const areSeveral = (same: readonly Part[]): boolean =>
      same.filter((part) => !isBack(part) && different.includes(part.fileRow)).length > 1;
    return grouped(withAmounts, itemKey).filter(
      (same) => areSeveral(same) && same.some((part) => hasAbove0(part, some)),
    );
  }

  /** For each two of the rows, the columns in which they differ: majors differ in others than sessions do. */
  function columnsThatDiffer(parts: readonly Part[]): readonly string[] {
    const namesOf = ({ fileRow: { cells: one } }: Part, { fileRow: { cells: other } }: Part): string =>
      joinedNames(header.filter((name, at) => !apart.has(name) && one[at]?.trim() !== other[at]?.trim()));
    const pairs = parts.flatMap((one, at) => parts.slice(at + 1).map((other) => namesOf(one, other)));
    return [...new Set(pairs)];
  }

  /**
   * Notes a question for a student and returns the answer for what was found: `''` while open, and
   * `not_calculated` if the answers for several kinds differ.
   */
  function noteAndDecide(
    student: Student,
    key: string,
    [{ fileRow }]: Parts,
    kinds: readonly string[] = [''],
  ): string {
    const answers = kinds.map((kind) => {
      student.note(key, { row: fileRow.row, kind });
      return decisionOf(recipe, coveringKey(recipe.decisions, key, splitNames(kind)) ?? '');
    });
    student.isInDoubt ||= answers.includes('');
    const [said = '', ...others] = new Set(answers);
    return others.length === 0 ? said : 'not_calculated';
  }

  return { noteVoid, countingParts };
}

/** One or more parts of the same thing. */
export type Parts = readonly [Part, ...Part[]];

/** Groups parts by key, in the order of the first of each. Parts with a null key are dropped. */
export function grouped(
  parts: readonly Part[],
  keyOf: (part: Part) => string | number | null,
): readonly Parts[] {
  const found = new Map<string | number, [Part, ...Part[]]>();
  for (const part of parts) {
    const key = keyOf(part);
    if (key === null) continue;
    const same = found.get(key);
    if (same === undefined) found.set(key, [part]);
    else same.push(part);
  }
  return [...found.values()];
}

/** Gives the first of several rows all their amounts; null if any differ. A payment of 0 is a blank. */
function joinedAsOne(parts: Parts, fields: readonly Ours[]): readonly Part[] | null {
  const [first, ...others] = parts;
  if (others.some(({ isCleared }) => isCleared !== first.isCleared)) return null;
  const all = { ...first.cells };
  // Marked as cleared, so that their blanks are not blank parts of the credits.
  const isCleared = first.isCleared || fields.includes('term_credits_enrolled');
  const emptied = others.map((part) => ({ ...part, cells: { ...part.cells }, isCleared }));
  for (const field of fields) {
    const filled = parts.flatMap((part) => part.cells[field] || []);
    const [one = filled[0] ?? '', ...more] = filled.filter(
      (amount) => !PAID.has(field) || !areEqual(field, amount, '0'),
    );
    if (more.some((amount) => !areEqual(field, amount, one))) return null;
    all[field] = one;
    for (const { cells } of emptied) cells[field] = '';
  }
  return [{ ...first, cells: all, halfBlank: halfBlankIn(parts) }, ...emptied];
}

/** Whether more of a loan is taken back in these rows than was paid. */
function isOverReturned(parts: Parts): boolean {
  return PAID_FIELDS.some((field) => isNegative(amountOf(field, totalIn(parts, field)) ?? ZERO));
}

function whyVoid({ status }: Part): string {
  const reasons = [...status].flatMap(([meaning, reason]) => (meaning === 'counts' ? [] : reason));
  return reasons.join(' and ') || 'nothing was paid';
}

function refuse(parts: readonly Part[], what: string, student: Student): void {
  const numbers = parts.map(({ fileRow }) => fileRow.row).join(' and ');
  student.isInDoubt = true;
  student.fail('rows differ', `rows ${numbers} are ${what}`);
}

function cellsKey(cells: readonly string[]): string {
  return JSON.stringify(cells.map((cell) => cell.trim()));
}
