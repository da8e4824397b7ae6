import { FIELD_LABELS, wordLabel } from '../../contract/field-labels.js';
import type { Field as ListedField } from '../../contract/field-list.js';
import { PROFESSIONAL_HELP } from '../../contract/professional-help.js';
import { Button } from '../parts/basics.js';
import { Choice, type Option } from '../parts/choice.js';
import { describedBy, Field, Remarks, TextBox } from '../parts/field.js';
import { type FieldPlace, pathOf } from './case.js';
import type { OneEvent } from './state.js';
import { isAmount, STEPS } from './typed-text.js';

/** What a field's label does not say, in the words of an aid office. Fields that need only their label have no hint. */
const FIELD_HINTS: Readonly<Record<string, string>> = {
  degree_level: PROFESSIONAL_HELP,
  subsidized_amount: 'Enter 0 if there is none.',
  plus_denied:
    'Denied, or other exceptional circumstances that the school documents, and no other parent was approved. A parent who chose not to borrow, or who reached the PLUS limit, does not count.',
  is_legacy_borrower:
    'Had a loan for this program before July 1, 2026, and was enrolled in it on June 30, 2026. The exception ends after three academic years or the length of the program, and when the student withdraws or ceases to be enrolled.',
  cost_of_attendance:
    'Cost of attendance less all other financial assistance, for the academic year. It decides the Grad PLUS limit.',
  total_limit:
    'Only if the school set a lower limit for the program. It also covers Parent PLUS, which is not calculated here.',
  academic_year_terms: 'If the academic year has more terms than you list here.',
  required: 'Off for a summer or another term that counts only if the student enrolls.',
  actual_final_credits: 'Once they are known. They replace the credits above.',
};

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
  const label = labelOf(field);
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
          {...described}
          onChoose={onText}
          {...(field.range === undefined ? {} : { onClear: () => onText('') })}
        />
      ) : STEPS[field.kind] !== undefined ? (
        <NumberBox {...props} />
      ) : (
        <TextBox id={id} value={value} hint={hint} error={error} onText={onText} />
      )}
    </Field>
  );
}

function labelOf({ name }: ListedField): string {
  return FIELD_LABELS[name] ?? name;
}

/** A flag is a checkbox, unless it is too important to have a default. */
function isCheckbox({ kind, name }: ListedField): boolean {
  return kind === 'flag' && name !== 'is_legacy_borrower';
}

function optionsOf({ kind, options = [], range }: ListedField): Option[] | null {
  if (kind === 'choice') return options.map((word) => [word, wordLabel(word)]);
  if (kind === 'flag') {
    return [
      ['true', 'Yes'],
      ['false', 'No'],
    ];
  }
  if (range === undefined) return null;
  return Array.from({ length: range.to - range.from + 1 }, (_, nth) => {
    const count = String(range.from + nth);
    return [count, `${count} terms`];
  });
}

/** A number with − and + buttons. The arrow keys do the same, so the buttons are not tab stops. */
function NumberBox({ field, place, value, error, send }: FieldControlProps) {
  const amount = isAmount(field) ? `$${STEPS[field.kind]}` : '1 credit';
  const step = (direction: 1 | -1) => send({ type: 'stepped', place, direction });
  const stepButton = (sign: string, words: string, direction: 1 | -1) => (
    <Button
      class="step"
      tabIndex={-1}
      aria-label={`${labelOf(field)}: ${amount} ${words}`}
      onPress={() => step(direction)}
    >
      {sign}
    </Button>
  );
  return (
    <div class="number-box">
      {stepButton('−', 'less', -1)}
      {isAmount(field) && (
        <span class="unit" aria-hidden="true">
          $
        </span>
      )}
      <TextBox
        id={pathOf(place)}
        isNumber
        value={value}
        hint={FIELD_HINTS[field.name]}
        error={error}
        onText={(text) => send({ type: 'typed', place, text })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      {stepButton('+', 'more', 1)}
    </div>
  );
}
