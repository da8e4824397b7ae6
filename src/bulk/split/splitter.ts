import { type ChunkSlice, cutChunks } from './chunk-cutter.js';
import { EMPTY_TEXT, notUtf8, UTF16_TEXT } from './mistakes.js';
import type { SplitterOptions } from './options.js';
import { CsvRefusal } from './refusal.js';
import { MAX_INDEXED_BYTES } from './run-index.js';
import { RecordScanner } from './scanner.js';
import { UploadStorage } from './storage.js';
import { checkUtf8 } from './utf8.js';

/** An upload that can be parsed to its last byte, ready to be cut. Holds the whole upload in memory. */
export interface SplitFile {
  /** Records after the header. */
  readonly rowCount: number;
  /** Distinct trimmed ids, plus every row without one. */
  readonly studentCount: number;
  /** Length of the upload after decompression. */
  readonly byteLength: number;
  /** RAM held beside the upload: the index of its records. */
  readonly indexBytes: number;
  /**
   * Whole students in the order of their first rows, each with all its rows in the order of the file. Nothing is planned
   * ahead: a chunk is cut when it is asked for.
   *
   * @throws RangeError when `targetRows` is not a positive integer.
   */
  chunks(targetRows: number): Iterable<ChunkSlice>;
}

/**
 * Takes a CSV upload as it arrives, in pieces cut anywhere, and finds out whether it can be parsed and which records belong
 * to which student. Runs on the event loop: a piece of 64 KiB takes a fraction of a millisecond, of the
 * shortest rows in the worst order some milliseconds, and `end` no time.
 *
 * The answer does not depend on how the upload was cut, down to line and column. After a refusal the upload is let go and
 * the splitter takes no more.
 */
export class CsvSplitter {
  readonly #options: SplitterOptions;
  /** 0 where nothing was announced, or nothing that can be true. */
  readonly #expectedBytes: number;
  #storage: UploadStorage | undefined;
  #scanner: RecordScanner | undefined;
  /** Whole characters of valid UTF-8 end here. */
  #validTo = 0;

  /** @throws RangeError when `maxBytes` is more than the index can address. */
  constructor(options: SplitterOptions) {
    if (!Number.isInteger(options.maxBytes) || options.maxBytes < 0 || options.maxBytes > MAX_INDEXED_BYTES) {
      throw new RangeError(`maxBytes must be an integer from 0 to ${MAX_INDEXED_BYTES}.`);
    }
    this.#options = options;
    const { maxBytes, expectedBytes = 0 } = options;
    this.#expectedBytes = expectedBytes > 0 && expectedBytes <= maxBytes ? Math.ceil(expectedBytes) : 0;
    this.#storage = new UploadStorage(maxBytes, this.#expectedBytes);
  }

  /** @throws CsvRefusal, UploadTooLarge, or what `readHeader` throws. The piece may be reused afterwards. */
  push(piece: Uint8Array): void {
    const storage = this.#live();
    this.#orLetGo(() => {
      storage.append(piece);
      this.#readOn(storage);
    });
  }

  /** RAM held so far: what has arrived, and the index of its records. */
  get memoryBytes(): number {
    return (this.#storage?.length ?? 0) + (this.#scanner?.index.memoryBytes ?? 0);
  }

  /** @throws CsvRefusal or what `readHeader` throws. */
  end(): SplitFile {
    const storage = this.#live();
    const file = this.#orLetGo(() => this.#finish(storage));
    this.#storage = undefined;
    this.#scanner = undefined;
    return file;
  }

  #finish(storage: UploadStorage): SplitFile {
    const byteLength = storage.length;
    if (this.#validTo < byteLength) throw this.#notUtf8(storage);
    const scanner = this.#scanner;
    if (scanner !== undefined) {
      storage.terminate(scanner.missingLineEnd(storage.bytes));
      scanner.scan(storage.bytes, storage.length);
    }
    if (!scanner?.headerIsRead) {
      throw new CsvRefusal(1, 1, 'EMPTY', EMPTY_TEXT);
    }
    const { index } = scanner;
    const bytes = storage.bytes.subarray(0, storage.length);
    return {
      rowCount: index.recordCount,
      studentCount: index.studentCount,
      byteLength,
      indexBytes: index.memoryBytes,
      chunks: (targetRows) => {
        if (!Number.isInteger(targetRows) || targetRows < 1) {
          throw new RangeError('targetRows must be a positive integer.');
        }
        return cutChunks(bytes, index, targetRows);
      },
    };
  }

  #readOn(storage: UploadStorage): void {
    const { validTo, invalid } = checkUtf8(storage.bytes, this.#validTo, storage.length);
    this.#validTo = validTo;
    // Mistakes before the wrong byte come first: so the answer is the same however the upload was cut.
    if (validTo > 0) this.#scannerFor(storage).scan(storage.bytes, validTo);
    if (invalid) throw this.#notUtf8(storage);
  }

  /** Called with a first whole character at hand, so that the byte order mark, which is one, is either there or not. */
  #scannerFor(storage: UploadStorage): RecordScanner {
    const bytes = storage.bytes;
    const hasMark = this.#validTo >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.#scanner ??= new RecordScanner(this.#options, hasMark ? 3 : 0, this.#expectedBytes);
    return this.#scanner;
  }

  #notUtf8(storage: UploadStorage): CsvRefusal {
    const byte = storage.bytes[this.#validTo] ?? 0;
    // FE and FF begin the byte order marks of UTF-16 and nothing else that anybody sends.
    if (this.#validTo === 0 && byte >= 0xfe) return new CsvRefusal(1, 1, 'UTF16', UTF16_TEXT);
    return this.#scannerFor(storage).refusal(storage.bytes, notUtf8(this.#validTo, byte));
  }

  #live(): UploadStorage {
    if (this.#storage === undefined) throw new Error('The upload has ended or was refused already.');
    return this.#storage;
  }

  #orLetGo<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      this.letGo();
      throw error;
    }
  }

  /** Gives the upload up: nothing more can be pushed. Does nothing after `end` or a refusal. */
  letGo(): void {
    this.#storage = undefined;
    this.#scanner = undefined;
  }
}
