import { isPositive, subtract, toText, ZERO } from '../engine/exact.js';
import { codeName } from './column-texts.js';
import { kindOfNames } from './decision-kinds.js';
import { CREDIT_FIELDS, type Ours, PAID, PAID_FIELDS, STUDENT_FIELDS, TERM_FIELDS } from './our-fields.js';
import { amountOf, type FieldReader, fieldReader, remembered } from './read-cells.js';
import type { Recipe, TermRule } from './recipe.js';
import { type RowStatus, rowStatus, type StatusOfRow } from './row-status.js';
import { areTermsBeside, codeKey, isOfFunds, ruleOf } from './rules.js';
import {
  amountIn,
  type Cells,
  type Facts,
  isPaid,
  NO_CELLS,
  type OwnRow,
  type OwnTerm,
  type Student,
} from './student-facts.js';

/** What each row says of its term, or of each of its terms: in our words, and as its status and its fund have it. */

/** One row's part of a term. What its cells say of the student is as the file writes it. */
export interface Part extends Pick<OwnTerm, 'place' | 'label' | 'cells' | 'isCleared' | 'halfBlank'> {
  readonly own: OwnRow;
  /** The label as the file writes it: parts of a term have several. */
  readonly code: string;
  /** Whether its status says that the row, its course or its payment does not count. */
  readonly isVoid: boolean;
  /** Whether its credits are those of another row, so that their blank says nothing. */
  readonly isBeside: boolean;
}

/** The parts of a student's terms; those that are left out only say who the student is. */
export interface FoundParts {
  readonly parts: Part[];
  readonly leftOut: Part[];
}

/** A row with what it says of its student, as it is written, and its status. */
interface RowRead {
  readonly own: OwnRow;
  readonly facts: Cells;
  readonly status: StatusOfRow;
}

/** The end of a fund that is what was returned of a loan. */
const RETURNED = /_returned$/;

/** Reads the parts of terms by a recipe. */
export class PartReader {
  readonly #recipe: Recipe;
  readonly facts: readonly FieldReader<keyof Facts>[];
  /** Of each term, and of rows of no known term. */
  readonly #terms: readonly (readonly FieldReader<Ours>[])[];
  readonly #shared: readonly FieldReader<Ours>[];
  readonly #label: FieldReader | null;
  /** Which loan a row is a payment of; null where a row is none. */
  readonly #fund: FieldReader | null;
  readonly #status: RowStatus;
  readonly #termStatus: readonly RowStatus[];
  /** The place of a label's term; -1 for a label of none. */
  readonly #termOf: (label: string) => number;
  readonly #noTerms: ReadonlySet<string>;

  constructor(header: readonly string[], recipe: Recipe) {
    this.#recipe = recipe;
    const { rows, fields, terms, not_terms } = recipe;
    const places = new Map(header.map((name, place) => [name, place]));
    const placeOf = (column: string): number => places.get(column) ?? -1;
    const readersOf = <Own extends Ours>(own: readonly Own[], term?: TermRule) =>
      own.flatMap((field) => fieldReader(field, ruleOf(recipe, field, term), placeOf) ?? []);
    this.facts = readersOf(STUDENT_FIELDS.filter((field) => field !== 'student_id'));
    this.#terms = terms.map((term) => readersOf(TERM_FIELDS, term));
    this.#shared = readersOf(TERM_FIELDS);
    this.#label = fieldReader('term_label', fields.term_label ?? null, placeOf);
    this.#fund = isOfFunds(rows) ? fieldReader('fund', fields.fund ?? null, placeOf) : null;
    this.#status = rowStatus(recipe, placeOf, null);
    this.#termStatus = terms.map((_, at) => rowStatus(recipe, placeOf, at));
    const labels = terms.map(({ label }) => codeKey(label));
    this.#noTerms = new Set(not_terms.map(codeKey));
    this.#termOf = remembered((label) =>
      this.#noTerms.has(codeKey(label)) ? -1 : labels.indexOf(codeKey(label)),
    );
  }

  /** What reads the term at a place. */
  readersOf(place: number): readonly FieldReader<Ours>[] {
    return this.#terms[place] ?? this.#shared;
  }

  /** The parts that the rows of a student are. */
  read(student: Student): FoundParts {
    const found: FoundParts = { parts: [], leftOut: [] };
    for (const own of student.group.rows) {
      const facts = { ...NO_CELLS };
      for (const { field, textOf } of this.facts) facts[field] = textOf(own.cells);
      const row = { own, facts, status: this.#status(own, student) };
      if (!row.status.has('leave_out')) student.isLeftOut = false;
      if (areTermsBeside(this.#recipe.rows)) this.#addTerms(found, row, student);
      else this.#addTerm(found, row, student);
    }
    return found;
  }

  #addTerms(found: FoundParts, row: RowRead, student: Student): void {
    for (const [place, { label }] of this.#recipe.terms.entries()) {
      const ofTerm = this.#termStatus[place]?.(row.own, student) ?? [];
      const status = new Map([...ofTerm, ...row.status]);
      this.#add(found, { ...row, status }, { place, label, code: label }, student);
    }
  }

  #addTerm(found: FoundParts, row: RowRead, student: Student): void {
    const { own, status } = row;
    const code = this.#label?.textOf(own.cells) ?? '';
    const label = this.#label?.meaning(code) ?? code;
    const place = this.#termOf(label);
    const term = this.#recipe.terms[place];
    if (term !== undefined) {
      this.#add(found, row, { place, label: term.label, code }, student);
      return;
    }
    const leftOut = { ...row, status: new Map([...status, ['leave_out' as const, '']]) };
    const part = this.#add(found, leftOut, { place, label, code }, student);
    if (status.has('leave_out')) return;
    if (!this.#noTerms.has(codeKey(label)))
      student.fail(
        'unknown term',
        `row ${own.row} has ${codeName(label)} for its term, which is not among those that were listed`,
      );
    // Under a blank label may be what belongs to the one above it.
    else if (
      isPaid(part) ||
      (label === '' && CREDIT_FIELDS.some((field) => isPositive(amountIn(part, field) ?? ZERO)))
    )
      student.note('payments_of_no_term', { row: own.row, kind: label || 'blank' });
  }

  #add(
    { parts, leftOut }: FoundParts,
    { own, facts, status }: RowRead,
    { place, label, code }: Pick<Part, 'place' | 'label' | 'code'>,
    student: Student,
  ): Part {
    const { rows } = this.#recipe;
    const fund = this.#fund?.meaning(this.#fund.textOf(own.cells) || this.#fund.blank) ?? '';
    const isReturn = RETURNED.test(fund);
    const ofFund = this.#fund && `term_prior_disbursement_${fund.replace(RETURNED, '')}`;
    const isLeftOut = status.has('leave_out');
    const isCleared = status.has('no_credits');
    let isUnpaid = status.has('not_paid');
    const cells = { ...facts };
    const halfBlank = new Map<Ours, string>();
    for (const { field, textOf, meaning, blankParts } of this.readersOf(place)) {
      if (ofFund !== null && PAID.has(field) && field !== ofFund) continue;
      const text = textOf(own.cells);
      if (text !== '') cells[field] = meaning(text);
      // A word for nothing may stand in place of what was paid.
      if (PAID.has(field) && text !== '' && cells[field] === '') isUnpaid = true;
      const blanks = blankParts?.(own.cells) ?? [];
      if (blanks.length > 0) halfBlank.set(field, kindOfNames(blanks));
    }
    for (const field of PAID_FIELDS) {
      if (status.has('not_paid')) cells[field] = '';
      else if (isReturn || status.has('paid_back')) {
        const amount = amountOf(field, cells[field]);
        if (!isLeftOut) student.addReturn(`${place} ${field} ${isReturn}`, own.row, amount);
        if (amount !== null && isPositive(amount)) cells[field] = toText(subtract(ZERO, amount));
      }
    }
    // It says nothing of credits that are blank.
    for (const field of CREDIT_FIELDS) if (isCleared && cells[field] !== '') cells[field] = '0';
    const isVoid = isLeftOut || (rows === 'course' && isCleared) || (isOfFunds(rows) && isUnpaid);
    const part = { own, place, label, code, cells, isCleared, halfBlank, isVoid, isBeside: false };
    if (isLeftOut && place >= 0 && isPaid(part))
      student.note('left_out_payments', { row: own.row, kind: status.get('leave_out') ?? '' });
    (isLeftOut ? leftOut : parts).push(part);
    return part;
  }
}
