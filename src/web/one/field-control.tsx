import type { Field as ListedField } from '../../contract/field-list.js';
import { FIELD_LABELS, optionLabel } from '../field-labels.js';
import { Choice } from '../parts/choice.js';
import { describedBy, Field, Remarks } from '../parts/field.js';
import { type FieldPlace, pathOf } from './case.js';
import { FIELD_HINTS } from './field-hints.js';
import type { OneEvent } from './state.js';
import { isAmount, STEPS } from './typed-text.js';

interface FieldControlProps {
  readonly field: ListedField;
  readonly place: FieldPlace;
  readonly value: string;
  /** What is wrong with the field. */
  readonly error: string | undefined;
  /** The name of the field's term; null for the student's own fields. */
  readonly termName: string | null;
  readonly send: (event: OneEvent) => void;
}

/** A field of the form. The id of its control is its path. */
export function FieldControl(props: FieldControlProps) {
  const { field, place, value, error, termName, send } = props;
  const id = pathOf(place);
  const label = FIELD_LABELS[field.name] ?? field.name;
  const hint = FIELD_HINTS[field.name];
  const onText = (text: string) => send({ type: 'typed', place, text });
  const described = describedBy(id, { hint, error });
  if (isCheckbox(field)) {
    const isUsual = field.whenAbsent === true;
    return (
      <div class="field wide-field">
        <label class="check" for={id}>
          <input
            type="checkbox"
            id={id}
            checked={value === '' ? isUsual : value === 'true'}
            onChange={({ currentTarget: { checked } }) => onText(checked === isUsual ? '' : String(checked))}
            {...described}
          />
          <span>{label}</span>
        </label>
        <Remarks id={id} hint={hint} error={error} />
      </div>
    );
  }
  const options = optionsOf(field);
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      class={`field-${field.name}`}
      {...(termName === null ? {} : { unseen: termName })}
    >
      {options !== null ? (
        <Choice
          id={id}
          options={options}
          value={value}
          blank={field.range === undefined ? 'Choose' : 'As listed'}
          canClear={field.range !== undefined}
          describedBy={described['aria-describedby']}
          isWrong={error !== undefined}
          onChoose={onText}
        />
      ) : STEPS[field.kind] !== undefined ? (
        <NumberBox {...props} label={label} described={described} />
      ) : (
        <input
          type="text"
          id={id}
          value={value}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
          {...described}
        />
      )}
    </Field>
  );
}

/** A flag is a checkbox, unless it is too important to have a default. */
function isCheckbox({ kind, name }: ListedField): boolean {
  return kind === 'flag' && name !== 'is_legacy_borrower';
}

function optionsOf({ kind, options = [], range }: ListedField) {
  if (kind === 'choice') return options.map((word) => ({ value: word, text: optionLabel(word) }));
  if (kind === 'flag') {
    return [
      { value: 'true', text: 'Yes' },
      { value: 'false', text: 'No' },
    ];
  }
  if (range === undefined) return null;
  return Array.from({ length: range.to - range.from + 1 }, (_, nth) => {
    const count = String(range.from + nth);
    return { value: count, text: `${count} terms` };
  });
}

/** A number with − and + buttons. The arrow keys do the same, so the buttons are not tab stops. */
function NumberBox(
  props: FieldControlProps & { readonly label: string; readonly described: ReturnType<typeof describedBy> },
) {
  const { field, place, value, label, described, send } = props;
  const amount = isAmount(field) ? `$${STEPS[field.kind]}` : '1 credit';
  const step = (direction: 1 | -1) => send({ type: 'stepped', place, direction });
  const stepButton = (sign: string, words: string, direction: 1 | -1) => (
    <button
      type="button"
      class="step"
      tabIndex={-1}
      aria-label={`${label}: ${amount} ${words}`}
      onClick={() => step(direction)}
    >
      {sign}
    </button>
  );
  return (
    <div class="number-box">
      {stepButton('−', 'less', -1)}
      {isAmount(field) && (
        <span class="unit" aria-hidden="true">
          $
        </span>
      )}
      <input
        type="text"
        id={pathOf(place)}
        class="number"
        inputMode="decimal"
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => send({ type: 'typed', place, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
        {...described}
      />
      {stepButton('+', 'more', 1)}
    </div>
  );
}
