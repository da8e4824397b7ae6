import { columnName } from '../contract/header.js';
import { wordsOf } from '../contract/name-forms.js';
import { valueKey } from './cell-rules.js';
import type { Decisions, RowStatus } from './decisions.js';
import { seasonOf } from './guess-shape.js';
import { Tally } from './tally.js';

/**
 * Columns beside those that are read which may say that a row no longer counts: a grade of W, a registration that was dropped. What their
 * codes mean is asked, since withdrawn credits that are added up pay too much.
 */
export interface StatusColumn {
  readonly place: number;
  readonly name: string;
  /** The label of the one term that it is about, where a row has columns for each term; else null. */
  readonly term: string | null;
  /** What a code seems to say. */
  readonly seems: (code: string) => Seeming;
}

/** `out`: the row may not count; `in`: it plainly does; `unknown`: asked where others of the column are `out`. */
type Seeming = 'in' | 'out' | 'unknown';

/** Words of names that are about something else than registration. */
const OTHER_THINGS =
  /_(?:dep|depend\w*|dependency|award|loan|sap|isir|verif\w*|verification|citizen\w*|marital|legacy|resid\w*|disb\w*|fund|plus|fafsa|housing|vet|veteran|degree|aid|admit|admissions?|appl\w*|immig\w*|visa|tax|holds?|file|pkg|package|packaging|pell|need|standing|gpa|points?|level|record|address|billing|bill|payment|account)_/;
const STATUS_WORD = /_(?:status|stat|sts|rsts|ests|stts|action|actn)_/;
const GRADE_WORD = /_(?:grade|grd|grades|mark)_/;
const OUT_WORD =
  /_(?:withdrawn|withdrew|withdrawal|withdraw|wd|wdrn|dropped|drop|cancelled|canceled|audit|audited)_/;

/** What says in any column that somebody left. */
const LEFT =
  /\b(?:drop\w*|withd\w*|withdrew|wdrw|cancel\w*|delet\w*|wait\w*|audit\w*|inactive|removed|purged|no[- ]?show|never attended|not (?:reg|enr|att)\w*|unregistered|unenrolled)\b/;
const OUT_STATUS =
  /^(?:w|w\d|wd|wdr|wdn|wdrn|ww|wx|dr|drp|dp|dd|dw|dc|d|d\d|dn|x|cx|can|canc|cn|un|ud|uw|nw|del|wl|au|aud|ns|loa)$/;
const IN_STATUS =
  /^(?:r|re|rw|rg|rr|rc|rp|e|el|en|en?rl?|a|ac|n|new|y|yes|ok|current|normal|ft|pt|ht|lt|lh|tq|f|h|q|t|l)$|\b(?:reg\w*|enrolled|active|added|add|in progress|confirmed|complete\w*|attend\w*|full\w*|half\w*|part\w*|three\w*|less\w*|continu\w*|transfer\w*|readmit\w*|first\w*|future|scheduled|graded|approved)\b/;
const OUT_GRADE = /^(?:w|wd|wf|wp|wu|wn|wx|aw|uw|dr|drp|au|aud)$/;
const IN_GRADE =
  /^(?:[a-f][+-]?|p|s|u|i|ip|np|cr|nc|inc?|nr|rd|h|hp|lp|sp|tr?|pass\w*|fail\w*|credit|\d+(?:\.\d+)?)$/;
const NO_WORDS = /^(?:n|no|0|false|f|none|-)$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:\D.*)?$/;
/** What stands for any date in a column such as `Drop Date`. */
const ANY_DATE = 'a date';

/** The code of a cell, as codes are compared and written into a recipe. */
export function statusCode(cell: string): string {
  const text = valueKey(cell);
  return DATE.test(text) ? ANY_DATE : text;
}

/** The columns of a header that may say which rows count; `taken` are places that are read as something of ours. */
export function statusColumns(
  header: readonly string[],
  taken: ReadonlySet<number>,
  labels: readonly string[],
): readonly StatusColumn[] {
  return header.flatMap((name, place) => {
    const seems = taken.has(place) ? null : seemingOf(name);
    if (seems === null) return [];
    const season = seasonOf(name)?.label ?? null;
    return [{ place, name, seems, term: season !== null && labels.includes(season) ? season : null }];
  });
}

function seemingOf(name: string): StatusColumn['seems'] | null {
  const words = wordsOf(name);
  if (OTHER_THINGS.test(words)) return null;
  if (OUT_WORD.test(words)) return (code) => (NO_WORDS.test(code) ? 'in' : 'out');
  if (GRADE_WORD.test(words)) return (code) => seemingOfCode(code, OUT_GRADE, IN_GRADE);
  return STATUS_WORD.test(words) ? (code) => seemingOfCode(code, OUT_STATUS, IN_STATUS) : null;
}

function seemingOfCode(code: string, out: RegExp, isIn: RegExp): Seeming {
  const plain = code.replace(/^[^a-z0-9]+|[^a-z0-9+]+$/g, '');
  if (LEFT.test(plain) || out.test(plain)) return 'out';
  return isIn.test(code) || isIn.test(plain) ? 'in' : 'unknown';
}

/** What codes of a column were decided to be, by code; null for a column that nobody has decided about. */
export function decidedStatuses(
  { row_status }: Decisions,
  name: string,
): ReadonlyMap<string, RowStatus | null> | null {
  const found = Object.entries(row_status ?? {}).find(([each]) => columnName(each) === columnName(name));
  return found === undefined
    ? null
    : new Map(Object.entries(found[1]).map(([code, status]) => [statusCode(code), status]));
}

/** So many different codes are some; a column of more says something else. */
const MOST_CODES = 60;

/** The codes of a column that may say which rows count, as they are in a file. */
export class StatusCodes {
  readonly column: StatusColumn;
  readonly #tallies = new Map<string, { readonly text: string; readonly tally: Tally }>();
  #isOther = false;

  constructor(column: StatusColumn) {
    this.column = column;
  }

  add(cell: string, student: number, row: number): void {
    if (this.#isOther) return;
    const code = statusCode(cell);
    const known = this.#tallies.get(code) ?? {
      text: code === ANY_DATE ? code : cell.trim(),
      tally: new Tally(),
    };
    this.#tallies.set(code, known);
    known.tally.add(student, row);
    this.#isOther = this.#tallies.size > MOST_CODES;
  }

  /** Codes that somebody must say the meaning of, with their rows; none where every code plainly counts. */
  asked(): readonly (readonly [text: string, tally: Tally])[] {
    if (this.#isOther) return [];
    const doubted = [...this.#tallies].filter(([code]) => code !== '' && this.column.seems(code) !== 'in');
    if (!doubted.some(([code]) => this.column.seems(code) === 'out')) return [];
    return doubted.map(([, { text, tally }]) => [text, tally]);
  }
}
