import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { meanings, plainWords } from '../contract/name-words.js';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { placesWhere, shownCell } from './cell-rules.js';
import type { Decision } from './decisions.js';
import { type Examination, examine } from './examine.js';
import { byValues, candidatesOf, type Guess, guessOf, type SeenTable } from './guess-columns.js';
import { type FundColumns, fundPlaces, fundsOf, type TermColumns, termsBeside } from './guess-shape.js';
import { readAs, readValues } from './guess-values.js';
import { type ColumnRules, PAID_COLUMNS, RECIPE_FORMAT, type Recipe, type Shape } from './recipe.js';
import type { Source } from './source.js';
import { allAtOnce, isStepDue, type Steps } from './steps.js';
import { refuseUnsaved } from './table-body.js';

/** What was guessed about a file, and what must be decided. It can be sent from thread to thread. */
export interface Proposal {
  /** The given recipe, or one made from the guesses that are certain or likely. */
  readonly recipe: Recipe;
  /**
   * One for each of our columns, in the order of the documentation; if a row is a whole student, followed by those of
   * its terms.
   */
  readonly guesses: readonly Guess[];
  /** Every decision that the file raises, open or settled by the recipe. */
  readonly decisions: readonly Decision[];
}

/** A proposal together with intermediate results that are too large to be sent. */
export interface Proposed {
  readonly proposal: Proposal;
  readonly examination: Examination;
}

/**
 * Guesses a recipe from the header and all rows of a file, and lists the decisions that it raises. Anything ambiguous,
 * and anything that decides dollars, is left out of the recipe. If a recipe is given, nothing is guessed.
 *
 * @throws RecipeError for a recipe that does not fit, or a row that cannot be read.
 */
export function* propose(source: Source, awardYear: string, given?: Recipe): Steps<Proposed> {
  const guessed = given === undefined ? yield* guess(source) : { recipe: given, guesses: [] };
  const examination = yield* examine(source, guessed.recipe, awardYear, guessed.guesses);
  return { proposal: { ...guessed, decisions: examination.decisions }, examination };
}

/** {@link propose} for the current award year, all at once. */
export function proposeRecipe(source: Source, given?: Recipe): Proposal {
  return allAtOnce(propose(source, CURRENT_AWARD_YEAR, given)).proposal;
}

function* guess(source: Source): Steps<Omit<Proposal, 'decisions'>> {
  const { header } = source;
  const isOfTerms = header.some((name) => columnName(name) === 'term_label');
  const terms = isOfTerms ? [] : termsBeside(header);
  const ours = new Set(placesWhere(header, (name) => REQUEST_COLUMNS.includes(columnName(name))));
  const places = [
    ...[new Set<number>(), ours].flatMap((taken) =>
      candidatesOf(header, taken).flatMap((each) => each.places),
    ),
    ...terms.flatMap(({ candidates }) => candidates.flatMap((each) => each.places)),
    ...fundPlaces(header),
  ];
  // A completely blank column of ours counts as missing: another one may hold its values.
  const seen: SeenTable = { header, values: yield* valuesIn(source, new Set(places)) };
  const isPaidRead = [
    ...terms.flatMap(({ candidates }) => candidates),
    ...candidatesOf(header, new Set()),
  ].some(
    ({ ours: column, places: own, alsoMeant }) =>
      PAID_COLUMNS.includes(column) && own.length > 0 && alsoMeant.length === 0,
  );
  const funds = fundsOf(seen, terms, isPaidRead);
  const taken = new Set([
    ...terms.flatMap(({ candidates }) => candidates.flatMap((each) => each.places)),
    ...(funds === null ? [] : [funds.fundPlace, funds.paidPlace]),
    ...[...ours].filter((place) => seen.values[place]?.length === 0),
  ]);
  const shared = withDegree(
    seen,
    byValues(seen, candidatesOf(header, taken)).map((each) => asked(guessOf(seen, each))),
  );
  const ofTerms = terms.map(({ label, candidates }) => ({
    label,
    guesses: candidates.map((each) => guessOf(seen, each)),
  }));
  const recipe: Recipe = {
    format: RECIPE_FORMAT,
    ...(source.sheets.length > 1 && source.sheet !== null && source.sameSheets.length === 0
      ? { read: { sheet: source.sheet } }
      : {}),
    shape: shapeOf(ofTerms, funds),
    columns: rulesOf(shared),
    decisions: {},
  };
  return {
    recipe,
    guesses: [...shared, ...ofTerms.flatMap((term) => term.guesses)],
  };
}

/** How many different values of a column are looked at; there are fewer codes and funds than this. */
const MOST_VALUES = 1000;

/** The different values in some columns of the whole file, without blank ones. */
function* valuesIn(source: Source, places: ReadonlySet<number>): Steps<readonly (readonly string[])[]> {
  const found = source.header.map(() => new Set<string>());
  let rows = 0;
  for (const each of source.rows()) {
    refuseUnsaved(each, places);
    rows += 1;
    if (isStepDue(rows)) yield;
    for (const place of places) {
      const values = found[place];
      const cell = shownCell(each.cells[place] ?? '').trim();
      if (cell !== '' && values !== undefined && values.size < MOST_VALUES) values.add(cell);
    }
  }
  return found.map((values) => [...values]);
}

/**
 * Need decides dollars, and a column with that name may hold need before other aid. It is therefore asked about unless
 * the column has our name, or one that means need for subsidized loans, such as `Subsidized Need` and
 * `SUB_ELIGIBLE_AMT`. Completed credits may be those of a term or of a lifetime.
 */
function asked(guess: Guess): Guess {
  const { ours, sure, theirs } = guess;
  const isOpen =
    ours === 'subsidized_amount'
      ? !saysSubsidizedNeed(theirs ?? '')
      : ours === 'term_actual_final_credits' && /complet|after/i.test(theirs ?? '');
  if (sure !== 'likely' || !isOpen) return guess;
  return { ...guess, sure: 'ask', asks: 'column', why: `It may be "${theirs}".` };
}

function saysSubsidizedNeed(name: string): boolean {
  const words = meanings(plainWords(name));
  const has = (word: string): boolean => words.includes(word);
  // Another word may mean that it is the remaining or the lifetime amount.
  return has('sub') && (has('need') || has('eligible')) && words.every((word) => NEED_WORDS.has(word));
}

const NEED_WORDS: ReadonlySet<string> = new Set(
  'sub need eligible amount annual year federal fed direct dl loan loans student'.split(' '),
);

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
  const degrees = readValues('degree_level', codes).values;
  const values = Object.fromEntries(
    codes.flatMap((code) => {
      if (!isGraduate(code)) return years.unread.includes(code) ? [] : [[code, 'undergraduate'] as const];
      const degree = readAs('degree_level', code) ?? degrees[code];
      return degree === undefined ? [] : [[code, degree] as const];
    }),
  );
  // A letter or number for graduate study may mean a professional program.
  const isSure = codes.every((code) => !isGraduate(code) || (GRADUATE_WORD.test(code) && code in values));
  return guesses.map((guess) => {
    if (guess.ours !== 'degree_level' || guess.theirs !== null) return guess;
    const found = { ...guess, theirs: rule.column, rule: { column: rule.column, values } };
    return isSure
      ? { ...found, sure: 'likely', asks: null, why: 'Its words say who is a graduate student.' }
      : { ...found, sure: 'ask', asks: 'column', why: NOT_PROFESSIONAL };
  });
}

const GRADUATE_WORD = /^[a-z]{2}/i;
const NOT_PROFESSIONAL =
  'A year of graduate study may be one of a professional program, whose limit is higher. Say which it is.';

function shapeOf(
  terms: readonly { readonly label: TermColumns['label']; readonly guesses: readonly Guess[] }[],
  funds: FundColumns | null,
): Shape {
  if (terms.length > 0) {
    return {
      rows: 'student',
      terms: terms.map(({ label, guesses }) => ({
        label,
        columns: rulesOf(guesses),
      })),
    };
  }
  if (funds === null) return { rows: 'term' };
  return { rows: 'fund', fund: funds.fund, paid: funds.paid, funds: funds.funds };
}

function rulesOf(guesses: readonly Guess[]): ColumnRules {
  return Object.fromEntries(
    guesses.flatMap(({ ours, sure, asks, rule }) =>
      rule !== null && (sure === 'certain' || sure === 'likely' || asks === 'values') ? [[ours, rule]] : [],
    ),
  );
}
