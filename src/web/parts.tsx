import type { ButtonHTMLAttributes, ComponentChildren, HTMLAttributes, TargetedInputEvent } from 'preact';
import { AWARD_YEARS } from '../engine/award-years.js';

/** Parts shared by all pages. Texts are shown as they are and never become markup. */

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'disabled'> {
  readonly look?: 'primary' | 'link' | 'figure' | undefined;
  /** A press does nothing, but the button keeps the focus, which a disabled element would lose. */
  readonly disabled?: boolean;
  readonly onPress: () => void;
  /** Whether quick presses count separately; otherwise a double click counts once. */
  readonly repeats?: boolean;
}

/** A button that acts on the page; nothing is ever submitted. */
export function Button({ look, disabled = false, onPress, repeats = false, ...own }: ButtonProps) {
  return (
    <button
      type="button"
      {...own}
      class={look}
      aria-disabled={disabled || undefined}
      onClick={({ detail }) => !disabled && (repeats || detail < 2) && onPress()}
    />
  );
}

/** A framed part of a page. Its heading takes the focus when it is the next step. */
export function Panel(props: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const { id, title, children } = props;
  return (
    <section id={id} class="panel" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A list of texts, which may contain links. */
export function TextList({ texts }: { readonly texts: readonly ComponentChildren[] }) {
  return (
    <ul>
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}

type ControlAttributes = Pick<
  HTMLAttributes,
  'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid' | 'class'
>;

/** A control with its label, hint and error, to which the attributes refer. */
export function Field(props: {
  readonly id: string;
  readonly label: string;
  /** Added to the label for screen readers: what others can see, such as the term. */
  readonly unseen?: string | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: (attributes: ControlAttributes) => ComponentChildren;
}) {
  const { id, label, unseen, children, ...remarks } = props;
  const said = (['hint', 'error'] as const).filter((kind) => remarks[kind] !== undefined);
  return (
    <div class="field">
      <label for={id}>
        {label}
        {unseen && <span class="unseen">{`, ${unseen}`}</span>}
      </label>
      {children({
        id,
        'aria-describedby': said.map((kind) => `${id}-${kind}`).join(' ') || undefined,
        'aria-invalid': said.includes('error') || undefined,
      })}
      {said.map((kind) => (
        <p key={kind} id={`${id}-${kind}`} class={kind}>
          {remarks[kind]}
        </p>
      ))}
    </div>
  );
}

export interface TextBoxProps extends Omit<HTMLAttributes<HTMLInputElement>, 'role'> {
  readonly value: string;
  readonly placeholder?: string;
  readonly list?: string;
  readonly onText: (text: string, how: TargetedInputEvent<HTMLInputElement>) => void;
}

/** A box to type into. */
export function TextBox({ onText, ...own }: TextBoxProps) {
  return (
    <input
      type="text"
      autocomplete="off"
      spellcheck={false}
      {...own}
      onInput={(event) => onText(event.currentTarget.value, event)}
    />
  );
}

/** Takes a file; the same file can be chosen again after it was changed. */
export function FileInput({
  onFile,
  ...own
}: ControlAttributes & { readonly accept?: string; readonly onFile: (file: File) => void }) {
  return (
    <input
      type="file"
      {...own}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file !== undefined) onFile(file);
        currentTarget.value = '';
      }}
    />
  );
}

/** The value that is stored, and the label that is shown. */
export type Option<Value extends string = string> = readonly [value: Value, label: string];

/** A list to choose from, with no option preselected. */
export function Choice<Value extends string>(
  props: ControlAttributes & {
    readonly options: readonly Option<Value>[];
    /** The chosen value; empty for none. A value that is not an option is shown as is, with none selected. */
    readonly value: string;
    /** Shown while nothing is chosen. */
    readonly blank?: string;
    readonly onChoose: (value: Value) => void;
    /** Called when the choice is cleared; without it, the choice cannot be cleared. */
    readonly onClear?: (() => void) | undefined;
  },
) {
  const { options, value, blank = 'Choose', onChoose, onClear, ...own } = props;
  const isKnown = value === '' || options.some(([each]) => each === value);
  return (
    <select
      {...own}
      value={value}
      aria-invalid={isKnown ? own['aria-invalid'] : true}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([each]) => each === currentTarget.value);
        if (chosen !== undefined) onChoose(chosen[0]);
        else if (currentTarget.value === '') onClear?.();
      }}
    >
      {(value === '' || onClear !== undefined) && <option value="">{blank}</option>}
      {!isKnown && <option value={value}>{`${value} (not one of these)`}</option>}
      {options.map(([each, label]) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The award year whose limits are used; shown only if there are several. */
export function AwardYear({ value, onChoose }: { readonly value: string; onChoose(year: string): void }) {
  if (AWARD_YEARS.length === 1) return null;
  return (
    <Field id="award-year" label="Award year" hint="The loan limits of this year are used.">
      {(attributes) => (
        <Choice
          {...attributes}
          value={value}
          options={AWARD_YEARS.map((year) => [year, year])}
          onChoose={onChoose}
        />
      )}
    </Field>
  );
}

/** The options of a record of labels by value. */
export function optionsIn<Value extends string>(labels: Readonly<Record<Value, string>>): Option<Value>[] {
  return Object.entries(labels) as [Value, string][];
}

/** A row of one cell is a remark about the row above, as wide as the table. */
type Row = readonly ComponentChildren[];

/** A table in a frame that scrolls sideways if it is too wide, and that the keyboard can reach. */
export function Table(props: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows?: readonly Row[];
  readonly groups?: readonly { readonly heading?: ComponentChildren; readonly rows: readonly Row[] }[];
  /** Indexes of the columns that hold numbers. */
  readonly numbers?: readonly number[];
  /** Whether the first column names the row and all others are figures. */
  readonly isFigures?: boolean;
  /** Whether columns such as `Subsidized, paid` and `Unsubsidized, paid` stand under one heading. */
  readonly isGrouped?: boolean;
}) {
  const { caption, columns, rows = [], groups = [{ rows }], numbers = [], isFigures, isGrouped } = props;
  const overs = columns.map((name) => (isGrouped && name.split(', ')[1]) || name);
  const lookOf = (place: number): string | undefined =>
    (isFigures ? place > 0 : numbers.includes(place)) ? 'number' : undefined;
  const drawn = (cell: ComponentChildren, place: number, { length }: Row) => {
    const isName = isFigures && place === 0 && length > 1;
    const Cell = isName ? 'th' : 'td';
    return (
      <Cell
        key={place}
        scope={isName ? 'row' : undefined}
        colSpan={length === 1 ? columns.length : undefined}
        class={lookOf(place)}
      >
        {cell}
      </Cell>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls.
    <div class="wide" tabIndex={0} role="group" aria-label={caption}>
      <table class={isFigures ? 'figures' : undefined}>
        <caption class="unseen">{caption}</caption>
        <thead>
          {isGrouped && (
            <tr>
              {[...new Set(overs)].map((over) => (
                <td key={over} colSpan={overs.filter((each) => each === over).length}>
                  {!columns.includes(over) && over}
                </td>
              ))}
            </tr>
          )}
          <tr>
            {columns.map((name, place) => (
              <th key={place} scope="col" class={lookOf(place)} aria-label={isGrouped ? name : undefined}>
                {isGrouped ? name.split(', ')[0] : name}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ heading, rows }, nth) => (
          <tbody key={nth}>
            {heading !== undefined && (
              <tr>
                <th scope="rowgroup" colSpan={columns.length}>
                  {heading}
                </th>
              </tr>
            )}
            {rows.map((cells, row) => (
              <tr key={row}>{cells.map(drawn)}</tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
