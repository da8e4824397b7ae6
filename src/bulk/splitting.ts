import { isUtf8 } from 'node:buffer';
import { ApiError, type ErrorDetail, type ErrorKind } from '../contract/errors.js';
import type { CsvLimits } from '../csv/head.js';
import { type SplitFile, splitCsv } from '../csv/split.js';

/** An upload that can be calculated, and where its records stand. */
export interface SplitUpload {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly file: SplitFile;
}

/**
 * Splits an upload. Its bytes may be moved elsewhere meanwhile: those of the result are to be used from then on.
 *
 * @throws ApiError for a file that cannot be read.
 */
export type UploadSplitter = (bytes: Uint8Array<ArrayBuffer>, limits: CsvLimits) => Promise<SplitUpload>;

/** What splitting came to, in a form that can be handed from thread to thread: there an error loses its class. */
export type SplitVerdict =
  | { readonly split: SplitUpload }
  | {
      readonly refusal: {
        readonly kind: ErrorKind;
        readonly message: string;
        readonly details: readonly ErrorDetail[];
      };
    };

/** Splits on the thread that it is called on, and catches the refusal of the file. */
export function splitVerdict(bytes: Uint8Array<ArrayBuffer>, limits: CsvLimits): SplitVerdict {
  try {
    return { split: { bytes, file: splitCsv(bytes, limits, isUtf8) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind, message, body } = error;
    return { refusal: { kind, message, details: 'details' in body ? (body.details ?? []) : [] } };
  }
}

/** @throws ApiError where the file was refused. */
export function splitOrThrow(outcome: SplitVerdict): SplitUpload {
  if ('split' in outcome) return outcome.split;
  const { kind, message, details } = outcome.refusal;
  throw new ApiError(kind, message, { details });
}

/** The memory that a split upload takes beside its bytes. */
export function indexBytes({ records }: SplitFile): number {
  return buffersOf(records).reduce((total, { byteLength }) => total + byteLength, 0);
}

/** What has to be transferred for an upload not to be copied. */
export function transferables({ bytes, file }: SplitUpload): ArrayBuffer[] {
  return [bytes.buffer, ...buffersOf(file.records)];
}

function buffersOf({ starts, ends, rows, students, order }: SplitFile['records']): ArrayBuffer[] {
  return [starts, ends, rows, students, order].flatMap((table) => (table === null ? [] : [table.buffer]));
}
