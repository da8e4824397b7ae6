/** What a probe came back with. */
export type ProbeResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

/**
 * Makes a question to something that may hang or fail into one that is answered within `timeoutMs`. Askers at the
 * same time share one question, and none is asked while an old one is still open: what hangs is not piled upon.
 */
export function createProbe<T>(ask: () => T | Promise<T>, timeoutMs: number): () => Promise<ProbeResult<T>> {
  let open: Promise<ProbeResult<T>> | undefined;

  function question(): Promise<ProbeResult<T>> {
    // A failed question is an answer here: the one who asks wants to know whether the other side is up.
    const failed = (): ProbeResult<T> => ({ ok: false });
    return Promise.resolve()
      .then(ask)
      .then((value): ProbeResult<T> => ({ ok: true, value }), failed)
      .finally(() => {
        open = undefined;
      });
  }

  return async () => {
    open ??= question();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<ProbeResult<T>>((resolve) => {
      timer = setTimeout(() => resolve({ ok: false }), timeoutMs);
    });
    try {
      return await Promise.race([open, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}
