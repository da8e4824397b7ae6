import { exact } from '../engine/exact.js';
import { limitsFor, mayBorrowGradPlus, subsidizedMaximum } from '../engine/limits.js';
import { DEGREE_LEVELS, GRADE_LEVELS } from '../engine/student.js';
import { listed } from '../engine/texts.js';
import { codeName, quoted } from './column-texts.js';
import { ROWS_DIFFER } from './failed-here.js';
import {
  AMOUNTS_OF_YEAR,
  CREDIT_FIELDS,
  helpOf,
  OF_YEAR,
  type Ours,
  ofPartsKey,
  PAID,
  PAID_FIELDS,
  STUDENT_FIELDS,
  TERM_FIELDS,
} from './our-fields.js';
import { areHalfBlank, fullTimeOf, isSame, sumOf } from './read-cells.js';
import { decisionOf, type Recipe } from './recipe.js';
import { grouped, isMore, RepeatedRows } from './repeated-rows.js';
import { type FoundParts, type Part, PartReader } from './row-parts.js';
import { codeKey, columnsOf, isOfFunds, ruleOf } from './rules.js';
import { type OwnTerm, Student, type StudentGroup } from './student-facts.js';
import { ofRowWithoutId, ownId } from './student-groups.js';
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
  readonly #parts: PartReader;
  /** The facts that columns say. */
  readonly #said: readonly Ours[];
  readonly #repeated: RepeatedRows;
  /** What is added up where a term has several rows. */
  readonly #added: ReadonlySet<Ours>;
  readonly #limits: ReturnType<typeof limitsFor>;

  constructor(header: readonly string[], recipe: Recipe, awardYear: string) {
    this.#recipe = recipe;
    this.#limits = limitsFor(awardYear);
    this.#parts = new PartReader(header, recipe);
    this.#said = STUDENT_FIELDS.filter(
      (field) => field !== 'student_id' && columnsOf(recipe.fields[field]).length > 0,
    );
    this.#repeated = new RepeatedRows(header, recipe);
    const added = [...CREDIT_FIELDS, ...PAID_FIELDS];
    this.#added = new Set(added.filter((field) => decisionOf(recipe, ofPartsKey(field)) !== 'of_term'));
  }

  read(group: StudentGroup): Student {
    const student = new Student(group);
    const found = this.#parts.read(student);
    const { parts, leftOut } = found;
    this.#repeated.noteVoid([...parts, ...leftOut], student);
    this.#addFacts(found, student);
    this.#addLimits(student);
    const { terms } = student;
    for (const same of grouped(parts, ({ place }) => place)) {
      const term = this.#merged(this.#repeated.counted(same, student), student);
      // Full-time credits are printed once with the id, as they are the same in most terms.
      if (same.every(({ own }) => own.lacksId))
        term.cells.term_ft_credits ||= terms.at(-1)?.cells.term_ft_credits ?? '';
      terms.push(term);
    }
    for (const { place, cells } of terms)
      cells.term_ft_credits ||= fullTimeOf(this.#recipe, place, student.level);
    const [{ row, saysFacts } = { row: 0, saysFacts: false }] = group.rows;
    if (group.id === ownId(row) && decisionOf(this.#recipe, ofRowWithoutId(saysFacts)) === 'above')
      student.fail('no id', `row ${row} has no student id`);
    const unclear = group.rows.find(({ isUnclear }) => isUnclear);
    if (unclear !== undefined)
      student.fail('no id', `row ${unclear.row} has no student id, and may be a total`);
    terms.sort((one, other) => one.place - other.place);
    return student;
  }

  /**
   * The facts of a student from all rows that say any: what one of them leaves blank, another may say. A row that is left out may
   * be of another year, but where its facts are printed once, with the id, or as a heading.
   */
  #addFacts({ parts, leftOut }: FoundParts, student: Student): void {
    const speaking = parts.filter(({ cells }) => this.#said.some((field) => cells[field] !== ''));
    const besides = leftOut.filter((part) => part.place >= 0 || part.label === '');
    const isOnce = parts.every(({ own }) => own.lacksId);
    for (const { field, meaning, blank } of this.#parts.facts) {
      const isFilled = ({ cells }: Part): boolean => cells[field] !== '';
      // A row that says nothing of its student is one of several, of which the first says it; so is one whose id is printed
      // once, above it.
      const saying = speaking.filter((part) => isFilled(part) || (blank !== '' && !part.own.lacksId));
      const told = saying.some(isFilled) ? [] : besides.filter(isFilled);
      const open = told.find(({ label, cells }) => label !== '' && meaning(cells[field]) !== blank);
      if (open !== undefined && !isOnce)
        student.fail('left out', `only row ${open.own.row}, which is left out, says ${helpOf(field).label}`);
      const [first, ...others] = [...saying, ...told];
      student.facts[field] = first === undefined ? blank : meaning(first.cells[field]);
      if (first === undefined || OF_YEAR.has(field)) continue;
      const other = others.find(({ cells }) => !isSame(field, student.facts[field], meaning(cells[field])));
      if (other === undefined) continue;
      const inYear = [first, ...others].toSorted(
        (one, later) => one.place - later.place || one.own.row - later.own.row,
      );
      const [before, after] = [inYear[0] ?? first, inYear.at(-1) ?? other];
      // Levels have loans of their own, and within a term nothing comes first.
      const isWithin = inYear.some(({ place, cells }) =>
        [before, after].some((end) => end.place === place && !isSame(field, end.cells[field], cells[field])),
      );
      const counts =
        isWithin || field === 'degree_level'
          ? null
          : this.#decided(student, field, other, before.cells[field], after.cells[field]);
      if (counts !== null) student.facts[field] = meaning(counts);
      else this.#refuse(student, field, first, other, first.cells[field], other.cells[field]);
    }
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

  /** Notes that a row says something else of a field, and takes what is first or last of the year as was said; else null. */
  #decided(student: Student, field: Ours, { own }: Part, first: string, last: string): string | null {
    student.note(`differs:${field}`, { row: own.row });
    const decided = decisionOf(this.#recipe, `differs:${field}`);
    return decided === 'first' ? first : decided === 'last' ? last : null;
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
    // Each payment repeats the credits of its term, or of the part of the term that has a label of its own.
    const joined = isOfFunds(shape)
      ? grouped(parts, ({ code }) => codeKey(code)).map((same) => this.#joined(same, student, PAID))
      : parts;
    if (!student.isInDoubt) this.#noteAdded(joined, student);
    const notOver = this.#notOver(joined);
    const { place, label, cells, halfBlank } = this.#joined(joined, student, this.#added);
    for (const { field, blank } of this.#parts.readersOf(place)) cells[field] ||= blank;
    cells.term_label = label;
    for (const { field, meaning } of this.#parts.facts)
      if (OF_YEAR.has(field) && cells[field] !== '') cells[field] = meaning(cells[field]);
    const rows = [...new Set(parts.map(({ own }) => own.row))];
    const isCleared = parts.some((part) => part.isCleared);
    const isOfLabels = new Set(parts.map(({ code }) => codeKey(code))).size > 1;
    return { place, label, cells, rows, isCleared, halfBlank, notOver, isOfLabels };
  }

  /** The credits of a term that is not over, of whose rows some are final; null where rows do not add up their own. */
  #notOver(parts: readonly Part[]): string | null {
    const [planned, final] = CREDIT_FIELDS;
    if (parts.length < 2 || !this.#added.has(planned)) return null;
    const isFinal = ({ cells, halfBlank }: Part): boolean =>
      cells[final] !== '' && !isSame(final, cells[final], '0') && !halfBlank.has(final);
    const counted = parts.filter(({ isCleared, isBeside }) => !isCleared && !isBeside);
    return counted
      .map((part) => part.cells[isFinal(part) ? final : planned])
      .reduce((all, each) => sumOf(planned, all, each), '');
  }

  /** Notes payments that several rows of a term have, and credits that those of several of its labels have. */
  #noteAdded(parts: readonly Part[], student: Student): void {
    if (parts.length < 2) return;
    const { rows } = this.#recipe;
    const { size: labels } = new Set(parts.map(({ code }) => codeKey(code)));
    const credits = rows !== 'course' && labels > 1 ? CREDIT_FIELDS : [];
    for (const field of [...credits, ...(isOfFunds(rows) ? [] : PAID_FIELDS)]) {
      // A part without credits, as one that was dropped, says nothing of the others.
      const [first, ...others] = parts.filter((part) =>
        PAID.has(field) ? part.cells[field] !== '' : isMore(part, [field]),
      );
      if (first === undefined || others.length === 0 || !parts.some((part) => isMore(part, [field])))
        continue;
      const areSame = others.every(({ cells }) => isSame(field, first.cells[field], cells[field]));
      student.note(ofPartsKey(field), { row: first.own.row, kind: areSame ? 'same' : 'different' });
    }
  }

  /** Parts as one, in the cells of the first: some fields are added up, and all others must agree. */
  #joined(parts: readonly Part[], student: Student, added: ReadonlySet<string>): Part {
    const [first, ...others] = parts;
    if (first === undefined) throw new RangeError('A term has no part.');
    const { place, cells } = first;
    const counted = parts.filter(({ isCleared, isBeside }) => !isCleared && !isBeside);
    const halfBlank = new Map(counted.flatMap((part) => [...part.halfBlank]));
    for (const { field, blank } of others.length === 0 ? [] : this.#parts.readersOf(place)) {
      if (blank !== '' || !CREDITS.includes(field) || !added.has(field)) continue;
      const filled = counted.map((part) => part.cells[field]);
      if (areHalfBlank(field, filled) && !halfBlank.has(field)) halfBlank.set(field, '');
    }
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
          const counts = this.#decided(student, field, part, before, cell);
          if (counts !== null) cells[field] = counts;
          else this.#refuse(student, field, first, part, before, cell);
        }
      }
    return { ...first, isCleared: parts.every(({ isCleared }) => isCleared), halfBlank };
  }
}
