/** An option: the value that is stored, and the label that is shown. */
export interface Option {
  readonly value: string;
  readonly text: string;
}

export interface ChoiceProps {
  readonly id: string;
  readonly options: readonly Option[];
  /** The chosen value; empty for none. A value that is not among the options is shown as is and selects none of them. */
  readonly value: string;
  /** Shown while nothing is chosen. */
  readonly blank?: string;
  /** Whether the choice can be cleared. */
  readonly canClear?: boolean;
  readonly describedBy?: string | undefined;
  readonly isWrong?: boolean;
  readonly disabled?: boolean;
  readonly label?: string;
  readonly onChoose: (value: string) => void;
}

/** A list to choose from, with no option preselected. */
export function Choice(props: ChoiceProps) {
  const { id, options, value, blank = 'Choose', canClear = false, onChoose } = props;
  const isKnown = value === '' || options.some((option) => option.value === value);
  const hasBlank = value === '' || canClear;
  return (
    <select
      id={id}
      value={value}
      disabled={props.disabled}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-invalid={props.isWrong || !isKnown || undefined}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {hasBlank && <option value="">{blank}</option>}
      {!isKnown && <option value={value}>{`${value} (not one of these)`}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
