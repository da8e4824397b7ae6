import { element } from '../element.js';

/** How long a button says what it has done. */
const SAID_MS = 2500;

/** A button that puts a text on the clipboard, and says whether it could. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = element('button', { props: { type: 'button' } }, [label]);
  const said = element('span', { props: { className: 'unseen' }, attributes: { role: 'status' } });
  button.addEventListener('click', async () => {
    const answer = (await isCopied(text())) ? 'Copied' : 'Not copied: the browser does not allow it';
    button.firstChild?.replaceWith(answer);
    said.textContent = answer;
    setTimeout(() => {
      button.firstChild?.replaceWith(label);
      said.textContent = '';
    }, SAID_MS);
  });
  button.append(said);
  return button;
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
  const box = element('textarea', { props: { value: text, className: 'unseen' } });
  const focused = document.activeElement;
  document.body.append(box);
  box.select();
  const isWritten = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isWritten;
}
