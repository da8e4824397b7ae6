/** The bytes of a stored file, piece by piece; who stops early leaves the rest unread. */
export async function* piecesOf(
  blob: Blob,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = blob.stream().getReader();
  let length = 0;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      signal.throwIfAborted();
      length += piece.value.length;
      onBytes(length);
      yield piece.value;
    }
  } finally {
    await reader.cancel();
  }
}
