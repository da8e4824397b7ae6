import { exact } from '../../engine/exact.js';
import { limitsFor, mayBorrowGradPlus, subsidizedMaximum } from '../../engine/limits.js';
import { DEGREE_LEVELS, GRADE_LEVELS } from '../../engine/student.js';
import { listed } from '../../engine/texts.js';
import { codeKey, columnsOf, isFundShape, ruleOf } from '../format/column-rules.js';
import { codeName, quoted } from '../format/column-texts.js';
import {
  AMOUNTS_OF_TERM,
  AMOUNTS_OF_YEAR,
  CREDIT_FIELDS,
  CREDITS,
  FAILS,
  helpOf,
  type Ours,
  PAID,
  PAID_FIELDS,
  partsKey,
  TERM_FIELDS,
  YEARLY,
} from '../format/our-fields.js';
import { decisionOf, isAddedUp, type Recipe } from '../format/recipe.js';
import { type FileTerm, hasAbove0, Student, type StudentGroup, takesBack } from './file-student.js';
import { areEqual, areHalfBlank, fullTimeOf, totalOf } from './read-cells.js';
import { refusalIn } from './refusal-cells.js';
import { grouped, repeatedRows } from './repeated-rows.js';
import { halfBlankIn, type Part, partReader } from './row-parts.js';
import { ownId, withoutIdKey } from './student-groups.js';

/**
 * Builds a student's terms from rows of any shape. What one row says holds for all; rows that contradict each
 * other fail the student. Only answers about which rows, payments and values count are applied here.
 */

const [PLANNED, FINAL] = CREDIT_FIELDS;
/** Fields in which the rows of a term must agree, or that are added up. */
const MERGED_FIELDS: readonly Ours[] = [...TERM_FIELDS, ...AMOUNTS_OF_YEAR];

/** Makes a reader of students' rows by a recipe. Open places are read as unanswered. */
export function termReader(header: readonly string[], recipe: Recipe, awardYear: string) {
  const limits = limitsFor(awardYear);
  const { factReaders, readersOf, read } = partReader(header, recipe);
  const { noteVoid, countingParts } = repeatedRows(header, recipe);
  const placedFacts = factReaders.filter(({ field }) => columnsOf(recipe.fields[field]).length > 0);
  /** Fields that are added up where a term has several rows. */
  const added = new Set<Ours>(AMOUNTS_OF_TERM.filter((field) => isAddedUp(recipe, field)));

  return (group: StudentGroup): Student => {
    const student = new Student(group);
    const parts = read(student);
    noteVoid(parts, student);
    addFacts(parts, student);
    addLimits(student);
    const { terms } = student;
    for (const same of grouped(parts, ({ termIndex, isLeftOut }) => (isLeftOut ? null : termIndex))) {
      const term = merged(same, student);
      term.cells.term_ft_credits ||= fullTimeOf(recipe, term.termIndex, student.level);
      // Full-time credits may be printed once with the id, as most terms have the same.
      if (same.every(({ fileRow }) => fileRow.lacksId))
        term.cells.term_ft_credits ||= terms.at(-1)?.cells.term_ft_credits ?? '';
      terms.push(term);
    }
    const [{ row, saysFacts } = { row: 0, saysFacts: false }] = group.rows;
    if (group.id === ownId(row) && decisionOf(recipe, withoutIdKey(saysFacts)) === 'above')
      student.fail('no id', `row ${row} has no student id`);
    const unclear = group.rows.find(({ isUnclear }) => isUnclear);
    if (unclear !== undefined)
      student.fail('no id', `row ${unclear.row} has no student id, and may be a total`);
    terms.sort((one, other) => one.termIndex - other.termIndex);
    return student;
  };

  /**
   * Collects a student's facts from all rows: what one leaves blank, another may say. Rows left out come
   * last: they may be of another year, so the student fails, unless facts are printed once or as a heading.
   */
  function addFacts(all: readonly Part[], student: Student): void {
    const parts = all.filter(({ isLeftOut }) => !isLeftOut);
    const leftOut = all.filter(
      ({ isLeftOut, termIndex, label }) => isLeftOut && (termIndex >= 0 || label === ''),
    );
    const isIdAbove = parts.every(({ fileRow }) => fileRow.lacksId);
    const withFacts = parts.filter(({ cells }) => placedFacts.some(({ field }) => cells[field] !== ''));
    for (const { field, meaning, blank } of factReaders) {
      const isFilled = ({ cells }: Part): boolean => cells[field] !== '';
      const filled = withFacts.filter(isFilled);
      // A blank has its meaning only on a row that has other facts and an id of its own. A blank flag has
      // none beside a filled one.
      const usesBlank = blank !== '' && (filled.length === 0 || helpOf(field).kind !== 'flag');
      const given = usesBlank ? withFacts.filter((part) => isFilled(part) || !part.fileRow.lacksId) : filled;
      const fromLeftOut = filled.length > 0 ? [] : leftOut.filter(isFilled);
      const alone = fromLeftOut.find(({ label, cells }) => label !== '' && meaning(cells[field]) !== blank);
      if (alone !== undefined && !isIdAbove)
        student.fail(
          'left out',
          `only row ${alone.fileRow.row}, which is left out, says ${helpOf(field).label}`,
        );
      const sources = [...given, ...fromLeftOut];
      const [first] = sources;
      student.facts[field] = first === undefined ? blank : meaning(first.cells[field]);
      if (student.facts[field] === FAILS)
        student.fail('by status', `${helpOf(field).label} is ${codeName(first?.cells[field] ?? '')}`);
      const differs = ({ cells }: Part): boolean =>
        !areEqual(field, student.facts[field], meaning(cells[field]));
      const other = YEARLY.has(field) ? undefined : sources.find(differs);
      if (first === undefined || other === undefined) continue;
      const inYear = sources.toSorted((one, later) => one.termIndex - later.termIndex);
      // Each level has its own loans, and rows within a term have no order.
      const isWithin = [inYear[0], inYear.at(-1)].some((end) =>
        inYear.some((part) => part.termIndex === end?.termIndex && part.cells[field] !== end.cells[field]),
      );
      const inOrder = isWithin || field === 'degree_level' ? [] : inYear;
      student.facts[field] = meaning(settled(student, field, first, other, inOrder));
    }
  }

  /** Sets the student's limits, as far as questions depend on them. */
  function addLimits(student: Student): void {
    const { facts } = student;
    const degree_level = DEGREE_LEVELS.find((level) => level === (facts.degree_level || 'undergraduate'));
    if (degree_level === undefined) return;
    const grade_level = GRADE_LEVELS.find((grade) => grade === facts.grade_level) ?? null;
    const most = subsidizedMaximum({ degree_level, grade_level }, limits);
    student.level = degree_level;
    student.maxSub = most === null ? null : exact(most);
    const is_legacy_borrower = facts.is_legacy_borrower === 'true';
    student.mayHaveGradPlus = mayBorrowGradPlus({ degree_level, is_legacy_borrower }) === true;
  }

  /** The value where rows differ: the first or last in order, as answered; else the student fails. */
  function settled(student: Student, field: Ours, one: Part, other: Part, inOrder: readonly Part[]): string {
    const key = `differs:${field}`;
    const decided = decisionOf(recipe, key);
    // A cell that fails the student is no other value.
    const isRefused = inOrder.some(({ cells }) => refusalIn(cells[field]) !== null);
    if (inOrder.length > 0 && !isRefused) student.note(key, { row: other.fileRow.row });
    const counting = decided === 'first' ? inOrder[0] : decided === 'last' ? inOrder.at(-1) : undefined;
    if (counting !== undefined) return counting.cells[field];
    const columns = columnsOf(ruleOf(recipe, field, recipe.terms[one.termIndex]));
    const [said, now] = [one, other].map(({ cells }) => codeName(cells[field]));
    student.fail(
      'rows differ',
      `rows ${one.fileRow.row} and ${other.fileRow.row} of the same student differ in ${listed(columns.map(quoted))}: ${said} and ${now}`,
    );
    return one.cells[field];
  }

  /** Merges parts into a term: credits of parts and payments of funds are added up; all else must agree. */
  function merged(all: readonly Part[], student: Student): FileTerm {
    const parts = countingParts(all, student);
    // A status may be on a payment's row that does not repeat the credits to be set to 0.
    const none = all.find(
      (part) => part.isCleared && CREDIT_FIELDS.every((field) => part.cells[field] === ''),
    );
    const some = all.find((part) => !part.isCleared && hasAbove0(part, CREDIT_FIELDS));
    if (isFundShape(recipe.rows) && none !== undefined && some !== undefined)
      student.fail(
        'rows differ',
        `rows ${none.fileRow.row} and ${some.fileRow.row} are of one term, and the status of only one says that it has no credits`,
      );
    // Each payment repeats the credits of its term, or of the part of the term that has a label of its own.
    const byLabel = isFundShape(recipe.rows)
      ? grouped(parts, ({ label }) => codeKey(label)).map((same) => joined(same, student, PAID))
      : parts;
    if (!student.isInDoubt && byLabel.length > 1) noteAdded(byLabel, student);
    const term = joined(byLabel, student, added);
    const { termIndex, cells, halfBlank } = term;
    // What was paid for a term of which nothing is left depends on what was planned.
    if (term.isCleared && cells.term_actual_final_credits !== '') {
      const planned = byLabel.map(({ plannedCredits }) => plannedCredits);
      const isSum = added.has('term_credits_enrolled');
      cells.term_credits_enrolled = totalOf('term_credits_enrolled', isSum ? planned : planned.slice(0, 1));
    }
    for (const { field, blank } of readersOf(termIndex)) cells[field] ||= blank;
    // In a term that is over, a payment that was not made is asked about as a 0 is.
    if (cells[FINAL] !== '')
      for (const field of parts.flatMap(({ notPaid }) => notPaid)) cells[field] ||= '0';
    for (const { field, meaning } of factReaders)
      if (YEARLY.has(field) && cells[field] !== '') cells[field] = meaning(cells[field]);
    const rows = [...new Set(parts.map(({ fileRow }) => fileRow.row))];
    if ((parts.length > 1 || isFundShape(recipe.rows)) && takesBack({ cells }))
      student.fail(
        'paid so far',
        `in ${rows.length === 1 ? 'row' : 'rows'} ${rows.join(' and ')} more is taken back than was paid for ${cells.term_label}`,
      );
    const isCleared = all.some((part) => part.isCleared);
    const hasZeroFinal = parts.some((part) => part.hasZeroFinal);
    return { termIndex, cells, rows, isCleared, hasZeroFinal, halfBlank, creditsNow: term.creditsNow };
  }

  /** Notes payments on several rows of a term, and credits under several labels, except those of courses. */
  function noteAdded(parts: readonly Part[], student: Student): void {
    const { size: labels } = new Set(parts.map(({ label }) => codeKey(label)));
    const credits = labels > 1 && recipe.rows !== 'course' ? CREDIT_FIELDS : [];
    for (const field of [...credits, ...(isFundShape(recipe.rows) ? [] : PAID_FIELDS)]) {
      const isSome = (part: Part): boolean => hasAbove0(part, [field]);
      // A part with 0 credits, such as a dropped one, says nothing about the others.
      const said = parts.filter((part) => (PAID.has(field) ? part.cells[field] !== '' : isSome(part)));
      if (said.length < 2 || !said.some(isSome)) continue;
      const areSame = said.every(({ cells }) => areEqual(field, said[0]?.cells[field] ?? '', cells[field]));
      const kind = `${areSame ? 'same' : 'different'} ${field}`;
      student.note(partsKey(field), { row: said[0]?.fileRow.row, kind });
    }
  }

  /** Joins parts in the cells of the first: `summed` fields are added up, and all others must agree. */
  function joined(parts: readonly Part[], student: Student, summed: ReadonlySet<string>): Part {
    const [first, ...others] = parts;
    if (first === undefined) throw new RangeError('A term has no part.');
    if (others.length === 0) return first;
    const { termIndex, cells } = first;
    const counting = parts.filter(({ isCleared }) => !isCleared);
    const halfBlank = halfBlankIn(counting);
    // Several columns of final credits do not tell which planned ones belong to which.
    const isKnown = !halfBlank.has(FINAL) && CREDIT_FIELDS.every((field) => summed.has(field));
    const now = counting.map((part) => part.cells[FINAL] || part.cells[PLANNED]);
    const creditsNow = isKnown && !now.includes('') ? totalOf(PLANNED, now) : null;
    for (const { field, blank } of readersOf(termIndex)) {
      const isSum = blank === '' && CREDITS.has(field) && summed.has(field);
      // Of parts with 0 planned credits, no final ones are expected.
      const isExpected = ({ cells }: Part): boolean =>
        field !== 'term_actual_final_credits' ||
        cells[field] !== '' ||
        !areEqual(field, cells.term_credits_enrolled, '0');
      const credits = isSum ? counting.filter(isExpected).map((part) => part.cells[field]) : [];
      if (areHalfBlank(credits) && !halfBlank.has(field)) halfBlank.set(field, '');
    }
    for (const field of MERGED_FIELDS) {
      // Credits that a status sets to 0 say nothing about those of other parts.
      const isOfOthers = CREDITS.has(field) && summed.has(field) && counting.length > 0;
      const filled = (isOfOthers ? counting : parts).filter((part) => part.cells[field] !== '');
      const texts = filled.map((part) => part.cells[field]);
      cells[field] = summed.has(field) ? totalOf(field, texts) : agreed(field, filled, student);
    }
    return { ...first, isCleared: counting.length === 0, halfBlank, creditsNow };
  }

  /** The value of a field in which all parts must agree. */
  function agreed(field: Ours, parts: readonly Part[], student: Student): string {
    // Where each row or label repeats the amount of the term, a part that was dropped has 0.
    const isOfDropped = (part: Part): boolean =>
      !added.has(field) &&
      (CREDITS.has(field) || (PAID.has(field) && part.isCleared)) &&
      areEqual(field, part.cells[field], '0');
    const some = parts.filter((part) => !isOfDropped(part));
    const said = some.length > 0 ? some : parts;
    const [one] = said;
    const other = said.find((part) => !areEqual(field, one?.cells[field] ?? '', part.cells[field]));
    if (one === undefined || other === undefined) return one?.cells[field] ?? '';
    // Within a term, yearly amounts have no order.
    return settled(student, field, one, other, YEARLY.has(field) ? [] : said);
  }
}
