import { deflateSync } from 'fflate';
import { damaged, tableError } from './table-error.js';

/** A larger part is refused: no table of students is this large, and a small archive may claim any size. */
const MOST_BYTES = 1024 * 1024 * 1024;

const LOCAL_HEADER = 0x04034b50;
const LOCAL_BYTES = 30;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_BYTES = 46;
const END = 0x06054b50;
const END_BYTES = 22;
/** The end record of zip64, and the record that locates it. */
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const LONGEST_COMMENT = 0xffff;
const EXTRA_64 = 1;
/** Marks a number that is in the zip64 field instead. */
const ELSEWHERE = 0xffffffff;

const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** The header of a gzip file with deflated bytes, without a name or time. */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/**
 * A zip archive (APPNOTE 6.3.9, as far as ISO/IEC 29500-2 allows it for workbooks). Each part must have the
 * size and checksum in the directory; fflate, which writes our archives, checks neither.
 */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Offset of each part in the directory, by its lowercase name, which must be unique. */
  readonly #entries = new Map<string, number>();
  readonly #onUnpacked: (bytes: number) => void;
  #unpackedBytes = 0;

  /**
   * @param onUnpacked receives the number of bytes unpacked so far, of all parts.
   * @throws TableError for a truncated or damaged archive.
   */
  constructor(bytes: Uint8Array, onUnpacked: (bytes: number) => void = () => {}) {
    this.#bytes = bytes;
    this.#onUnpacked = onUnpacked;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#readDirectory();
  }

  /** Part names in lowercase, in the order of the directory. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /**
   * The bytes of a part, piece by piece, verified only once all were read. The part is wrapped as gzip, so
   * that the platform checks its size and checksum.
   *
   * @throws TableError for a part that is missing, has a password, is too large, or is damaged.
   */
  async *pieces(name: string): AsyncGenerator<Uint8Array, void, undefined> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw damaged(`its part "${name}" is missing`);
    const [size = 0, packed = 0, at = 0] = this.#numbers(entry);
    if (size > MOST_BYTES) throw tableError(TOO_LARGE);
    if ((this.#short(entry + 8) & ENCRYPTED) !== 0) throw tableError(PASSWORD);
    const method = this.#short(entry + 10);
    if (method !== STORED && method !== DEFLATED) throw tableError(OTHER_METHOD);
    this.#mustHave(at, LOCAL_BYTES, LOCAL_HEADER);
    const start = at + LOCAL_BYTES + this.#short(at + 26) + this.#short(at + 28);
    if (start + packed > this.#bytes.length) throw damaged(`its part "${name}" is cut`);
    const bytes = this.#bytes.slice(start, start + packed);
    const deflated = method === DEFLATED ? bytes : new Uint8Array(deflateSync(bytes, { level: 0 }));
    const end = Uint32Array.of(this.#long(entry + 16), size);
    const gzip = new Blob([GZIP_HEADER, deflated, end]).stream();
    const reader = gzip.pipeThrough(new DecompressionStream('gzip')).getReader();
    const wrong = (): never => {
      throw damaged(`its part "${name}" cannot be unpacked`);
    };
    for (let unpacked = 0; ; ) {
      const { done, value } = await reader.read().catch(wrong);
      if (done) return;
      unpacked += value.length;
      if (unpacked > size) wrong();
      this.#unpackedBytes += value.length;
      this.#onUnpacked(this.#unpackedBytes);
      yield value;
    }
  }

  #readDirectory(): void {
    let [at, left] = this.#directory();
    for (; left > 0; left--) {
      this.#mustHave(at, DIRECTORY_BYTES, DIRECTORY_HEADER);
      const nameEnd = at + DIRECTORY_BYTES + this.#short(at + 28);
      const next = nameEnd + this.#short(at + 30) + this.#short(at + 32);
      if (next > this.#bytes.length) throw cutOff();
      const written = new TextDecoder().decode(this.#bytes.subarray(at + DIRECTORY_BYTES, nameEnd));
      const name = written.toLowerCase();
      if (this.#entries.has(name)) throw damaged(`it has two parts "${name}"`);
      this.#entries.set(name, at);
      at = next;
    }
  }

  /** A part's size, packed size and offset. The zip64 field holds only those too large for their field. */
  #numbers(entry: number): readonly number[] {
    const numbers = [24, 20, 42].map((offset) => this.#long(entry + offset));
    if (!numbers.includes(ELSEWHERE)) return numbers;
    const from = entry + DIRECTORY_BYTES + this.#short(entry + 28);
    const end = from + this.#short(entry + 30);
    for (let at = from; at + 4 <= end; at += 4 + this.#short(at + 2)) {
      if (this.#short(at) !== EXTRA_64) continue;
      let next = at + 4;
      return numbers.map((value) => {
        if (value !== ELSEWHERE) return value;
        if (next + 8 > end) throw cutOff();
        next += 8;
        return this.#longer(next - 8);
      });
    }
    throw cutOff();
  }

  /** The offset of the directory, and its number of parts. */
  #directory(): [at: number, parts: number] {
    const end = this.#end();
    const locator = end - 20;
    if (locator < 0 || this.#long(locator) !== END_64_LOCATOR)
      return [this.#long(end + 16), this.#short(end + 10)];
    const end64 = this.#longer(locator + 8);
    this.#mustHave(end64, 56, END_64);
    return [this.#longer(end64 + 48), this.#longer(end64 + 32)];
  }

  #end(): number {
    const last = this.#bytes.length - END_BYTES;
    for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
      if (this.#long(at) === END) return at;
    throw cutOff();
  }

  #mustHave(at: number, bytes: number, signature: number): void {
    if (at + bytes > this.#bytes.length || this.#long(at) !== signature) throw cutOff();
  }

  #short(at: number): number {
    return this.#view.getUint16(at, true);
  }

  #long(at: number): number {
    return this.#view.getUint32(at, true);
  }

  #longer(at: number): number {
    return Number(this.#view.getBigUint64(at, true));
  }
}

function cutOff(): Error {
  return damaged('it is incomplete, as when a download breaks off');
}

const TOO_LARGE = 'The workbook is too large to be unpacked. Save the sheet as "CSV UTF-8".';
const PASSWORD = 'The archive has a password. Save the workbook without a password, and choose that file.';
const OTHER_METHOD =
  'The archive is compressed in a way that workbooks are not. Save it as "Excel Workbook (.xlsx)".';
