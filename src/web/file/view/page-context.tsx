import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import { TextBox, type TextBoxProps } from '../../parts.js';
import type { Draft } from '../state/draft.js';
import type { FileEvent } from '../state/file-events.js';
import type { FileState, Result } from '../state/file-state.js';

/** What every part of the page is drawn from: its state, and where to tell what a person did. */
export interface Page {
  readonly state: FileState;
  readonly send: (event: FileEvent) => void;
}

export const PageContext = createContext<Page | null>(null);

/** The page, for any part of it. */
export function usePage(): Page {
  return present(useContext(PageContext));
}

/** The draft, for what is drawn only where there is one. */
export function useDraft(): Draft {
  return present(usePage().state.draft);
}

/** The result, for what is drawn only where there is one. */
export function useResult(): Result {
  return present(usePage().state.result);
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This part is drawn without what it shows.');
  return value;
}

/**
 * A box for text that is used only once it is finished, since using half of it would examine the file, or look for rows. Until
 * then the page's state has it as typed, so that nothing that happens meanwhile takes a character away.
 */
export function DraftBox({
  id,
  value,
  onText,
  read = (text) => text,
  ...own
}: Omit<TextBoxProps, 'onText' | 'onChange' | 'onKeyDown'> & {
  readonly id: string;
  /** Called with the text once the person has finished it: on Enter, or when the focus leaves. */
  readonly onText: (text: string, isEntered: boolean) => unknown;
  /** The text as it is used; one that may not be used, for which this is null, stays as it was typed, and is marked. */
  readonly read?: (text: string) => string | null;
}) {
  const { state, send } = usePage();
  const typed = state.typed[id];
  const use = (typedText: string, isEntered: boolean): boolean => {
    const text = read(typedText.trim());
    if (text !== null) onText(text, isEntered);
    return text !== null;
  };
  // What comes into a box that has the focus, as from the box before it, is replaced by what is typed next.
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
        // One of its list was pressed; some browsers say no more until the focus leaves.
        if (own.list !== undefined && inputType === 'insertReplacementText') use(text, true);
      }}
      // The first press selects what is there, as the keyboard does: what is typed next replaces it.
      onMouseDown={(event) => {
        const { currentTarget: box, button } = event;
        if (button !== 0 || document.activeElement === box) return;
        event.preventDefault();
        box.focus();
        box.select();
      }}
      onKeyDown={(event) => {
        // The rest of the key press would open the list that has the focus next.
        if (event.key === 'Enter' && use(event.currentTarget.value, true)) event.preventDefault();
      }}
      onChange={({ currentTarget }) => use(currentTarget.value, false)}
    />
  );
}

/** A number without the dollar sign and the commas that people write; null for anything else. */
export function typedNumber(text: string): string | null {
  const number = text.replace(/^\$ ?/, '').replace(/,(?=\d{3}(?:,|\.|$))/g, '');
  return /^\d+(?:\.\d+)?$/.test(number) ? number : null;
}
