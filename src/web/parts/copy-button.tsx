import { useEffect, useState } from 'preact/hooks';

/** How long the button shows the outcome. */
const SAID_MS = 2500;

/** Copies a text to the clipboard and shows whether that worked. The message is brief, so it is not in the page's state. */
export function CopyButton(props: {
  readonly label: string;
  readonly text: () => string;
  readonly onCopied?: () => void;
}) {
  const { label, text, onCopied } = props;
  const [said, say] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => say(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text());
    say(isCopied ? 'Copied' : 'Not copied: the browser does not allow it');
    if (isCopied) onCopied?.();
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {said ?? label}
      <span class="unseen" role="status">
        {said ?? ''}
      </span>
    </button>
  );
}

/** Copies a text to the clipboard. Resolves to whether it succeeded; if not, the person copies by hand. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // It exists only over HTTPS and on localhost, and may be forbidden.
    return copySelected(text);
  }
}

/** Copies a selected text the old way. */
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
