import { FIELDS, REQUEST_COLUMNS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { folded } from '../contract/name-forms.js';
import { meantColumns } from '../contract/near-miss.js';
import { quoted } from './assumption.js';
import { columnLetters } from './cell-places.js';
import { placesWhere } from './cell-rules.js';
import { readValues, type Sample } from './guess-values.js';
import { isDoubtfullyPaid } from './other-amounts.js';
import { isCostOfTerm, otherTimeOf } from './other-times.js';
import { type CellRule, PAID_COLUMNS } from './recipe.js';
import { recipeError } from './recipe-error.js';
import { holdsSocialSecurity } from './social-security.js';

/** A guess about one of our columns. It can be sent from thread to thread. */
export interface Guess {
  /** Our column. */
  readonly ours: string;
  /** The label of the term if a row of the file is a whole student; otherwise null. */
  readonly term: string | null;
  /** The file's column, null if none was found. */
  readonly theirs: string | null;
  /**
   * `certain`: it has our name and our values. `likely`: student systems use this name, and the values looked at can be
   * read. `ask`: it may be another column, which is not put in the recipe until somebody says so, or some of its values
   * cannot be read. `none`: nothing was found, or nothing usable.
   */
  readonly sure: 'certain' | 'likely' | 'ask' | 'none';
  /** For `ask`: whether the column is in doubt, or only the meaning of some values. Otherwise null. */
  readonly asks: 'column' | 'values' | null;
  /** The reason for the guess, or what must be decided, as a sentence. */
  readonly why: string;
  /** Other columns of the file that it may be. */
  readonly others: readonly string[];
  /** Two of the file's values with what they were read as. */
  readonly samples: readonly Sample[];
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
  /** Whether it is known by its cells and not by its name. */
  readonly isTold?: boolean;
}

/** Names that are harmless beside our columns, but mean one of ours in another system's export; the values decide. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    degree_level:
      'divcde acadcareer academiccareer levlcode stulevel studentlevel stuacadlevel levelcode academiclevel acadlevel',
    grade_level: 'clascode yearlevel year yr studentyear academiclevel acadlevel',
    cost_of_attendance: 'coa coaamount coaamt totalcoa annualcoa yearcoa fedcoa costofattend',
    term_label: 'termcode period awardperiod aidperiod loanperiod acadterm academicterm',
    term_credits_enrolled: 'credithr stccred cred',
    term_actual_final_credits:
      'completedcredits creditscompleted completedunits unitscompleted creditsafterdrops',
  }).map(([ours, names]) => [ours, names.split(' ')] as const),
);

/** Banner's prefix of table columns: `SFRSTCR_TERM_CODE`. */
const BANNER_TABLE = /^[GRS][A-Z]{6}_/i;

function exportedAs(name: string): readonly string[] {
  // PowerFAIDS writes `Section.FieldName`.
  const field = name.slice(name.lastIndexOf('.') + 1);
  const names = [folded(name), folded(name.replace(BANNER_TABLE, '')), folded(field)];
  return Object.keys(EXPORTED).filter((ours) => names.some((each) => EXPORTED[ours]?.includes(each)));
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
  const lacking = REQUEST_COLUMNS.filter((column) => !named.includes(column));
  const meant = header.map((name, place) => {
    const isFree = name !== '' && !taken.has(place) && !REQUEST_COLUMNS.includes(named[place] ?? '');
    if (!isFree) return [];
    const known = meantColumns(name, lacking);
    return known.length > 0 ? known : exportedAs(name).filter((column) => lacking.includes(column));
  });
  return REQUEST_COLUMNS.map((ours) => {
    const own = placesWhere(named, (name) => name === ours);
    const places = own.length > 0 ? own : placesWhere(meant, (columns) => columns.includes(ours));
    const alsoMeant = (meant[places[0] ?? -1] ?? []).filter((column) => column !== ours);
    return { ours, term: null, places, isOurName: own.length > 0, alsoMeant };
  });
}

/** Columns whose values decide among several meanings. */
const TOLD_BY_VALUES: ReadonlySet<string> = new Set(
  FIELDS.flatMap(({ column, kind }) =>
    kind === 'choice' || kind === 'flag' || kind === 'credits' ? [column] : [],
  ),
);

/** Course grades, next to which an A is not a year of graduate study. */
const COURSE_GRADE = /^(?:[a-f][+-]|e|f|p|w|wd|wf|ip?|cr|nc|au)$/i;

/**
 * Removes candidates whose values mean something else: `Level` with UG and GR is not a year of study beside `Class`,
 * nor is `Grade` with A and W.
 */
export function byValues(
  { header, values }: SeenTable,
  candidates: readonly Candidates[],
): readonly Candidates[] {
  const fits = new Map<string, 'all' | 'some' | 'none'>();
  const years = new Set<number>();
  const graduates = new Set<number>();
  for (const { ours, places } of candidates) {
    for (const place of TOLD_BY_VALUES.has(ours) ? places : []) {
      const { unread, isStrange, values: meant } = readValues(ours, values[place] ?? [], header[place]);
      const isYears = ours === 'grade_level' && values[place]?.some((value) => meant[value] !== '');
      if (isYears && unread.length === 0) years.add(place);
      const isGraduates = ours === 'grade_level' && !isYears && unread.length === 0;
      if (isGraduates && Object.keys(meant).length > 0) graduates.add(place);
      const isMarks = ours === 'grade_level' && unread.some((value) => COURSE_GRADE.test(value));
      fits.set(`${ours} ${place}`, unread.length === 0 ? 'all' : isStrange || isMarks ? 'none' : 'some');
    }
  }
  const isElsewhere = (ours: string, place: number): boolean => {
    const fit = fits.get(`${ours} ${place}`) ?? 'all';
    // Freshman implies undergraduate, but says more.
    if (ours === 'degree_level' && years.has(place)) return true;
    // Graduate students have no year of study, but this still gives their level.
    if (ours === 'grade_level' && graduates.has(place) && fits.get(`degree_level ${place}`) === 'all')
      return true;
    return (
      fit !== 'all' &&
      candidates.some((other) => other.ours !== ours && fits.get(`${other.ours} ${place}`) === 'all')
    );
  };
  const left = candidates.map((each) => {
    const { ours, places, isOurName } = each;
    if (isOurName) return each;
    const own = places.filter((place) => !isElsewhere(ours, place));
    const some = own.filter((place) => fits.get(`${ours} ${place}`) !== 'none');
    return { ...each, places: some.length > 0 ? some : own };
  });
  return left.map((each) => {
    const [first] = each.places;
    const alsoMeant = left.flatMap(({ ours, places }) =>
      ours !== each.ours && first !== undefined && places.includes(first) ? [ours] : [],
    );
    return each.isOurName ? each : { ...each, alsoMeant };
  });
}

/** Looks at the values of what was found, and decides how certain it is. */
export function guessOf({ header, values }: SeenTable, candidates: Candidates): Guess {
  const { ours, term, isOurName, alsoMeant } = candidates;
  const places = candidates.places.filter(
    (each) => ours !== STUDENT_ID_COLUMN || !holdsSocialSecurity(header[each] ?? '', values[each] ?? []),
  );
  const [place] = places;
  const theirs = place === undefined ? null : (header[place] ?? null);
  if (place === undefined || theirs === null) {
    const nothing = { theirs: null, others: [], samples: [], asks: null, rule: null };
    const why = candidates.places.length > 0 ? SOCIAL_SECURITY : 'No column looks like it.';
    return { ...nothing, ours, term, sure: 'none', why };
  }
  const reading = readValues(ours, values[place] ?? [], theirs);
  const { samples, unread } = reading;
  const others = places.slice(1).flatMap((each) => header[each] ?? []);
  refuseTwins(header, values, places, ours);
  const found = { ours, term, theirs, others, samples };
  // Yes and no are not amounts, nor are 1 and 0.
  const isFlag = (values[place] ?? []).every((value) => /^[01]$/.test(value));
  if (
    (ours === 'subsidized_amount' || (PAID_COLUMNS.includes(ours) && !isOurName)) &&
    (reading.isStrange || (isFlag && values[place]?.includes('1') === true))
  )
    return { ...found, sure: 'none', asks: null, why: `"${theirs}" has no amounts.`, rule: null };
  if (ours === 'cost_of_attendance' && isCostOfTerm(theirs))
    return { ...found, sure: 'none', asks: null, why: `"${theirs}" may be of a term.`, rule: null };
  if (ours === 'academic_year_terms' && !isOurName && new Set(values[place]).size > 1)
    return {
      ...found,
      sure: 'none',
      asks: null,
      why: `"${theirs}" counts the terms of each student.`,
      rule: null,
    };
  if (reading.isLoad) return { ...found, sure: 'none', asks: null, why: LOAD, rule: null };
  if (!isOurName && PAID_COLUMNS.includes(ours) && isDoubtfullyPaid(theirs))
    return {
      ...found,
      sure: 'none',
      asks: null,
      why: `"${theirs}" may be what was paid, or another amount.`,
      rule: null,
    };
  const rule =
    Object.keys(reading.values).length === 0
      ? { column: theirs }
      : { column: theirs, values: reading.values };
  const ofOthers = isOurName ? null : otherTimeOf(ours, term, theirs);
  const doubt = ofOthers ?? doubtOf({ others, alsoMeant, unread, isOurName, theirs });
  if (doubt !== null) {
    const isOfColumn = others.length + alsoMeant.length > 0 || ofOthers !== null;
    const isOfValues = !isOfColumn && !reading.isStrange;
    return { ...found, sure: 'ask', asks: isOfValues ? 'values' : 'column', why: doubt, rule };
  }
  if (!isOurName) {
    const why =
      candidates.isTold === true ? 'Every cell of it says so.' : `Student systems call it "${theirs}".`;
    return { ...found, sure: 'likely', asks: null, why, rule };
  }
  const isPlain = !('values' in rule);
  const why = isPlain ? 'It has our name.' : 'It has our name, and values that we write otherwise.';
  return { ...found, sure: isPlain ? 'certain' : 'likely', asks: null, why, rule };
}

/** @throws RecipeError if two columns with the same name may be meant: a recipe could not tell them apart. */
function refuseTwins(
  header: SeenTable['header'],
  values: SeenTable['values'],
  places: readonly number[],
  ours: string,
): void {
  const nameAt = (place: number): string => columnName(header[place] ?? '');
  const [first = -1] = places;
  const twins = places.filter((place) => nameAt(place) === nameAt(first));
  if (twins.length < 2) return;
  const seen = twins.map((place) => {
    const examples = (values[place] ?? []).slice(0, EXAMPLES).map(quoted).join(', ');
    return `column ${columnLetters(place)} ${examples === '' ? 'is blank' : `has ${examples}`}`;
  });
  throw recipeError(
    `${twins.length} columns are called "${header[first]}" and may be "${ours}": ${seen.join('; ')}. Give each a name of its own in the file, such as "Registered Credits" and "Total Credits", or take out the one that is not meant.`,
  );
}

const EXAMPLES = 3;

const SOCIAL_SECURITY =
  'Only social security numbers look like it, and they are no student ids. Choose another column.';

const LOAD =
  'It says only full time, half time and the like, or a share of it. The reduction is a whole percent of full time, which needs the credits: export them, too.';

interface Doubts {
  readonly others: readonly string[];
  readonly alsoMeant: readonly string[];
  readonly unread: readonly string[];
  readonly isOurName: boolean;
  readonly theirs: string;
}

function doubtOf({ others, alsoMeant, unread, isOurName, theirs }: Doubts): string | null {
  if (others.length > 0) return `It may be ${[theirs, ...others].map(quoted).join(' or ')}: choose one.`;
  if (alsoMeant.length > 0) return `"${theirs}" may be ${alsoMeant.map(quoted).join(' or ')} as well.`;
  // Rows with such values fail by themselves; a column with our name is still meant for it.
  if (unread.length > 0 && !isOurName)
    return `These values cannot be read: ${unread.map(quoted).join(', ')}. Say what they mean.`;
  return null;
}
