import { exact } from '../engine/exact.js';
import { limitsFor, mayBorrowGradPlus, subsidizedMaximum } from '../engine/limits.js';
import { DEGREE_LEVELS, GRADE_LEVELS } from '../engine/student.js';
import { listed } from '../engine/texts.js';
import { MATTERS } from './amount-questions.js';
import { plainAnswer } from './answers.js';
import { codeName, quoted } from './column-texts.js';
import { ROWS_DIFFER } from './failed-here.js';
import { fundReader, paidBy } from './fund-payments.js';
import {
  AMOUNTS_OF_YEAR,
  type AmountOfYear,
  CREDIT_FIELDS,
  helpOf,
  OF_YEAR,
  type Ours,
  ofPartsKey,
  PAID,
  PAID_FIELDS,
  STUDENT_FIELDS,
  type StatusMeaning,
  TERM_FIELDS,
} from './our-fields.js';
import {
  amountOf,
  areHalfBlank,
  type FieldReader,
  fieldReader,
  fullTimeOf,
  isSame,
  remembered,
  sumOf,
} from './read-cells.js';
import { codeKey, columnsOf, decisionOf, type Recipe, ruleOf, type TermRule, valueAt } from './recipe.js';
import { type Found, grouped, noteAdded, type Part, paymentAlone, RepeatedRows } from './repeated-rows.js';
import { type RowStatus, rowStatus } from './row-status.js';
import {
  amountsOf,
  type Facts,
  isPaid,
  NO_CELLS,
  type OwnRow,
  type OwnTerm,
  Student,
  type StudentGroup,
} from './student-facts.js';
import { ownId } from './student-groups.js';
import { noteSums } from './sum-rows.js';

/**
 * The terms of a student from rows of any of the four shapes. What rows say once holds for all of them; what they say
 * differently fails the student. Of the questions of the rows, only those are decided here that say
 * which rows and payments count.
 */

const CREDITS: readonly Ours[] = CREDIT_FIELDS;
/** What rows of a term must agree in, or are added up in. */
const OF_ROWS: readonly Ours[] = [
  ...TERM_FIELDS.filter((field) => field !== 'term_label'),
  ...AMOUNTS_OF_YEAR,
];

/** Reads the rows of students by a recipe; open places are read as if nothing was said there. */
export class TermReader {
  readonly #recipe: Recipe;
  readonly #facts: readonly FieldReader<keyof Facts>[];
  /** Those of them that columns say. */
  readonly #said: readonly Ours[];
  /** Of each term, and of rows of no known term. */
  readonly #terms: readonly (readonly FieldReader<Ours>[])[];
  readonly #shared: readonly FieldReader<Ours>[];
  readonly #fund: ReturnType<typeof fundReader>;
  readonly #status: RowStatus;
  readonly #termStatus: readonly RowStatus[];
  /** The place of a label's term; null for a label of no term. */
  readonly #termOf: (label: string) => number | null;
  readonly #repeated: RepeatedRows;
  /** What is added up where a term has several rows. */
  readonly #added: ReadonlySet<Ours>;
  /** The amounts that were said to be for the year. */
  readonly #ofYear: readonly AmountOfYear[];
  readonly #limits: ReturnType<typeof limitsFor>;

  constructor(header: readonly string[], recipe: Recipe, awardYear: string) {
    this.#recipe = recipe;
    this.#limits = limitsFor(awardYear);
    const { fields, terms, not_terms } = recipe;
    this.#ofYear = AMOUNTS_OF_YEAR.filter(
      (field) => plainAnswer(String(valueAt(recipe, ['fields', field, 'per']))) === 'year',
    );
    const places = new Map(header.map((name, place) => [name, place]));
    const placeOf = (column: string | null | undefined): number => places.get(column ?? '') ?? -1;
    this.#fund = fundReader(recipe, placeOf);
    const readersOf = <Own extends Ours>(own: readonly Own[], term?: TermRule) =>
      own.flatMap((field): FieldReader<Own> | [] => {
        const reader = fieldReader(field, ruleOf(recipe, field, term), placeOf);
        return reader === null ? [] : this.#fund.ofLoan(reader);
      });
    this.#facts = readersOf(STUDENT_FIELDS.filter((field) => field !== 'student_id'));
    this.#said = this.#facts.flatMap(({ field }) => (columnsOf(fields[field]).length > 0 ? field : []));
    this.#shared = readersOf(TERM_FIELDS);
    this.#terms = terms.map((term) => readersOf(TERM_FIELDS, term));
    this.#status = rowStatus(recipe, placeOf, null);
    this.#termStatus = terms.map((_, at) => rowStatus(recipe, placeOf, at));
    const labels = terms.map(({ label }) => codeKey(label));
    const none = new Set(not_terms.map(codeKey));
    this.#termOf = remembered((label) => (none.has(codeKey(label)) ? null : labels.indexOf(codeKey(label))));
    this.#repeated = new RepeatedRows(header, recipe);
    const added = [...CREDIT_FIELDS, ...PAID_FIELDS];
    this.#added = new Set(added.filter((field) => decisionOf(recipe, ofPartsKey(field)) !== 'of_term'));
  }

  read(group: StudentGroup): Student {
    const student = new Student(group);
    const found: Found = { parts: [], leftOut: [] };
    for (const own of group.rows) {
      const said = this.#status(own, student);
      if (!said.has('leave_out')) student.isLeftOut = false;
      this.#addParts(found, own, said, student);
    }
    const { parts } = found;
    if (new Set(parts.map(({ place }) => place)).size > 1 && this.#recipe.rows !== 'student')
      for (const [column, codes] of student.clearedBy) {
        const isSame = new Set(codes.values()).size === 1;
        student.clearsAll.set(column, isSame && parts.every(({ own }) => codes.has(own.row)));
      }
    this.#repeated.takeBack(found, student);
    this.#addFacts(found, student);
    const paying = this.#paying(found, student);
    this.#addLimits(student);
    const { terms } = student;
    for (const same of grouped([...parts, ...paying], ({ place, label }) => (place < 0 ? label : place))) {
      const counting = same.filter((part) => !paying.includes(part));
      const paid = same.filter((part) => paying.includes(part));
      // What a payment repeats of its term is not known to be of who has no other row.
      const [left] = this.#recipe.rows === 'fund' && counting.length === 0 ? paid : [];
      if (left !== undefined)
        student.fail(
          'no credits',
          `${left.label}, row ${left.own.row} is left out, and no other row says the credits`,
        );
      // Beside rows that count, one that is left out says nothing but what it paid.
      const counted = counting.length === 0 ? [] : this.#repeated.counted(counting, student);
      const term = this.#merged(
        counting.length === 0 ? paid : [...counted, ...paid.map(paymentAlone)],
        student,
      );
      // Full-time credits are printed once with the id, as they are the same in most terms.
      if (same.every(({ own }) => own.lacksId))
        term.cells.term_ft_credits ||= terms.at(-1)?.cells.term_ft_credits ?? '';
      terms.push(term);
    }
    for (const { place, cells } of terms)
      cells.term_ft_credits ||= fullTimeOf(this.#recipe, place, student.level);
    const [{ row } = { row: 0 }] = group.rows;
    if (group.id === ownId(row) && decisionOf(this.#recipe, 'rows_without_id') === 'above')
      student.fail('no id', `row ${row} has no student id`);
    const below = group.rows.find(({ isBelowWord }) => isBelowWord);
    if (below !== undefined)
      student.fail('no id', `row ${below.row} has no student id, and a word is in place of the id above it`);
    terms.sort((one, other) => rank(one) - rank(other));
    for (const field of this.#ofYear) {
      const [first, ...others] = amountsOf(terms, field);
      const other = others.find(({ amount }) => !isSame(field, first?.amount ?? '', amount));
      if (other !== undefined && MATTERS[field](student))
        student.note(`differs:${field}`, { row: other.row });
    }
    return student;
  }

  #addParts(found: Found, own: OwnRow, status: ReadonlySet<StatusMeaning>, student: Student): void {
    const { rows, terms } = this.#recipe;
    const facts = { ...NO_CELLS };
    for (const { field, textOf } of this.#facts) facts[field] = textOf(own.cells);
    const isReturn = this.#fund.isReturn(own.cells);
    const add = (place: number, label: string, code: string, states = status): void => {
      const said = isReturn ? new Set([...states, 'paid_back' as const]) : states;
      const cells = { ...facts };
      const halfBlank: Ours[] = [];
      const nothing: Ours[] = said.has('not_paid') || said.has('paid_back') ? [...PAID_FIELDS] : [];
      for (const { field, textOf, meaning, isHalfBlank } of this.#readersOf(place)) {
        const text = textOf(own.cells);
        if (text !== '') cells[field] = meaning(text);
        if (text !== '' && cells[field] === '') nothing.push(field);
        if (isHalfBlank?.(own.cells) === true) halfBlank.push(field);
      }
      for (const field of PAID_FIELDS) {
        if (said.has('paid_back') && !said.has('leave_out') && !said.has('not_paid'))
          student.addReturn(`${place} ${field} ${isReturn}`, own.row, amountOf(field, cells[field]));
        cells[field] = paidBy(said, field, cells[field]);
      }
      const isCleared = said.has('no_credits');
      const parts = said.has('leave_out') ? found.leftOut : found.parts;
      parts.push({ own, place, label, code, cells, isCleared, halfBlank, nothing });
    };
    if (rows === 'student') {
      for (const [place, { label }] of terms.entries()) {
        const ofTerm = this.#termStatus[place]?.(own, student) ?? new Set();
        add(place, label, label, new Set([...status, ...ofTerm]));
      }
      return;
    }
    const reader = this.#shared.find(({ field }) => field === 'term_label');
    const code = reader?.textOf(own.cells) ?? '';
    const label = reader?.meaning(code) ?? code;
    const place = this.#termOf(label);
    if (place === null) {
      add(-1, label, code, new Set([...status, 'leave_out']));
      const part = found.leftOut.at(-1);
      if (part !== undefined && isPaid(part) && !status.has('leave_out'))
        student.note('payments_of_no_term', { row: own.row, kind: codeName(label) });
      return;
    }
    if (place < 0 && !status.has('leave_out'))
      student.fail(
        'unknown term',
        `row ${own.row} has ${codeName(label)} for its term, which is not among those that were listed`,
      );
    add(place, terms[place]?.label ?? label, code);
  }

  #readersOf(place: number): readonly FieldReader<Ours>[] {
    return this.#terms[place] ?? this.#shared;
  }

  /**
   * The facts of a student from all rows that say any: what one of them leaves blank, another may say. Where they are printed
   * once, it may be on a row that is left out.
   */
  #addFacts({ parts, leftOut }: Found, student: Student): void {
    const speaking = parts.filter(({ cells }) => this.#said.some((field) => cells[field] !== ''));
    // A heading has no term; another label that is of none may be of another year.
    const besides = leftOut.filter((part) => part.place >= 0 || part.label === '');
    // So may a row that is left out, but where what it says is printed once, with the id.
    const isOnce = parts.every(({ own }) => own.lacksId);
    const ofOthers = decisionOf(this.#recipe, 'left_out_facts');
    for (const { field, meaning, blank } of this.#facts) {
      // A row that says nothing of its student is one of several, of which the first says it; so is one whose id is printed
      // once, above it.
      const saying = speaking.filter(
        ({ cells, own }) => cells[field] !== '' || (blank !== '' && !own.lacksId),
      );
      const isFilled = ({ cells }: Part): boolean => cells[field] !== '';
      const told = saying.some(isFilled) ? [] : besides.filter(isFilled);
      const open = isOnce
        ? []
        : told.filter(({ label, cells }) => label !== '' && meaning(cells[field]) !== blank);
      for (const { own } of open.slice(0, 1))
        student.note('left_out_facts', { row: own.row, kind: helpOf(field).label });
      const [first, ...others] = [...saying, ...(open.length === 0 || ofOthers === 'hold' ? told : [])];
      student.facts[field] = first === undefined ? blank : meaning(first.cells[field]);
      if (first === undefined || OF_YEAR.has(field)) continue;
      const other = others.find(({ cells }) => !isSame(field, student.facts[field], meaning(cells[field])));
      if (other === undefined) continue;
      student.note(`differs:${field}`, { row: other.own.row });
      const decided = decisionOf(this.#recipe, `differs:${field}`);
      const inYear = [first, ...others].toSorted(
        (one, later) => rank(one) - rank(later) || one.own.row - later.own.row,
      );
      const isYes = ({ cells }: Part): boolean => meaning(cells[field]) === 'true';
      const answers = {
        first: inYear[0],
        last: inYear.at(-1),
        filled: inYear.find(isFilled),
        any: inYear.find(isYes),
      };
      const counting = Object.entries(answers).find(([answer]) => answer === decided)?.[1];
      if (counting !== undefined) student.facts[field] = meaning(counting.cells[field]);
      else this.#refuse(student, field, first, other, first.cells[field], other.cells[field]);
    }
  }

  /** Notes what was paid by rows that are left out, and gives those whose payments count: without their credits. */
  #paying({ leftOut }: Found, student: Student): readonly Part[] {
    const paying = leftOut.filter((part) => part.place >= 0 && isPaid(part));
    for (const { own } of paying) student.note('left_out_payments', { row: own.row });
    if (paying.length === 0 || decisionOf(this.#recipe, 'left_out_payments') === 'left_out') return [];
    student.isLeftOut = false;
    return paying.map((part) => ({ ...part, isCleared: true }));
  }

  /** What the limits of a student are, as far as they decide what is asked. */
  #addLimits(student: Student): void {
    const { facts } = student;
    const degree_level = DEGREE_LEVELS.find((level) => level === (facts.degree_level || 'undergraduate'));
    if (degree_level === undefined) return;
    const grade_level = GRADE_LEVELS.find((grade) => grade === facts.grade_level) ?? null;
    const most = subsidizedMaximum({ degree_level, grade_level }, this.#limits);
    student.level = degree_level;
    student.most = most === null ? null : exact(most);
    const is_legacy_borrower = facts.is_legacy_borrower === 'true';
    student.mayHaveGradPlus = mayBorrowGradPlus({ degree_level, is_legacy_borrower }) === true;
  }

  #refuse(student: Student, field: Ours, one: Part, other: Part, said: string, now: string): void {
    const columns = columnsOf(ruleOf(this.#recipe, field, this.#recipe.terms[one.place]));
    student.fail(
      ROWS_DIFFER,
      `rows ${one.own.row} and ${other.own.row} of the same student differ in ${listed(columns.map(quoted))}: ${codeName(said)} and ${codeName(now)}`,
    );
  }

  /** One term of its parts: credits of courses and parts, and payments of funds, are added up; all else must agree. */
  #merged(parts: readonly Part[], student: Student): OwnTerm {
    const { rows: shape } = this.#recipe;
    if (!student.isInDoubt) noteSums(parts, student, shape);
    const isOfLabels =
      shape !== 'student' && parts.length > 1 && new Set(parts.map(({ code }) => codeKey(code))).size > 1;
    // Each payment repeats the credits of its term, or of the part of the term that has a label of its own.
    const joined =
      shape === 'fund'
        ? grouped(parts, ({ code }) => codeKey(code)).map((same) => this.#joined(same, student, PAID))
        : parts;
    if (!student.isInDoubt) noteAdded(joined, student, shape, isOfLabels);
    const { place, label, cells, halfBlank, ofRows } = this.#joined(joined, student, this.#added);
    for (const { field, blank } of this.#readersOf(place)) cells[field] ||= blank;
    cells.term_label = label;
    for (const { field, meaning } of this.#facts)
      if (OF_YEAR.has(field) && cells[field] !== '') cells[field] = meaning(cells[field]);
    const rows = [...new Set(parts.map(({ own }) => own.row))];
    const isCleared = parts.some((part) => part.isCleared);
    return { place, label, cells, rows, isCleared, halfBlank, ofRows, isOfLabels };
  }

  /** Parts as one, in the cells of the first: some fields are added up, and all others must agree. */
  #joined(
    parts: readonly Part[],
    student: Student,
    added: ReadonlySet<string>,
  ): Part & Pick<OwnTerm, 'ofRows'> {
    const [first, ...others] = parts;
    if (first === undefined) throw new RangeError('A term has no part.');
    const { own, place, label, code, cells, nothing } = first;
    const counted = parts.filter(({ isCleared, isBeside }) => !isCleared && isBeside !== true);
    const halfBlank = counted.flatMap((part) => part.halfBlank);
    for (const { field, blank } of others.length === 0 ? [] : this.#readersOf(place)) {
      if (blank !== '' || !CREDITS.includes(field) || !added.has(field)) continue;
      const filled = counted.map((part) => part.cells[field]);
      if (areHalfBlank(field, filled)) halfBlank.push(field);
    }
    const [planned, final] = CREDIT_FIELDS;
    const areOfRows = halfBlank.includes(final) && added.has(planned) && !halfBlank.includes(planned);
    const creditsOf = (part: Part) => ({
      planned: part.cells[planned],
      final: part.halfBlank.includes(final) ? '' : part.cells[final],
    });
    const ofRows = areOfRows ? counted.map(creditsOf) : null;
    // A status makes credits that are there 0, and says nothing of those that are blank.
    for (const part of parts)
      if (part.isCleared) for (const field of CREDITS) if (part.cells[field] !== '') part.cells[field] = '0';
    for (const part of others)
      for (const field of OF_ROWS) {
        const [before, cell] = [cells[field], part.cells[field]];
        // Of credits that each label repeats, a part that was dropped has none.
        const isNone = (said: string): boolean =>
          CREDITS.includes(field) && !this.#added.has(field) && isSame(field, said, '0');
        if (added.has(field)) cells[field] = sumOf(field, before, cell);
        else if (before === '' || (isNone(before) && cell !== '')) cells[field] = cell;
        else if (isNone(cell)) continue;
        else if (cell !== '' && !isSame(field, before, cell)) {
          student.note(`differs:${field}`, { row: part.own.row });
          const decided = decisionOf(this.#recipe, `differs:${field}`);
          if (decided === 'last') cells[field] = cell;
          else if (decided !== 'first') this.#refuse(student, field, first, part, before, cell);
        }
      }
    const isCleared = parts.every((part) => part.isCleared);
    return { own, place, label, code, cells, isCleared, halfBlank, nothing, ofRows };
  }
}

/** A term's place in the year; one that is not known comes last. */
function rank({ place }: Pick<OwnTerm, 'place'>): number {
  return place < 0 ? Number.POSITIVE_INFINITY : place;
}
