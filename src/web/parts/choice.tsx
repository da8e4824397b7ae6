/** One of the things to choose from: what is kept, and what is shown. */
export interface Option {
  readonly value: string;
  readonly text: string;
}

export interface ChoiceProps {
  readonly id: string;
  readonly options: readonly Option[];
  /** What is chosen; empty for nothing yet. One that is not among the options is shown as what it is, and chooses none of them. */
  readonly value: string;
  /** What is shown while nothing is chosen. */
  readonly blank?: string;
  /** Whether the choice can be taken back to nothing. */
  readonly canClear?: boolean;
  readonly describedBy?: string | undefined;
  readonly isWrong?: boolean;
  readonly disabled?: boolean;
  readonly label?: string;
  readonly onChoose: (value: string) => void;
}

/** A list to choose from, in which no option slips in by itself. */
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
