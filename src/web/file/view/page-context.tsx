import { type ComponentChildren, createContext, type InputHTMLAttributes } from 'preact';
import { useContext } from 'preact/hooks';
import { Disclosure, type DisclosureProps } from '../../parts/disclosure.js';
import type { FileAction } from '../state/file-events.js';
import type { Draft, FileState, Result } from '../state/file-state.js';

/** What every part of the page is drawn from: its state, and where to tell what a person did. */
export interface Page {
  readonly state: FileState;
  readonly send: (action: FileAction) => void;
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

interface FoldProps extends Omit<DisclosureProps, 'isOpen' | 'onToggle'> {
  /** Under which the state keeps whether a person has unfolded it, or folded what is open at first. */
  readonly name: string;
  readonly isOpenAtFirst?: boolean;
  readonly children: ComponentChildren;
}

/** A part of the page that unfolds when its summary is pressed. */
export function Fold({ name, isOpenAtFirst = false, ...rest }: FoldProps) {
  const { state, send } = usePage();
  return (
    <Disclosure
      {...rest}
      isOpen={state.open.has(name) !== isOpenAtFirst}
      onToggle={(isOpen) => send({ type: 'unfold', name, isOpen: isOpen !== isOpenAtFirst })}
    />
  );
}

interface DraftBoxProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'class' | 'placeholder'> {
  readonly id: string;
  /** The text that is used now. */
  readonly value: string;
  /** Called with the whole text once the person has finished it: on Enter, or when the focus leaves. */
  readonly onText: (text: string) => void;
  /** Whether a text may be used; one that may not stays as it was typed, and is marked. */
  readonly isRight?: (text: string) => boolean;
  readonly isMissing?: boolean;
  /** What Enter does once the text is used. */
  readonly onEnter?: () => void;
}

/**
 * A box for text that is used only once it is finished, since using half of it would examine the file, or look for rows. Until
 * then the page's state has it as typed, so that nothing that happens meanwhile takes a character away.
 */
export function DraftBox(props: DraftBoxProps) {
  const { id, value, onText, isRight = () => true, isMissing = false, onEnter, ...own } = props;
  const { state, send } = usePage();
  const typed = state.typed[id];
  const isWrong = typed === undefined ? isMissing : !isRight(typed.trim());
  return (
    <input
      type="text"
      {...own}
      id={id}
      autocomplete="off"
      value={typed ?? value}
      aria-invalid={isWrong || undefined}
      onInput={({ currentTarget }) => send({ type: 'type', field: id, text: currentTarget.value })}
      onKeyDown={({ key, currentTarget }) => {
        const text = currentTarget.value.trim();
        if (key !== 'Enter' || onEnter === undefined || !isRight(text)) return;
        onText(text);
        onEnter();
      }}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.trim();
        if (isRight(text)) onText(text);
      }}
    />
  );
}
