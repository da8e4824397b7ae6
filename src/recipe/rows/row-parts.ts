import { isNegative, isPositive, subtract, toText, ZERO } from '../../engine/exact.js';
import { dateCode } from '../../table/dates.js';
import { joinedNames } from '../format/answers.js';
import { areTermsBeside, codeKey, isOfFunds, meaningOf, ruleOf } from '../format/column-rules.js';
import { codeName } from '../format/column-texts.js';
import {
  CREDIT_FIELDS,
  type Ours,
  PAID,
  PAID_FIELDS,
  STUDENT_FIELDS,
  type StatusMeaning,
  TERM_FIELDS,
} from '../format/our-fields.js';
import { decisionOf, isAddedUp, type Recipe, type StatusRule, type TermRule } from '../format/recipe.js';
import { type FileRow, type FileTerm, hasAbove0, isPaid, NO_CELLS, type Student } from './file-student.js';
import {
  amountOf,
  type FieldReader,
  fieldReader,
  remembered,
  saysSame,
  shownCell,
  totalOf,
} from './read-cells.js';

/** Reads what each row says of its term or terms, in our words and with its status and fund applied. */

/** One row's part of a term. Its cells have facts of the student as the file writes them. */
export interface Part extends Omit<FileTerm, 'rows'> {
  readonly own: FileRow;
  /** The label as the file writes it; a term made of parts has several. */
  readonly code: string;
  /** Whether only facts of the student count: its status leaves it out, or it has no term (place -1). */
  readonly isLeftOut: boolean;
  readonly status: StatusOfRow;
  /** Whether the row, its course or its payment does not count. */
  readonly isVoid: boolean;
}

/** The meanings of a row's statuses, each with its reason, such as `"Reg" is "W"`. */
type StatusOfRow = ReadonlyMap<StatusMeaning, string>;
const HIDDEN: StatusOfRow = new Map([['leave_out', 'the sheet hides them or crosses them out']]);

/** The suffix of funds that are returned loans. */
const RETURNED = /_returned$/;

/** Whether final credits are 0, as systems also write them for a part that is not over. */
function isZeroFinal(part: string): boolean {
  return saysSame('term_actual_final_credits', part, '0');
}

/** Whether 0 final credits were said to mean that the term, or a part of it, is not over. */
export function isZeroNotOver(recipe: Recipe, place: number): boolean {
  return decisionOf(recipe, `zero_final:${recipe.terms[place]?.label}`) === 'not_known';
}

/** Reads the parts of terms by a recipe. */
export function partReader(header: readonly string[], recipe: Recipe) {
  const { rows, fields, terms } = recipe;
  const places = new Map(header.map((name, place) => [name, place]));
  const placeOf = (column: string): number => places.get(column) ?? -1;
  const readersFor = <Own extends Ours>(own: readonly Own[], term?: TermRule) =>
    own.flatMap((field) => fieldReader(field, ruleOf(recipe, field, term), placeOf) ?? []);
  const facts = readersFor(STUDENT_FIELDS.filter((field) => field !== 'student_id'));
  const inTerms = TERM_FIELDS.filter((field) => field !== 'term_label');
  const ofTerms = [...terms, undefined].map((term) => readersFor(inTerms, term));
  const ofLabel = fieldReader('term_label', fields.term_label ?? null, placeOf);
  const ofFund = isOfFunds(rows) ? fieldReader('fund', fields.fund ?? null, placeOf) : null;
  const statusOf = statusReader(recipe.status ?? []);
  const termStatus = terms.map(({ status = [] }) => statusReader(status));
  const labels = terms.map(({ label }) => codeKey(label));
  const noTerms = new Set(recipe.not_terms.map(codeKey));
  const termOf = remembered((label) => labels.indexOf(codeKey(label)));

  /** Reads status columns. A code without a meaning fails its student, as does `not_calculated`. */
  function statusReader(rules: readonly StatusRule[]) {
    const columns = rules.map(({ column, values }) => ({
      column,
      place: placeOf(column),
      meaningIn: remembered(
        (code) => meaningOf(values, code) ?? meaningOf(values, dateCode(code)) ?? 'not_calculated',
      ),
    }));
    return (own: FileRow, student: Student): StatusOfRow => {
      const said = new Map<StatusMeaning, string>();
      for (const { column, place, meaningIn } of columns) {
        const code = shownCell(own.cells[place] ?? '');
        const meaning = meaningIn(code);
        if (!said.has(meaning))
          said.set(meaning, `"${column}" is ${code === '' ? 'blank' : `"${dateCode(code)}"`}`);
        const isDate = dateCode(code) !== code;
        // A payment's date may be the day it is due, and a last day may be that of the term.
        if (isDate && (meaning !== 'counts' || isOfFunds(rows)))
          student.note(`dates:${column}`, { row: own.row, kind: code });
      }
      const failing = said.get('not_calculated');
      if (failing !== undefined && !said.has('leave_out')) student.fail('by status', failing);
      return said;
    };
  }

  /** The readers of the term at a place; -1 is no term. */
  const readersOf = (place: number): readonly FieldReader<Ours>[] => ofTerms.at(place) ?? [];

  const read = (student: Student): readonly Part[] => {
    const parts = student.group.rows.flatMap((own) => {
      const said = { ...NO_CELLS };
      for (const { field, textOf } of facts) said[field] = textOf(own.cells);
      const status = own.isHidden ? HIDDEN : statusOf(own, student);
      if (!status.has('leave_out')) student.isLeftOut = false;
      if (!areTermsBeside(rows)) return partOf(own, said, status, student);
      return termStatus.map((statusIn, place) => {
        const all = new Map([...statusIn(own, student), ...status]);
        return partIn({ own, place, code: terms[place]?.label ?? '' }, { ...said }, all, student);
      });
    });
    for (const part of parts)
      if (part.isLeftOut && part.place >= 0 && isPaid(part) && !isRepeated(part, parts))
        student.note('left_out_payments', { row: part.own.row, kind: part.status.get('leave_out') ?? '' });
    return parts;
  };

  /** Whether rows that count repeat the payments of a row left out, where these are for the whole term. */
  function isRepeated(part: Part, parts: readonly Part[]): boolean {
    const counting = parts.filter(({ place, isLeftOut }) => place === part.place && !isLeftOut);
    return PAID_FIELDS.every((field) => {
      const isThere = counting.some(({ cells }) => saysSame(field, cells[field], part.cells[field]));
      const isOfTerm = !isAddedUp(recipe, field) || (rows === 'term' && part.own.isHidden);
      return part.cells[field] === '' || (isThere && isOfTerm);
    });
  }

  /** The part of a row that names its own term. */
  function partOf(own: FileRow, said: Part['cells'], status: StatusOfRow, student: Student): Part {
    const code = ofLabel?.textOf(own.cells) ?? '';
    const label = ofLabel?.meaning(code) ?? code;
    const part = partIn({ own, place: termOf(label), code }, said, status, student);
    if (part.place >= 0 || status.has('leave_out')) return part;
    if (!noTerms.has(codeKey(label)))
      student.fail(
        'unknown term',
        `row ${own.row} has ${codeName(label)} for its term, which is not among those that were listed`,
      );
    // Amounts under a blank label may belong to the term above.
    else if (isPaid(part) || (code === '' && hasAbove0(part, CREDIT_FIELDS)))
      student.note('left_out_payments', { row: own.row, kind: `${codeName(label)} is no term` });
    return part;
  }

  function partIn(
    { own, place, code }: Pick<Part, 'own' | 'place' | 'code'>,
    cells: Part['cells'],
    status: StatusOfRow,
    student: Student,
  ): Part {
    const fund = ofFund?.meaning(ofFund.textOf(own.cells)) ?? '';
    const isReturn = RETURNED.test(fund);
    const paidField = ofFund && `term_prior_disbursement_${fund.replace(RETURNED, '')}`;
    const isLeftOut = place < 0 || status.has('leave_out');
    const isCleared = status.has('no_credits');
    let isUnpaid = status.has('not_paid');
    let isCorrected = false;
    cells.term_label = terms[place]?.label ?? '';
    const halfBlank = new Map<Ours, string>();
    for (const { field, textOf, meaning, blankParts, ...reader } of readersOf(place)) {
      if (paidField !== null && PAID.has(field) && field !== paidField) continue;
      const text = textOf(own.cells);
      if (text !== '') cells[field] = meaning(text);
      // A code may mean that nothing was paid.
      if (PAID.has(field) && text !== '' && cells[field] === '') isUnpaid = true;
      const blanks = isCleared ? [] : (blankParts?.(own.cells) ?? []);
      if (field === 'term_credits_enrolled') isCorrected = reader.isCorrected?.(own.cells) ?? false;
      if (blanks.length > 0) halfBlank.set(field, joinedNames(blanks));
    }
    for (const field of PAID_FIELDS) {
      if (status.has('not_paid')) {
        // An amount below 0 may take back a payment of another row.
        if (isNegative(amountOf(field, cells[field]) ?? ZERO))
          student.fail('by status', `row ${own.row} is below 0, and its status says that nothing was paid`);
        cells[field] = '';
      } else if (isReturn || status.has('paid_back')) {
        const amount = amountOf(field, cells[field]);
        if (!isLeftOut) student.addReturn(`${place} ${field} ${isReturn}`, own.row, amount);
        if (amount !== null && isPositive(amount)) cells[field] = toText(subtract(ZERO, amount));
      }
    }
    if (isCleared && !isLeftOut && hasAbove0({ cells }, ['term_actual_final_credits']))
      student.note('cleared_final', { row: own.row, kind: status.get('no_credits') ?? '' });
    // A status leaves blank credits blank.
    for (const field of CREDIT_FIELDS) if (isCleared && cells[field] !== '') cells[field] = '0';
    const isVoid = isLeftOut || (rows === 'course' && isCleared) || (isOfFunds(rows) && isUnpaid);
    const [planned = [], final = []] = CREDIT_FIELDS.map((field) => partsIn(place, own, field));
    // Final credits are expected of columns with planned ones; without such pairs, if the two totals differ.
    const isExpected = (_: unknown, at: number): boolean =>
      planned.length === final.length
        ? !saysSame('term_credits_enrolled', planned[at] || '0', '0')
        : !saysSame('term_credits_enrolled', cells.term_credits_enrolled, cells.term_actual_final_credits);
    const hasZeroFinal = !isCleared && final.filter(isExpected).some(isZeroFinal);
    const beforeEnd = final.length > 1 ? columnsBeforeEnd(place, planned, final) : null;
    const ofParts = { hasZeroFinal, halfBlank, beforeEnd, isCorrected };
    return { own, place, code, cells, status, isCleared, ofParts, isLeftOut, isVoid };
  }

  /** The text of each column of a credit field that is added up, or of the only one. */
  function partsIn(place: number, { cells }: FileRow, field: Ours): readonly string[] {
    const reader = readersOf(place).find((each) => each.field === field);
    return reader?.partsOf?.(cells) ?? (reader === undefined ? [] : [reader.textOf(cells)]);
  }

  /** A row's credits with planned ones for columns that are not over; null if columns are not in pairs. */
  function columnsBeforeEnd(
    place: number,
    planned: readonly string[],
    final: readonly string[],
  ): string | null {
    if (planned.length !== final.length) return null;
    const isNotOver = (part: string): boolean =>
      part === '' || (isZeroFinal(part) && isZeroNotOver(recipe, place));
    return totalOf(
      'term_credits_enrolled',
      final.map((part, at) => (isNotOver(part) ? (planned[at] ?? '') : part)),
    );
  }

  return { facts, readersOf, read };
}
