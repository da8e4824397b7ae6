import { ApiError } from './errors.js';
import { jsonMistake, parseJsonText } from './json-text.js';

/**
 * The value of a JSON text in UTF-8, as {@link parseJsonText} reads it. A byte order mark is skipped.
 *
 * @throws ApiError `unparsable` with the place of the first mistake.
 */
export function parseJson(bytes: Uint8Array): unknown {
  return parseJsonText(decoded(bytes), findMistake);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function decoded(bytes: Uint8Array): string {
  const other = otherKind(bytes);
  if (other !== undefined) throw new ApiError('unparsable', other);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new ApiError(
      'unparsable',
      'The body is not UTF-8; it looks like Windows-1252 or another older encoding. Send JSON in UTF-8.',
    );
  }
}

/**
 * For bytes that are not UTF-8 text: what they are, judged by the first few bytes, and what to do. Undefined for all
 * others.
 */
function otherKind([first = 0x20, second = 0x20, third, fourth]: Uint8Array): string | undefined {
  if (first === 0x1f && second === 0x8b) {
    return 'The body is compressed with gzip. Send it with the header "Content-Encoding: gzip", or uncompressed.';
  }
  if (first === 0x50 && second === 0x4b)
    return 'The body is a zip archive or a workbook. Send one student as JSON.';
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || [first, second, third, fourth].includes(0)) {
    return 'The body is UTF-16 or UTF-32, which Windows calls "Unicode". Send JSON in UTF-8.';
  }
  return undefined;
}

/** What may come next in a JSON text. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'nothing';

/** What can be found where JSON has something else; the first that fits. `$` is the end of the text. */
const FOUND: readonly (readonly [looksLike: RegExp, found: string])[] = [
  [/(?<=^\s*)$/y, 'nothing in it'],
  [/$/y, 'its end before everything in it is closed'],
  [/,/y, 'a comma'],
  [/[}\]]/y, 'a closing bracket'],
  [/[{[]/y, 'an opening bracket'],
  [/:/y, 'a colon'],
  [/"/y, 'a double quote'],
  [/['`´‘’‚‛“”„‟«»]/y, 'a quote that is not a straight double quote (")'],
  [/[/#]/y, 'a comment, which JSON does not have'],
  [/[-+.]?\d|[-+.]/y, 'a number, or one that JSON writes otherwise'],
  [/\p{L}/uy, 'a word that is not in double quotes'],
  [/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/uy, 'an invisible character'],
  [/(?:)/y, 'a character that is not in double quotes'],
];

/** What can be found within double quotes. */
const FOUND_IN_STRING: typeof FOUND = [
  [/\\/y, 'a backslash that begins no escape'],
  [/[\r\n]/y, 'a line break within double quotes'],
  [/(?:)/y, 'a control character within double quotes'],
];

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
    if (next === null) return mistakeAt(text, at);
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

/** The error for the token at `at`, which is no token of JSON, or not allowed there. */
function mistakeAt(text: string, at: number): ApiError {
  const inString = text[at] === '"' ? endOf(IN_STRING, text, at + 1) : at;
  if (inString === at || text[inString] === '"') return jsonMistake(text, at, found(text, at, FOUND));
  if (inString === text.length) return jsonMistake(text, at, 'Found a double quote that is never closed.');
  return jsonMistake(text, inString, found(text, inString, FOUND_IN_STRING));
}

function found(text: string, at: number, list: typeof FOUND): string {
  const fitting = list.find(([looksLike]) => {
    looksLike.lastIndex = at;
    return looksLike.test(text);
  });
  return `Found ${fitting?.[1] ?? 'something else'}.`;
}
