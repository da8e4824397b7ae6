import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../../contract/field-list.js';
import { MAX_TERMS } from '../../engine/student.js';
import { element } from '../element.js';
import { button, details } from '../page-parts.js';
import { type Case, type Entries, isAsked, withEntry, withoutTerm, withTerm } from './case.js';
import { fieldControl } from './field-control.js';

/** Fields that decide the answer of nearly every student; the others stand under "More". */
const FIRST_STUDENT_FIELDS: readonly string[] = [
  'degree_level',
  'grade_level',
  'dependency_status',
  'subsidized_amount',
];
const FIRST_TERM_FIELDS: readonly string[] = ['label', 'credits_enrolled', 'full_time_credits'];

/** What the form tells the page. */
export interface FormEvents {
  /** A field was changed; the form stands as it is. */
  typed(next: Case): void;
  /** A term came or went, or other fields are asked for; the form is to be made anew. */
  reshaped(next: Case, change: 'field' | 'added' | 'removed'): void;
}

/**
 * The form of one case. Fields come from the one list of fields, those that decide most answers first. A part with others
 * is unfolded where something is given in it; `unfolded` holds what a person has chosen instead, and is kept up to date.
 */
export function caseForm(initial: Case, unfolded: Map<string, boolean>, events: FormEvents): HTMLElement {
  // What the controls change; each change is told at once.
  let current = initial;
  const change = (name: string, term: number | null, text: string) => {
    const before = shapeOf(current);
    current = withEntry(current, name, term, text);
    if (shapeOf(current) === before) events.typed(current);
    else events.reshaped(current, 'field');
  };
  const controls = (fields: readonly Field[], entries: Entries, term: number | null, isDescribed: boolean) =>
    fields
      .filter(({ name }) => isAsked(name, current))
      .map((field) => {
        const value = entries[field.name] ?? '';
        const onChange = (text: string) => change(field.name, term, text);
        return fieldControl({ field, term }, { value, isDescribed, onChange });
      });
  const more = (id: string, fields: readonly Field[], entries: Entries, term: number | null) => {
    const isGiven = fields.some(({ name }) => (entries[name] ?? '') !== '' && isAsked(name, current));
    const open = unfolded.get(id) ?? isGiven;
    const part = details(
      term === null ? 'More about the student' : 'Final credits, payments',
      [element('div', { className: 'fields' }, controls(fields, entries, term, term === null))],
      { id, className: 'more', open, ontoggle: () => unfolded.set(id, part.open) },
    );
    return part;
  };

  const [firstFields, moreFields] = divided(STUDENT_FIELDS, FIRST_STUDENT_FIELDS);
  const student = element('fieldset', { className: 'student' }, [
    element('legend', {}, ['Student']),
    element('div', { className: 'fields' }, controls(firstFields, current.student, null, false)),
    more('more', moreFields, current.student, null),
  ]);

  const [firstOfTerm, moreOfTerm] = divided(TERM_FIELDS, FIRST_TERM_FIELDS);
  const terms = current.terms.map((entries, index) => {
    const remove = button('✕', () => events.reshaped(withoutTerm(current, index), 'removed'), {
      className: 'quiet remove',
      disabled: current.terms.length === 1,
      'aria-label': `Remove ${termName(entries, index)}`,
      title: 'Remove this term',
    });
    return element('fieldset', { className: 'term' }, [
      element('legend', { className: 'unseen' }, [`Term ${index + 1}`]),
      element('div', { className: 'fields' }, [...controls(firstOfTerm, entries, index, false), remove]),
      more(`terms.${index}.more`, moreOfTerm, entries, index),
    ]);
  });
  const add = button(
    current.terms.length >= MAX_TERMS ? `A year has ${MAX_TERMS} terms at most` : 'Add a term',
    () => events.reshaped(withTerm(current), 'added'),
    { id: 'add-term', disabled: current.terms.length >= MAX_TERMS },
  );
  const year = element('fieldset', { className: 'terms' }, [element('legend', {}, ['Terms']), ...terms, add]);
  const form = element('form', { autocomplete: 'off' }, [student, year]);
  form.addEventListener('submit', (event) => event.preventDefault());
  return form;
}

/** What a term is called where it may have no label yet. */
function termName(entries: Entries, index: number): string {
  return (entries['label'] ?? '').trim() || `Term ${index + 1}`;
}

function divided(fields: readonly Field[], first: readonly string[]): [Field[], Field[]] {
  const chosen = first.flatMap((name) => fields.filter((field) => field.name === name));
  return [chosen, fields.filter(({ name }) => !first.includes(name))];
}

/** Two cases of one shape have the same controls. */
function shapeOf(typed: Case): string {
  const asked = [...STUDENT_FIELDS, ...TERM_FIELDS].filter(({ name }) => isAsked(name, typed));
  return `${typed.terms.length} ${asked.map(({ index }) => index).join()}`;
}
