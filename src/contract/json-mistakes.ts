import type { ApiError } from './errors.js';
import { jsonMistake } from './json-text.js';

/**
 * Patterns of what may be found at a position, each with its advice. The first match wins; `$` matches the end of the
 * text.
 */
type Advice = readonly (readonly [looksLike: RegExp, advice: string])[];

const ANYTHING = /(?:)/y;

const ANYWHERE: Advice = [
  [/(?<=^\s*)$/y, 'There is nothing in it. Send one JSON object.'],
  [
    /$/y,
    'It ends here, before everything in it is closed. Send all of it, with a } for each { and a ] for each [.',
  ],
  [/[/#]/y, 'JSON has no comments. Take this one out.'],
  [/['`´‘’‚‛“”„‟«»]/y, 'Put texts and names in straight double quotes (").'],
  [
    /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/uy,
    'There is an invisible character here that JSON does not know. Put an ordinary space in its place.',
  ],
  [/(?<=,[ \t\n\r]*)[}\]]/y, 'Take out the comma before this bracket, or add what is missing between them.'],
];

const FOR_VALUE: Advice = [
  [/(?:true|false|null)(?!\w)/iy, 'Write true, false and null in small letters.'],
  [/(?:None|nil|undefined)(?!\w)/iy, 'Write null where there is no value.'],
  [/[+-]?(?:NaN|Inf(?:inity)?)(?!\w)/iy, 'JSON has no such number. Write the number that is meant.'],
  [
    /[-+.\d]/y,
    'Write a number like 3500, 7.5 or -1: no + and no 0 in front, and a digit on both sides of the point.',
  ],
  [/\$/y, 'Write an amount as a number only, such as 3500.'],
  [/\p{L}/uy, 'Put texts in double quotes ("); true, false, null and numbers go without.'],
  [/[}\],]/y, 'A value is missing before this.'],
  [
    ANYTHING,
    'Expected a value: a text in double quotes, a number, true, false, null, an object or an array.',
  ],
];

const FOR_NAME: Advice = [
  [
    /\d/y,
    'Expected the name of a field in double quotes. If this belongs to the number before it: write 3500, not 3,500.',
  ],
  [/,/y, 'There is a comma too many. Take it out.'],
  [ANYTHING, 'Expected the name of a field in double quotes (").'],
];

/** What may come next in a JSON text, with the advice to give when something else does. */
const ADVICE = {
  value: FOR_VALUE,
  'value or ]': FOR_VALUE,
  name: FOR_NAME,
  'name or }': FOR_NAME,
  colon: [[ANYTHING, 'Expected a colon (:) between the name of a field and its value.']],
  comma: [
    [/[}\]]/y, 'This bracket closes what another one opened: { belongs to }, and [ to ].'],
    [
      ANYTHING,
      'Expected a comma or a closing bracket before this. A double quote within a text is written \\".',
    ],
  ],
  nothing: [[ANYTHING, 'The JSON is complete before this. Send one object and nothing after it.']],
} as const satisfies Record<string, Advice>;
type Expected = keyof typeof ADVICE;

const BLANKS = /[ \t\n\r]*/y;
const IN_STRING = /[ !#-[\]-\uFFFF]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uFFFF]*)*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const TOKEN = new RegExp(`[{}[\\]:,]|"${IN_STRING.source}"|${SCALAR.source}`, 'y');

/**
 * The first mistake in a text that is not JSON, or null if it is valid. One pass without recursion, so no depth of
 * nesting can exhaust the call stack.
 */
export function findMistake(text: string): ApiError | null {
  /** The closing brackets still expected, innermost last. */
  const due: string[] = [];
  let expected: Expected = 'value';
  for (let at = endOf(BLANKS, text, 0); ; ) {
    if (at === text.length && expected === 'nothing') return null;
    const end = endOf(TOKEN, text, at);
    const next: Expected | null = end > at ? expectedAfter(text.charAt(at), expected, due) : null;
    if (next === null) return mistakeAt(text, at, expected);
    expected = next;
    at = endOf(BLANKS, text, end);
  }
}

/** What may follow a token that begins with `char`, or null if the token is not allowed here. */
function expectedAfter(char: string, expected: Expected, due: string[]): Expected | null {
  const isValue = expected === 'value' || expected === 'value or ]';
  switch (char) {
    case '{':
    case '[':
      if (!isValue) return null;
      due.push(char === '{' ? '}' : ']');
      return char === '{' ? 'name or }' : 'value or ]';
    case '}':
    case ']':
      if (char !== due.at(-1) || expected === 'value' || expected === 'name' || expected === 'colon')
        return null;
      due.pop();
      return due.length === 0 ? 'nothing' : 'comma';
    case ',':
      if (expected !== 'comma') return null;
      return due.at(-1) === ']' ? 'value' : 'name';
    case ':':
      return expected === 'colon' ? 'value' : null;
    default:
      if (char === '"' && (expected === 'name' || expected === 'name or }')) return 'colon';
      if (!isValue) return null;
      return due.length === 0 ? 'nothing' : 'comma';
  }
}

/** The end of the match that begins at `at`, or `at` if there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Ways in which a string can be broken. */
const IN_BROKEN_STRING: Advice = [
  [/\\/y, 'A backslash begins an escape such as \\" or \\n or \\u00e9. Write a backslash itself as \\\\.'],
  [
    /[\r\n]/y,
    'A text must end on its line. Close its double quotes, or write \\n for a line break within it.',
  ],
  [ANYTHING, 'Write control characters within a text as escapes, such as \\t or \\u0000.'],
];

/** The error for an unexpected token at `at`. */
function mistakeAt(text: string, at: number, expected: Expected): ApiError {
  const isBrokenString = text[at] === '"' && /^(?:value|name)/.test(expected);
  if (!isBrokenString) return advised(text, at, [...ANYWHERE, ...ADVICE[expected]]);
  const end = endOf(IN_STRING, text, at + 1);
  if (end === text.length) return jsonMistake(text, at, 'The double quote here is never closed. Close it.');
  return advised(text, end, IN_BROKEN_STRING);
}

function advised(text: string, at: number, list: Advice): ApiError {
  const fitting = list.find(([looksLike]) => {
    looksLike.lastIndex = at;
    return looksLike.test(text);
  });
  return jsonMistake(text, at, fitting?.[1] ?? '');
}
