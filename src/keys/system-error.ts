const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['ENOENT', 'no file can be made there'],
  ['ENOTDIR', 'a part of the path is not a directory'],
  ['EEXIST', 'a part of the path is not a directory'],
  ['EPIPE', 'nobody reads it'],
  ['ELOOP', 'its symbolic links run in a circle'],
]);

/** The code of a system error (`ENOENT`), or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** An error in words, to follow a colon. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code !== undefined) return REASONS.get(code) ?? `the system reports ${code}`;
  return error instanceof Error ? error.message : String(error);
}
