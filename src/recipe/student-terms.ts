import { type RemarkKind, ROWS_DIFFER, remarkCell } from './failed-here.js';
import { type Ours, PAID_FIELDS, STUDENT_FIELDS, TERM_FIELDS } from './our-fields.js';
import {
  amountOf,
  type FieldReader,
  fieldReader,
  isSame,
  remembered,
  shownCell,
  sumOf,
} from './read-cells.js';
import {
  codeKey,
  columnsOf,
  type FundMeaning,
  meaningOf,
  type Recipe,
  ruleOf,
  type StatusMeaning,
  type StatusRule,
  type TermRule,
} from './recipe.js';
import type { OwnRow, StudentGroup } from './student-groups.js';

/**
 * The terms of a student from rows of any of the four shapes. What rows say once holds for all of them; what they say
 * differently fails the student. Questions of the rows are not decided here, except what repeated rows are.
 */

/** Where a field is among the cells of a student, and of a term. */
export const OF_STUDENT = placesIn(STUDENT_FIELDS);
export const OF_TERM = placesIn(TERM_FIELDS);

function placesIn<Field extends string>(fields: readonly Field[]): Readonly<Record<Field, number>> {
  return Object.fromEntries(fields.map((field, place) => [field, place])) as Record<Field, number>;
}

/** A term of a student as the rows say. */
export interface OwnTerm {
  /** Its place in the recipe; -1 for a label that is not there. */
  readonly place: number;
  readonly label: string;
  /** By {@link OF_TERM}, in our words. */
  readonly cells: string[];
  /** What its rows say of the need. */
  readonly need: string;
  /** The numbers of its rows. */
  readonly rows: readonly number[];
  /** Whether a status took credits away. */
  readonly isCleared: boolean;
}

/** A student as the rows say. */
export interface StudentTerms {
  readonly group: StudentGroup;
  /** By {@link OF_STUDENT}, in our words. */
  readonly facts: readonly string[];
  /** In the order of the year. */
  readonly terms: readonly OwnTerm[];
  /** The first reason why the student cannot be calculated, as a cell of ours. */
  readonly failure: string | null;
  /** Whether every row was said to be left out. */
  readonly isLeftOut: boolean;
  /** The first of rows of the same term whose number is in doubt. */
  readonly repeated: OwnRow | null;
  /** Whether all repeated rows are equal in every cell. */
  readonly areCopies: boolean;
  /** Whether some are, among rows of terms. */
  readonly hasCopies: boolean;
}

/** Says why a student cannot be calculated; the first reason counts. */
export type Fail = (kind: RemarkKind, text: string) => void;

/** One row's part of a term. */
interface Part {
  readonly own: OwnRow;
  readonly place: number;
  readonly label: string;
  /** The label as the file writes it: parts of a term have several. */
  readonly code: string;
  readonly cells: string[];
  readonly facts: readonly string[];
  /** Whether a status takes its credits away. */
  readonly isCleared: boolean;
}

type Readers = readonly (FieldReader | null)[];
type Status = (cells: readonly string[]) => { readonly meaning: StatusMeaning; readonly because: string };

const CREDITS = [OF_TERM.term_credits_enrolled, OF_TERM.term_actual_final_credits];
const PAID = PAID_FIELDS.map((field) => OF_TERM[field]);
const NEED = OF_STUDENT.subsidized_amount;
const COUNTS = { meaning: 'counts', because: '' } as const;

/** Reads the rows of students by a recipe; open places are read as if nothing was said there. */
export class TermReader {
  readonly #recipe: Recipe;
  readonly #facts: Readers;
  /** Of each term, and of rows of no known term. */
  readonly #terms: readonly Readers[];
  readonly #shared: Readers;
  readonly #status: Status;
  readonly #termStatus: readonly Status[];
  /** The place of a label's term; null for a label of no term. */
  readonly #termOf: (label: string) => number | null;
  readonly #ranks: readonly number[];
  /** The cells of a term that are added up where it has several rows. */
  readonly #added: readonly number[];
  readonly #paidAt: number;
  readonly #fundAt: number;
  readonly #fundOf: (code: string) => FundMeaning | null;

  constructor(header: readonly string[], recipe: Recipe) {
    this.#recipe = recipe;
    const { rows, fund, terms, status, not_terms } = recipe;
    const places = new Map(header.map((name, place) => [name, place]));
    const placeOf = (column: string | null | undefined): number => places.get(column ?? '') ?? -1;
    const readersOf = (fields: readonly Ours[], term?: TermRule): Readers =>
      fields.map((field) => fieldReader(field, ruleOf(recipe, field, term), placeOf));
    this.#facts = readersOf(STUDENT_FIELDS).with(OF_STUDENT.student_id, null);
    this.#shared = readersOf(TERM_FIELDS);
    this.#terms = terms.map((term) => readersOf(TERM_FIELDS, term));
    this.#status = statusOf(status, placeOf);
    this.#termStatus = terms.map((term) => statusOf(term.status ?? [], placeOf));
    const labels = new Map<string, number | null>(terms.map(({ label }, place) => [codeKey(label), place]));
    for (const label of not_terms) labels.set(codeKey(label), null);
    this.#termOf = remembered((label) => {
      const place = labels.get(codeKey(label));
      return place === undefined ? -1 : place;
    });
    this.#ranks = termRanks(recipe);
    this.#added = {
      term: [...CREDITS, ...PAID],
      student: [...CREDITS, ...PAID],
      course: CREDITS,
      fund: PAID,
    }[rows ?? 'term'];
    this.#paidAt = placeOf(fund?.paid);
    this.#fundAt = placeOf(fund?.column);
    this.#fundOf = remembered((code) => meaningOf(fund?.values, code) ?? null);
  }

  /** The terms of a student. */
  termsOf(group: StudentGroup): StudentTerms {
    let failure: string | null = null;
    const fail: Fail = (kind, text) => {
      failure ??= remarkCell(kind, text);
    };
    const parts: Part[] = [];
    let isLeftOut = true;
    for (const own of group.rows) {
      const { meaning, because } = this.#status(own.cells);
      if (meaning === 'leave_out') continue;
      isLeftOut = false;
      if (meaning === 'not_calculated') fail('by status', because);
      this.#addParts(parts, own, meaning === 'no_credits', fail);
    }
    const facts = this.#factsOf(parts, fail);
    const terms: OwnTerm[] = [];
    let repeated: OwnRow | null = null;
    let areCopies = true;
    let hasCopies = false;
    const sameTerm = ({ place, label }: Part): string => (place < 0 ? ` ${label}` : String(place));
    for (const same of grouped(parts, sameTerm)) {
      const found = this.#withoutRepeated(same, fail);
      repeated ??= found.repeated;
      areCopies &&= found.areCopies;
      hasCopies ||= found.hasCopies;
      const term = this.#merged(found.kept, fail);
      // Full-time credits are printed once with the id, as they are the same in most terms.
      const above = same.every(({ own }) => own.lacksId) ? terms.at(-1) : undefined;
      term.cells[OF_TERM.term_ft_credits] ||= above?.cells[OF_TERM.term_ft_credits] ?? '';
      terms.push(term);
    }
    const rank = ({ place }: OwnTerm): number => this.#ranks[place] ?? this.#ranks.length;
    terms.sort((one, other) => rank(one) - rank(other));
    return { group, facts, terms, repeated, areCopies, hasCopies, failure, isLeftOut };
  }

  #addParts(parts: Part[], own: OwnRow, isCleared: boolean, fail: Fail): void {
    const { rows, terms } = this.#recipe;
    const facts = this.#facts.map((reader) => reader?.textOf(own.cells) ?? '');
    if (rows === 'student') {
      for (const [place, { label }] of terms.entries()) {
        const { meaning, because } = this.#termStatus[place]?.(own.cells) ?? COUNTS;
        if (meaning === 'leave_out') continue;
        if (meaning === 'not_calculated') fail('by status', because);
        const cells = this.#cellsOf(own, place);
        const isOff = isCleared || meaning === 'no_credits';
        parts.push({ own, place, label, code: label, cells, facts, isCleared: isOff });
      }
      return;
    }
    const reader = this.#shared[OF_TERM.term_label];
    let code = reader?.textOf(own.cells) ?? '';
    // A report prints the term once, as it prints the id once.
    if (code === '' && own.lacksId) code = parts.at(-1)?.code ?? '';
    const label = reader?.meaning(code) ?? code;
    const place = this.#termOf(label);
    if (place === null) return;
    if (place < 0)
      fail('unknown term', `row ${own.row} is of the term "${label}", which the recipe does not know`);
    const cells = this.#cellsOf(own, place);
    if (rows === 'fund') this.#addPayment(cells, own, fail);
    parts.push({ own, place, label: terms[place]?.label ?? label, code, cells, facts, isCleared });
  }

  #readersOf(place: number): Readers {
    return this.#terms[place] ?? this.#shared;
  }

  #cellsOf(own: OwnRow, place: number): string[] {
    return this.#readersOf(place).map((reader) => {
      const text = reader?.textOf(own.cells) ?? '';
      return text === '' ? '' : (reader?.meaning(text) ?? '');
    });
  }

  #addPayment(cells: string[], own: OwnRow, fail: Fail): void {
    for (const place of PAID) cells[place] = '';
    const paid = shownCell(own.cells[this.#paidAt] ?? '');
    if (paid === '') return;
    const code = shownCell(own.cells[this.#fundAt] ?? '');
    const loan = this.#fundOf(code);
    if (loan === null) fail('by status', `row ${own.row} is of the fund "${code}", whose loan is not known`);
    if (loan === null || loan === 'none') return;
    const isAmount = amountOf('term_prior_disbursement_sub', paid) !== null;
    cells[OF_TERM[`term_prior_disbursement_${loan}`]] = isAmount
      ? sumOf('term_prior_disbursement_sub', '0', paid)
      : paid;
  }

  /** The facts of a student from all rows that say any: what one of them leaves blank, another may say. */
  #factsOf(parts: readonly Part[], fail: Fail): readonly string[] {
    return this.#facts.map((reader, place) => {
      if (reader === null) return '';
      const field = STUDENT_FIELDS[place] ?? 'student_id';
      // A row that says nothing of its student is one of several, of which the first says it.
      const [first, ...others] = parts.filter(
        ({ facts }) => facts[place] !== '' || (reader.blank !== '' && facts.some((each) => each !== '')),
      );
      const textOf = (part: Part): string => part.facts[place] ?? '';
      if (first === undefined) return reader.blank;
      const said = reader.meaning(textOf(first));
      const other = others.find((each) => !isSame(field, said, reader.meaning(textOf(each))));
      if (other !== undefined && place !== NEED)
        fail(ROWS_DIFFER, this.#difference(field, first, other, textOf(first), textOf(other)));
      return said;
    });
  }

  #difference(field: Ours, one: Part, other: Part, said: string, now: string): string {
    const { fund, terms } = this.#recipe;
    const own = columnsOf(ruleOf(this.#recipe, field, terms[one.place]));
    const columns = own.length > 0 ? own : [fund?.paid ?? ''];
    const shown = (text: string): string => (text === '' ? 'blank' : `"${text}"`);
    return `rows ${one.own.row} and ${other.own.row} of the same student differ in ${columns.map((name) => `"${name}"`).join(' and ')}: ${shown(said)} and ${shown(now)}`;
  }

  /** The parts of a term without those that were said to be there twice. */
  #withoutRepeated(
    parts: readonly Part[],
    fail: Fail,
  ): Pick<StudentTerms, 'repeated' | 'areCopies' | 'hasCopies'> & { readonly kept: readonly Part[] } {
    const none = { kept: parts, repeated: null, areCopies: true, hasCopies: false };
    if (parts.length === 1) return none;
    const { rows, decisions } = this.#recipe;
    const ofTerms = rows === 'term' || rows === 'student';
    const contentOf = ({ own }: Part): string => own.cells.map((cell) => cell.trim()).join('\n');
    const groups = grouped(parts, ofTerms ? ({ code }) => codeKey(code) : contentOf);
    const several = groups.find((same) => same.length > 1);
    if (several === undefined) return none;
    const areCopies = !ofTerms || groups.every((same) => grouped(same, contentOf).length === 1);
    const different = grouped(parts, contentOf)
      .map(([first]) => first)
      .filter((part) => part !== undefined);
    const hasCopies = ofTerms && different.length < parts.length;
    const found = { repeated: several[0]?.own ?? null, areCopies, hasCopies };
    const decided = decisions['repeated_rows'];
    if (decided === 'add_up' || decided === 'add_up_all') return { ...found, kept: parts };
    if (decided === 'add_up_different') return { ...found, kept: different };
    if (decided !== 'last' && !areCopies) {
      const numbers = several.map(({ own }) => own.row).join(' and ');
      fail(ROWS_DIFFER, `rows ${numbers} are of the same student and term, and are not equal`);
      // All of them are the student's: who corrects the rows needs each.
      return { ...found, kept: parts };
    }
    const kept = new Set(groups.map((same) => same.at(decided === 'last' ? -1 : 0)));
    return { ...found, kept: parts.filter((part) => kept.has(part)) };
  }

  /** One term of its parts: credits of courses and parts, and payments of funds, are added up; all else must agree. */
  #merged(parts: readonly Part[], fail: Fail): OwnTerm {
    const [first, ...others] = parts;
    if (first === undefined) throw new RangeError('A term has no part.');
    const { place, label } = first;
    const readers = this.#readersOf(place);
    if (others.length > 0) this.#refuseHalfBlank(parts, readers, fail);
    const cells = creditsCleared(first);
    let need = first.facts[NEED] ?? '';
    for (const part of others) {
      for (const [at, cell] of creditsCleared(part).entries()) {
        const field = TERM_FIELDS[at] ?? 'term_label';
        const before = cells[at] ?? '';
        if (this.#added.includes(at)) cells[at] = sumOf(field, before, cell);
        else if (before === '') cells[at] = cell;
        else if (field !== 'term_label' && cell !== '' && !isSame(field, before, cell))
          fail(ROWS_DIFFER, this.#difference(field, first, part, before, cell));
      }
      const other = part.facts[NEED] ?? '';
      if (need === '') need = other;
      else if (other !== '' && !isSame('subsidized_amount', need, other))
        fail(ROWS_DIFFER, this.#difference('subsidized_amount', first, part, need, other));
    }
    for (const [at, cell] of cells.entries()) if (cell === '') cells[at] = readers[at]?.blank ?? '';
    cells[OF_TERM.term_label] = label;
    if (need !== '') need = this.#facts[NEED]?.meaning(need) ?? need;
    const isCleared = parts.some((part) => part.isCleared);
    return { place, label, cells, need, rows: [...new Set(parts.map(({ own }) => own.row))], isCleared };
  }

  /** A sum without what one of the rows leaves blank would be too low. */
  #refuseHalfBlank(parts: readonly Part[], readers: Readers, fail: Fail): void {
    const counted = parts.filter(({ isCleared }) => !isCleared);
    for (const at of CREDITS) {
      if (!this.#added.includes(at) || readers[at]?.blank !== '') continue;
      const blank = counted.find(({ cells }) => cells[at] === '');
      const filled = counted.find(({ cells }) => cells[at] !== '');
      if (blank === undefined || filled === undefined) continue;
      const credits = at === OF_TERM.term_actual_final_credits ? 'final credits' : 'credits';
      fail(
        'no credits',
        `row ${blank.own.row} has no ${credits}, and row ${filled.own.row} of the same term has`,
      );
    }
  }
}

/** Parts of the same key, in the order of the first of each. A student has few, so that no map is needed. */
function grouped(parts: readonly Part[], keyOf: (part: Part) => string): readonly (readonly Part[])[] {
  if (parts.length === 1) return [parts];
  const found: { readonly key: string; readonly parts: Part[] }[] = [];
  for (const part of parts) {
    const key = keyOf(part);
    const same = found.find((each) => each.key === key);
    if (same === undefined) found.push({ key, parts: [part] });
    else same.parts.push(part);
  }
  return found.map((each) => each.parts);
}

/** The cells of a part; a status makes credits that are there 0, and says nothing of those that are blank. */
function creditsCleared({ cells, isCleared }: Part): string[] {
  if (isCleared) for (const at of CREDITS) if (cells[at] !== '') cells[at] = '0';
  return cells;
}

const STRENGTH: readonly StatusMeaning[] = ['counts', 'no_credits', 'not_calculated', 'leave_out'];

/** What status columns say of a row: the strongest of their meanings. */
function statusOf(rules: readonly StatusRule[], placeOf: (column: string) => number): Status {
  const columns = rules.map(({ column, values }) => ({
    column,
    place: placeOf(column),
    meaningOf: remembered((code): StatusMeaning => meaningOf(values, code) ?? 'not_calculated'),
  }));
  return (cells) => {
    let found: ReturnType<Status> = COUNTS;
    for (const { column, place, meaningOf: said } of columns) {
      const code = shownCell(cells[place] ?? '');
      const meaning = said(code);
      if (STRENGTH.indexOf(meaning) <= STRENGTH.indexOf(found.meaning)) continue;
      found = { meaning, because: `"${column}" is ${code === '' ? 'blank' : `"${code}"`}` };
    }
    return found;
  };
}

/** The place of each term of the recipe in the year: as decided, otherwise in the order of the recipe. */
function termRanks({ terms, decisions }: Recipe): readonly number[] {
  const said = decisions['term_order']?.split(TERM_BEFORE).map(codeKey) ?? [];
  const ranks = terms.map(({ label }) => said.indexOf(codeKey(label)));
  return ranks.includes(-1) ? terms.map((_, place) => place) : ranks;
}

/** Between the terms of a decided order. */
export const TERM_BEFORE = ' > ';
