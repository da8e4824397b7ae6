import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './basics.js';

/** Copies the text of a box on the page, and says whether that worked until it is drawn under another `key`. */
export function CopyButton(props: {
  /** The id of the box. */
  readonly of: string;
  readonly onCopied?: () => void;
  readonly children: ComponentChildren;
}) {
  const { of, onCopied, children } = props;
  const [said, say] = useState('');
  const copy = () => {
    const box = document.getElementById(of);
    if (box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement) box.select();
    // navigator.clipboard exists only over HTTPS and on localhost.
    const isCopied = document.execCommand('copy');
    say(isCopied ? 'Copied.' : 'Not copied: the browser does not allow it. The text is selected.');
    if (isCopied) onCopied?.();
  };
  return (
    <>
      <Button onPress={copy}>{children}</Button>
      <output>{said}</output>
    </>
  );
}
