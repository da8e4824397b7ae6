import { columnLabel } from '../../../contract/field-labels.js';
import { joinedName, separatedName, visibleName } from '../../../contract/name-forms.js';
import type { Json } from '../../../guessing/decisions.js';
import type { CellRule, ColumnRules, Recipe } from '../../../guessing/recipe.js';
import { valueAt, writtenAt } from '../../../guessing/recipe-path.js';

/** Changes to a recipe. Each returns a new recipe that contains nothing a person has not chosen. */

/** Where a column of ours comes from: a column of the file, one value for all rows, nowhere, or null while not chosen yet. */
export type ColumnChoice = CellRule | 'none' | null;

/**
 * A recipe's choice for one of our columns, in one term of a wide table or in all rows. A recipe may write the file's columns
 * differently (capitals, separators): the name is returned as in the file's `header`.
 */
export function choiceOf(
  recipe: Recipe,
  ours: string,
  term: number | null,
  header: readonly string[],
): ColumnChoice {
  const rule = rulesAt(recipe, term)[ours];
  if (rule === undefined) {
    return term === null && recipe.decisions.columns?.[ours] === 'none' ? 'none' : null;
  }
  if ('constant' in rule) return rule;
  const like = (form: (name: string) => string) => header.find((name) => form(name) === form(rule.column));
  return { column: like(separatedName) ?? like(joinedName) ?? rule.column };
}

/** Whether nothing can be seen of a text: it is empty, or has only spaces and characters without a look. */
export function isBlankText(text: string): boolean {
  return visibleName(text) === '';
}

/** The recipe with another choice for one of our columns. The meanings of the previous column's codes are dropped. */
export function withColumn(recipe: Recipe, ours: string, term: number | null, choice: ColumnChoice): Recipe {
  const { [ours]: _, ...others } = rulesAt(recipe, term);
  const isRule = choice !== null && choice !== 'none';
  const rules = isRule ? { ...others, [ours]: choice } : others;
  if (term !== null) return withTermRules(recipe, term, rules);
  const { [ours]: __, ...columns } = recipe.decisions.columns ?? {};
  const decided = choice === 'none' ? { ...columns, [ours]: choice } : columns;
  const { columns: ___, ...decisions } = isRule ? withoutInstead(recipe, ours) : recipe.decisions;
  return {
    ...recipe,
    columns: rules,
    decisions: Object.keys(decided).length === 0 ? decisions : { ...decisions, columns: decided },
  };
}

/** Decisions that give all students a value when the file has no such column. */
const INSTEAD_OF_COLUMN: Readonly<Record<string, 'need' | 'student'>> = {
  subsidized_amount: 'need',
  student_id: 'student',
};

function withoutInstead({ decisions }: Recipe, ours: string): Recipe['decisions'] {
  const decision = INSTEAD_OF_COLUMN[ours];
  if (decision === undefined) return decisions;
  const { [decision]: _, ...others } = decisions;
  return others;
}

/**
 * A recipe with `value` written at a path, as a decision's choice specifies, and nothing where the decision's other choices are
 * written. Missing objects along the path are created.
 */
export function decided(
  recipe: Recipe,
  path: readonly string[],
  value: Json,
  others: readonly (readonly string[])[] = [],
): Recipe {
  const left = others.reduce<unknown>(without, recipe);
  // A choice comes from the worker with a path from its own recipe schema; the worker validates the whole recipe again.
  return writtenAt(left, path, value) as Recipe;
}

/** Whether a recipe has this value at a path. */
export function isWritten(recipe: Recipe, path: readonly string[], value: Json): boolean {
  return value !== null && isSame(valueAt(recipe, path), value);
}

/** Whether two values are the same, independent of the order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** The text at a path of a recipe; empty if there is something else or nothing. */
export function textAt(recipe: Recipe, path: readonly string[]): string {
  const value = valueAt(recipe, path);
  return typeof value === 'string' ? value : '';
}

export type StudentShape = Extract<Recipe['shape'], { readonly rows: 'student' }>;
type Terms = StudentShape['terms'];

/** A row with one more term, with a unique name. */
export function withTermAdded(shape: StudentShape): StudentShape {
  const names = [1, 2, 3, 4, 5].map((number) => `Term ${number}`);
  const label = names.find((name) => !isNameTaken(shape.terms, name)) ?? 'Term';
  return { ...shape, terms: [...shape.terms, { label, columns: {} }] };
}

/** Whether one of these terms has this name, in any capitalization. */
export function isNameTaken(terms: Terms, name: string): boolean {
  return terms.some(({ label }) => separatedName(label) === separatedName(name));
}

/** What a person has left blank, or named like another: a value for all students, the name of a term. One sentence each. */
export function leftBlank({ shape, columns }: Recipe): readonly string[] {
  const terms = shape.rows === 'student' ? shape.terms : [];
  const nameless = terms.flatMap(({ label }, place) => {
    if (isBlankText(label)) {
      return [`Term ${place + 1} of your columns has no name. Enter one, or remove the term.`];
    }
    const isTwice = isNameTaken(terms.slice(0, place), label);
    return isTwice ? [`Two terms of your columns have the name ${label}. Give each term its own.`] : [];
  });
  const valueless = [columns, ...terms.map((term) => term.columns)].flatMap((rules) =>
    Object.entries(rules).flatMap(([ours, rule]) =>
      rule !== undefined && 'constant' in rule && isBlankText(rule.constant)
        ? [
            `${columnLabel(ours)} is the same for everybody, but no value is given. Enter it, or choose a column.`,
          ]
        : [],
    ),
  );
  return [...nameless, ...valueless];
}

/** A value as text, independent of the order of its members. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}

function without(whole: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || typeof whole !== 'object' || whole === null || !Object.hasOwn(whole, key))
    return whole;
  if (Array.isArray(whole)) {
    return whole.map((item: unknown, index) => (String(index) === key ? without(item, rest) : item));
  }
  return Object.fromEntries(
    Object.entries(whole).flatMap(([name, item]): [string, unknown][] => {
      if (name !== key) return [[name, item]];
      return rest.length === 0 ? [] : [[name, without(item, rest)]];
    }),
  );
}

function rulesAt({ shape, columns }: Recipe, term: number | null): ColumnRules {
  if (term === null) return columns;
  return shape.rows === 'student' ? (shape.terms[term]?.columns ?? {}) : {};
}

function withTermRules(recipe: Recipe, term: number, rules: ColumnRules): Recipe {
  const { shape } = recipe;
  if (shape.rows !== 'student') return recipe;
  const terms = shape.terms.map((each, index) => (index === term ? { ...each, columns: rules } : each));
  return { ...recipe, shape: { ...shape, terms } };
}
