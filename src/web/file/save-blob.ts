import { element } from '../element.js';

/** The browser has begun to write by then; until then the address must hold. */
const KEPT_MS = 60_000;

/** Hands a file to the browser to be saved under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  element('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
