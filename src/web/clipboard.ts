/** Copies a text to the clipboard. Resolves to whether it succeeded; if not, the person copies by hand. */
export async function copyText(text: string): Promise<boolean> {
  // Available only over HTTPS and on localhost.
  if ('clipboard' in navigator) {
    const isWritten = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (isWritten) return true;
  }
  return copySelected(text);
}

/** Without it, copies a selected text the old way. */
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
