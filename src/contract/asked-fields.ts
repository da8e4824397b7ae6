import { type Field, fieldNamed } from './field-list.js';
import { columnLabel, FIELD_WORDS, type FieldWords } from './field-words.js';

/** A field as a person is asked for it, on the form and by an assistant. */
export type AskedField = Field & FieldWords & { readonly label: string };

/** All fields with their words for people, in the order of the form. */
export const ASKED_FIELDS: readonly AskedField[] = Object.entries(FIELD_WORDS).map(([name, words]) => ({
  ...fieldNamed(name),
  ...words,
  label: columnLabel(name),
}));
