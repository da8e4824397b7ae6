import { isPositive, subtract, toText, ZERO } from '../../engine/exact.js';
import { dateCode } from '../../table/dates.js';
import { joinedNames } from '../format/answers.js';
import { codeKey, hasTermColumns, isFundShape, meaningOf, ruleOf } from '../format/column-rules.js';
import { codeName } from '../format/column-texts.js';
import {
  CREDIT_FIELDS,
  CREDITS,
  type Ours,
  PAID,
  PAID_FIELDS,
  type PaidField,
  partsKey,
  STUDENT_FIELDS,
  type StatusMeaning,
  TERM_FIELDS,
} from '../format/our-fields.js';
import { decisionOf, isAddedUp, type Recipe, type StatusRule, type TermRule } from '../format/recipe.js';
import {
  amountIn,
  type FileRow,
  type FileTerm,
  hasAbove0,
  isPaid,
  NO_CELLS,
  type Student,
  takesBack,
} from './file-student.js';
import { areEqual, type FieldReader, fieldReader, memoized, shownCell } from './read-cells.js';

/** Reads what each row says of its term or terms, in our words and with its status and fund applied. */

/** One row's part of a term. Its cells have facts of the student as the file writes them. */
export interface Part extends Omit<FileTerm, 'rows'> {
  readonly fileRow: FileRow;
  /** The label as the file writes it; a term made of parts has several. */
  readonly label: string;
  /** Whether only facts of the student count: its status leaves it out, or it has no term (index -1). */
  readonly isLeftOut: boolean;
  readonly status: StatusOfRow;
  /** Its planned credits before a status set them to 0. */
  readonly plannedCredits: string;
  /** Whether the row, its course or its payment does not count. */
  readonly isVoid: boolean;
  /** The payments that its status says were not made. */
  readonly notPaid: readonly PaidField[];
}

/** The meanings of a row's statuses, each with its reason, such as `"Reg" is "W"`. */
type StatusOfRow = ReadonlyMap<StatusMeaning, string>;
const HIDDEN: StatusOfRow = new Map([['leave_out', 'the sheet hides them or crosses them out']]);

/** The suffix of funds that are returned loans. */
const RETURNED = /_returned$/;

/** Whether credits are 0, planned or final. */
function isZero(credits: string): boolean {
  return areEqual('term_credits_enrolled', credits, '0');
}

/** The fields with blank columns in any of these parts. */
export function halfBlankIn(parts: readonly Part[]): Map<Ours, string> {
  return new Map(parts.flatMap(({ halfBlank }) => [...halfBlank]));
}

/** Reads the parts of terms by a recipe. */
export function partReader(header: readonly string[], recipe: Recipe) {
  const { rows, fields, terms } = recipe;
  const indexes = new Map(header.map((name, index) => [name, index]));
  const indexOf = (column: string): number => indexes.get(column) ?? -1;
  const readersFor = <Own extends Ours>(wanted: readonly Own[], term?: TermRule) =>
    wanted.flatMap((field) => fieldReader(field, ruleOf(recipe, field, term), indexOf) ?? []);
  const factReaders = readersFor(STUDENT_FIELDS.filter((field) => field !== 'student_id'));
  const inTerm = TERM_FIELDS.filter((field) => field !== 'term_label');
  const readersByTerm = [...terms, undefined].map((term) => readersFor(inTerm, term));
  const labelReader = fieldReader('term_label', fields.term_label ?? null, indexOf);
  const fundReader = isFundShape(rows) ? fieldReader('fund', fields.fund ?? null, indexOf) : null;
  const statusOf = statusReader(recipe.status ?? []);
  const termStatus = terms.map(({ status = [] }) => statusReader(status));
  const labels = terms.map(({ label }) => codeKey(label));
  const noTerms = new Set(recipe.not_terms.map(codeKey));
  const termIndexOf = memoized((label) => labels.indexOf(codeKey(label)));

  /** Reads status columns. A code without a meaning fails its student, as does `not_calculated`. */
  function statusReader(rules: readonly StatusRule[]) {
    const columns = rules.map(({ column, values }) => ({
      column,
      index: indexOf(column),
      meaningIn: memoized(
        (code) => meaningOf(values, code) ?? meaningOf(values, dateCode(code)) ?? 'not_calculated',
      ),
    }));
    return (fileRow: FileRow, student: Student): StatusOfRow => {
      const statuses = new Map<StatusMeaning, string>();
      for (const { column, index, meaningIn } of columns) {
        const code = shownCell(fileRow.cells[index] ?? '');
        const meaning = meaningIn(code);
        if (!statuses.has(meaning))
          statuses.set(meaning, `"${column}" is ${code === '' ? 'blank' : `"${dateCode(code)}"`}`);
        const isDate = dateCode(code) !== code;
        // A payment's date may be the day it is due, and a last day may be that of the term.
        const decides = meaning === 'counts' ? isFundShape(rows) : meaning !== 'not_calculated';
        if (isDate && decides) student.note(`dates:${column}`, { row: fileRow.row, kind: code });
      }
      const failing = statuses.get('not_calculated');
      if (failing !== undefined && !statuses.has('leave_out')) student.fail('by status', failing);
      return statuses;
    };
  }

  /** The readers of the term at an index; -1 is no term. */
  const readersOf = (termIndex: number): readonly FieldReader<Ours>[] => readersByTerm.at(termIndex) ?? [];

  const read = (student: Student): readonly Part[] => {
    const parts = student.group.rows.flatMap((fileRow) => {
      const factCells = { ...NO_CELLS };
      for (const { field, textOf } of factReaders) factCells[field] = textOf(fileRow.cells);
      const status = fileRow.isHidden ? HIDDEN : statusOf(fileRow, student);
      if (!status.has('leave_out')) student.isLeftOut = false;
      if (!hasTermColumns(rows)) return partOf(fileRow, factCells, status, student);
      return terms.map(({ label }, termIndex) => {
        const ofTerm = termStatus[termIndex]?.(fileRow, student) ?? [];
        const read = { fileRow, termIndex, label, cells: { ...factCells } };
        return partIn({ ...read, status: new Map([...ofTerm, ...status]) }, student);
      });
    });
    for (const part of parts) notePayments(part, parts, student);
    return parts;
  };

  /** Notes payments of a row left out, unless they are for the whole term, and a row that counts repeats them. */
  function notePayments(part: Part, parts: readonly Part[], student: Student): void {
    if (!part.isLeftOut || part.termIndex < 0 || !isPaid(part)) return;
    const counting = parts.filter(({ termIndex, isLeftOut }) => termIndex === part.termIndex && !isLeftOut);
    const paid = PAID_FIELDS.filter((field) => part.cells[field] !== '');
    const isThere = paid.every((field) =>
      counting.some(({ cells }) => areEqual(field, cells[field], part.cells[field])),
    );
    // Until courses are said to have payments of their own, each repeats that of the term.
    const isOfTerm = (field: Ours): boolean =>
      !isAddedUp(recipe, field) ||
      (rows === 'term' && part.fileRow.isHidden) ||
      (rows === 'course' && decisionOf(recipe, partsKey(field)) !== 'of_part');
    if (isThere && paid.every(isOfTerm)) return;
    const reason = part.status.get('leave_out') ?? '';
    const kind = isThere ? reason : `${reason}, and no row that counts has the same`;
    student.note('left_out_payments', { row: part.fileRow.row, kind });
  }

  /** The part of a row that names its own term. */
  function partOf(fileRow: FileRow, factCells: Part['cells'], status: StatusOfRow, student: Student): Part {
    const label = labelReader?.textOf(fileRow.cells) ?? '';
    const termLabel = labelReader?.meaning(label) ?? label;
    const read = { fileRow, termIndex: termIndexOf(termLabel), label, cells: factCells, status };
    const part = partIn(read, student);
    if (part.termIndex >= 0 || status.has('leave_out')) return part;
    if (!noTerms.has(codeKey(termLabel)))
      student.fail(
        'unknown term',
        `row ${fileRow.row} has ${codeName(termLabel)} for its term, which is not among those that were listed`,
      );
    // Amounts under a blank label may belong to the term above.
    else if (isPaid(part) || (label === '' && hasAbove0(part, CREDIT_FIELDS)))
      student.note('left_out_payments', { row: fileRow.row, kind: `${codeName(termLabel)} is no term` });
    return part;
  }

  /** Reads the amounts of a part into its cells, as its status and its fund say. */
  function partIn(
    read: Pick<Part, 'fileRow' | 'termIndex' | 'label' | 'cells' | 'status'>,
    student: Student,
  ): Part {
    const { fileRow, termIndex, label, cells, status } = read;
    const fund = fundReader?.meaning(fundReader.textOf(fileRow.cells)) ?? '';
    const isReturn = RETURNED.test(fund);
    const paidField = fundReader && `term_prior_disbursement_${fund.replace(RETURNED, '')}`;
    const isLeftOut = termIndex < 0 || status.has('leave_out');
    const isCleared = status.has('no_credits');
    let isUnpaid = status.has('not_paid');
    cells.term_label = terms[termIndex]?.label ?? '';
    const halfBlank = new Map<Ours, string>();
    const creditParts = new Map<Ours, readonly string[]>();
    for (const { field, textOf, meaning, blankParts, partsOf } of readersOf(termIndex)) {
      if (paidField !== null && PAID.has(field) && field !== paidField) continue;
      const text = textOf(fileRow.cells);
      if (text !== '') cells[field] = meaning(text);
      if (!isLeftOut) student.failBy(cells[field]);
      // A code may mean that nothing was paid.
      if (PAID.has(field) && text !== '' && cells[field] === '') isUnpaid = true;
      const blanks = isCleared ? [] : (blankParts?.(fileRow.cells) ?? []);
      if (CREDITS.has(field)) creditParts.set(field, partsOf?.(fileRow.cells) ?? [text]);
      if (blanks.length > 0) halfBlank.set(field, joinedNames(blanks));
    }
    const notPaid = status.has('not_paid') ? PAID_FIELDS.filter((field) => cells[field] !== '') : [];
    if (status.has('not_paid')) {
      // An amount below 0 may take back a payment of another row.
      if (takesBack(read))
        student.fail('by status', `row ${fileRow.row} is below 0, and its status says that nothing was paid`);
      if (!isLeftOut && hasAbove0(read, PAID_FIELDS))
        student.note('left_out_payments', { row: fileRow.row, kind: status.get('not_paid') ?? '' });
      for (const field of notPaid) cells[field] = '';
    } else if (isReturn || status.has('paid_back'))
      for (const field of PAID_FIELDS) {
        const amount = amountIn(read, field);
        if (!isLeftOut) student.addReturn(`${termIndex} ${field} ${isReturn}`, fileRow.row, amount);
        if (amount !== null && isPositive(amount)) cells[field] = toText(subtract(ZERO, amount));
      }
    if (isCleared && !isLeftOut && hasAbove0(read, ['term_actual_final_credits']))
      student.fail('final credits', `row ${fileRow.row} has final credits, and ${status.get('no_credits')}`);
    const { term_credits_enrolled: plannedCredits } = cells;
    // A status leaves blank credits blank.
    for (const field of CREDIT_FIELDS) if (isCleared && cells[field] !== '') cells[field] = '0';
    const isVoid = isLeftOut || (rows === 'course' && isCleared) || (isFundShape(rows) && isUnpaid);
    const [planned = [], final = []] = CREDIT_FIELDS.map((field) => creditParts.get(field));
    // Final credits are expected of columns with planned ones; where these are not known, if the totals differ.
    const areOther = !areEqual(
      'term_credits_enrolled',
      cells.term_credits_enrolled,
      cells.term_actual_final_credits,
    );
    const arePairs = planned.length === final.length;
    const expected = final.filter((_, at) => {
      const ofPart = arePairs ? (planned[at] ?? '') : '';
      return ofPart === '' ? areOther : !isZero(ofPart);
    });
    const areSums = final.length > 1;
    const hasZeroFinal = !isCleared && expected.some(isZero);
    // A blank that is subtracted is not a part without credits.
    if (areSums && !expected.includes('')) halfBlank.delete('term_actual_final_credits');
    // Properties are listed, because spreading them takes as long as reading them.
    return {
      fileRow,
      termIndex,
      label,
      cells,
      status,
      isCleared,
      plannedCredits,
      hasZeroFinal,
      halfBlank,
      creditsNow: null,
      isLeftOut,
      isVoid,
      notPaid,
    };
  }

  return { factReaders, readersOf, read };
}
