import type { InputHTMLAttributes } from 'preact';
import type { ViewProps } from './file-view.js';

interface DraftBoxProps
  extends ViewProps,
    Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'aria-invalid' | 'aria-describedby'> {
  readonly id: string;
  /** The text that is used now. */
  readonly value: string;
  /** Called with the whole text once the person has finished it: on Enter, or when the focus leaves. */
  readonly onText: (text: string) => void;
}

/**
 * A box for text that is used only once it is finished, since using half of it would examine the file, or look for rows. Until
 * then the page's state has it as typed, so that nothing that happens meanwhile takes a character away.
 */
export function DraftBox({ id, value, onText, state, send, ...own }: DraftBoxProps) {
  return (
    <input
      {...own}
      id={id}
      type="text"
      autocomplete="off"
      value={state.typed[id] ?? value}
      onInput={({ currentTarget }) => send({ type: 'type', field: id, text: currentTarget.value })}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}
