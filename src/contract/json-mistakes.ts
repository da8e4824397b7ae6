/** A text that is not the JSON that its sender meant. The message quotes nothing of it: there are students in it. */
export class JsonRefusal extends Error {
  override readonly name = 'JsonRefusal';
  /** 1-based line of the mistake. */
  readonly line: number;
  /** 1-based character in the line, counted in code points. */
  readonly column: number;

  /** `at` is the index of the mistake in the text. */
  constructor(text: string, at: number, reason: string) {
    const before = text.slice(0, at);
    const line = (before.match(/\n/g)?.length ?? 0) + 1;
    const inLine = before.slice(before.lastIndexOf('\n') + 1);
    const column = (inLine.match(/./gsu)?.length ?? 0) + 1;
    super(`The body is not valid JSON at line ${line}, column ${column}. ${reason}`);
    this.line = line;
    this.column = column;
  }
}

const EMPTY = 'There is nothing in it. Send one JSON object.';
const CUT_OFF =
  'It ends here, before everything in it is closed. Send all of it, with a } for each { and a ] for each [.';
const NEVER_CLOSED = 'The double quote here is never closed. Close it.';
const LINE_BREAK =
  'A text must end on its line. Close its double quotes, or write \\n for a line break within it.';
const BACKSLASH =
  'A backslash begins an escape such as \\" or \\n or \\u00e9. Write a backslash itself as \\\\.';
const CONTROL_CHARACTER = 'Write control characters within a text as escapes, such as \\t or \\u0000.';
const TRAILING_COMMA = 'Take out the comma before this bracket, or add what is missing between them.';
const COMMENT = 'JSON has no comments. Take this one out.';
const INVISIBLE =
  'There is an invisible character here that JSON does not know. Put an ordinary space in its place.';
const QUOTES = 'Put texts and names in straight double quotes (").';

/** What stands in a place, whatever is expected there, that says what its sender was used to. */
const HABITS: readonly (readonly [looksLike: RegExp, advice: string])[] = [
  [/[/#]/y, COMMENT],
  [/['`´‘’‚‛“”„‟«»]/y, QUOTES],
  [/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/uy, INVISIBLE],
];

const VALUES: typeof HABITS = [
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
];
const ANY_VALUE =
  'Expected a value: a text in double quotes, a number, true, false, null, an object or an array.';

const NAMES: typeof HABITS = [
  [
    /\d/y,
    'Expected the name of a field in double quotes. If this belongs to the number before it: write 3500, not 3,500.',
  ],
  [/,/y, 'There is a comma too many. Take it out.'],
];
const ANY_NAME = 'Expected the name of a field in double quotes (").';

const BLANKS = /[ \t\n\r]*/y;
const STRING = /"[ !#-[\]-\uFFFF]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uFFFF]*)*"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** What may come next in a JSON text. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'nothing';

/**
 * The first mistake in a text that is not JSON, or null for one that is. One pass and no recursion: nothing that a caller nests
 * exhausts the call stack.
 */
export function findMistake(text: string): JsonRefusal | null {
  /** The closing brackets that are due, the innermost last. */
  const due: string[] = [];
  const afterValue = (): Expected => (due.length === 0 ? 'nothing' : 'comma');
  let expected: Expected = 'value';
  let at = endOf(BLANKS, text, 0);
  while (at < text.length) {
    const char = text.charAt(at);
    const isValue: boolean = expected === 'value' || expected === 'value or ]';
    const isName: boolean = expected === 'name' || expected === 'name or }';
    const end = isValue ? endOf(SCALAR, text, at) : at;
    if (end > at) {
      at = end;
      expected = afterValue();
    } else if (char === '"' && (isValue || isName)) {
      const endOfString = endOf(STRING, text, at);
      if (endOfString === at) return brokenString(text, at);
      at = endOfString;
      expected = isName ? 'colon' : afterValue();
    } else if ((char === '{' || char === '[') && isValue) {
      at++;
      due.push(char === '{' ? '}' : ']');
      expected = char === '{' ? 'name or }' : 'value or ]';
    } else if (char === due.at(-1) && expected !== 'value' && expected !== 'name' && expected !== 'colon') {
      at++;
      due.pop();
      expected = afterValue();
    } else if (char === ',' && expected === 'comma') {
      at++;
      expected = due.at(-1) === ']' ? 'value' : 'name';
    } else if (char === ':' && expected === 'colon') {
      at++;
      expected = 'value';
    } else {
      return new JsonRefusal(text, at, reasonAt(text, at, expected));
    }
    at = endOf(BLANKS, text, at);
  }
  if (expected === 'nothing') return null;
  return new JsonRefusal(text, at, text.trim() === '' ? EMPTY : CUT_OFF);
}

/** Where the match that begins at `at` ends; `at` where there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function reasonAt(text: string, at: number, expected: Expected): string {
  const general = advice(HABITS, text, at);
  if (general !== undefined) return general;
  const isBracket = text[at] === '}' || text[at] === ']';
  if (isBracket && text.slice(0, at).trimEnd().endsWith(',')) return TRAILING_COMMA;
  switch (expected) {
    case 'value':
    case 'value or ]':
      return advice(VALUES, text, at) ?? ANY_VALUE;
    case 'name':
    case 'name or }':
      return advice(NAMES, text, at) ?? ANY_NAME;
    case 'colon':
      return 'Expected a colon (:) between the name of a field and its value.';
    case 'comma':
      if (isBracket) return 'This bracket closes what another one opened: { belongs to }, and [ to ].';
      return 'Expected a comma or a closing bracket before this. A double quote within a text is written \\".';
    case 'nothing':
      return 'The JSON is complete before this. Send one object, and nothing behind it.';
  }
}

function advice(list: typeof HABITS, text: string, at: number): string | undefined {
  return list.find(([looksLike]) => endOf(looksLike, text, at) > at)?.[1];
}

const SOUND = /[ !#-[\]-\uFFFF]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uFFFF]*)*/y;

/** For the string that begins at `start` and cannot be read. */
function brokenString(text: string, start: number): JsonRefusal {
  const at = endOf(SOUND, text, start + 1);
  const char = text[at];
  if (char === undefined) return new JsonRefusal(text, start, NEVER_CLOSED);
  if (char === '\\') return new JsonRefusal(text, at, BACKSLASH);
  return new JsonRefusal(text, at, char === '\n' || char === '\r' ? LINE_BREAK : CONTROL_CHARACTER);
}
