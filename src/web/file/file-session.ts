import { cellsOf, firstRecord } from '../../csv/head.js';
import { type SplitFile, splitCsv } from '../../csv/split.js';
import { textOf } from '../../csv/text.js';
import { type Calculated, calculateFile } from './calculate-file.js';
import { FILE_LIMITS } from './file-limits.js';
import { readBytes } from './read-bytes.js';
import type { Progress } from './worker-messages.js';

/** What a file turned out to be. */
export interface FileFacts {
  readonly bytes: number;
  readonly rows: number;
  readonly students: number;
  readonly header: readonly string[];
  readonly firstRows: readonly (readonly string[])[];
  /** Columns that are not read. */
  readonly ignored: readonly string[];
}

const FIRST_ROWS = 5;

/** One file in the page's worker, from its bytes to its answer. Every call may take long; its signal ends it. */
export class FileSession {
  readonly #tell: (progress: Progress) => void;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  #file: SplitFile | null = null;

  constructor(tell: (progress: Progress) => void) {
    this.#tell = tell;
  }

  /** @throws ApiError for a file that the service would refuse. */
  async open(signal: AbortSignal, file: Blob): Promise<FileFacts> {
    this.#file = null;
    const tell = (done: number): void =>
      this.#tell({ doing: 'reading', done, total: file.size, unit: 'bytes', failedStudents: 0 });
    this.#bytes = await readBytes(file, tell, signal);
    signal.throwIfAborted();
    this.#file = splitCsv(this.#bytes, FILE_LIMITS);
    return factsOf(this.#bytes, this.#file);
  }

  /** @throws Error before a file is open. */
  async calculate(signal: AbortSignal): Promise<Calculated> {
    const file = this.#file;
    if (file === null) throw new Error('There is no file.');
    const onRows = (done: number, failedStudents: number): void =>
      this.#tell({ doing: 'calculating', done, total: file.rowCount, unit: 'rows', failedStudents });
    return calculateFile(this.#bytes, file, { onRows, onAnswer: () => {} }, signal);
  }
}

function factsOf(bytes: Uint8Array, { head, rowCount, studentCount, records }: SplitFile): FileFacts {
  const first = Array.from({ length: Math.min(rowCount, FIRST_ROWS) }, (_, record) =>
    cellsOf(textOf(bytes, records.starts[record], records.ends[record])),
  );
  return {
    bytes: bytes.length,
    rows: rowCount,
    students: studentCount,
    header: firstRecord(bytes, true, FILE_LIMITS)?.cells ?? [],
    firstRows: first,
    ignored: head.header.ignored,
  };
}
