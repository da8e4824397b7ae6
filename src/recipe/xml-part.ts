import type { Pace } from './pace.js';
import { damaged } from './recipe-error.js';
import { type XmlHandler, XmlReader } from './xml.js';
import type { ZipArchive } from './zip-archive.js';

type Decoder = InstanceType<typeof TextDecoder>;

const PIECE_CHARACTERS = 128 * 1024;

/**
 * Reads a part of an archive as XML, with a pause after each piece of it. Yields after each piece how many characters it had, so that
 * what was told of it can be taken; who stops taking leaves the rest of the part unread, and its end unchecked.
 *
 * @throws RecipeError for a part that is missing or damaged.
 */
export async function* xmlPieces(
  archive: ZipArchive,
  path: string,
  handler: XmlHandler,
  pace: Pace,
): AsyncGenerator<number, void, undefined> {
  const reader = new XmlReader(handler);
  let decoder: Decoder | undefined;
  const write = async function* (text: string): AsyncGenerator<number, void, undefined> {
    for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
      const piece = text.slice(at, at + PIECE_CHARACTERS);
      reader.write(piece);
      await pace.worked(piece.length);
      yield piece.length;
    }
  };
  for (const piece of archive.pieces(path)) {
    decoder ??= decoderOf(piece);
    yield* write(decodedBy(decoder, piece));
  }
  yield* write(decodedBy(decoder ?? decoderOf(new Uint8Array()), null));
  reader.end();
}

/** Reads a part as a whole. */
export async function readXmlPart(
  archive: ZipArchive,
  path: string,
  handler: XmlHandler,
  pace: Pace,
): Promise<void> {
  for await (const _ of xmlPieces(archive, path, handler, pace));
}

/** Parts are UTF-8, or UTF-16 with a mark (ISO/IEC 29500-2, 8.1.4). */
function decoderOf([first, second]: Uint8Array): Decoder {
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true });
}

function decodedBy(decoder: Decoder, bytes: Uint8Array | null): string {
  try {
    return bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    throw damaged('one of its parts is not text');
  }
}
