import { isNegative, isPositive, subtract, toText, ZERO } from '../../engine/exact.js';
import { dateCode } from '../../table/dates.js';
import { kindOfNames } from '../format/answers.js';
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

/** What each row says of its term, or of each of its terms: in our words, and as its status and its fund have it. */

/** One row's part of a term. What its cells say of the student is as the file writes it. */
export interface Part extends Omit<FileTerm, 'rows'> {
  readonly own: FileRow;
  /** The label as the file writes it: parts of a term have several. */
  readonly code: string;
  /** Whether it only says who the student is: its status says so, or it is of no term, whose place is -1. */
  readonly isLeftOut: boolean;
  readonly status: StatusOfRow;
  /** Whether its status says that the row, its course or its payment does not count. */
  readonly isVoid: boolean;
}

/** What columns say of whether a row counts: by each of the meanings, what says it, as `"Reg" is "W"`. */
type StatusOfRow = ReadonlyMap<StatusMeaning, string>;
const HIDDEN: StatusOfRow = new Map([['leave_out', 'the sheet hides them or crosses them out']]);

/** The end of a fund that is what was returned of a loan. */
const RETURNED = /_returned$/;

/** Whether final credits are 0, as systems write them of a part that is not over, too. */
function isZeroFinal(part: string): boolean {
  return saysSame('term_actual_final_credits', part, '0');
}

/** Whether it was said that final credits of 0 are those of a term, or of a part of it, that is not over. */
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

  /** Reads status columns; a code without a meaning fails its student, as does one that says so. */
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
        // A day on which a payment is due comes, and a last day may be that of the term.
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

  /** Whether a row that counts repeats what a row that is left out says was paid for the whole term. */
  function isRepeated(part: Part, parts: readonly Part[]): boolean {
    const counting = parts.filter(({ place, isLeftOut }) => place === part.place && !isLeftOut);
    return PAID_FIELDS.every((field) => {
      const isThere = counting.some(({ cells }) => saysSame(field, cells[field], part.cells[field]));
      const isOfTerm = !isAddedUp(recipe, field) || (rows === 'term' && part.own.isHidden);
      return part.cells[field] === '' || (isThere && isOfTerm);
    });
  }

  /** The part that a row is which has a term of its own. */
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
    // Under a blank label may be what belongs to the one above it.
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
      // A word for nothing may stand in place of what was paid.
      if (PAID.has(field) && text !== '' && cells[field] === '') isUnpaid = true;
      const blanks = isCleared ? [] : (blankParts?.(own.cells) ?? []);
      if (field === 'term_credits_enrolled') isCorrected = reader.isCorrected?.(own.cells) ?? false;
      if (blanks.length > 0) halfBlank.set(field, kindOfNames(blanks));
    }
    for (const field of PAID_FIELDS) {
      if (status.has('not_paid')) {
        // It may take back a payment of another row.
        if (isNegative(amountOf(field, cells[field]) ?? ZERO))
          student.fail('by status', `row ${own.row} is below 0, and its status says that nothing was paid`);
        cells[field] = '';
      } else if (isReturn || status.has('paid_back')) {
        const amount = amountOf(field, cells[field]);
        if (!isLeftOut) student.addReturn(`${place} ${field} ${isReturn}`, own.row, amount);
        if (amount !== null && isPositive(amount)) cells[field] = toText(subtract(ZERO, amount));
      }
    }
    // A status says nothing of blank credits.
    for (const field of CREDIT_FIELDS) if (isCleared && cells[field] !== '') cells[field] = '0';
    const isVoid = isLeftOut || (rows === 'course' && isCleared) || (isOfFunds(rows) && isUnpaid);
    const [planned = [], final = []] = CREDIT_FIELDS.map((field) => partsIn(place, own, field));
    // Where all that was planned is there, nothing is expected of a part.
    const isExpected = (_: unknown, at: number): boolean =>
      planned.length === final.length
        ? !saysSame('term_credits_enrolled', planned[at] || '0', '0')
        : !saysSame('term_credits_enrolled', cells.term_credits_enrolled, cells.term_actual_final_credits);
    const hasZeroFinal = !isCleared && final.filter(isExpected).some(isZeroFinal);
    const beforeEnd = final.length > 1 ? columnsBeforeEnd(place, planned, final) : null;
    const ofParts = { hasZeroFinal, halfBlank, beforeEnd, isCorrected };
    return { own, place, code, cells, status, isCleared, ofParts, isLeftOut, isVoid };
  }

  /** What each of the columns of a field of credits says that are added up, or the only one as it is written. */
  function partsIn(place: number, { cells }: FileRow, field: Ours): readonly string[] {
    const reader = readersOf(place).find((each) => each.field === field);
    return reader?.partsOf?.(cells) ?? (reader === undefined ? [] : [reader.textOf(cells)]);
  }

  /** The credits of a row with some columns that are not over: there the planned ones count, elsewhere the final ones. */
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
