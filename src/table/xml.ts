import { Parser } from 'saxen';
import type { Pace } from './steps.js';
import { damaged } from './table-error.js';
import type { ZipArchive } from './zip-archive.js';

/** How a Japanese text is read aloud, which is no part of the text. */
const READING = 'rPh';

/**
 * So many characters may come without one whole tag among them: a parser that goes on holding them takes ever more time. The longest
 * text of a cell is shorter, every character of it as an entity.
 */
const LONGEST_TOKEN = 512 * 1024;

/**
 * What is told of XML, in its order. Names of elements come without a prefix, texts with their entities decoded; readings are left
 * out. An attribute is asked for by its name, or as `:name` with whatever prefix the document gave it.
 */
export interface XmlHandler {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads one document of XML that comes in pieces. Every call throws a TableError for what is no XML, or has a document type: entities
 * of its own could make a gigabyte of a line, and no workbook may have one.
 */
export class XmlReader {
  readonly #parser = new Parser();
  #isReading = false;
  #sinceTag = 0;
  #hasRoot = false;

  constructor(handler: XmlHandler) {
    const tell = (text: string): void => {
      if (!this.#isReading) handler.text?.(text);
    };
    this.#parser.on('openTag', (name, attributes) => {
      this.#sinceTag = 0;
      this.#hasRoot = true;
      const local = localName(name);
      if (local === READING) this.#isReading = true;
      if (this.#isReading) return;
      handler.open?.(local, (wanted) => {
        const all = attributes();
        if (all === true) return undefined;
        const key = wanted.startsWith(':') ? Object.keys(all).find((each) => each.endsWith(wanted)) : wanted;
        const value = key !== undefined && Object.hasOwn(all, key) ? all[key] : undefined;
        return value === undefined ? undefined : decoded(value);
      });
    });
    this.#parser.on('text', (text) => tell(decoded(text)));
    this.#parser.on('cdata', tell);
    this.#parser.on('closeTag', (name) => {
      this.#sinceTag = 0;
      const local = localName(name);
      if (!this.#isReading) handler.close?.(local);
      else if (local === READING) this.#isReading = false;
    });
    for (const event of ['attention', 'error', 'warn'] as const) this.#parser.on(event, refuse);
  }

  /** The next piece, which may end anywhere. */
  write(text: string): void {
    this.#sinceTag += text.length;
    if (this.#sinceTag > LONGEST_TOKEN) refuse();
    this.#parser.write(text);
  }

  /** The document must be complete. */
  end(): void {
    this.#parser.end();
    if (!this.#hasRoot) refuse();
  }
}

function refuse(): never {
  throw damaged('one of its parts is cut or no XML');
}

const ENTITY = /&(?:#([0-9]+);|#x([0-9a-fA-F]+);|(amp|lt|gt|quot|apos);)?/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CHARACTER = 0x10ffff;

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? '';
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= LAST_CHARACTER ? String.fromCodePoint(code) : refuse();
  });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

type Decoder = InstanceType<typeof TextDecoder>;

const PIECE_CHARACTERS = 128 * 1024;

/**
 * Reads a part of an archive as XML, with a pause after each piece of it. Yields after each piece how many characters it had, so that
 * what was told of it can be taken; who stops taking leaves the rest of the part unread, and its end unchecked.
 *
 * @throws TableError for a part that is missing or damaged.
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
