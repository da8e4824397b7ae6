import { CREDIT_COLUMNS, REQUEST_COLUMNS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { folded, wordsOf } from '../contract/name-forms.js';
import { columnLetters } from '../table/column-names.js';
import { tableError } from '../table/table-error.js';
import { quoted } from './assumption.js';
import { placesWhere } from './cells.js';
import { readValues, type ValueReading } from './guess-values.js';
import { meantColumns } from './near-miss.js';
import { isDoubtfullyPaid } from './other-amounts.js';
import { isCostOfTerm, otherTimeOf } from './other-times.js';
import { type CellRule, PAID_COLUMNS } from './recipe.js';
import { holdsSocialSecurity } from './social-security.js';
import { saysSubsidizedNeed } from './subsidized-need.js';

/** A guess about one of our columns. It can be sent from thread to thread. */
export interface Guess {
  /** Our column. */
  readonly ours: string;
  /** The label of the term if a row of the file is a whole student; otherwise null. */
  readonly term: string | null;
  /** The file's column, null if none was found. */
  readonly theirs: string | null;
  /**
   * `taken`: its name is ours or one that student systems use, and its values can be read, or most of them, so that only
   * the meaning of the others is asked. `in doubt`: it may be another column, and is not put in the recipe until somebody
   * says so. `none`: nothing was found, or nothing usable.
   */
  readonly is: 'taken' | 'in doubt' | 'none';
  /** The reason for the guess, or what must be decided, as a sentence. */
  readonly why: string;
  /** Other columns of the file that it may be. */
  readonly others: readonly string[];
  /** The rule for the recipe; null if there is no usable column. */
  readonly rule: CellRule | null;
}

/** The columns of a file with the different values of each whole column, at most some hundreds. */
export interface SeenTable {
  readonly header: readonly string[];
  readonly values: readonly (readonly string[])[];
}

/** The file's columns that may be one of ours. */
export interface Candidates {
  readonly ours: string;
  readonly term: string | null;
  /** Indexes in the header, the likeliest first. */
  readonly places: readonly number[];
  /** Whether the first has our name. */
  readonly isOurName: boolean;
  /** Other columns of ours that the first may also be. */
  readonly alsoMeant: readonly string[];
}

/** Names that are harmless beside our columns, but mean one of ours in another system's export; the values decide. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    degree_level:
      'divcde acadcareer academiccareer levlcode stulevel studentlevel stuacadlevel levelcode academiclevel acadlevel',
    grade_level: 'clascode classyear yearlevel year yr studentyear academiclevel acadlevel',
    cost_of_attendance: 'coa coaamount coaamt totalcoa annualcoa aycoa studentbudget',
    term_label: 'termcode period awardperiod aidperiod loanperiod acadterm academicterm',
    term_credits_enrolled: 'credithr stccred cred currenthours currentcredits currentunits',
    term_actual_final_credits: 'completedcredits creditscompleted completedunits creditsafterdrops',
  }).map(([ours, names]) => [ours, names.split(' ')] as const),
);

/** Banner's prefix of table columns: `SFRSTCR_TERM_CODE`. */
const BANNER_TABLE = /^[GRS][A-Z]{6}_/i;

/** An aid year within a name: `2026-27`, `AY 26/27`. */
const AID_YEAR = /(?:\bAY\s*)?\b(?:20)?\d\d\s*[-/]\s*(?:20)?\d\d\b/i;

function exportedAs(name: string): readonly string[] {
  // PowerFAIDS writes `Section.FieldName`.
  const field = name.slice(name.lastIndexOf('.') + 1);
  const names = [folded(name), folded(name.replace(BANNER_TABLE, '')), folded(field)];
  return Object.keys(EXPORTED).filter((ours) =>
    // `COA 26-27` is the cost of the year; credits of the year are not those of a term.
    [...names, ...(ours === 'cost_of_attendance' ? [folded(name.replace(AID_YEAR, ''))] : [])].some((each) =>
      EXPORTED[ours]?.includes(each),
    ),
  );
}

/** Whether one of our columns may be meant by a name alone. */
export function isNamedFor(name: string, ours: string): boolean {
  return (
    columnName(name) === ours || meantColumns(name, [ours]).length > 0 || exportedAs(name).includes(ours)
  );
}

/**
 * For each of our columns, the file's columns that may be meant; `taken` are indexes already used for something else.
 */
export function candidatesOf(header: readonly string[], taken: ReadonlySet<number>): readonly Candidates[] {
  const named = header.map((name, place) => (taken.has(place) ? '' : columnName(name)));
  const lacking = REQUEST_COLUMNS.filter((column) => !named.includes(column) || RIVALED.has(column));
  const meant = header.map((name, place) => {
    const isFree = name !== '' && !taken.has(place) && !REQUEST_COLUMNS.includes(named[place] ?? '');
    if (!isFree) return [];
    const known = meantColumns(name, lacking);
    return known.length > 0 ? known : exportedAs(name).filter((column) => lacking.includes(column));
  });
  return REQUEST_COLUMNS.map((ours) => {
    const own = placesWhere(named, (name) => name === ours);
    const others = placesWhere(meant, (columns) => columns.includes(ours));
    const places = own.length === 0 ? others : RIVALED.has(ours) ? [...own, ...others] : own;
    const alsoMeant = (meant[places[0] ?? -1] ?? []).filter((column) => column !== ours);
    return { ours, term: null, places, isOurName: own.length > 0, alsoMeant };
  });
}

/** Columns of ours that other columns may contradict, even if one has our name. */
export const RIVALED: ReadonlySet<string> = new Set([
  ...['dependency_status', 'degree_level', 'grade_level', 'plus_denied'],
]);

/** Looks at the values of what was found, and decides how certain it is. */
export function guessOf({ header, values }: SeenTable, candidates: Candidates): Guess {
  const { ours, term, isOurName, alsoMeant } = candidates;
  const places = candidates.places.filter(
    (each) => ours !== STUDENT_ID_COLUMN || !holdsSocialSecurity(header[each] ?? '', values[each] ?? []),
  );
  const [place] = places;
  const theirs = place === undefined ? null : (header[place] ?? null);
  if (place === undefined || theirs === null) {
    const [hidden] = candidates.places;
    const why = hidden === undefined ? 'No column looks like it.' : socialSecurity(header[hidden] ?? '');
    return { ours, term, theirs: null, others: [], is: 'none', why, rule: null };
  }
  const reading = readValues(ours, values[place] ?? [], theirs);
  const others = places.slice(1).flatMap((each) => header[each] ?? []);
  refuseTwins({ header, values }, places, ours);
  const found = { ours, term, theirs, others };
  const unusable = whyUnusable(candidates, theirs, values[place] ?? [], reading);
  if (unusable !== null) return { ...found, is: 'none', why: unusable, rule: null };
  const hasValues = Object.keys(reading.values).length > 0;
  const rule = hasValues ? { column: theirs, values: reading.values } : { column: theirs };
  const doubt = (isOurName ? null : otherTimeOf(ours, term, theirs)) ?? doubtOf(theirs, others, alsoMeant);
  if (doubt !== null) return { ...found, is: 'in doubt', why: doubt, rule };
  if (isOurName) {
    const why = hasValues ? 'It has our name, and values that we write otherwise.' : 'It has our name.';
    return { ...found, is: 'taken', why, rule };
  }
  if (reading.unread.length > 0) {
    const why = `These values cannot be read: ${reading.unread.map(quoted).join(', ')}. Say what they mean.`;
    // A term without a column would seem to have blank cells: those that cannot be read fail by themselves.
    const isDoubtful = term === null && reading.isStrange && !areCodes(ours, values[place] ?? []);
    return { ...found, is: isDoubtful ? 'in doubt' : 'taken', why, rule };
  }
  if (term === null && isOfOtherKind(ours, theirs, header))
    return { ...found, is: 'in doubt', why: `It may be "${theirs}".`, rule };
  return { ...found, is: 'taken', why: `"${theirs}" says it.`, rule };
}

/** Whether cells that cannot be read are a school's own few codes of levels. Others are counts, as of dependents. */
function areCodes(ours: string, cells: readonly string[]): boolean {
  const isOfLevel = ours === 'degree_level' || ours === 'grade_level';
  return isOfLevel && cells.length <= MOST_CODES && cells.every((cell) => SHORT_CODE.test(cell));
}

const MOST_CODES = 8;
const SHORT_CODE = /^(?:0?\d|\d0|\p{L}{1,2}\d?)$/u;

/** Names of credits that were added or dropped since a date, which are below 0 where some were dropped. */
const OF_CHANGES = /_(?:add(?:s|ed)?_(?:and_|or_)?drop(?:s|ped)?|changes?|changed|difference|diff|delta)_/;

/** Whether a column of this name has changes of credits, and not credits. */
export function isOfChanges(name: string): boolean {
  return OF_CHANGES.test(wordsOf(name));
}

/** Why a column cannot be used as one of ours, by its name and its cells; null if it can. */
function whyUnusable(
  { ours, isOurName }: Candidates,
  theirs: string,
  cells: readonly string[],
  { isStrange, isLoad }: ValueReading,
): string | null {
  const isPaid = PAID_COLUMNS.includes(ours) && !isOurName;
  // Yes and no are not amounts, nor are 1 and 0.
  const isFlag = cells.includes('1') && cells.every((value) => /^[01]$/.test(value));
  if ((ours === 'subsidized_amount' || isPaid) && (isStrange || isFlag)) return `"${theirs}" has no amounts.`;
  if (ours === 'cost_of_attendance' && isCostOfTerm(theirs)) return `"${theirs}" may be of a term.`;
  if (ours === 'academic_year_terms' && !isOurName && new Set(cells).size > 1)
    return `"${theirs}" counts the terms of each student.`;
  if (isLoad) return LOAD;
  if (CREDIT_COLUMNS.includes(ours) && !isOurName && isOfChanges(theirs))
    return `"${theirs}" has only changes of credits.`;
  return isPaid && isDoubtfullyPaid(theirs) ? `"${theirs}" may be what was paid, or another amount.` : null;
}

/**
 * Whether a column may be of another kind than its name says. Need decides dollars, and may be need before other aid,
 * unless the name means need for subsidized loans, such as `Subsidized Need` and `SUB_ELIGIBLE_AMT`. Completed credits
 * may be those of a term or of a lifetime. Those of census day are final unless others say what has changed since.
 */
function isOfOtherKind(ours: string, theirs: string, header: readonly string[]): boolean {
  return ours === 'subsidized_amount'
    ? !saysSubsidizedNeed(theirs)
    : ours === 'term_actual_final_credits' &&
        (/complet|after/i.test(theirs) || (/census|freeze|frozen/i.test(theirs) && header.some(isEnrolled)));
}

/** Whether a column of this name has credits, and not only those that were planned. */
function isEnrolled(name: string): boolean {
  return isNamedFor(name, 'term_credits_enrolled') && !PLANNED.test(wordsOf(name));
}

const PLANNED = /_(?:plan|antic|expect|sched|init|orig)/;

/** @throws TableError if two columns with the same name may be meant: a recipe could not tell them apart. */
function refuseTwins({ header, values }: SeenTable, places: readonly number[], ours: string): void {
  const nameAt = (place: number): string => columnName(header[place] ?? '');
  const [first = -1] = places;
  const twins = places.filter((place) => nameAt(place) === nameAt(first));
  if (twins.length < 2) return;
  const seen = twins.map((place) => {
    const examples = (values[place] ?? []).slice(0, EXAMPLES).map(quoted).join(', ');
    return `column ${columnLetters(place)} ${examples === '' ? 'is blank' : `has ${examples}`}`;
  });
  throw tableError(
    `${twins.length} columns are called "${header[first]}" and may be "${ours}": ${seen.join('; ')}. Give each a name of its own, or take out the one that is not meant.`,
  );
}

const EXAMPLES = 3;

const socialSecurity = (theirs: string): string =>
  `${quoted(theirs)} has social security numbers, and they are no student ids.`;

const LOAD =
  'It says only full time, half time and the like, or a share of it. The reduction is a whole percent of full time, which needs the credits: export them, too.';

function doubtOf(theirs: string, others: readonly string[], alsoMeant: readonly string[]): string | null {
  if (others.length > 0) return `It may be ${[theirs, ...others].map(quoted).join(' or ')}: choose one.`;
  return alsoMeant.length > 0 ? `"${theirs}" may be ${alsoMeant.map(quoted).join(' or ')} as well.` : null;
}
