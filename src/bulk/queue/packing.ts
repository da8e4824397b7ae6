import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { MisplacedBytes } from './protocol.js';

const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/** Far above the largest chunk or answer: what claims to become more is none. */
const MOST_BYTES = 256 * 1024 * 1024;

/** A frame made small for a slow line, on a thread of zlib's: rows are much alike, and the fastest level finds most of it. */
export function pack(frame: Uint8Array): Promise<Buffer> {
  return gzipped(frame, { level: constants.Z_BEST_SPEED });
}

/** Whether bytes were packed: a frame begins with text in UTF-8, which gzip's own first bytes are not. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * The frame in bytes that may be packed.
 *
 * @throws MisplacedBytes when they cannot be unpacked.
 */
export async function unpack(bytes: Buffer): Promise<Buffer> {
  if (!isPacked(bytes)) return bytes;
  try {
    return await gunzipped(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    throw new MisplacedBytes('These bytes cannot be unpacked.');
  }
}
