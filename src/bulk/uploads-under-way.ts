/** Where an upload stands, in the order in which it gets there. */
export type UploadState = 'waiting' | 'receiving' | 'splitting' | 'calculating';

/** An upload that is not over: ids, counts and sizes, nothing of a student. */
export interface UploadProgress {
  readonly requestId: string;
  /** The id of the key that it came with. */
  readonly caller: string;
  readonly state: UploadState;
  /** Of the wait for memory, or of the whole upload where it did not wait. */
  readonly startedAt: Date;
  /** Held in memory. */
  readonly bytes: number;
  /** Null until the file is split. */
  readonly rows: number | null;
  readonly students: number | null;
  /** Whose answer was handed on. */
  readonly studentsAnswered: number;
}

/** An upload's own entry. */
export type UploadEntry = { -readonly [Name in keyof UploadProgress]: UploadProgress[Name] };

/** The uploads of this process that are not over, for operators. */
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

  /** The longest under way first. */
  list(): readonly UploadProgress[] {
    return [...this.#entries];
  }
}
