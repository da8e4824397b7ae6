import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import { TextBox, type TextBoxProps } from '../../parts.js';
import type { Draft } from '../state/draft.js';
import type { FileEvent } from '../state/file-events.js';
import type { FileState, Result } from '../state/file-state.js';

/** What every part of the page receives: the state, and where to send events. */
export interface Page {
  readonly state: FileState;
  readonly send: (event: FileEvent) => void;
}

export const PageContext = createContext<Page | null>(null);

/** The page, for any part of it. */
export function usePage(): Page {
  return present(useContext(PageContext));
}

/** The draft, for parts that are shown only if there is one. */
export function useDraft(): Draft {
  return present(usePage().state.draft);
}

/** The result, for parts that are shown only if there is one. */
export function useResult(): Result {
  return present(usePage().state.result);
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This part is drawn without what it shows.');
  return value;
}

/**
 * A box whose text is used only once finished: half a text would start an examination or a search. Until then
 * the page's state holds it as typed, so that no other event loses a character.
 */
export function DraftBox({
  id,
  value,
  onText,
  read = (text) => text,
  ...own
}: Omit<TextBoxProps, 'onText' | 'onChange' | 'onKeyDown'> & {
  readonly id: string;
  /** Called with the finished text: on Enter, or when the focus leaves. */
  readonly onText: (text: string, isEntered: boolean) => unknown;
  /** The text to use; null for a text that may not be used, which stays as typed and is marked. */
  readonly read?: (text: string) => string | null;
}) {
  const { state, send } = usePage();
  const typed = state.typed[id];
  const use = (typedText: string, isEntered: boolean): boolean => {
    const text = read(typedText.trim());
    if (text !== null) onText(text, isEntered);
    return text !== null;
  };
  // New text in a focused box is selected, so that typing replaces it.
  useLayoutEffect(() => {
    const box = document.activeElement;
    if (box instanceof HTMLInputElement && box.id === id && typed === undefined) box.select();
  }, [value]);
  return (
    <TextBox
      {...own}
      id={id}
      value={typed ?? value}
      aria-invalid={(typed !== undefined && read(typed.trim()) === null) || undefined}
      onText={(text, { inputType }) => {
        send({ type: 'type', field: id, text });
        // An entry of the list was chosen; some browsers send no other event until the focus leaves.
        if (own.list !== undefined && inputType === 'insertReplacementText') use(text, true);
      }}
      // The first press selects the text, as the Tab key does, so that typing replaces it.
      onMouseDown={(event) => {
        const { currentTarget: box, button } = event;
        if (button !== 0 || document.activeElement === box) return;
        event.preventDefault();
        box.focus();
        box.select();
      }}
      onKeyDown={(event) => {
        // Otherwise the same key press would open the list that gets the focus next.
        if (event.key === 'Enter' && use(event.currentTarget.value, true)) event.preventDefault();
      }}
      onChange={({ currentTarget }) => use(currentTarget.value, false)}
    />
  );
}

/** A number without dollar sign and commas; null for any other text. */
export function typedNumber(text: string): string | null {
  const number = text.replace(/^\$ ?/, '').replace(/,(?=\d{3}(?:,|\.|$))/g, '');
  return /^\d+(?:\.\d+)?$/.test(number) ? number : null;
}
