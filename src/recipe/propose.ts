import { CREDIT_COLUMNS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { blankCreditsOf, withBlankCredits } from './blank-credits.js';
import { candidatesOf, type Guess, guessOf } from './guess-columns.js';
import { type FundColumns, type FundGuess, fundsOf, type TermColumns, termsBeside } from './guess-shape.js';
import { type ColumnRules, RECIPE_FORMAT, type Recipe, type Shape } from './recipe.js';
import type { SourceInfo } from './source.js';

/** What was guessed of a file. It can be sent from thread to thread. */
export interface Proposal {
  /** Made of the guesses that are certain or likely. It need not be complete. */
  readonly recipe: Recipe;
  /** One for each column of ours, in the order of the documentation; where a row is a whole student, then those of its terms. */
  readonly guesses: readonly Guess[];
  /** Where a row is one fund: what each code was taken for. Empty otherwise. */
  readonly funds: readonly FundGuess[];
  /** What must be known before the file can be calculated, in sentences; empty where nothing is missing. */
  readonly missing: readonly string[];
}

/** Guesses a recipe from the header and the first rows of a file. Nothing that is ambiguous gets into the recipe. */
export function proposeRecipe(source: SourceInfo): Proposal {
  const isOfTerms = source.header.some((name) => columnName(name) === 'term_label');
  const terms = isOfTerms ? [] : termsBeside(source.header);
  const funds = terms.length === 0 ? fundsOf(source) : null;
  const taken = new Set([
    ...terms.flatMap(({ candidates }) => candidates.flatMap(({ places }) => places)),
    ...(funds === null ? [] : [funds.fundPlace, funds.paidPlace]),
  ]);
  const shared = withDegree(
    source,
    candidatesOf(source.header, taken).map((each) => guessOf(source, each)),
  );
  const ofTerms = terms.map(({ label, candidates }) => ({
    label,
    guesses: candidates.map((each) => guessOf(source, each)),
  }));
  const recipe: Recipe = {
    format: RECIPE_FORMAT,
    ...(source.sheets.length > 1 && source.sheet !== null ? { read: { sheet: source.sheet } } : {}),
    shape: shapeOf(ofTerms, funds),
    columns: rulesOf(shared),
    decisions: {},
  };
  const guesses = [...shared, ...ofTerms.flatMap((term) => term.guesses)];
  return { recipe, guesses, funds: funds?.funds ?? [], missing: missingOf(recipe, guesses, funds) };
}

/** A column of years of study that has graduate years says the degree level, too, where no other column does. */
function withDegree(source: SourceInfo, guesses: readonly Guess[]): readonly Guess[] {
  const rule = guesses.find(({ ours }) => ours === 'grade_level')?.rule;
  const isGraduate = (meaning: string): boolean => meaning === '';
  if (rule == null || !('column' in rule) || !Object.values(rule.values ?? {}).some(isGraduate)) {
    return guesses;
  }
  const places = [source.header.indexOf(rule.column)];
  return guesses.map((guess) => {
    if (guess.ours !== 'degree_level' || guess.theirs !== null) return guess;
    const own = guessOf(source, { ours: guess.ours, term: null, places, isOurName: false, alsoMeant: [] });
    return { ...own, sure: 'ask', asks: 'values', why: NOT_PROFESSIONAL };
  });
}

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
        columns: withBlankCredits(rulesOf(guesses), CREDIT_COLUMNS, blankCreditsOf(label)),
      })),
    };
  }
  if (funds === null) return { rows: 'term' };
  const known = funds.funds.flatMap(({ code, ours }) => (ours === undefined ? [] : [[code, ours] as const]));
  return { rows: 'fund', fund: funds.fund, paid: funds.paid, funds: Object.fromEntries(known) };
}

function rulesOf(guesses: readonly Guess[]): ColumnRules {
  return Object.fromEntries(
    guesses.flatMap(({ ours, sure, rule }) =>
      rule !== null && (sure === 'certain' || sure === 'likely') ? [[ours, rule]] : [],
    ),
  );
}

/** What a recipe lacks, whoever made it: sentences, empty where the file can be calculated. */
function missingColumns({ shape, columns }: Recipe): readonly string[] {
  const filled = new Set(Object.keys(columns));
  if (shape.rows === 'student') {
    filled.add('term_label');
    for (const term of shape.terms) for (const column of Object.keys(term.columns)) filled.add(column);
  }
  const missing = REQUIRED_COLUMNS.filter((column) => !filled.has(column)).map(
    (column) => `Every file needs ${column}: choose a column, or one value for all rows.`,
  );
  if (!CREDIT_COLUMNS.some((column) => filled.has(column))) {
    missing.push(
      `Every file needs ${CREDIT_COLUMNS.join(' or ')}: without credits everybody would be full time.`,
    );
  }
  if (!filled.has(STUDENT_ID_COLUMN)) {
    missing.push(`Without ${STUDENT_ID_COLUMN} every row would be a student of its own: choose the column.`);
  }
  return missing;
}

function missingOf(recipe: Recipe, guesses: readonly Guess[], funds: FundColumns | null): readonly string[] {
  const unknown = (funds?.funds ?? [])
    .filter(({ ours }) => ours === undefined)
    .map(({ code }) => `"${code}"`);
  const loads = guesses.filter(({ sure, theirs }) => sure === 'none' && theirs !== null);
  return [
    ...missingColumns(recipe),
    ...loads.map(({ theirs, why }) => `"${theirs}" cannot be used. ${why}`),
    ...(unknown.length === 0
      ? []
      : [`Say which loan these funds are, or that they are none: ${unknown.join(', ')}.`]),
  ];
}
