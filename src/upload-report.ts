import type { UploadProgress } from './bulk/uploads-under-way.js';

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
