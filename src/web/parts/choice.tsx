import type { HTMLAttributes } from 'preact';

/** The value that is stored, and the label that is shown. */
export type Option<Value extends string = string> = readonly [value: Value, label: string];

export interface ChoiceProps<Value extends string>
  extends Pick<HTMLAttributes, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid'> {
  readonly options: readonly Option<Value>[];
  /** The chosen value; empty for none. A value that is not among the options is shown as is and selects none of them. */
  readonly value: string;
  /** Shown while nothing is chosen. */
  readonly blank?: string;
  readonly onChoose: (value: Value) => void;
  /** Called when the choice is cleared; without it, it cannot be. */
  readonly onClear?: () => void;
}

/** A list to choose from, with no option preselected. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { options, value, blank = 'Choose', onChoose, onClear, ...own } = props;
  const isKnown = value === '' || options.some(([each]) => each === value);
  const hasBlank = value === '' || onClear !== undefined;
  return (
    <select
      {...own}
      value={value}
      aria-invalid={isKnown ? own['aria-invalid'] : 'true'}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([each]) => each === currentTarget.value);
        if (chosen !== undefined) onChoose(chosen[0]);
        else if (currentTarget.value === '') onClear?.();
      }}
    >
      {hasBlank && <option value="">{blank}</option>}
      {!isKnown && <option value={value}>{`${value} (not one of these)`}</option>}
      {options.map(([each, label]) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The options of a record of labels by value. */
export function optionsIn<Value extends string>(labels: Readonly<Record<Value, string>>): Option<Value>[] {
  return Object.entries(labels) as [Value, string][];
}
