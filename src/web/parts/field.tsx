import type { ComponentChildren } from 'preact';
import { Unseen } from './basics.js';

export interface FieldProps {
  /** The id of the control inside. */
  readonly id: string;
  readonly label: string;
  /** Added to the label for screen readers: what others can see, such as the term. */
  readonly unseen?: string;
  readonly hint?: ComponentChildren;
  /** What is wrong with the field; undefined if nothing is. */
  readonly error?: string | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A control with its label, hint and error. {@link describedBy} ties them together. */
export function Field({ id, label, unseen, hint, error, children, ...own }: FieldProps) {
  return (
    <div class={`field ${own.class ?? ''}`.trim()}>
      <label for={id}>
        {label}
        {unseen !== undefined && <Unseen>{`, ${unseen}`}</Unseen>}
      </label>
      {children}
      <Remarks id={id} hint={hint} error={error} />
    </div>
  );
}

/** The hint and the error of a control. */
export function Remarks({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class="error">
          {error}
        </p>
      )}
    </>
  );
}

/** The ids of the hint and the error, for the control's `aria-describedby`. */
export function describedBy(
  id: string,
  { hint, error }: { readonly hint?: unknown; readonly error?: unknown },
): { readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: 'true' } {
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(error === undefined ? {} : { 'aria-invalid': 'true' as const }),
  };
}

/** A box to type into, the control of a {@link Field}. */
export function TextBox(props: {
  readonly id: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}) {
  const { id, value, isNumber = false, onText, onKeyDown } = props;
  return (
    <input
      id={id}
      type="text"
      {...(isNumber ? { class: 'number', inputMode: 'decimal' as const } : {})}
      value={value}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      onKeyDown={onKeyDown}
      {...describedBy(id, props)}
    />
  );
}
