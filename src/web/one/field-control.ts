import type { Field } from '../../contract/field-list.js';
import { element } from '../element.js';
import { FIELD_LABELS, optionLabel } from '../field-labels.js';
import { button, select } from '../page-parts.js';
import { STEPS, stepped } from './typed-text.js';

/** Where a field stands in the form; `term` is null for the student's own. */
export interface Place {
  readonly field: Field;
  readonly term: number | null;
}

interface ControlOptions {
  readonly value: string;
  /** Whether the description of the field is shown, or the label says enough. */
  readonly isDescribed: boolean;
  /** Gets the text that the field holds now. */
  readonly onChange: (text: string) => void;
}

/** The path of a field, as errors and links name it. */
function pathOf({ field, term }: Place): string {
  return term === null ? field.name : `terms.${term}.${field.name}`;
}

/** A field with its label, its hint and room for what is wrong with it. The control has the path of the field as its id. */
export function fieldControl(place: Place, options: ControlOptions): HTMLElement {
  const { field, term } = place;
  const id = pathOf(place);
  const label = FIELD_LABELS[field.name] ?? field.name;
  const hint = options.isDescribed
    ? element('p', { id: `${id}-hint`, className: 'hint' }, [field.description])
    : null;
  const error = element('p', { id: `${id}-error`, className: 'error', hidden: true });
  const described = { 'aria-describedby': hint === null ? `${id}-error` : `${id}-hint ${id}-error` };
  if (field.kind === 'flag') {
    const box = flag(place, options, described);
    const row = element('label', { className: 'check', htmlFor: id }, [box, ` ${label}`]);
    return element('div', { className: 'field' }, [row, hint, error]);
  }
  const name = element('label', { htmlFor: id }, [label]);
  if (term !== null) name.append(element('span', { className: 'unseen' }, [`, term ${term + 1}`]));
  return element('div', { className: `field field-${field.name}` }, [
    name,
    control(place, options, described),
    hint,
    error,
  ]);
}

/** Names the hint and the error of a control, for who listens to the page. */
type Described = { readonly 'aria-describedby': string };

function control(place: Place, options: ControlOptions, described: Described): HTMLElement {
  const { kind, options: words = [], range, whenNull } = place.field;
  if (kind === 'choice') {
    return choice(
      place,
      options,
      described,
      words.map((word) => [word, optionLabel(word)]),
    );
  }
  if (range !== undefined) {
    const counts = Array.from({ length: range.to - range.from + 1 }, (_, nth) => String(range.from + nth));
    const choices = counts.map((count) => [count, count] as const);
    return choice(place, options, described, [['', optionLabel(whenNull ?? '')], ...choices]);
  }
  const step = STEPS[kind];
  return step === undefined ? textBox(place, options, described) : numberBox(place, options, described, step);
}

function flag(place: Place, { value, onChange }: ControlOptions, described: Described): HTMLInputElement {
  const isUsual = place.field.whenAbsent === true;
  const box = element('input', {
    type: 'checkbox',
    id: pathOf(place),
    checked: value === '' ? isUsual : value === 'true',
    ...described,
    onchange: () => onChange(box.checked === isUsual ? '' : String(box.checked)),
  });
  return box;
}

/** A value that is none of the choices, such as nothing at all, is one more. */
function choice(
  place: Place,
  { value, onChange }: ControlOptions,
  described: Described,
  choices: readonly (readonly [value: string, text: string])[],
): HTMLSelectElement {
  const isKnown = choices.some(([word]) => word === value);
  const other = [value, value === '' ? blankLabel(place.field) : value] as const;
  const made = select(pathOf(place), isKnown ? choices : [other, ...choices], value, {
    ...described,
    onchange: () => onChange(made.value),
  });
  return made;
}

function blankLabel({ whenAbsent }: Field): string {
  return typeof whenAbsent === 'string' ? `${optionLabel(whenAbsent)}, as nothing is given` : 'Choose';
}

function textBox(place: Place, { value, onChange }: ControlOptions, described: Described): HTMLInputElement {
  const box = element('input', {
    type: 'text',
    id: pathOf(place),
    value,
    autocomplete: 'off',
    spellcheck: false,
    ...described,
  });
  box.oninput = () => onChange(box.value);
  return box;
}

/** A number with − and +; the arrow keys do the same, so that the buttons are no stops on the way with Tab. */
function numberBox(place: Place, options: ControlOptions, described: Described, step: number): HTMLElement {
  const isMoney = place.field.kind !== 'credits';
  const box = textBox(place, options, described);
  box.inputMode = 'decimal';
  // What stands in while nothing is given.
  if (/^\d+$/.test(place.field.whenNull ?? '')) box.placeholder = place.field.whenNull ?? '';
  box.classList.add('number');
  const change = (direction: 1 | -1) => {
    box.value = stepped(box.value, step, direction);
    options.onChange(box.value);
  };
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    change(event.key === 'ArrowUp' ? 1 : -1);
  });
  const amount = isMoney ? `$${step}` : `${step} credit`;
  const label = FIELD_LABELS[place.field.name] ?? '';
  const stepButton = (sign: string, words: string, direction: 1 | -1): HTMLElement =>
    button(sign, () => change(direction), {
      className: 'step',
      tabIndex: -1,
      'aria-label': `${label}: ${amount} ${words}`,
    });
  const unit = isMoney ? element('span', { className: 'unit', 'aria-hidden': 'true' }, ['$']) : null;
  return element('div', { className: 'number-box' }, [
    stepButton('−', 'less', -1),
    unit,
    box,
    stepButton('+', 'more', 1),
  ]);
}

/** Shows what is wrong with a field, or that nothing is; the control must be in the page. */
export function showError(path: string, message: string | undefined): void {
  const control = document.getElementById(path);
  const error = document.getElementById(`${path}-error`);
  if (control === null || error === null) return;
  if (message === undefined) control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
  error.textContent = message ?? '';
  error.hidden = message === undefined;
  if (message !== undefined) control.closest('details')?.setAttribute('open', '');
}
