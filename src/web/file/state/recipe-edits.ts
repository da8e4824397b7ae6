import type { ColumnFacts, TableFacts } from '../../../recipe/examination.js';
import type { Ours } from '../../../recipe/our-fields.js';
import {
  chooseRows,
  markNotUsed,
  placeColumns,
  placeRule,
  placeStatus,
  unplaced,
} from '../../../recipe/place-columns.js';
import {
  answered,
  type FieldRule,
  type FundRule,
  type Path,
  type Recipe,
  type RowShape,
  type StatusMeaning,
  type TermRule,
} from '../../../recipe/recipe.js';

/** One change that a person makes to a draft, as plain data. A `term` is its label; null for all terms. */
export type RecipeEdit =
  | { readonly kind: 'rows'; readonly rows: RowShape }
  | {
      readonly kind: 'columns';
      readonly field: Ours;
      readonly term: string | null;
      readonly columns: readonly string[];
    }
  | { readonly kind: 'rule'; readonly field: Ours; readonly term: string | null; readonly rule: FieldRule }
  /** A rule for each term, by their places. */
  | { readonly kind: 'by term'; readonly field: Ours; readonly rules: readonly FieldRule[] }
  /** What each of some codes means, at its place. */
  | { readonly kind: 'codes'; readonly meanings: readonly (readonly [path: Path, meaning: string])[] }
  /** The answer to a question of the rows. */
  | { readonly kind: 'answer'; readonly path: Path; readonly value: string }
  /** A column that is on no field: it is not used, or says whether rows, or their parts of a term, count. */
  | { readonly kind: 'not used'; readonly column: ColumnFacts }
  | { readonly kind: 'status'; readonly column: ColumnFacts; readonly term: string | null }
  | { readonly kind: 'fund'; readonly fund: Partial<FundRule> }
  /** The terms in the order of the year, and the labels of rows that are of none. */
  | { readonly kind: 'terms'; readonly terms: readonly TermRule[]; readonly notTerms: readonly string[] };

/** The recipe after an edit. */
export function edited(recipe: Recipe, edit: RecipeEdit, facts: TableFacts): Recipe {
  switch (edit.kind) {
    case 'rows':
      return recipe.rows === edit.rows ? recipe : chooseRows(recipe, facts, edit.rows);
    case 'columns':
      return placeColumns(recipe, facts, edit.field, edit.columns, placeOf(recipe, edit.term));
    case 'rule':
      return placeRule(recipe, edit.field, edit.rule, placeOf(recipe, edit.term));
    case 'by term':
      return edit.rules.reduce((so, rule, term) => placeRule(so, edit.field, rule, term), recipe);
    case 'codes':
      return edit.meanings.reduce((so, [path, meaning]) => answered(so, path, meaning), recipe);
    case 'answer':
      return answered(recipe, edit.path, edit.value);
    case 'not used':
      return markNotUsed(recipe, edit.column);
    case 'status':
      return placeStatus(recipe, edit.column, placeOf(recipe, edit.term));
    case 'fund': {
      const names = [edit.fund.column, edit.fund.paid].filter((name) => typeof name === 'string');
      const freed = names.reduce(unplaced, recipe);
      return { ...freed, fund: { ...(freed.fund ?? NO_FUND), ...edit.fund } };
    }
    case 'terms':
      return { ...recipe, terms: edit.terms, not_terms: edit.notTerms };
  }
}

const NO_FUND: FundRule = { column: null, paid: null, values: {} };

function placeOf({ terms }: Recipe, term: string | null): number | undefined {
  const place = terms.findIndex(({ label }) => label === term);
  return place < 0 ? undefined : place;
}

/** The meanings of a status, as a person chooses them. */
export const STATUS_LABELS: Readonly<Record<StatusMeaning, string>> = {
  counts: 'the row counts',
  no_credits: 'its credits are 0',
  leave_out: 'leave the row out',
  not_calculated: 'do not calculate the student',
};
