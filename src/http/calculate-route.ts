import type { RequestHandler } from 'express';
import { FieldValidationError } from '../contract/errors.js';
import { fieldErrors, readJsonStudent } from '../contract/json-student.js';
import { resultJson } from '../contract/result.js';
import { calculate } from '../engine/calculate.js';
import { jsonObject } from './json-body.js';
import { sendJson } from './send.js';

/** `POST /v1/calculate`: one student, answered inline. */
export const calculateOne: RequestHandler = (req, res) => {
  const reading = readJsonStudent(jsonObject(req));
  if (!reading.ok) throw new FieldValidationError(fieldErrors(reading.failures));
  sendJson(res, 200, resultJson(calculate(reading.student)));
};
