/** The error of this class that a call throws. @throws Error if it throws none; another one as it is. */
export function thrown<Kind extends Error>(kind: new (...args: never[]) => Kind, call: () => unknown): Kind {
  try {
    call();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
