import type { ComponentChildren } from 'preact';
import { Unseen } from './basics.js';

/** What is said of the control with an id, below it. */
interface RemarksProps {
  readonly id: string;
  readonly hint?: ComponentChildren;
  /** What is wrong with the field; undefined if nothing is. */
  readonly error?: string | undefined;
}

export interface FieldProps extends RemarksProps {
  readonly label: string;
  /** Added to the label for screen readers: what others can see, such as the term. */
  readonly unseen?: string | undefined;
  readonly children: ComponentChildren;
}

/** A control with its label, hint and error. {@link describedBy} ties them together. */
export function Field({ id, label, unseen, hint, error, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>
        {label}
        {unseen && <Unseen>{`, ${unseen}`}</Unseen>}
      </label>
      {children}
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
    </div>
  );
}

/** Attributes of a control that lead to its hint and its error. */
export function describedBy({ id, hint, error }: RemarksProps) {
  const ids = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`];
  return {
    'aria-describedby': ids.join(' ').trim() || undefined,
    'aria-invalid': error === undefined ? undefined : ('true' as const),
  };
}

/** A box to type into, the control of a {@link Field}. */
export function TextBox(
  props: RemarksProps & {
    readonly value: string;
    readonly isNumber?: boolean;
    readonly isDollars?: boolean;
    readonly onText: (text: string) => void;
    readonly onKeyDown?: (event: KeyboardEvent) => void;
  },
) {
  const { id, value, isNumber = false, isDollars = false, onText, onKeyDown } = props;
  const box = (
    <input
      id={id}
      type="text"
      class={isNumber ? 'number' : undefined}
      inputMode={isNumber ? 'decimal' : undefined}
      value={value}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      onKeyDown={onKeyDown}
      {...describedBy(props)}
    />
  );
  return isDollars ? <div class="dollars">{box}</div> : box;
}
