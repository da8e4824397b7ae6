import { FIELDS } from '../contract/field-list.js';
import { type Candidates, type Guess, guessOf, type SeenTable } from './guess-columns.js';
import { meaningIn, readValues } from './guess-values.js';
import { isWord } from './telling-columns.js';

/**
 * Guesses about columns that do not belong to one term of a row with several.
 *
 * @param settle chooses among the candidates that their values leave.
 */
export function sharedGuesses(
  seen: SeenTable,
  candidates: readonly Candidates[],
  settle: (each: Candidates) => Candidates = (each) => each,
): readonly Guess[] {
  return withDegree(
    seen,
    byValues(seen, candidates).map((each) => guessOf(seen, settle(each))),
  );
}

/** Columns whose values decide among several meanings. */
const TOLD_BY_VALUES: ReadonlySet<string> = new Set(
  FIELDS.flatMap(({ column, kind }) =>
    kind === 'choice' || kind === 'flag' || kind === 'credits' ? [column] : [],
  ),
);

/** Course grades, next to which an A is not a year of graduate study. */
const COURSE_GRADE = /^(?:[a-f][+-]|e|f|p|w|wd|wf|ip?|cr|nc|au)$/i;

/** A column that is called a level, and has a year of study in words on every row, says that year. */
function withYears({ header, values }: SeenTable, candidates: readonly Candidates[]): readonly Candidates[] {
  const levels = candidates.find(({ ours }) => ours === 'degree_level')?.places ?? [];
  const years = levels.filter((place) => {
    const cells = values[place] ?? [];
    const { unread, values: meant } = readValues('grade_level', cells, header[place]);
    return (
      cells.length > 0 && unread.length === 0 && cells.every((cell) => isWord(cell) && meant[cell] !== '')
    );
  });
  return candidates.map((each) =>
    each.ours === 'grade_level' && each.places.length === 0 ? { ...each, places: years } : each,
  );
}

/**
 * Removes candidates whose values mean something else: `Level` with UG and GR is not a year of study beside `Class`,
 * nor is `Grade` with A and W.
 */
function byValues({ header, values }: SeenTable, candidates: readonly Candidates[]): readonly Candidates[] {
  candidates = withYears({ header, values }, candidates);
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
      const isOther =
        ours === 'grade_level' &&
        (unread.some((value) => COURSE_GRADE.test(value)) ||
          readValues('degree_level', values[place] ?? []).unread.length === 0);
      fits.set(`${ours} ${place}`, unread.length === 0 ? 'all' : isStrange || isOther ? 'none' : 'some');
    }
  }
  const worded = [...years].filter((place) => values[place]?.every(isWord));
  const levels = candidates.find(({ ours }) => ours === 'degree_level')?.places ?? [];
  for (const place of years) {
    // Beside FR and SO, the numbers of a Level are codes of levels.
    if (worded.length === 0 || worded.includes(place) || !levels.includes(place)) continue;
    years.delete(place);
    fits.set(`grade_level ${place}`, 'none');
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
    const alsoMeant = left.flatMap(({ ours, places, isOurName }) =>
      ours !== each.ours && !isOurName && first !== undefined && places.includes(first) ? [ours] : [],
    );
    return each.isOurName ? each : { ...each, alsoMeant };
  });
}

/**
 * A year-of-study column with graduate years also gives the degree level, if no other column does: with certainty if
 * the years are words such as GR and PROF.
 */
function withDegree(source: SeenTable, guesses: readonly Guess[]): readonly Guess[] {
  const rule = guesses.find(({ ours }) => ours === 'grade_level')?.rule;
  if (rule == null || !('column' in rule)) return guesses;
  const codes = source.values[source.header.indexOf(rule.column)] ?? [];
  const years = readValues('grade_level', codes, rule.column);
  const isGraduate = (code: string): boolean => years.values[code] === '';
  if (!codes.some(isGraduate)) return guesses;
  const values = Object.fromEntries(
    codes.flatMap((code) => {
      if (!isGraduate(code)) return years.unread.includes(code) ? [] : [[code, 'undergraduate'] as const];
      const degree = meaningIn('degree_level', code);
      return degree === null ? [] : [[code, degree] as const];
    }),
  );
  // A letter or number for graduate study may mean a professional program.
  const isSure = codes.every((code) => !isGraduate(code) || (GRADUATE_WORD.test(code) && code in values));
  return guesses.map((guess) => {
    if (guess.ours !== 'degree_level' || guess.theirs !== null) return guess;
    const found = { ...guess, theirs: rule.column, rule: { column: rule.column, values } };
    return isSure
      ? { ...found, is: 'taken', why: 'Its words say it.' }
      : { ...found, is: 'in doubt', why: NOT_PROFESSIONAL };
  });
}

const GRADUATE_WORD = /^[a-z]{2}/i;
const NOT_PROFESSIONAL =
  'A year of graduate study may be one of a professional program, whose limit is higher. Say which it is.';
