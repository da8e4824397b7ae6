import { counted, numberText } from '../engine/texts.js';
import { plainAnswer } from './answers.js';
import { numberIn } from './column-facts.js';
import { quoted } from './column-texts.js';
import { placedColumns } from './places.js';
import { type Asked, Found } from './question.js';
import { columnsOf, type Recipe, ruleOf } from './recipe.js';
import type { OwnRow, StudentGroup } from './student-facts.js';

/**
 * Rows of courses or payments that hold the sum of the others of their student and term, or of their student, as a report adds
 * them. They are told by a cell that they share and nearly no other row has, such as "Total" or a blank in place of the course.
 */

/** Such a cell, and the rows that have it. */
class Mark extends Found {
  /** Rows that hold a sum, and those of them that hold one of several rows: of a single one, it may be by chance. */
  sums = 0;
  ofSeveral = 0;

  /** @param answer what was said of such rows; undefined where nothing was. */
  constructor(
    readonly place: number,
    readonly text: string,
    readonly answer?: string,
  ) {
    super();
  }

  isOn({ cells }: OwnRow): boolean {
    return (cells[this.place] ?? '').trim() === this.text;
  }
}

const KEY = 'sum_rows:';
/** More texts of a column among rows that hold sums are courses that do by chance. */
const MOST_MARKS = 200;
const LEAST_ROWS = 2;
const THOUSANDTHS = 1000;

/** The marks of which something was said. */
function decidedMarks(header: readonly string[], { decisions }: Recipe): readonly Mark[] {
  return Object.entries(decisions).flatMap(([key, answer]) => {
    const place = header.findIndex((name) => key.startsWith(`${KEY}${name}=`));
    const text = key.slice(KEY.length + (header[place]?.length ?? 0) + 1);
    return place < 0 ? [] : new Mark(place, text, plainAnswer(answer));
  });
}

/** Tells rows that were said to be sums and to be left out. */
export function sumRowTest(header: readonly string[], recipe: Recipe): (own: OwnRow) => boolean {
  const marks = decidedMarks(header, recipe).filter(({ answer }) => answer === 'leave_out');
  return (own) => marks.some((mark) => mark.isOn(own));
}

/** Finds rows that hold sums, student by student, and asks what they are. */
export class SumRows {
  readonly #header: readonly string[];
  readonly #recipe: Recipe;
  /** Of the numbers that are added up, and of the term. */
  readonly #added: readonly number[];
  readonly #term: readonly number[];
  /** Columns of which a person has said more than that they tell courses apart. */
  readonly #placed: ReadonlySet<number>;
  readonly #decided: readonly Mark[];
  /** By place and text. */
  readonly #found: readonly Map<string, Mark>[];
  /** Students with three rows or more: two and their sum. */
  #students = 0;

  constructor(header: readonly string[], recipe: Recipe) {
    this.#header = header;
    this.#recipe = recipe;
    const { rows, fields } = recipe;
    const placesOf = (columns: readonly string[]) => columns.map((name) => header.indexOf(name));
    const added = rows === 'course' ? fields.term_credits_enrolled : fields.fund_paid;
    this.#added = rows === 'course' || rows === 'fund' ? placesOf(columnsOf(added)) : [];
    this.#term = placesOf(columnsOf(ruleOf(recipe, 'term_label')));
    this.#placed = new Set(
      placesOf([...placedColumns({ ...recipe, fields: { ...fields, course: null, payment_number: null } })]),
    );
    this.#decided = decidedMarks(header, recipe);
    this.#found = header.map(() => new Map());
  }

  add({ rows }: StudentGroup): void {
    if (this.#added.length === 0 || rows.length < LEAST_ROWS) return;
    if (rows.length > LEAST_ROWS) this.#students += 1;
    const all = { rows: 0, sum: 0 };
    const ofTerms = new Map<string, typeof all>();
    const read = rows.map((own) => {
      const term = this.#term.map((place) => own.cells[place]?.trim() ?? '').join(' ');
      const ofTerm = ofTerms.get(term) ?? { rows: 0, sum: 0 };
      ofTerms.set(term, ofTerm);
      const decided = this.#decided.find((mark) => mark.isOn(own));
      const amount = this.#amountIn(own);
      const itself = decided?.answer === 'leave_out' ? { rows: 0, sum: 0 } : { rows: 1, sum: amount };
      for (const each of [all, ofTerm]) {
        each.rows += itself.rows;
        each.sum += itself.sum;
      }
      return { own, amount, ofTerm, decided, itself };
    });
    const found = read.map(({ own, amount, ofTerm, decided, itself }) => {
      const others = [ofTerm, all].find(({ sum }) => amount > 0 && sum - itself.sum === amount);
      const of = others === undefined ? 0 : others.rows - itself.rows;
      if (of > 0 && decided === undefined) this.#markBy(own);
      return { own, of, decided };
    });
    const seen = new Set<Mark>();
    for (const { own, of, decided } of found) {
      for (const mark of decided === undefined ? this.#marksOf(own) : [decided]) {
        mark.add(own, !seen.has(mark), rows);
        seen.add(mark);
        if (of > 0) mark.sums += 1;
        if (of > 1) mark.ofSeveral += 1;
      }
    }
  }

  /** The questions, of so many rows in all. */
  asked(allRows: number): readonly Asked[] {
    const [best] = this.#found
      .flatMap((texts) => [...texts.values()])
      .filter(({ ofSeveral, sums, rows }) => ofSeveral >= LEAST_ROWS && sums * 3 >= rows * 2)
      .filter(({ students }) => students * 2 >= this.#students)
      .toSorted((one, other) => other.sums - one.sums || one.rows - other.rows || other.place - one.place);
    const marks = [...this.#decided.filter(({ rows }) => rows > 0), ...(best === undefined ? [] : [best])];
    const [one, like] = this.#recipe.rows === 'fund' ? ['payment', 'payments'] : ['course', 'courses'];
    return marks.map((found) => {
      const { text, place, rows, sums } = found;
      const column = this.#header[place] ?? '';
      const shared = `${text === '' ? 'nothing' : quoted(text)} in ${quoted(column)}`;
      return {
        path: ['decisions', `${KEY}${column}=${text}`],
        found,
        share: { found: rows, of: allRows },
        text: `${numberText(sums)} of ${counted(rows, 'row')} with ${shared} ${sums === 1 ? 'holds' : 'hold'} the sum of other rows of the same student. What are such rows?`,
        choices: {
          leave_out: `Totals: all rows with ${shared} are left out`,
          read: `Each is a ${one} like the other ${like}, and is added up with them`,
        },
      };
    });
  }

  #amountIn({ cells }: OwnRow): number {
    const amounts = this.#added.map((place) => numberIn((cells[place] ?? '').trim()) ?? 0);
    return amounts.reduce((sum, amount) => sum + Math.round(amount * THOUSANDTHS), 0);
  }

  /** The cells of a row that holds a sum may be marks, of all rows of its student and of those that follow. */
  #markBy({ cells }: OwnRow): void {
    for (const [place, texts] of this.#found.entries()) {
      const text = (cells[place] ?? '').trim();
      const saysNothing = numberIn(text) !== null || (text !== '' && this.#placed.has(place));
      if (saysNothing || this.#added.includes(place) || texts.has(text) || texts.size === MOST_MARKS)
        continue;
      texts.set(text, new Mark(place, text));
    }
  }

  #marksOf({ cells }: OwnRow): readonly Mark[] {
    return this.#found.flatMap((texts, place) =>
      texts.size === 0 ? [] : (texts.get((cells[place] ?? '').trim()) ?? []),
    );
  }
}
