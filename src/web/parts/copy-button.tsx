import { useEffect, useState } from 'preact/hooks';
import { copyText } from '../clipboard.js';

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
