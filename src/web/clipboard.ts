/** Puts a text on the clipboard. Resolves to whether it could; where it could not, the person copies by hand. */
export async function copyText(text: string): Promise<boolean> {
  // It is there over HTTPS and on localhost alone.
  if ('clipboard' in navigator) {
    const isWritten = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (isWritten) return true;
  }
  return copySelected(text);
}

/** Elsewhere a selected text is copied as of old. */
function copySelected(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'unseen';
  const focused = document.activeElement;
  document.body.append(box);
  box.select();
  const isWritten = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isWritten;
}
