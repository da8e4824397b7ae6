import { ApiError } from '../contract/errors.js';
import { parseJson } from '../contract/json-body.js';

/** Reports why a message is refused: an error code of JSON-RPC, and a sentence. */
export type RefuseMessage = (code: number, sentence: string) => void;

/** The same maximum as for the body of a request over HTTP. */
const MOST_BYTES = 1024 * 1024;
const LF = 0x0a;

/**
 * The messages of standard input, one JSON object per line, read as the service reads a body: a number that cannot be
 * kept exactly, a duplicate name and an endless line are reported, never passed on as something else. Refused messages
 * are skipped.
 */
export async function* messageLines(
  input: AsyncIterable<Uint8Array>,
  refuse: RefuseMessage,
): AsyncGenerator<string, void, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array): void => {
    length += part.length;
    if (length <= MOST_BYTES) held.push(part);
    else held = [];
  };
  const taken = (): string | undefined => {
    const line = Buffer.concat(held);
    const isTooLong = length > MOST_BYTES;
    held = [];
    length = 0;
    if (!isTooLong) return readLine(line, refuse);
    refuse(-32_600, `The message is longer than the limit of ${MOST_BYTES.toLocaleString('en-US')} bytes.`);
    return undefined;
  };
  for await (const piece of input) {
    let from = 0;
    for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, from)) {
      take(piece.subarray(from, at));
      from = at + 1;
      const line = taken();
      if (line !== undefined) yield line;
    }
    take(piece.subarray(from));
  }
  const last = taken();
  if (last !== undefined) yield last;
}

function readLine(line: Buffer, refuse: RefuseMessage): string | undefined {
  if (line.toString('latin1').trim() === '') return undefined;
  try {
    return `${JSON.stringify(parseJson(line))}\n`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refuse(-32_700, error.message);
    return undefined;
  }
}
