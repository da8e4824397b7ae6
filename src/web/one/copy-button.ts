import { element } from '../element.js';
import { button } from '../page-parts.js';

/** How long a button says what it has done. */
const SAID_MS = 2500;

/** A button that puts a text on the clipboard, and says whether it could. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const said = element('span', { className: 'unseen', role: 'status' });
  const say = (visible: string, spoken: string): void => {
    made.firstChild?.replaceWith(visible);
    said.textContent = spoken;
  };
  const copy = async (): Promise<void> => {
    const answer = (await isCopied(text())) ? 'Copied' : 'Not copied: the browser does not allow it';
    say(answer, answer);
    setTimeout(() => say(label, ''), SAID_MS);
  };
  const made = button(label, () => void copy());
  made.append(said);
  return made;
}

/** The clipboard of today is there over HTTPS and on localhost alone; elsewhere a selected text is copied as of old. */
async function isCopied(text: string): Promise<boolean> {
  if ('clipboard' in navigator) {
    const isWritten = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (isWritten) return true;
  }
  const box = element('textarea', { value: text, className: 'unseen' });
  const focused = document.activeElement;
  document.body.append(box);
  box.select();
  const isWritten = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isWritten;
}
