import { wordsOf } from '../contract/name-forms.js';
import { isDateCode, type StatusColumn, seemingOfCode, statusCode } from './row-status.js';
import * as status from './status-words.js';
import { madeOnce, Tally } from './tally.js';
import { isManyCredits, mayBeWithdrawn } from './withdrawn-credits.js';

/** A column with more different codes than this says something else. */
const MOST_CODES = 60;

const MOST_TEXTS = 1000;
/** The same of courses, in a column whose name says nothing. */
const MOST_OF_COURSES = 4;
/** A column has short codes if there are this few, with few letters each. */
const FEW_CODES = 8;
const SHORT = /^[a-z0-9]{0,3}$/;

/** The codes in a file of a column that may say which rows count. */
export class StatusCodes {
  readonly #tallies = new Map<string, { readonly text: string; readonly tally: Tally }>();
  readonly #known = new Map<string, Tally>();
  /**
   * The first row's code of each student, as long as all rows of the student have the same; for courses, by the label
   * of their term.
   */
  readonly #firsts = new Map<string, (Tally | null | undefined)[]>();
  #differs = false;
  #isMany = false;
  #isOther = false;

  constructor(readonly column: StatusColumn) {}

  /** @param label of the row's term. */
  add(cell: string, student: number, row: number, label: string): void {
    if (this.#isOther) return;
    const { by } = this.column;
    const tally = this.#known.get(cell) ?? this.#tallyOf(cell);
    tally?.add(student, row);
    if (this.#differs || (by !== 'values' && by !== 'course') || this.#tallies.size > FEW_CODES) return;
    const key = by === 'course' ? label : '';
    const firsts = madeOnce(this.#firsts, key, () => []);
    const first = firsts[student];
    if (first === undefined) firsts[student] = tally;
    else this.#differs = first !== tally;
  }

  #tallyOf(cell: string): Tally | null {
    // Among many remarks, only those are kept which say that somebody left.
    if (this.column.by === 'sum' && !status.SUM.test(cell.trim())) return null;
    if (this.#isMany && !status.LEFT_WORDS.test(cell)) return null;
    const code = statusCode(cell);
    const found = madeOnce(this.#tallies, code, () => {
      return { text: isDateCode(code) ? code : cell.trim(), tally: new Tally() };
    });
    if (this.#known.size < MOST_TEXTS) this.#known.set(cell, found.tally);
    this.#isMany = this.#tallies.size > MOST_CODES;
    this.#isOther = this.#isMany && (this.column.by !== 'values' || this.#tallies.size > 2 * MOST_CODES);
    return found.tally;
  }

  /** Codes whose meaning somebody must give, with their rows; empty if every code clearly counts. */
  asked(): readonly (readonly [text: string, tally: Tally])[] {
    const doubted = this.#doubted();
    return [...this.#tallies].flatMap(([code, { text, tally }]) =>
      doubted.includes(code) ? [[text, tally] as const] : [],
    );
  }

  #doubted(): readonly string[] {
    const { by, seems, name } = this.column;
    const codes = [...this.#tallies.keys()];
    const filled = codes.filter((code) => code !== '');
    // A date on every row is the end of a term.
    if (filled.length === 0 || this.#isOther || (by === 'date' && filled.length === codes.length)) return [];
    // Credits that do not count are asked about as such.
    const isNumber = filled.every((code) => status.IS_NUMBER.test(code));
    if (isNumber && mayBeWithdrawn(name) && filled.some(isManyCredits)) return [];
    if (by === 'course' && !this.#differs) return [];
    if (by === 'course' && !codes.every(saysYesOrNo)) return this.#rare(codes);
    const isFlag =
      by === 'flag' && filled.every((code) => status.YES_WORDS.test(code) || status.NO_WORDS.test(code));
    const isStatus = by === 'name' || by === 'flag' || filled.some(saysStatus);
    // A code that is the same on all rows of each student describes the student, such as an ethnicity of W.
    const isOfRows = by !== 'values' || this.#differs;
    const isShort = isOfRows && codes.length <= FEW_CODES && codes.every((code) => SHORT.test(code));
    const isAsked = (code: string): boolean =>
      by === 'values' && !isShort && !isStatus ? status.LEFT_WORDS.test(code) : seems(code) !== 'in';
    const doubted = (isFlag || by === 'course' ? codes : filled).filter(isAsked);
    // What every row has in a column of statuses cannot tell some of them from others.
    const divides = isStatus && codes.length > 1;
    return divides || doubted.some((code) => seems(code) === 'out') ? doubted : [];
  }

  /** Codes that a few courses have, where most have another one: `CE` among `IN`. */
  #rare(codes: readonly string[]): readonly string[] {
    const counts = [...this.#tallies.values()].map(({ tally }) => tally.count);
    const most = Math.max(...counts);
    const isOfCourses = codes.length <= MOST_OF_COURSES && mayHaveCourseCodes(this.column.name);
    const isHarmless = codes.every((code) => status.COURSE_CODE.test(code));
    if (!isOfCourses || isHarmless || 2 * most < counts.reduce((sum, count) => sum + count, 0)) return [];
    return codes.filter((code, nth) => code !== '' && counts[nth] !== most);
  }
}

function saysYesOrNo(code: string): boolean {
  return status.NO_OF_COURSE.test(code) || status.YES_OF_COURSE.test(code);
}

/** Whether a code says by itself that its column is one of statuses. */
function saysStatus(code: string): boolean {
  return status.OF_STATUS.test(code) && seemingOfCode(code, status.OUT_STATUS, status.IN_STATUS) === 'in';
}

/** Whether codes in a column of this name may say which courses count: not those of a place, a subject or a time. */
function mayHaveCourseCodes(name: string): boolean {
  const words = wordsOf(name).replaceAll(/_(?:course|crse|crs|class)(?=_)/g, '');
  return ![status.INNOCENT, status.OTHER_THINGS, status.OF_COURSES, status.OF_LESSONS].some((other) =>
    other.test(words),
  );
}
