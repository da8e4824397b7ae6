import { describe, expect, it } from 'vitest';
import { createResponseChecker } from '../support/openapi-check.js';
import { examplesOf, operation, readDocument } from './openapi-support.js';

const document = readDocument();
const check = createResponseChecker(document);

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'id-1' };
const CSV_HEADERS = {
  'content-type': 'text/csv; charset=utf-8; header=present',
  'x-request-id': 'id-1',
  'x-award-year': '2026-27',
};
const NDJSON_HEADERS = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'x-request-id': 'id-1',
  'x-award-year': '2026-27',
};

const single = operation(document, '/v1/calculate', 'post');
const bulk = operation(document, '/v1/calculate/bulk', 'post').responses['200']?.content;
const csv = String(bulk?.['text/csv']?.examples['two_students']?.value);
const ndjson = String(bulk?.['application/x-ndjson']?.examples['two_students']?.value);
const result = JSON.stringify(examplesOf(single, '200')['reduced']);

function errorText(code: string, more: object = {}): string {
  return JSON.stringify({ code, message: 'A sentence.', details: null, ...more });
}

describe('the response checker finds nothing wrong with', () => {
  it('documented answers of every kind', () => {
    expect(check('POST', '/v1/calculate', 200, JSON_HEADERS, result)).toEqual([]);
    expect(check('POST', '/v1/calculate', 200, new Headers(JSON_HEADERS), result)).toEqual([]);
    expect(check('POST', '/v1/calculate/bulk', 200, CSV_HEADERS, csv)).toEqual([]);
    expect(check('POST', '/v1/calculate/bulk', 200, NDJSON_HEADERS, ndjson)).toEqual([]);
    expect(check('POST', '/v1/calculate/bulk', 200, NDJSON_HEADERS, '')).toEqual([]);
    expect(check('GET', '/v1/openapi.json', 200, JSON_HEADERS, JSON.stringify(document))).toEqual([]);
    expect(check('HEAD', '/v1/openapi.json', 200, JSON_HEADERS, '')).toEqual([]);
    expect(check('POST', '/v1/calculate', 400, JSON_HEADERS, errorText('invalid_json'))).toEqual([]);
    const fields = '{"code":"validation_error","field_errors":{"terms":"Expected an array."}}';
    expect(check('POST', '/v1/calculate', 422, JSON_HEADERS, fields)).toEqual([]);
  });

  it('documented refusals of paths and methods that do not exist', () => {
    const error = errorText('validation_error');
    const allow = { ...JSON_HEADERS, allow: 'POST' };
    expect(check('GET', '/nowhere?at=all', 404, JSON_HEADERS, error)).toEqual([]);
    expect(check('GET', '/v1/calculate', 405, allow, error)).toEqual([]);
    expect(check('HEAD', '/v1/calculate', 405, allow, '')).toEqual([]);
  });

  it('the health answer, which is no part of the API', () => {
    expect(check('GET', '/healthz', 200, {}, 'ok')).toEqual([]);
  });
});

describe('the response checker reports', () => {
  const withoutId = { 'content-type': 'application/json' };
  const problem = errorText('validation_error');

  it.each<[string, string, string, number, Record<string, string>, string, RegExp]>([
    [
      'an undocumented status',
      'POST',
      '/v1/calculate',
      429,
      JSON_HEADERS,
      errorText('quota_exceeded'),
      /429/,
    ],
    ['a status of another endpoint', 'POST', '/v1/calculate/bulk', 422, JSON_HEADERS, problem, /422/],
    ['success at an unknown path', 'GET', '/v1/other', 200, JSON_HEADERS, '{}', /status 200/],
    ['success of an unknown method', 'PUT', '/v1/calculate', 200, JSON_HEADERS, result, /status 200/],
    ['404 at a known path', 'POST', '/v1/calculate', 404, JSON_HEADERS, problem, /although/],
    [
      'an undocumented content type',
      'POST',
      '/v1/calculate',
      200,
      CSV_HEADERS,
      csv,
      /content type "text\/csv"/,
    ],
    ['no content type', 'POST', '/v1/calculate', 200, { 'x-request-id': 'a' }, result, /content type ""/],
    ['a missing X-Request-Id', 'POST', '/v1/calculate', 200, withoutId, result, /X-Request-Id is missing/],
    [
      'an X-Request-Id of another form',
      'POST',
      '/v1/calculate',
      200,
      { ...JSON_HEADERS, 'x-request-id': 'a b' },
      result,
      /header X-Request-Id: must match/,
    ],
    [
      'a 401 without WWW-Authenticate',
      'POST',
      '/v1/calculate',
      401,
      JSON_HEADERS,
      errorText('unauthenticated'),
      /WWW-Authenticate is missing/,
    ],
    ['a 405 without Allow', 'GET', '/v1/calculate', 405, JSON_HEADERS, problem, /Allow is missing/],
    [
      'a 503 without Retry-After',
      'POST',
      '/v1/calculate/bulk',
      503,
      JSON_HEADERS,
      errorText('internal_error'),
      /Retry-After is missing/,
    ],
    ['a code of another status', 'POST', '/v1/calculate', 400, JSON_HEADERS, problem, /body\/code/],
    ['a body that is not JSON', 'POST', '/v1/calculate', 200, JSON_HEADERS, '{', /not JSON/],
    [
      'an error in HTML',
      'GET',
      '/nowhere',
      404,
      { ...JSON_HEADERS, 'content-type': 'text/html' },
      '<p>',
      /html/,
    ],
    [
      'an error without details for a stranger path',
      'GET',
      '/nowhere',
      404,
      JSON_HEADERS,
      '{"code":"validation_error"}',
      /message/,
    ],
    [
      'a member that is not documented',
      'POST',
      '/v1/calculate',
      400,
      JSON_HEADERS,
      errorText('invalid_json', { stack: 'at line 1' }),
      /stack/,
    ],
    [
      'a member of the wrong type, deep inside',
      'POST',
      '/v1/calculate',
      200,
      JSON_HEADERS,
      result.replace('"subsidized":1102', '"subsidized":"1102"'),
      /body\/terms\/0\/equal\/subsidized/,
    ],
    [
      'an undocumented member, deep inside',
      'POST',
      '/v1/calculate',
      200,
      JSON_HEADERS,
      result.replace('"subsidized":1102', '"subsidized":1102,"extra":1'),
      /extra/,
    ],
    ['a CSV without header row', 'POST', '/v1/calculate/bulk', 200, CSV_HEADERS, '1,2\r\n', /header row/],
    ['a CSV that is cut short', 'POST', '/v1/calculate/bulk', 200, CSV_HEADERS, csv.slice(0, -1), /CRLF/],
    [
      'an NDJSON line that is no BulkResult',
      'POST',
      '/v1/calculate/bulk',
      200,
      NDJSON_HEADERS,
      `${ndjson}{"student_id":"1"}\n`,
      /line 3/,
    ],
    [
      'an NDJSON that is cut short',
      'POST',
      '/v1/calculate/bulk',
      200,
      NDJSON_HEADERS,
      ndjson.slice(0, -1),
      /feed/,
    ],
    ['a body after HEAD', 'HEAD', '/v1/openapi.json', 200, JSON_HEADERS, '{}', /HEAD has a body/],
  ])('%s', (_what, method, path, status, headers, text, expected) => {
    expect(check(method, path, status, headers, text).join('\n')).toMatch(expected);
  });
});
