import { useEffect, useState } from 'preact/hooks';
import { copyText } from '../clipboard.js';

/** How long a button says what it has done. */
const SAID_MS = 2500;

/** Puts a text on the clipboard, and says whether it could. What it says is gone in a moment, and so is no state of the page. */
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
