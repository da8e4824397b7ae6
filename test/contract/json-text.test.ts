import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../src/contract/errors.js';
import { alteredNumber, findMistake, parseJson } from '../../src/contract/json-text.js';
import { mutated } from '../support/mutations.js';
import { forAll, fuzzRuns } from '../support/runs.js';
import { thrown } from '../support/thrown.js';

function read(text: string): unknown {
  return parseJson(new TextEncoder().encode(text));
}

function mistakeIn(text: string): unknown {
  const { kind, body } = thrown(ApiError, () => read(text));
  expect(kind).toBe('unparsable');
  return 'details' in body ? body.details : null;
}

test.each([
  ['', 1, 1, 'Expected a value.'],
  ['{"a": True}', 1, 7, 'Expected a value.'],
  ['{"a": 03500}', 1, 7, 'Expected a value.'],
  ['{"a": 3,500}', 1, 9, 'Expected a name in double quotes.'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'Expected a comma or the closing bracket.'],
  ['{"a": "say "hi""}', 1, 13, 'Expected a comma or the closing bracket.'],
  ['{\n  "a": 1,\n}', 3, 1, 'Expected a name in double quotes.'],
  ["{'a': 1}", 1, 2, 'Expected a name in double quotes or }.'],
  ['[1, 2', 1, 6, 'Expected a comma or the closing bracket.'],
  ['{"a" 1}', 1, 6, 'Expected a colon.'],
  ['{"a": 1} // all', 1, 10, 'Expected nothing more.'],
  ['{"a": "b', 1, 7, 'never closed'],
  ['{"a": "b\n"}', 1, 9, 'has no line breaks'],
  ['{"a": "C:\\new\\x"}', 1, 14, 'backslashes'],
  ['{"😀é": 😀}', 1, 8, 'Expected a value.'],
  ['{"a": 1, "\\u0061": 2}', 1, 10, 'appears twice'],
])('a mistake is named with line, column and what was expected: %j', (text, line, column, advice) => {
  expect(mistakeIn(text)).toEqual([{ line, column, message: expect.stringContaining(advice) }]);
});

const SECRET = '9415-Jane-Roe';
const DOCUMENT = JSON.stringify({ id: SECRET, [SECRET]: [SECRET, { [`${SECRET}2`]: null }], n: -1.5e3 });

test('a message never quotes the text', () => {
  forAll(fuzzRuns(2000), mutated(DOCUMENT, '{}[]",:\\u019eE+-. \n\'/#$T'.split('')), (text) => {
    try {
      read(text);
    } catch (error) {
      expect(String(error)).not.toMatch(/9415|Jane|Roe/);
    }
  });
});

test('what has no repeated name and no altered number is read as JSON.parse reads it', () => {
  const members = fc.constantFrom('a', 'b', '', '__proto__', 'constructor', '1', 'é"\\\n');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, false, 0, -0, 1.5, 1e21, 3500, '', '\ud800', 'x"\\/\b\u0001'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(members, tie('value')), { maxLength: 4 }).map((all) => Object.fromEntries(all)),
    ),
  }));
  const spaces = fc.constantFrom(undefined, 1, '\t', '\r\n ');
  forAll(fuzzRuns(2000), value, spaces, (sent, space) => {
    const text = JSON.stringify(sent, null, space);
    expect(isDeepStrictEqual(read(text), JSON.parse(text))).toBe(true);
  });
});

test('a mistake is found in exactly those texts that JSON.parse refuses', () => {
  const document = '{"a":"x\\u00e9","a2":[-1.5,{"b":[true,null]},"\\\\"],"c":{}}';
  forAll(fuzzRuns(10_000), mutated(document, '{}[]",:\\u019-. \n\u0000truenl'.split('')), (text) => {
    if (findMistake(text) === null) JSON.parse(text);
    else expect(() => JSON.parse(text)).toThrow();
  });
});

test.each(['3500', '"1e999"', '0.1', '1e15', '0e999', 'null'])('%s is no altered number', (text) => {
  expect(alteredNumber(read(text))).toBeNull();
});
