import type { ComponentChildren } from 'preact';
import { Unseen } from './basics.js';

export interface FieldProps {
  /** Of the control inside. */
  readonly id: string;
  readonly label: string;
  /** What the label leaves out because it can be seen, such as the term; for the ear. */
  readonly unseen?: string;
  readonly hint?: ComponentChildren;
  /** What is wrong with the field; undefined where nothing is. */
  readonly error?: string | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A control under its label, with its hint and with what is wrong with it. {@link describedBy} ties them together. */
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

/** Hint and error of a control. */
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

/** The ids of hint and error, for `aria-describedby` of the control. */
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
