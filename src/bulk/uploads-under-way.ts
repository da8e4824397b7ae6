/** The state of an upload, in the order of progress. */
export type UploadState = 'waiting' | 'receiving' | 'splitting' | 'calculating';

/** An upload in progress: ids, counts and sizes, without student data. */
export interface UploadProgress {
  readonly requestId: string;
  /** The id of the caller's key. */
  readonly caller: string;
  readonly state: UploadState;
  /** The start of the wait for memory, or of the upload if it did not wait. */
  readonly startedAt: Date;
  /** Held in memory. */
  readonly bytes: number;
  /** Null until the file has been split. */
  readonly rows: number | null;
  readonly students: number | null;
  /** Students whose answers have been passed on. */
  readonly studentsAnswered: number;
}

/** The entry of one upload. */
export type UploadEntry = { -readonly [Name in keyof UploadProgress]: UploadProgress[Name] };

/** The uploads of this process in progress, for operators. */
export class UploadsUnderWay {
  readonly #entries = new Set<UploadEntry>();

  begin(requestId: string, caller: string): UploadEntry {
    const startedAt = new Date();
    const counts = { bytes: 0, rows: null, students: null, studentsAnswered: 0 };
    const entry: UploadEntry = { requestId, caller, state: 'waiting', startedAt, ...counts };
    this.#entries.add(entry);
    return entry;
  }

  end(entry: UploadEntry): void {
    this.#entries.delete(entry);
  }

  /** The longest-running first. */
  list(): readonly UploadProgress[] {
    return [...this.#entries];
  }
}

/** What the operator port says of an upload under way. */
export function uploadReport(upload: UploadProgress, now: Date): object {
  const { requestId, caller, state, startedAt, bytes, rows, students, studentsAnswered } = upload;
  return {
    request_id: requestId,
    key_id: caller,
    state,
    started_at: startedAt.toISOString(),
    seconds: Math.round((now.getTime() - startedAt.getTime()) / 1000),
    bytes,
    rows,
    students,
    students_answered: studentsAnswered,
  };
}

/** An upload that is over sooner than this (milliseconds) is no series: their number would have no end. */
const LONG_MS = 10_000;

/** How far the uploads are that have been under way for long. */
export function longUploads(uploads: readonly UploadProgress[], now: Date) {
  return uploads
    .filter(({ startedAt }) => now.getTime() - startedAt.getTime() >= LONG_MS)
    .map(({ requestId, caller, students, studentsAnswered }) => ({
      requestId,
      keyId: caller,
      progress: students === null ? 0 : studentsAnswered / students,
    }));
}
