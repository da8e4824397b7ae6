/** A hash of a row, by the texts that matter. The sum of such hashes does not depend on the order of rows. */
export function rowHash(texts: readonly (string | undefined)[]): number {
  const text = texts.join('\n');
  // FNV-1a, folded to 16 bits.
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** Four digits for a sum of hashes: they hardly ever stay the same when any of the rows changes. */
export function digestText(hashes: number): string {
  return (hashes % 0x1_0000).toString(16).padStart(4, '0');
}
