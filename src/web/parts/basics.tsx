import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

/** The small parts that every page is made of. Texts are shown as they are and never become markup. */

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'disabled'> {
  readonly look?: 'primary' | 'quiet' | 'link' | 'plain';
  readonly class?: string;
  /** It does nothing now, but can still have the focus: an element that is disabled while it works loses it. */
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

/** A button that acts on the page; nothing is ever submitted. */
export function Button({ look = 'plain', disabled = false, onPress, ...own }: ButtonProps) {
  const names = [look === 'plain' ? '' : look, own.class ?? ''].filter((name) => name !== '');
  return (
    <button
      type="button"
      {...own}
      class={names.join(' ') || undefined}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
    />
  );
}

/**
 * An important sentence with its details. Screen readers announce `good` and `info` politely, the others at once, and quiet
 * ones, which change while someone types, not at all.
 */
export function Message(props: {
  readonly kind: 'bad' | 'care' | 'good' | 'info';
  readonly id?: string;
  readonly isQuiet?: boolean;
  readonly children: ComponentChildren;
}) {
  const { kind, id, isQuiet, children } = props;
  const spoken = kind === 'good' || kind === 'info' ? 'status' : 'alert';
  return (
    <div
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      class={`note ${kind}`}
      role={isQuiet ? undefined : spoken}
    >
      {children}
    </div>
  );
}

/** A list of plain texts. */
export function TextList({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}

/** Text for screen readers only. */
export function Unseen({ children }: { readonly children: ComponentChildren }) {
  return <span class="unseen">{children}</span>;
}
