import { CREDIT_COLUMNS, REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import type { Table } from '../table/open-table.js';
import { allAtOnce, isStepDue, type Steps } from '../table/steps.js';
import { tableError } from '../table/table-error.js';
import { refuseUnsaved } from '../table/table-rows.js';
import { quoted } from './assumption.js';
import { isNull, shownCell } from './cell-rules.js';
import { cellAt, columnsBut, placesWhere } from './cells.js';
import type { Decision } from './decisions.js';
import { type Examination, examine } from './examine.js';
import { candidatesOf, type Guess, guessOf } from './guess-columns.js';
import {
  fundPlaces,
  fundsOf,
  refuseTermsBeside,
  seasonOf,
  termsBeside,
  withoutFlags,
} from './guess-shape.js';
import { type ColumnRules, PAID_COLUMNS, RECIPE_FORMAT, type Recipe } from './recipe.js';
import { sharedGuesses } from './shared-guesses.js';
import { type ToldTable, Twins, tellingPlaces, withoutTwins } from './telling-columns.js';

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
 * @throws TableError for a recipe that does not fit, or a row that cannot be read.
 */
export function* propose(
  source: Table,
  awardYear: string,
  given?: Recipe,
  read?: Recipe['read'],
): Steps<Proposed> {
  const guessed = given === undefined ? yield* guess(source, read) : { recipe: given, guesses: [] };
  const examination = yield* examine(source, guessed.recipe, awardYear, guessed.guesses);
  return { proposal: { ...guessed, decisions: examination.decisions }, examination };
}

/** {@link propose} for the current award year, all at once. */
export function proposeRecipe(source: Table, given?: Recipe): Proposal {
  return allAtOnce(propose(source, CURRENT_AWARD_YEAR, given)).proposal;
}

function* guess(source: Table, read: Recipe['read']): Steps<Omit<Proposal, 'decisions'>> {
  const { header } = source;
  const isOfTerms = header.some((name) => columnName(name) === 'term_label');
  const beside = isOfTerms ? [] : termsBeside(header);
  const ours = new Set(placesWhere(header, (name) => REQUEST_COLUMNS.includes(columnName(name))));
  const places = [
    ...[new Set<number>(), ours].flatMap((taken) =>
      candidatesOf(header, taken).flatMap((each) => each.places),
    ),
    ...beside.flatMap(({ candidates }) => candidates.flatMap((each) => each.places)),
    ...fundPlaces(header),
  ];
  const named = candidatesOf(header, new Set());
  const twins = new Twins(header, named);
  const free = columnsBut(header, new Set(places)).map(({ place }) => place);
  // A completely blank column of ours counts as missing: another one may hold its values.
  const seen = yield* seenIn(source, new Set(places), free, twins);
  const terms = withoutFlags(beside, seen);
  const isPaidRead = [...terms.flatMap(({ candidates }) => candidates), ...named].some(
    ({ ours: column, places: own, alsoMeant }) =>
      PAID_COLUMNS.includes(column) && own.length > 0 && alsoMeant.length === 0,
  );
  const funds = fundsOf(seen, terms, isPaidRead);
  const taken = new Set([
    ...terms.flatMap(({ candidates }) => candidates.flatMap((each) => each.places)),
    ...(funds?.places ?? []),
    ...[...ours].filter((place) => seen.values[place]?.length === 0),
  ]);
  const shared = sharedGuesses(seen, candidatesOf(header, taken), (each) => {
    const telling = each.places.length > 0 ? [] : tellingPlaces(seen, each.ours, free);
    const isTold = telling.length === 1 && !taken.has(telling[0] ?? -1);
    return isTold ? { ...each, places: telling } : withoutTwins(seen, twins, each);
  });
  const isFound = shared.some(
    ({ ours: column, theirs }) =>
      theirs !== null &&
      OF_ONE_TERM.has(column) &&
      (column === 'term_label' || seasonOf(theirs) === null || FINANCIAL_AID.test(theirs)),
  );
  if (terms.length === 0 && !isFound) refuseTermsBeside(seen);
  const ofTerms = terms.map(({ label, candidates }) => ({
    label,
    guesses: candidates.map((each) => guessOf(seen, each)),
  }));
  refuseLoads(ofTerms.flatMap(({ guesses }) => guesses));
  const paidInTerms = new Set(
    ofTerms
      .flatMap(({ guesses }) => guesses)
      .flatMap(({ ours: column, rule }) => (rule !== null && PAID_COLUMNS.includes(column) ? [column] : [])),
  );
  // Beside what was paid in a term, a column without one is of the year.
  const ofAll = shared.map(
    (each): Guess =>
      paidInTerms.has(each.ours) ? { ...each, theirs: null, is: 'none', why: OF_YEAR, rule: null } : each,
  );
  const recipe: Recipe = {
    format: RECIPE_FORMAT,
    ...(read !== undefined
      ? { read }
      : source.sheets.length > 1 && source.sheet !== null && source.sameSheets.length === 0
        ? { read: { sheet: source.sheet } }
        : {}),
    shape:
      ofTerms.length > 0
        ? {
            rows: 'student',
            terms: ofTerms.map(({ label, guesses }) => ({ label, columns: rulesOf(guesses) })),
          }
        : (funds?.shape ?? { rows: 'term' }),
    columns: rulesOf(ofAll),
    decisions: {},
  };
  return {
    recipe,
    guesses: [...ofAll, ...ofTerms.flatMap((term) => term.guesses)],
  };
}

/** @throws TableError for credits of a term that only say full time and the like: without them the term seems blank. */
function refuseLoads(guesses: readonly Guess[]): void {
  for (const { ours, theirs, is, why } of guesses) {
    if (is === 'none' && theirs !== null && CREDIT_COLUMNS.includes(ours))
      throw tableError(`The column ${quoted(theirs)} is not read as the credits of its term. ${why}`);
  }
}

const OF_YEAR = 'Columns of terms say it.';

/** `FA Credits`, where FA is no fall. */
const FINANCIAL_AID = /(?:^|[^\p{L}])fa(?![\p{L}\d])/iu;

/** A file with one of these has a row for each term. */
const OF_ONE_TERM: ReadonlySet<string> = new Set(['term_label', ...CREDIT_COLUMNS]);

/** How many different values of a column are looked at; there are fewer codes and funds than this. */
const MOST_VALUES = 1000;

/** A column with more different values than this says nothing by them. */
const MOST_CODES = 100;

/**
 * The different values in columns of the whole file, without blank ones: at most {@link MOST_VALUES} at `places`, and
 * in the other ones, `free`, all or none.
 */
function* seenIn(
  source: Table,
  places: ReadonlySet<number>,
  free: readonly number[],
  twins: Twins,
): Steps<ToldTable> {
  const found = source.header.map(() => new Set<string>());
  const isFilled = source.header.map(() => true);
  const codes = new Set(free);
  let rows = 0;
  for (const each of source.rows()) {
    refuseUnsaved(each, places);
    rows += 1;
    if (isStepDue(rows)) yield;
    twins.add(each.cells);
    for (const place of places) {
      const values = found[place];
      const cell = shownCell(each.cells[place] ?? '').trim();
      if (cell !== '' && !isNull(cell) && values !== undefined && values.size < MOST_VALUES) values.add(cell);
    }
    for (const place of codes) {
      const values = found[place];
      const cell = cellAt(each.cells, place);
      if (cell === '') isFilled[place] = false;
      else if (values?.add(cell) !== undefined && values.size > MOST_CODES) {
        codes.delete(place);
        values.clear();
      }
    }
  }
  return { header: source.header, values: found.map((values) => [...values]), isFilled };
}

function rulesOf(guesses: readonly Guess[]): ColumnRules {
  return Object.fromEntries(
    guesses.flatMap((guess) =>
      guess.rule !== null && guess.is === 'taken' ? [[guess.ours, guess.rule]] : [],
    ),
  );
}
