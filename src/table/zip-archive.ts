import { Inflate } from 'fflate';
import { damaged, tableError } from './table-error.js';

/** Where a part of an archive is, as its directory says. */
interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Where its own header begins. */
  readonly at: number;
}

/** A larger part is refused: no table of students is this large, and a small archive may claim any size. */
const MOST_BYTES = 1024 * 1024 * 1024;

const LOCAL_HEADER = 0x04034b50;
const LOCAL_BYTES = 30;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_BYTES = 46;
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const EXTRA_64 = 1;
/** Stands for a number that is written in the fields of zip64. */
const ELSEWHERE = 0xffffffff;

const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** Small enough that its unpacked content, at most a thousand times as much, never takes long without a pause. */
const PACKED_PIECE_BYTES = 16 * 1024;

/**
 * A zip archive (APPNOTE 6.3.9, as far as ISO/IEC 29500-2 lets workbooks use it) that trusts nothing: the bytes of a part
 * must have the size and checksum that the directory says.
 */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<string, Entry>();
  readonly #onUnpacked: (bytes: number) => void;
  #unpackedBytes = 0;

  /**
   * @param onUnpacked receives the number of bytes of all parts that have been unpacked so far.
   * @throws TableError for a truncated or damaged archive.
   */
  constructor(bytes: Uint8Array, onUnpacked: (bytes: number) => void = () => {}) {
    this.#bytes = bytes;
    this.#onUnpacked = onUnpacked;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const entry of this.#directory()) {
      // Part names must differ in more than their case.
      const key = entry.name.toLowerCase();
      if (this.#entries.has(key)) throw damaged(`it has two parts "${entry.name}"`);
      this.#entries.set(key, entry);
    }
  }

  /** The names of all parts, in the order of the directory. */
  get names(): readonly string[] {
    return [...this.#entries.values()].map(({ name }) => name);
  }

  /** Whether there is a part of this name. Case makes no difference. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /**
   * The bytes of a part, piece by piece. They are known to be intact only after all of them were taken.
   *
   * @throws TableError for a part that does not exist, has a password, is too large, or is damaged.
   */
  *pieces(name: string): Generator<Uint8Array, void, undefined> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw damaged(`its part "${name}" is missing`);
    if (entry.size > MOST_BYTES) throw tableError(TOO_LARGE);
    const wrong = (): Error => damaged(`its part "${name}" has a wrong size or checksum`);
    let size = 0;
    let crc = 0;
    for (const piece of this.#unpacked(entry)) {
      size += piece.length;
      if (size > entry.size) throw wrong();
      crc = crc32(piece, crc);
      this.#unpackedBytes += piece.length;
      this.#onUnpacked(this.#unpackedBytes);
      yield piece;
    }
    if (size !== entry.size || crc !== entry.crc) throw wrong();
  }

  *#unpacked(entry: Entry): Generator<Uint8Array, void, undefined> {
    const packed = this.#packed(entry);
    if (entry.method === STORED) {
      yield packed;
      return;
    }
    const pieces: Uint8Array[] = [];
    const inflate = new Inflate((piece) => pieces.push(piece));
    for (let at = 0; at < packed.length; at += PACKED_PIECE_BYTES) {
      const end = Math.min(at + PACKED_PIECE_BYTES, packed.length);
      try {
        inflate.push(packed.subarray(at, end), end === packed.length);
      } catch {
        throw damaged(`its part "${entry.name}" cannot be unpacked`);
      }
      yield* pieces.splice(0);
    }
  }

  /** The packed bytes of a part, which follow its own header. */
  #packed({ at, name, flags, method, packed }: Entry): Uint8Array {
    if ((flags & ENCRYPTED) !== 0) throw tableError(PASSWORD);
    if (method !== STORED && method !== DEFLATED) throw tableError(OTHER_METHOD);
    this.#mustHave(at, LOCAL_BYTES, LOCAL_HEADER);
    const nameEnd = at + LOCAL_BYTES + this.#view.getUint16(at + 26, true);
    const start = nameEnd + this.#view.getUint16(at + 28, true);
    if (start + packed > this.#bytes.length) throw damaged(`its part "${name}" is cut`);
    return this.#bytes.subarray(start, start + packed);
  }

  *#directory(): Generator<Entry, void, undefined> {
    const { at: start, count } = this.#end();
    const view = this.#view;
    let at = start;
    for (let nth = 0; nth < count; nth++) {
      this.#mustHave(at, DIRECTORY_BYTES, DIRECTORY_HEADER);
      const nameEnd = at + DIRECTORY_BYTES + view.getUint16(at + 28, true);
      const extraEnd = nameEnd + view.getUint16(at + 30, true);
      const next = extraEnd + view.getUint16(at + 32, true);
      if (next > this.#bytes.length) throw cut();
      const short = [
        view.getUint32(at + 24, true),
        view.getUint32(at + 20, true),
        view.getUint32(at + 42, true),
      ];
      const [size = 0, packed = 0, header = 0] = this.#long(short, nameEnd, extraEnd);
      yield {
        name: this.#text(at + DIRECTORY_BYTES, nameEnd),
        flags: view.getUint16(at + 8, true),
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        packed,
        size,
        at: header,
      };
      at = next;
    }
  }

  /** Numbers that are too large for their field, from the extra field of zip64, which holds these alone. */
  #long(short: readonly number[], from: number, end: number): readonly number[] {
    if (!short.includes(ELSEWHERE)) return short;
    const view = this.#view;
    for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
      if (view.getUint16(at, true) !== EXTRA_64) continue;
      let next = at + 4;
      return short.map((value) => {
        if (value !== ELSEWHERE) return value;
        if (next + 8 > end) throw cut();
        next += 8;
        return Number(view.getBigUint64(next - 8, true));
      });
    }
    throw cut();
  }

  /** Where the directory begins, and how many parts it names. */
  #end(): { readonly at: number; readonly count: number } {
    const view = this.#view;
    const last = this.#bytes.length - END_BYTES;
    for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
      if (view.getUint32(at, true) !== END) continue;
      return { count: view.getUint16(at + 10, true), at: view.getUint32(at + 16, true) };
    }
    throw cut();
  }

  #text(start: number, end: number): string {
    return new TextDecoder().decode(this.#bytes.subarray(start, end));
  }

  #mustHave(at: number, bytes: number, signature: number): void {
    if (at + bytes > this.#bytes.length || this.#view.getUint32(at, true) !== signature) throw cut();
  }
}

function cut(): Error {
  return damaged('it is incomplete, as when a download breaks off');
}

const TOO_LARGE = 'The workbook is too large to be unpacked. Save the sheet as "CSV UTF-8".';
const PASSWORD = 'The archive has a password. Save the workbook without a password, and choose that file.';
const OTHER_METHOD =
  'The archive is packed in a way that no workbook is. Save it as "Excel Workbook (.xlsx)".';

const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ POLYNOMIAL;
  return crc;
});

/**
 * The checksum of zip archives, continued over more bytes; `before` is that of the preceding bytes, 0 at the beginning.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at++) crc = (TABLE[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
