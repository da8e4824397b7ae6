import { Parser } from 'saxen';
import { damaged } from './table-error.js';
import type { ZipArchive } from './zip-archive.js';

/** The phonetic reading of a Japanese text, which is not part of the text. */
const READING = 'rPh';

/**
 * The most characters without a complete tag: a parser slows down as it holds more of them. The longest cell
 * text is shorter, even if every character is an entity.
 */
const LONGEST_TOKEN = 512 * 1024;

/** Returns an attribute by its name, or by `:name` with any prefix. */
export type Attributes = (name: string) => string | undefined;

/** Receives elements in document order, by names without prefix; phonetic readings are left out. */
export interface XmlHandler {
  open?(name: string, attribute: Attributes): void;
  /** `text` is the text between the last tag and the end of the element, with entities decoded. */
  close?(name: string, text: string): void;
}

/**
 * Reads a part of an archive as XML, with a yield after each piece. After an early stop, the rest is
 * unchecked.
 *
 * @throws TableError for a part that is missing, damaged or not XML, or has a document type. No workbook may
 * have one, and its entities could expand a line to a gigabyte.
 */
export async function* xmlPieces(
  archive: ZipArchive,
  path: string,
  handler: XmlHandler,
): AsyncGenerator<undefined, void, undefined> {
  const parser = new Parser();
  let attributesOf: () => Readonly<Record<string, string>> | true = () => true;
  let text = '';
  let isReading = false;
  let hasRoot = false;
  let sinceTag = 0;
  const attribute: Attributes = (wanted) => {
    const all = attributesOf();
    if (all === true) return undefined;
    const name = wanted.startsWith(':') ? Object.keys(all).find((each) => each.endsWith(wanted)) : wanted;
    const value = name === undefined ? undefined : all[name];
    return value === undefined ? undefined : decoded(value);
  };
  parser.on('openTag', (name, attributes) => {
    sinceTag = 0;
    hasRoot = true;
    text = '';
    attributesOf = attributes;
    const local = localName(name);
    if (local === READING) isReading = true;
    if (!isReading) handler.open?.(local, attribute);
  });
  parser.on('text', (piece) => {
    text += decoded(piece);
  });
  parser.on('cdata', (piece) => {
    text += piece;
  });
  parser.on('closeTag', (name) => {
    sinceTag = 0;
    const local = localName(name);
    if (!isReading) handler.close?.(local, text);
    else if (local === READING) isReading = false;
    text = '';
  });
  for (const event of ['attention', 'error', 'warn'] as const) parser.on(event, refuse);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw damaged('one of its parts is not text in UTF-8');
    }
  };
  for await (const bytes of archive.pieces(path)) {
    const piece = decode(bytes);
    sinceTag += piece.length;
    if (sinceTag > LONGEST_TOKEN) refuse();
    parser.write(piece);
    yield;
  }
  decode();
  parser.end();
  if (!hasRoot) refuse();
}

/** Reads a whole part of an archive as XML. */
export async function readXml(archive: ZipArchive, path: string, handler: XmlHandler): Promise<void> {
  for await (const _ of xmlPieces(archive, path, handler));
}

function refuse(): never {
  throw damaged('one of its parts is cut off or is not XML');
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

/** Whether a boolean attribute, written `1` or `true`, is set. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
