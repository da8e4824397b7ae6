/** The supported encodings of tables; the names are those of `TextDecoder`. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The encoding of a text: by its byte order mark, or UTF-16 if every other byte at the beginning is 0.
 * Otherwise UTF-8 if all bytes are valid, else Windows-1252. `isCut`: the bytes may end within a character.
 */
export function encodingOf(bytes: Uint8Array, isCut = false): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = Array.from(bytes.subarray(0, 32), (byte) => (byte === 0 ? '0' : 'x')).join('');
  if (/^(?:x0)+$/.test(zeros)) return 'utf-16le';
  if (/^(?:0x)+$/.test(zeros)) return 'utf-16be';
  return isUtf8(bytes, isCut) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array, isCut: boolean): boolean {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const piece of piecesOf(bytes)) strict.decode(piece, { stream: true });
    if (!isCut) strict.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const PIECE_BYTES = 256 * 1024;

export type Bytes = Uint8Array | Iterable<Uint8Array>;

/** The text of a file piece by piece, without its byte order mark. Pieces may end anywhere in a row. */
export function* textPieces(bytes: Bytes, encoding: Encoding): Generator<string, void, undefined> {
  const decoder = new TextDecoder(encoding);
  for (const piece of bytes instanceof Uint8Array ? piecesOf(bytes) : bytes) {
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
