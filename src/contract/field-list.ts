import type * as z from 'zod';
import { type FieldInfo, fieldRegistry } from './fields.js';
import { calculationRequestSchema, termSchema } from './request.js';

/** One field of the request schema, with all that is known of it. */
export interface Field extends FieldInfo {
  /** Its name in JSON. */
  readonly name: string;
  /** Its place in {@link FIELDS}. */
  readonly index: number;
  /** Reads a JSON value, or refuses it with a sentence. */
  readonly schema: z.ZodType;
  /** What the field is where nothing is given; undefined where that is refused. */
  readonly whenAbsent: unknown;
  readonly description: string;
}

function fieldsOf(shape: Readonly<Record<string, z.ZodType>>, firstIndex: number): readonly Field[] {
  const fields: Field[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const info = fieldRegistry.get(schema);
    // `terms` holds fields and is none.
    if (info === undefined) continue;
    const index = firstIndex + fields.length;
    const whenAbsent = schema.safeParse(undefined).data;
    const { kind, column, options, isAboveZero, whenNull } = info;
    const description = schema.description ?? '';
    // Each with every property: what reads millions of cells is faster where all fields have one shape.
    fields.push({
      kind,
      column,
      options,
      isAboveZero,
      whenNull,
      name,
      index,
      schema,
      whenAbsent,
      description,
    });
  }
  return fields;
}

/** The fields of a student but `terms`, in the order of the request schema. */
export const STUDENT_FIELDS: readonly Field[] = fieldsOf(calculationRequestSchema.shape, 0);

/** The fields of a term, in the order of the request schema. */
export const TERM_FIELDS: readonly Field[] = fieldsOf(termSchema.shape, STUDENT_FIELDS.length);

/** Every field that has a column, in the order of the documentation. */
export const FIELDS: readonly Field[] = [...STUDENT_FIELDS, ...TERM_FIELDS];

/** @throws RangeError when no field has this JSON name. */
export function fieldNamed(name: string): Field {
  const field = FIELDS.find((each) => each.name === name);
  if (field === undefined) throw new RangeError(`There is no field "${name}".`);
  return field;
}

/** The column that says which rows are one student: of a CSV file alone, so no field of the request. */
export const STUDENT_ID_COLUMN = 'student_id';

/** Every column that a request file may have, in the order of the documentation. */
export const REQUEST_COLUMNS: readonly string[] = [STUDENT_ID_COLUMN, ...FIELDS.map(({ column }) => column)];

/** Columns that every file must have: those of the fields that are refused when nothing is given. */
export const REQUIRED_COLUMNS: readonly string[] = FIELDS.filter(
  ({ whenAbsent }) => whenAbsent === undefined,
).map(({ column }) => column);

/** A file must have one of these at least, or everybody would be taken for a full-time student. */
export const CREDIT_COLUMNS: readonly string[] = [
  fieldNamed('credits_enrolled').column,
  fieldNamed('actual_final_credits').column,
];
