import { helpOf, type Ours, PAID_FIELDS, STUDENT_FIELDS, TERM_FIELDS } from './our-fields.js';
import { columnsOf, type FieldRule, type Path, paidRule, type Recipe, type RowShape } from './recipe.js';

/** The places of a recipe that read columns. */

/** A field with its rule, and where the rule is: `at` is the place of the term that has one of its own. */
export interface PlacedField {
  readonly kind: 'field';
  readonly field: Ours;
  readonly at: number | null;
  readonly rule: FieldRule;
  readonly path: Path;
}

/** The columns of a row's course, of its fund, of what was paid of it, or of a status; their cells are like those of `field`. */
interface OtherPlace extends Pick<PlacedField, 'rule' | 'path'> {
  readonly kind: 'course' | 'fund' | 'paid' | 'status';
  readonly field: Ours | null;
}

export type Place = PlacedField | OtherPlace;

/** The fields that a recipe must settle for rows of this shape. `perTerm` are those that a term may have on its own. */
export function neededFields(rows: RowShape | null): {
  readonly all: readonly Ours[];
  readonly perTerm: readonly Ours[];
} {
  const paid: ReadonlySet<Ours> = new Set(PAID_FIELDS);
  const ofTerm = TERM_FIELDS.filter((field) => rows !== 'fund' || !paid.has(field));
  if (rows !== 'student') return { all: [...STUDENT_FIELDS, ...ofTerm], perTerm: [] };
  return { all: STUDENT_FIELDS, perTerm: ofTerm.filter((field) => field !== 'term_label') };
}

/** The fields that a recipe must settle; one whose terms have rules of their own is there for each term. */
export function placedFields({ rows, fields, terms }: Recipe): readonly PlacedField[] {
  const { all, perTerm } = neededFields(rows);
  return [...all, ...perTerm].flatMap((field) => {
    const rule = fields[field] ?? null;
    const hasOwn = terms.some((term) => term.fields?.[field] !== undefined);
    const own = terms.flatMap((term, at): PlacedField[] => {
      const ofTerm = term.fields?.[field];
      const path = ['terms', at, 'fields', field];
      // A term without a rule of its own has that of all terms.
      return ofTerm === undefined && rule !== null
        ? []
        : [{ kind: 'field', field, at, rule: ofTerm ?? rule, path }];
    });
    const common: PlacedField = { kind: 'field', field, at: null, rule, path: ['fields', field] };
    return hasOwn ? [...(rule === null ? [] : [common]), ...own] : [common];
  });
}

/** Every place at which a recipe may read columns. */
export function placesOf(recipe: Recipe): readonly Place[] {
  const { column = null, values = {} } = recipe.fund ?? {};
  const [field] = PAID_FIELDS;
  const ofCourse: Place = {
    kind: 'course',
    field: 'student_id',
    path: ['course'],
    rule: recipe.course ?? null,
  };
  const ofFund: readonly Place[] = [
    { kind: 'fund', field: null, path: ['fund'], rule: column === null ? null : { column, values } },
    { kind: 'paid', field, path: ['fund', 'paid'], rule: paidRule(recipe.fund) },
  ];
  const states = [
    { status: recipe.status, of: [] },
    ...recipe.terms.map(({ status = [] }, at) => ({ status, of: ['terms', at] })),
  ];
  return [
    ...placedFields(recipe),
    ...(recipe.rows === 'course' ? [ofCourse] : []),
    ...(recipe.rows === 'fund' ? ofFund : []),
    ...states.flatMap(({ status, of }) =>
      status.map((rule, at): Place => ({ kind: 'status', field: null, rule, path: [...of, 'status', at] })),
    ),
  ];
}

/** The columns that a recipe reads anything from. */
export function placedColumns(recipe: Recipe): ReadonlySet<string> {
  return new Set(placesOf(recipe).flatMap(({ rule }) => columnsOf(rule)));
}

/** The sentence that "none" makes true; null where every file must say something. */
export function noneOf(field: Ours, { rows }: Recipe): string | null {
  return field === 'student_id' && rows !== 'student' ? null : (helpOf(field).none ?? null);
}
