import { type RemarkKind, ROWS_DIFFER, remarkCell } from './failed-here.js';
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
  type FundMeaning,
  meaningOf,
  type Ours,
  PAID_FIELDS,
  type Recipe,
  ruleOf,
  STUDENT_FIELDS,
  type StatusMeaning,
  type StatusRule,
  TERM_FIELDS,
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
  /** Rows of the same term whose number is in doubt, the first of them. */
  readonly repeated: readonly OwnRow[] | null;
  /** Whether all repeated rows are equal in every cell. */
  readonly areCopies: boolean;
}

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

const studentFields: readonly Ours[] = STUDENT_FIELDS;
const termFields: readonly Ours[] = TERM_FIELDS;

type Readers = readonly (FieldReader | null)[];
type Status = (cells: readonly string[]) => { readonly meaning: StatusMeaning; readonly because: string };

const CREDITS = [OF_TERM.term_credits_enrolled, OF_TERM.term_actual_final_credits];
const PAID = PAID_FIELDS.map((field) => OF_TERM[field]);
const NO_PARTS: readonly Part[] = [];
const COUNTS = { meaning: 'counts', because: '' } as const;

function placesIn<Field extends string>(fields: readonly Field[]): Readonly<Record<Field, number>> {
  return Object.fromEntries(fields.map((field, place) => [field, place])) as Record<Field, number>;
}

/** Reads the rows of students by a recipe; open places are read as if nothing was said there. */
export class TermReader {
  readonly #recipe: Recipe;
  readonly #names: readonly string[];
  readonly #facts: Readers;
  /** Of each term, and of rows of no known term. */
  readonly #terms: readonly Readers[];
  readonly #shared: Readers;
  readonly #status: Status;
  readonly #termStatus: readonly Status[];
  readonly #termOf: (label: string) => number | null;
  readonly #ranks: readonly number[];
  readonly #paidAt: number;
  readonly #fundAt: number;
  readonly #fundOf: (code: string) => FundMeaning | null;

  constructor(header: readonly string[], recipe: Recipe) {
    this.#recipe = recipe;
    this.#names = header;
    const places = new Map(this.#names.map((name, place) => [name, place]));
    const placeOf = (column: string): number => places.get(column) ?? -1;
    const readersOf = (fields: readonly Ours[], term?: TermRule): Readers =>
      fields.map((field) => fieldReader(field, ruleOf(recipe, field, term), placeOf));
    this.#facts = STUDENT_FIELDS.map((field) =>
      field === 'student_id' ? null : fieldReader(field, recipe.fields[field] ?? null, placeOf),
    );
    this.#shared = readersOf(TERM_FIELDS);
    this.#terms = recipe.terms.map((term) => readersOf(TERM_FIELDS, term));
    this.#status = statusOf(recipe.status, placeOf);
    this.#termStatus = recipe.terms.map(({ status = [] }) => statusOf(status, placeOf));
    const labels = new Map(recipe.terms.map(({ label }, place) => [codeKey(label), place]));
    const notTerms = new Set(recipe.not_terms.map(codeKey));
    this.#termOf = remembered((label) => {
      const key = codeKey(label);
      return notTerms.has(key) ? null : (labels.get(key) ?? -1);
    });
    this.#ranks = termRanks(recipe);
    const fund = recipe.rows === 'fund' ? recipe.fund : undefined;
    this.#paidAt = fund?.paid == null ? -1 : placeOf(fund.paid);
    this.#fundAt = fund?.column == null ? -1 : placeOf(fund.column);
    this.#fundOf = remembered((code) => meaningOf(fund?.values, code) ?? null);
  }

  /** Whether a field has a column or a value of its own. */
  reads(field: Ours): boolean {
    const student = studentFields.indexOf(field);
    if (student >= 0) return this.#facts[student] !== null;
    const place = termFields.indexOf(field);
    return [this.#shared, ...this.#terms].some((readers) => readers[place] != null);
  }

  /** The reader of a field of a term. */
  readerOf(field: Ours, place: number): FieldReader | null {
    const readers = this.#terms[place] ?? this.#shared;
    return readers[termFields.indexOf(field)] ?? null;
  }

  /** The reader of a field of the student. */
  factReader(field: keyof typeof OF_STUDENT): FieldReader | null {
    return this.#facts[OF_STUDENT[field]] ?? null;
  }

  /**
   * The terms of a student.
   */
  termsOf(group: StudentGroup): StudentTerms {
    const failing = new FirstFailure();
    const parts: Part[] = [];
    let leftOut = 0;
    for (const own of group.rows) {
      const { meaning, because } = this.#status(own.cells);
      if (meaning === 'leave_out') leftOut += 1;
      else {
        if (meaning === 'not_calculated') failing.add('by status', because);
        this.#addParts(parts, own, meaning === 'no_credits', failing);
      }
    }
    const facts = this.#factsOf(parts, failing);
    const terms: OwnTerm[] = [];
    let repeated: readonly OwnRow[] | null = null;
    let areCopies = true;
    for (const same of partsByTerm(parts)) {
      const found = this.#withoutRepeated(same, failing);
      repeated ??= found.repeated;
      areCopies &&= found.areCopies;
      const term = this.#merged(found.kept, failing);
      // Full-time credits are printed once with the id, as they are the same in most terms.
      const above = same.every(({ own }) => own.lacksId) ? terms.at(-1) : undefined;
      if (term.cells[OF_TERM.term_ft_credits] === '')
        term.cells[OF_TERM.term_ft_credits] = above?.cells[OF_TERM.term_ft_credits] ?? '';
      terms.push(term);
    }
    const rank = ({ place }: OwnTerm): number => this.#ranks[place] ?? this.#ranks.length;
    if (terms.length > 1) terms.sort((one, other) => rank(one) - rank(other));
    return {
      ...{ group, facts, terms, repeated, areCopies },
      failure: failing.cell,
      isLeftOut: leftOut === group.rows.length,
    };
  }

  #addParts(parts: Part[], own: OwnRow, isCleared: boolean, failing: FirstFailure): void {
    const facts = this.#facts.map((reader) => reader?.textOf(own.cells) ?? '');
    if (this.#recipe.rows === 'student') {
      for (const [place, { label }] of this.#recipe.terms.entries()) {
        const status = this.#termStatus[place]?.(own.cells) ?? COUNTS;
        if (status.meaning === 'leave_out') continue;
        if (status.meaning === 'not_calculated') failing.add('by status', status.because);
        const cells = this.#cellsOf(own, place);
        parts.push({
          ...{ own, place, label, code: label, cells, facts },
          isCleared: isCleared || status.meaning === 'no_credits',
        });
      }
      return;
    }
    const reader = this.#shared[OF_TERM.term_label];
    const last = parts.at(-1);
    let code = reader?.textOf(own.cells) ?? '';
    // A report prints the term once, as it prints the id once.
    if (code === '' && own.lacksId && last !== undefined) code = last.code;
    const label = reader?.meaning(code) ?? code;
    const place = this.#termOf(label);
    if (place === null) return;
    if (place < 0)
      failing.add('unknown term', `row ${own.row} is of the term "${label}", which the recipe does not know`);
    const cells = this.#cellsOf(own, place);
    if (this.#recipe.rows === 'fund') this.#addPayment(cells, own, failing);
    parts.push({
      own,
      place,
      label: this.#recipe.terms[place]?.label ?? label,
      code,
      cells,
      facts,
      isCleared,
    });
  }

  #cellsOf(own: OwnRow, place: number): string[] {
    const readers = this.#terms[place] ?? this.#shared;
    return readers.map((reader) => {
      const text = reader?.textOf(own.cells) ?? '';
      return text === '' ? '' : (reader?.meaning(text) ?? '');
    });
  }

  #addPayment(cells: string[], own: OwnRow, failing: FirstFailure): void {
    for (const place of PAID) cells[place] = '';
    const paid = shownCell(own.cells[this.#paidAt] ?? '');
    if (paid === '') return;
    const code = shownCell(own.cells[this.#fundAt] ?? '');
    const meaning = this.#fundOf(code);
    if (meaning === null)
      failing.add('by status', `row ${own.row} is of the fund "${code}", whose loan is not known`);
    if (meaning === null || meaning === 'none') return;
    const amount = amountOf('term_prior_disbursement_sub', paid);
    cells[OF_TERM[`term_prior_disbursement_${meaning}`]] =
      amount === null ? paid : sumOf('term_prior_disbursement_sub', '0', paid);
  }

  /** The facts of a student from all rows that say any: what one of them leaves blank, another may say. */
  #factsOf(parts: readonly Part[], failing: FirstFailure): readonly string[] {
    return this.#facts.map((reader, place) => {
      if (reader === null) return '';
      const field = STUDENT_FIELDS[place] ?? 'student_id';
      let first: Part | null = null;
      let said = '';
      for (const part of parts) {
        const text = part.facts[place] ?? '';
        // A row that says nothing of its student is one of several, of which the first says it.
        if (text === '' && (reader.blank === '' || part.facts.every((each) => each === ''))) continue;
        const meaning = reader.meaning(text);
        if (first === null) [first, said] = [part, meaning];
        else if (field !== 'subsidized_amount' && !isSame(field, said, meaning))
          failing.add(ROWS_DIFFER, this.#difference(first, part, reader, first.facts[place] ?? '', text));
      }
      return first === null ? reader.blank : said;
    });
  }

  #difference(one: Part, other: Part, { places }: FieldReader, said: string, now: string): string {
    const columns = places.map((place) => `"${this.#names[place] ?? ''}"`).join(' and ');
    const shown = (text: string): string => (text === '' ? 'blank' : `"${text}"`);
    return `rows ${one.own.row} and ${other.own.row} of the same student differ in ${columns}: ${shown(said)} and ${shown(now)}`;
  }

  /** The parts of a term without those that were said to be there twice. */
  #withoutRepeated(
    parts: readonly Part[],
    failing: FirstFailure,
  ): {
    readonly kept: readonly Part[];
    readonly repeated: readonly OwnRow[] | null;
    readonly areCopies: boolean;
  } {
    if (parts.length === 1) return { kept: parts, repeated: null, areCopies: true };
    const ofTerms = this.#recipe.rows === 'term' || this.#recipe.rows === 'student';
    const contentOf = ({ own }: Part): string => own.cells.map((cell) => cell.trim()).join('\n');
    const groups = new Map<string, Part[]>();
    for (const part of parts) {
      const key = ofTerms ? codeKey(part.code) : contentOf(part);
      const same = groups.get(key);
      if (same === undefined) groups.set(key, [part]);
      else same.push(part);
    }
    if (groups.size === parts.length) return { kept: parts, repeated: null, areCopies: true };
    const [repeated = []] = [...groups.values()].filter((same) => same.length > 1);
    const areCopies =
      !ofTerms || [...groups.values()].every((same) => new Set(same.map(contentOf)).size === 1);
    const found = { repeated: repeated.map(({ own }) => own), areCopies };
    const decided = this.#recipe.decisions['repeated_rows'];
    if (decided === 'add_up') return { ...found, kept: parts };
    if (decided === 'last') {
      const last = new Set([...groups.values()].map((same) => same.at(-1)));
      return { ...found, kept: parts.filter((part) => last.has(part)) };
    }
    const kept = new Set([...groups.values()].map((same) => same[0]));
    if (!areCopies) {
      const rows = repeated.map(({ own }) => own.row).join(' and ');
      failing.add(ROWS_DIFFER, `rows ${rows} are of the same student and term, and are not equal`);
    }
    return { ...found, kept: parts.filter((part) => kept.has(part)) };
  }

  /** One term of its parts: credits of courses and parts, and payments of funds, are added up; all else must agree. */
  #merged(parts: readonly Part[], failing: FirstFailure): OwnTerm {
    const [first] = parts;
    if (first === undefined) throw new RangeError('A term has no part.');
    const others = parts.length === 1 ? NO_PARTS : parts.slice(1);
    const { place, label } = first;
    const readers = this.#terms[place] ?? this.#shared;
    const added = this.#addedPlaces();
    if (others.length > 0) this.#refuseHalfBlank(parts, added, readers, failing);
    const cells = creditsCleared(first);
    let need = first.facts[OF_STUDENT.subsidized_amount] ?? '';
    for (const part of others) {
      const own = creditsCleared(part);
      for (let at = OF_TERM.term_label + 1; at < own.length; at++) {
        const field = TERM_FIELDS[at] ?? 'term_label';
        const cell = own[at] ?? '';
        const before = cells[at] ?? '';
        if (added.includes(at)) cells[at] = sumOf(field, before, cell);
        else if (before === '') cells[at] = cell;
        else if (cell !== '' && !isSame(field, before, cell)) {
          const reader = readers[at] ?? {
            places: [this.#paidAt],
            textOf: () => '',
            meaning: () => '',
            blank: '',
            says: () => false,
          };
          failing.add(ROWS_DIFFER, this.#difference(first, part, reader, before, cell));
        }
      }
      const ownNeed = part.facts[OF_STUDENT.subsidized_amount] ?? '';
      if (need === '') need = ownNeed;
      else if (ownNeed !== '' && !isSame('subsidized_amount', need, ownNeed)) {
        const reader = this.#facts[OF_STUDENT.subsidized_amount];
        if (reader != null) failing.add(ROWS_DIFFER, this.#difference(first, part, reader, need, ownNeed));
      }
    }
    for (let at = 0; at < cells.length; at++) if (cells[at] === '') cells[at] = readers[at]?.blank ?? '';
    cells[OF_TERM.term_label] = label;
    const reader = this.#facts[OF_STUDENT.subsidized_amount];
    return {
      ...{ place, label, cells },
      need: need === '' ? '' : (reader?.meaning(need) ?? need),
      rows: others.length === 0 ? [first.own.row] : [...new Set(parts.map(({ own }) => own.row))],
    };
  }

  #addedPlaces(): readonly number[] {
    if (this.#recipe.rows === 'fund') return PAID;
    return this.#recipe.rows === 'course' ? CREDITS : [...CREDITS, ...PAID];
  }

  /** A sum without what one of the rows leaves blank would be too low. */
  #refuseHalfBlank(
    parts: readonly Part[],
    added: readonly number[],
    readers: Readers,
    failing: FirstFailure,
  ): void {
    for (const at of CREDITS) {
      if (!added.includes(at) || readers[at]?.blank !== '') continue;
      const counted = parts.filter(({ isCleared }) => !isCleared);
      const blank = counted.find(({ cells }) => cells[at] === '');
      const filled = counted.find(({ cells }) => cells[at] !== '');
      if (blank === undefined || filled === undefined) continue;
      const field = TERM_FIELDS[at] === 'term_actual_final_credits' ? 'final credits' : 'credits';
      failing.add(
        'no credits',
        `row ${blank.own.row} has no ${field}, and row ${filled.own.row} of the same term has`,
      );
    }
  }
}

/** Parts of the same term, in the order of first rows. A student has few terms, so that no map is needed. */
function partsByTerm(parts: readonly Part[]): readonly (readonly Part[])[] {
  const found: Part[][] = [];
  for (const part of parts) {
    const { place, label } = part;
    const same = found.find(([first]) => first?.place === place && (place >= 0 || first.label === label));
    if (same === undefined) found.push([part]);
    else same.push(part);
  }
  return found;
}

/** The cells of a part; a status makes credits that are there 0, and says nothing of those that are blank. */
function creditsCleared({ cells, isCleared }: Part): string[] {
  if (isCleared) for (const at of CREDITS) if (cells[at] !== '') cells[at] = '0';
  return cells;
}

function statusOf(rules: readonly StatusRule[], placeOf: (column: string) => number): Status {
  const columns = rules.map(({ column, values }) => ({
    column,
    place: placeOf(column),
    meaningOf: remembered((code): StatusMeaning => meaningOf(values, code) ?? 'not_calculated'),
  }));
  if (columns.length === 0) return () => COUNTS;
  return (cells) => {
    let found: ReturnType<Status> = COUNTS;
    for (const { column, place, meaningOf: meaning } of columns) {
      const code = shownCell(cells[place] ?? '');
      const said = meaning(code);
      if (STRENGTH[said] <= STRENGTH[found.meaning]) continue;
      found = { meaning: said, because: `"${column}" is ${code === '' ? 'blank' : `"${code}"`}` };
    }
    return found;
  };
}

const STRENGTH: Readonly<Record<StatusMeaning, number>> = {
  counts: 0,
  no_credits: 1,
  not_calculated: 2,
  leave_out: 3,
};

/** The place of each term of the recipe in the year: as decided, otherwise in the order of the recipe. */
export function termRanks({ terms, decisions }: Pick<Recipe, 'terms' | 'decisions'>): readonly number[] {
  const said = decisions['term_order']?.split(TERM_BEFORE).map(codeKey) ?? [];
  const order = new Map(said.map((label, at) => [label, at]));
  if (!terms.every(({ label }) => order.has(codeKey(label)))) return terms.map((_, place) => place);
  return terms.map(({ label }) => order.get(codeKey(label)) ?? 0);
}

/** Between the terms of a decided order. */
export const TERM_BEFORE = ' > ';

class FirstFailure {
  cell: string | null = null;

  add(kind: RemarkKind, text: string): void {
    this.cell ??= remarkCell(kind, text);
  }
}
