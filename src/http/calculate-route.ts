import type { Request, RequestHandler } from 'express';
import { FieldValidationError } from '../contract/errors.js';
import { fieldErrors, readJsonStudent } from '../contract/json-student.js';
import { requestTrace } from '../contract/request-trace.js';
import { resultJson } from '../contract/result.js';
import { calculate } from '../engine/calculate.js';
import { jsonObject } from './json-body.js';
import { queryFlag } from './query-flag.js';
import { sendJson } from './send.js';

/** `POST /v1/calculate`: one student, answered inline; with `?trace=true` the answer carries its reasons. */
export const calculateOne: RequestHandler = (req, res) => {
  const isTraced = wantsTrace(req);
  const body = jsonObject(req);
  const reading = readJsonStudent(body);
  if (!reading.ok) throw new FieldValidationError(fieldErrors(reading.failures));
  const result = calculate(reading.student);
  sendJson(
    res,
    200,
    resultJson(isTraced ? { ...result, trace: requestTrace(body, reading.student) } : result),
  );
};

function wantsTrace(req: Request): boolean {
  return queryFlag(req, 'trace', (message) => new FieldValidationError({ trace: message }));
}
