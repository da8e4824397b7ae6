import { expect, it } from 'vitest';
import { createResponseChecker } from '../support/openapi-check.js';
import { examplesOf, operation, readDocument } from './openapi-support.js';

const document = readDocument();
const check = createResponseChecker(document);

const POST = '/v1/calculate';
const BULK = '/v1/calculate/bulk';
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'id-1' };
const CSV_HEADERS = {
  'content-type': 'text/csv; charset=utf-8; header=present',
  'x-request-id': 'id-1',
  'x-award-year': '2026-27',
};

const answers = operation(document, BULK, 'post').responses['200']?.content;
const csv = String(answers?.['text/csv']?.examples['two_students']?.value);
const result = JSON.stringify(examplesOf(operation(document, POST, 'post'), '200')['reduced']);
const wrongType = result.replace('"subsidized":1102', '"subsidized":"1102"');
const oneMore = result.replace('"subsidized":1102', '"subsidized":1102,"extra":1');

function errorText(code: string): string {
  return JSON.stringify({ code, message: 'A sentence.', details: null });
}

// All tests over HTTP check that right answers pass.
it.each<[string, string, number, Record<string, string>, string, RegExp]>([
  ['an undocumented status', POST, 429, JSON_HEADERS, errorText('quota_exceeded'), /429/],
  ['a status of another endpoint', BULK, 422, JSON_HEADERS, errorText('validation_error'), /422/],
  ['success at an unknown path', '/v1/other', 200, JSON_HEADERS, '{}', /status 200/],
  ['an undocumented content type', POST, 200, CSV_HEADERS, csv, /content type "text\/csv"/],
  ['a missing header', POST, 401, JSON_HEADERS, errorText('unauthenticated'), /WWW-Authenticate is missing/],
  ['a code of another status', POST, 400, JSON_HEADERS, errorText('validation_error'), /body\/code/],
  ['a member of the wrong type', POST, 200, JSON_HEADERS, wrongType, /body\/terms\/0\/equal\/subsidized/],
  ['an undocumented member', POST, 200, JSON_HEADERS, oneMore, /extra/],
  ['a CSV that is cut short', BULK, 200, CSV_HEADERS, csv.slice(0, -1), /CRLF/],
])('the response checker reports %s', (_what, path, status, headers, text, expected) => {
  expect(check('POST', path, status, headers, text).join('\n')).toMatch(expected);
});
