import { ApiError } from './errors.js';
import { findMistake } from './json-mistakes.js';
import { parseJsonText } from './json-text.js';

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
