import type { Student } from '../engine/student.js';
import { traceOf } from '../engine/trace/trace.js';
import type { Trace, TraceAssumption, TraceValue } from '../engine/trace/trace-format.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from './field-list.js';
import { FIELD_WORDS } from './field-words.js';
import type { JsonObject } from './json-student.js';

/**
 * The trace of a request that was read as `student`. {@link traceOf} cannot tell a default from the same
 * value sent, so this adds the defaults of fields that the body leaves out to what was assumed.
 */
export function requestTrace(body: JsonObject, student: Student, awardYear?: string): Trace {
  const trace = traceOf(student, awardYear);
  const inputs = new Map(trace.steps.flatMap((step) => step.inputs.map(({ from, value }) => [from, value])));
  // Every term is an object: otherwise the request would have been refused.
  const terms: readonly JsonObject[] = Array.isArray(body['terms']) ? body['terms'] : [];
  const absent = [
    ...defaultsUsed(STUDENT_FIELDS, body, '', inputs, student),
    ...terms.flatMap((term, index) => defaultsUsed(TERM_FIELDS, term, `terms.${index}.`, inputs, student)),
  ];
  return { ...trace, assumed: [...absent, ...trace.assumed] };
}

/** Section 1.6: absent fields that concern the student and that a step takes as other than null. */
function defaultsUsed(
  fields: readonly Field[],
  object: JsonObject,
  path: string,
  inputs: ReadonlyMap<string, TraceValue>,
  student: Student,
): TraceAssumption[] {
  return fields.flatMap(({ name }) => {
    const value = inputs.get(`input:${path}${name}`) ?? null;
    const hasEffect = FIELD_WORDS[name]?.concerns?.(student) ?? true;
    if (value === null || Object.hasOwn(object, name) || !hasEffect) return [];
    return [{ input: `${path}${name}`, value: String(value), section: '1.6' }];
  });
}
