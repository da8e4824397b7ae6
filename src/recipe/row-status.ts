import { columnName } from '../contract/header.js';
import { wordsOf } from '../contract/name-forms.js';
import { valueKey } from './cell-rules.js';
import type { Decisions, RowStatus } from './decisions.js';
import { termOfName } from './guess-shape.js';
import { Tally } from './tally.js';
import { isWithdrawnCredits } from './withdrawn-credits.js';

/**
 * An unread column which may say that a row no longer counts: a grade of W, a dropped registration. The meaning of its
 * codes is asked, since adding up withdrawn credits pays too much.
 */
export interface StatusColumn {
  readonly place: number;
  readonly name: string;
  /** The label of its one term, if a row has columns for each term; otherwise null. */
  readonly term: string | null;
  /** The apparent meaning of a code. */
  readonly seems: (code: string) => Seeming;
  /** How it was found: by name alone, by name and cells of that kind, or by cells alone. */
  readonly by: 'name' | 'flag' | 'date' | 'values' | 'sum';
}

/** `out`: the row may not count; `in`: it clearly counts; `unknown`: asked if others of the column are `out`. */
type Seeming = 'in' | 'out' | 'unknown';

/** Words in names that concern something other than registration. */
const OTHER_THINGS =
  /_(?:dep|depend\w*|dependency|award|loan|sap|isir|verif\w*|verification|citizen\w*|marital|legacy|resid\w*|disb\w*|fund|plus|fafsa|housing|vet|veteran|degree|aid|admit|admissions?|appl\w*|immig\w*|visa|tax|holds?|file|pkg|package|packaging|pell|need|standing|gpa|points?|address|billing|bill|payment|account)_/;
const STATUS_WORD =
  /_(?:status|stat|sts|rsts|ests|stts|action|actn|enr|reg|registration|enrollment|enrolment|attendance)_/;
/** How a course is graded, which is not a grade. */
const BASIS_WORD =
  /_(?:grade|grading)_(?:mode|basis|option|type|method|scheme|code)_|_(?:grading|gmod)_|_grade_basis_/;
const FLAG_WORD =
  /_(?:registered|enrolled|active|attending|attended|counts|counted|countable|in_program|in_degree)_|_(?:aid|fa|title_iv)_(?:eligible|countable|applicable)_/;
const NO_FLAG = /_(?:duty|military|orientation|loan|credits?|hours|units|full|part|half)_/;
const DATE_WORD =
  /_(?:lda|last_date_of_attendance|last_(?:date|day)_attended|last_attend\w*|exit|exited|separation|separated)_/;
/** Names of columns whose short codes say where, what, when or who, but never whether. */
const INNOCENT =
  /_(?:state|st|country|cntry|nation\w*|county|city|zip|major|majr|minor|program|prog|plan|dept|department|subject|subj|course|crse|title|desc|description|college|coll|school|campus|camp|site|location|gender|sex|race|ethnic\w*|day|days|meeting|meets|session|sess|semester|term|quarter|period|section|sect|sec|building|bldg|room|method|delivery|modality|mode|instr\w*|name|first|last|middle|mi|suffix|initial|religion|hall|dorm|lang\w*|advisor|adviser|counsel\w*|cohort|group|track|conc\w*|sport|team|dependency|class|email|phone|military|source)_/;
const GRADE_WORD = /_(?:grade|grd|grades|mark)_/;
const OUT_WORD =
  /_(?:withdrawn|withdrew|withdrawal|withdraw|wd|wdrn|dropped|drop|cancelled|canceled|audit|audited|wait|waitlist|waitlisted|repeat|repeated|rpt)_/;

/** Values that mean, in any column, that somebody left. */
const LEFT =
  /\b(?:drop\w*|withd\w*|withdrew|wdrw|cancel\w*|delet\w*|wait\w*|audit\w*|inactive|removed|purged|no[- ]?show|never attended|not (?:reg|enr|att)\w*|unregistered|unenrolled)\b/;
const OUT_STATUS =
  /^(?:w|w\d|wd|wdr|wdn|wdrn|ww|wx|dr|drp|dp|dd|dw|dc|d|d\d|dn|x|cx|can|canc|cn|un|ud|uw|nw|del|wl|au|aud|ns|loa)$/;
const SHORT_OUT = /^(?:w|wd|dr|drp|dw|dd|au|aud|wl|ceu)$/;
const LEFT_WORDS =
  /\b(?:dropped|withdrew|withdrawn|withdrawal|cancell?ed|wait[- ]?list(?:ed)?|audit(?:ed|ing|or)?|never attended|no[- ]show|not (?:registered|enrolled|attending)|unregistered|unenrolled|clock(?: hours?)?|ceus?|(?:non|no|not for)[- ]?credit)\b|^\s*(?:grand |sub-?)?total:?\s*$/i;
/** In a column of courses, marks a row that sums up the others. */
const SUM = /^(?:grand |sub-?)?total:?$/i;
const COURSE_WORD = /_(?:course|crs|class|subject|subj|section|title)_/;
const IN_STATUS =
  /^(?:r|re|rw|rg|rr|rc|rp|cr|e|el|en|en?rl?|a|ac|n|new|y|yes|ok|current|normal|ft|pt|ht|lt|lh|tq|f|h|q|t|l)$|\b(?:reg\w*|enrolled|active|added|add|in progress|confirmed|complete\w*|attend\w*|full\w*|half\w*|part\w*|three\w*|less\w*|continu\w*|transfer\w*|readmit\w*|first\w*|future|scheduled|graded|approved|credit)\b/;
const OUT_GRADE = /^(?:w|wd|wf|wp|wu|wn|wx|aw|uw|dr|drp|au|aud)$/;
const IN_GRADE =
  /^(?:[a-f][+-]?|p|s|u|i|ip|np|cr|nc|inc?|nr|rd|h|hp|lp|sp|tr?|pass\w*|fail\w*|credit|\d+(?:\.\d+)?)$/;
const YES_WORDS = /^(?:y|yes|1|true|t|x)$/;
const NO_WORDS = /^(?:n|no|0|false|f|none|-)$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:\D.*)?$/;
/** Represents every date in a column such as `Drop Date`. */
export const ANY_DATE = 'a date';

/** The code of a cell, in the form used for comparison and in a recipe. */
export function statusCode(cell: string): string {
  const text = valueKey(cell);
  return DATE.test(text) ? ANY_DATE : text;
}

/** The columns of a header that may say which rows count; `taken` are indexes already read as something of ours. */
export function statusColumns(
  header: readonly string[],
  taken: ReadonlySet<number>,
  labels: readonly string[],
): readonly StatusColumn[] {
  const found = header.flatMap((name, place): readonly StatusColumn[] => {
    const isOther = taken.has(place) || name === '' || isWithdrawnCredits(name);
    const kind = isOther ? null : kindOf(name);
    if (kind === null) return [];
    return [{ place, name, ...kind, term: termOfName(name, labels) }];
  });
  return found.toSorted((one, other) => Number(one.by === 'values') - Number(other.by === 'values'));
}

function kindOf(name: string): Pick<StatusColumn, 'seems' | 'by'> | null {
  const words = wordsOf(name);
  const seemsStatus = (code: string): Seeming => seemingOfCode(code, OUT_STATUS, IN_STATUS);
  if (FLAG_WORD.test(words) && !NO_FLAG.test(words)) {
    return { by: 'flag', seems: (code) => (code === '' || NO_WORDS.test(code) ? 'out' : seemsStatus(code)) };
  }
  if (OTHER_THINGS.test(words)) return null;
  if (DATE_WORD.test(words)) return { by: 'date', seems: (code) => (code === ANY_DATE ? 'out' : 'in') };
  if (OUT_WORD.test(words)) return { by: 'name', seems: (code) => (NO_WORDS.test(code) ? 'in' : 'out') };
  if (BASIS_WORD.test(words))
    return { by: 'name', seems: (code) => (/^(?:a|au|aud)$/.test(code) || LEFT.test(code) ? 'out' : 'in') };
  if (GRADE_WORD.test(words))
    return { by: 'name', seems: (code) => seemingOfCode(code, OUT_GRADE, IN_GRADE) };
  if (STATUS_WORD.test(words)) return { by: 'name', seems: seemsStatus };
  if (INNOCENT.test(words))
    return COURSE_WORD.test(words) ? { by: 'sum', seems: (code) => (SUM.test(code) ? 'out' : 'in') } : null;
  return {
    by: 'values',
    // Codes such as X have many other meanings in a column whose name does not say that it is a status.
    seems: (code) => {
      if (SHORT_OUT.test(code) || LEFT_WORDS.test(code)) return 'out';
      return seemsStatus(code) === 'in' ? 'in' : 'unknown';
    },
  };
}

function seemingOfCode(code: string, out: RegExp, isIn: RegExp): Seeming {
  const plain = code.replace(/^[^a-z0-9]+|[^a-z0-9+]+$/g, '');
  if (LEFT.test(plain) || out.test(plain)) return 'out';
  return isIn.test(code) || isIn.test(plain) ? 'in' : 'unknown';
}

/** The decided meanings of a column's codes, by code; null for a column without decisions. */
export function decidedStatuses(
  { row_status }: Decisions,
  name: string,
): ReadonlyMap<string, RowStatus | null> | null {
  const found = Object.entries(row_status ?? {}).find(([each]) => columnName(each) === columnName(name));
  return found === undefined
    ? null
    : new Map(Object.entries(found[1]).map(([code, status]) => [statusCode(code), status]));
}

/** A column with more different codes than this says something else. */
const MOST_CODES = 60;

/** How many different texts are cached. */
const MOST_TEXTS = 1000;
/** A column has short codes if there are this few, with few letters each. */
const FEW_CODES = 8;
const SHORT = /^[a-z0-9]{0,3}$/;

/** The codes in a file of a column that may say which rows count. */
export class StatusCodes {
  readonly column: StatusColumn;
  readonly #tallies = new Map<string, { readonly text: string; readonly tally: Tally }>();
  readonly #known = new Map<string, Tally>();
  /** The first row's code of each student, as long as all rows of the student have the same. */
  readonly #firsts: (Tally | null | undefined)[] = [];
  #differs = false;
  #isMany = false;
  #isOther = false;

  constructor(column: StatusColumn) {
    this.column = column;
  }

  add(cell: string, student: number, row: number): void {
    if (this.#isOther) return;
    const tally = this.#known.get(cell) ?? this.#tallyOf(cell);
    tally?.add(student, row);
    if (this.#differs || this.column.by !== 'values' || this.#tallies.size > FEW_CODES) return;
    const first = this.#firsts[student];
    if (first === undefined) this.#firsts[student] = tally;
    else this.#differs = first !== tally;
  }

  #tallyOf(cell: string): Tally | null {
    // Among many remarks, only those are kept which say that somebody left.
    if (this.column.by === 'sum' && !SUM.test(cell.trim())) return null;
    if (this.#isMany && !LEFT_WORDS.test(cell)) return null;
    const code = statusCode(cell);
    const found = this.#tallies.get(code) ?? {
      text: code === ANY_DATE ? code : cell.trim(),
      tally: new Tally(),
    };
    this.#tallies.set(code, found);
    if (this.#known.size < MOST_TEXTS) this.#known.set(cell, found.tally);
    this.#isMany = this.#tallies.size > MOST_CODES;
    this.#isOther = this.#isMany && (this.column.by !== 'values' || this.#tallies.size > 2 * MOST_CODES);
    return found.tally;
  }

  /** Codes whose meaning somebody must give, with their rows; empty if every code clearly counts. */
  asked(): readonly (readonly [text: string, tally: Tally])[] {
    const { by, seems } = this.column;
    const codes = [...this.#tallies.keys()];
    const filled = codes.filter((code) => code !== '');
    const isFlag = by === 'flag' && filled.every((code) => YES_WORDS.test(code) || NO_WORDS.test(code));
    // A code that is the same on all rows of each student describes the student, such as an ethnicity of W.
    const isOfRows = by !== 'values' || this.#differs;
    const isShort = isOfRows && codes.length <= FEW_CODES && codes.every((code) => SHORT.test(code));
    // A date on every row is the end of a term.
    if (filled.length === 0 || this.#isOther || (by === 'date' && filled.length === codes.length)) return [];
    const doubted = (isFlag ? codes : filled).filter((code) =>
      by === 'values' && !isShort ? LEFT_WORDS.test(code) : seems(code) !== 'in',
    );
    if (!doubted.some((code) => seems(code) === 'out')) return [];
    return [...this.#tallies].flatMap(([code, { text, tally }]) =>
      doubted.includes(code) ? [[text, tally] as const] : [],
    );
  }
}
