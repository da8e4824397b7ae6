import type { InputHTMLAttributes } from 'preact';
import type { ViewProps } from './view-props.js';

interface DraftBoxProps
  extends ViewProps,
    Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'placeholder'> {
  readonly id: string;
  /** The text that is used now. */
  readonly value: string;
  /** Called with the whole text once the person has finished it: on Enter, or when the focus leaves. */
  readonly onText: (text: string) => void;
  /** Whether a text may be used; one that may not stays as it was typed, and is marked. */
  readonly isRight?: (text: string) => boolean;
  /** What Enter does when the text is used. */
  readonly onEnter?: () => void;
}

/**
 * A box for text that is used only once it is finished, since using half of it would examine the file, or look for rows. Until
 * then the page's state has it as typed, so that nothing that happens meanwhile takes a character away.
 */
export function DraftBox(props: DraftBoxProps) {
  const { id, value, onText, isRight = () => true, onEnter, state, send, ...own } = props;
  const typed = state.typed[id];
  const isWrong = typed !== undefined && !isRight(typed);
  return (
    <input
      {...own}
      id={id}
      type="text"
      autocomplete="off"
      value={typed ?? value}
      {...(isWrong ? { 'aria-invalid': 'true' as const } : {})}
      onInput={({ currentTarget }) => send({ type: 'type', field: id, text: currentTarget.value })}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter' || onEnter === undefined || !isRight(currentTarget.value)) return;
        onText(currentTarget.value);
        onEnter();
      }}
      onChange={({ currentTarget }) => {
        if (isRight(currentTarget.value)) onText(currentTarget.value);
      }}
    />
  );
}
