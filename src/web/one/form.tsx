import { Fragment } from 'preact';
import { FIELD_LABELS, wordLabel } from '../../contract/field-labels.js';
import { AWARD_YEARS } from '../../engine/limits.js';
import { MAX_TERMS } from '../../engine/student.js';
import { Button } from '../parts/basics.js';
import { Choice, type Option } from '../parts/choice.js';
import { describedBy, Field, TextBox } from '../parts/field.js';
import { answerTo } from './answer.js';
import {
  type Entry,
  entriesOf,
  hasRoom,
  isAmount,
  offeredFullTime,
  termNames,
  withEntry,
  withFullTime,
  withoutTerm,
  withTerm,
} from './case.js';
import type { FormField } from './form-fields.js';
import type { OneProps } from './state.js';

/** The form. Fields that decide most answers come first, the others are under "More". */
export function CaseForm(page: OneProps) {
  const { send } = page;
  const { typed } = page.state;
  const names = termNames(typed);
  const fullTime = offeredFullTime(typed);
  const add = (at: number, isSummer: boolean) => () =>
    send({ type: 'edited', typed: withTerm(typed, at, isSummer), focus: `terms.${at}.credits_enrolled` });
  const useFullTime = (credits: string) =>
    send({ type: 'edited', typed: withFullTime(typed, credits), focus: 'terms.0.full_time_credits' });
  const remove = (index: number) => {
    const text = `${names[index]} was removed.`;
    send({ type: 'replaced', typed: withoutTerm(typed, index), text, focus: 'add-term' });
  };
  return (
    <form id="form" autocomplete="off" onSubmit={(event) => event.preventDefault()}>
      {AWARD_YEARS.length > 1 && (
        <Field id="award-year" label="Award year">
          <Choice
            id="award-year"
            value={typed.awardYear}
            options={AWARD_YEARS.map((year) => [year, year])}
            onChoose={(awardYear) => send({ type: 'edited', typed: { ...typed, awardYear } })}
          />
        </Field>
      )}
      <fieldset>
        <legend>Student</legend>
        <Fields page={page} term={null} />
        <More page={page} term={null} id="more" summary="More about the student" />
      </fieldset>
      <fieldset>
        <legend>Terms</legend>
        {hasRoom(typed) && (
          <Button look="quiet" onPress={add(0, true)}>
            Add a summer before
          </Button>
        )}
        {names.map((name, index) => (
          <Fragment key={index}>
            <fieldset class="term">
              <legend class="unseen">{name}</legend>
              <Fields page={page} term={index} />
              <span class="term-actions">
                {hasRoom(typed) && index > 0 && (
                  <Button look="quiet" aria-label={`Insert before ${name}`} onPress={add(index, false)}>
                    Insert before
                  </Button>
                )}
                {names.length > 1 && (
                  <Button look="quiet" aria-label={`Remove ${name}`} onPress={() => remove(index)}>
                    Remove
                  </Button>
                )}
              </span>
              <More page={page} term={index} id={`terms.${index}.more`} summary="Final credits, payments" />
            </fieldset>
            {index === 0 && fullTime !== null && (
              <Button onPress={() => useFullTime(fullTime)}>
                {`Full time is ${fullTime} credits in every term`}
              </Button>
            )}
          </Fragment>
        ))}
        {hasRoom(typed) ? (
          <div class="row">
            <Button id="add-term" onPress={add(names.length, false)}>
              Add a term
            </Button>
            <Button look="quiet" onPress={add(names.length, true)}>
              Add a summer after
            </Button>
          </div>
        ) : (
          <p class="hint">{`A year has at most ${MAX_TERMS} terms.`}</p>
        )}
      </fieldset>
    </form>
  );
}

interface FieldsProps {
  readonly page: OneProps;
  /** The index of the term; null for the student. */
  readonly term: number | null;
  /** Whether these are the fields that are not asked about while they are blank. */
  readonly isMore?: boolean;
}

function Fields({ page, term, isMore = false }: FieldsProps) {
  return (
    <div class="fields">
      {fieldsIn(page, term, isMore).map((entry) => (
        <FieldControl key={entry.path} page={page} entry={entry} />
      ))}
    </div>
  );
}

function fieldsIn({ state }: OneProps, term: number | null, isMore: boolean): Entry[] {
  return entriesOf(state.typed).filter(
    (entry) => entry.isAsked && entry.term === term && (entry.field.question === undefined) === isMore,
  );
}

/** The other fields. Unfolded if one of them is filled in, unless the person has chosen otherwise. */
function More(props: FieldsProps & { readonly id: string; readonly summary: string }) {
  const { page, term, id, summary } = props;
  const isGiven = fieldsIn(page, term, true).some(({ text }) => text !== '');
  const isOpen = page.state.parts[id] ?? isGiven;
  return (
    <details
      id={id}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) page.send({ type: 'part-toggled', id, isOpen: open });
      }}
    >
      <summary>{summary}</summary>
      <Fields page={page} term={term} isMore />
    </details>
  );
}

/** The control of a field, by its kind. Its id is its path. */
function FieldControl({ page, entry }: { readonly page: OneProps; readonly entry: Entry }) {
  const { field, term, path: id, text } = entry;
  const { typed } = page.state;
  const answer = answerTo(typed);
  const remarks = { id, hint: field.hint, error: answer.ok ? undefined : answer.errors[id] };
  const onText = (changed: string) => page.send({ type: 'edited', typed: withEntry(typed, id, changed) });
  const options = optionsOf(field);
  // What is assumed of a flag is shown as chosen, and stays blank.
  const usual = field.kind === 'flag' && field.question === undefined ? String(field.whenAbsent) : '';
  const isDollars = isAmount(field);
  return (
    <Field
      {...remarks}
      label={FIELD_LABELS[field.name] ?? field.name}
      unseen={term === null ? '' : termNames(typed)[term]}
    >
      {options === null ? (
        <TextBox
          {...remarks}
          value={text}
          isNumber={field.kind === 'credits' || isDollars}
          isDollars={isDollars}
          onText={onText}
        />
      ) : (
        <Choice
          id={id}
          options={options}
          value={text || usual}
          blank={field.range === undefined ? 'Choose' : 'As listed'}
          {...describedBy(remarks)}
          onChoose={(word) => onText(word === usual ? '' : word)}
          {...(field.range === undefined ? {} : { onClear: () => onText('') })}
        />
      )}
    </Field>
  );
}

/** The choices of a field; null if it is typed. */
function optionsOf({ kind, options, range }: FormField): Option[] | null {
  if (kind === 'flag') return ['true', 'false'].map((word) => [word, word === 'true' ? 'Yes' : 'No']);
  if (range === undefined) return options?.map((word) => [word, wordLabel(word)]) ?? null;
  const counts = Array.from({ length: range.to - range.from + 1 }, (_, nth) => String(range.from + nth));
  return counts.map((count) => [count, `${count} terms`]);
}
