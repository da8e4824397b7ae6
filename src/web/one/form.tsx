import { Fragment } from 'preact';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../../contract/field-list.js';
import { AWARD_YEARS } from '../../engine/limits.js';
import { MAX_TERMS } from '../../engine/student.js';
import { Button } from '../parts/basics.js';
import { Choice } from '../parts/choice.js';
import { Disclosure } from '../parts/disclosure.js';
import { Field as LabeledField } from '../parts/field.js';
import { answerTo } from './answer.js';
import { entryAt, isAsked, pathOf } from './case.js';
import { hasRoom, offeredFullTime, termName } from './case-terms.js';
import { FieldControl } from './field-control.js';
import type { OneProps } from './state.js';

/** Fields that decide the answer for nearly every student; the others are under "More". */
const FIRST_STUDENT_FIELDS = [
  'degree_level',
  'grade_level',
  'dependency_status',
  'is_legacy_borrower',
  'cost_of_attendance',
  'subsidized_amount',
];
const FIRST_TERM_FIELDS = ['label', 'credits_enrolled', 'full_time_credits'];
/** Comes after a term's other fields, because it is the exception. */
const LAST_TERM_FIELD = 'required';

/** The form. Its fields come from the one list of fields, with those that decide most answers first. */
export function CaseForm({ state, send }: OneProps) {
  const { typed } = state;
  const fullTime = offeredFullTime(typed);
  const addTerm = (at: number, isSummer = false) => send({ type: 'term-added', at, isSummer });
  const summer = (at: number, text: string) => (
    <Button look="quiet" onPress={() => addTerm(at, true)}>
      {text}
    </Button>
  );
  return (
    <form autocomplete="off" onSubmit={(event) => event.preventDefault()}>
      {AWARD_YEARS.length > 1 && (
        <LabeledField id="award-year" label="Award year">
          <Choice
            id="award-year"
            value={typed.awardYear}
            options={AWARD_YEARS.map((year) => [year, year])}
            onChoose={(awardYear) => send({ type: 'year-chosen', awardYear })}
          />
        </LabeledField>
      )}
      <fieldset class="student">
        <legend>Student</legend>
        <Fields names={FIRST_STUDENT_FIELDS} term={null} state={state} send={send} />
        <More id="more" summary="More about the student" term={null} state={state} send={send} />
      </fieldset>
      <fieldset class="terms">
        <legend>Terms</legend>
        {hasRoom(typed) && <div class="add-terms">{summer(0, 'Add a summer before')}</div>}
        {typed.terms.map((_, index) => (
          <Fragment key={index}>
            <TermFields index={index} state={state} send={send} />
            {index === 0 && fullTime !== null && (
              <div class="add-terms">
                <Button id="use-full-time" onPress={() => send({ type: 'full-time-accepted' })}>
                  {`Full time is ${fullTime} credits in every term`}
                </Button>
              </div>
            )}
          </Fragment>
        ))}
        {hasRoom(typed) ? (
          <div class="add-terms">
            <Button id="add-term" onPress={() => addTerm(typed.terms.length)}>
              Add a term
            </Button>
            {summer(typed.terms.length, 'Add a summer after')}
          </div>
        ) : (
          <p class="hint">{`A year has at most ${MAX_TERMS} terms.`}</p>
        )}
      </fieldset>
    </form>
  );
}

function TermFields({ index, state, send }: OneProps & { readonly index: number }) {
  const { typed } = state;
  const name = termName(typed, index);
  return (
    <fieldset class="term">
      <legend class="unseen">{name}</legend>
      <Fields names={FIRST_TERM_FIELDS} term={index} state={state} send={send} />
      <div class="term-actions">
        <More
          id={`terms.${index}.more`}
          summary="Final credits, payments"
          term={index}
          state={state}
          send={send}
        />
        <span>
          {hasRoom(typed) && index > 0 && (
            <Button
              look="quiet"
              aria-label={`Insert before ${name}`}
              onPress={() => send({ type: 'term-added', at: index, isSummer: false })}
            >
              Insert before
            </Button>
          )}
          {typed.terms.length > 1 && (
            <Button
              look="quiet"
              aria-label={`Remove ${name}`}
              onPress={() => send({ type: 'term-removed', index })}
            >
              Remove
            </Button>
          )}
        </span>
      </div>
    </fieldset>
  );
}

interface FieldsProps extends OneProps {
  readonly term: number | null;
}

/** The other fields. Unfolded if one of them is filled in or wrong, unless the person has chosen otherwise. */
function More({
  id,
  summary,
  term,
  state,
  send,
}: FieldsProps & { readonly id: string; readonly summary: string }) {
  const { typed } = state;
  const first = term === null ? FIRST_STUDENT_FIELDS : FIRST_TERM_FIELDS;
  const names = fieldsOf(term)
    .map(({ name }) => name)
    .filter((name) => !first.includes(name))
    .sort((one, other) => Number(one === LAST_TERM_FIELD) - Number(other === LAST_TERM_FIELD));
  const isGiven = names.some((name) => entryAt(typed, { name, term }) !== '' && isAsked(name, typed));
  return (
    <Disclosure
      id={id}
      class="more"
      summary={summary}
      isOpen={state.parts[id] ?? isGiven}
      onToggle={(isOpen) => send({ type: 'part-toggled', id, isOpen })}
    >
      <Fields names={names} term={term} state={state} send={send} />
    </Disclosure>
  );
}

function Fields({ names, term, state, send }: FieldsProps & { readonly names: readonly string[] }) {
  const { typed } = state;
  const answer = answerTo(typed);
  const fields = names.flatMap((name) => fieldsOf(term).filter((field) => field.name === name));
  return (
    <div class="fields">
      {fields
        .filter(({ name }) => isAsked(name, typed))
        .map((field) => {
          const place = { name: field.name, term };
          return (
            <FieldControl
              key={field.name}
              field={field}
              place={place}
              value={entryAt(typed, place)}
              error={answer.ok ? undefined : answer.errors[pathOf(place)]}
              termName={term === null ? null : termName(typed, term)}
              send={send}
            />
          );
        })}
    </div>
  );
}

function fieldsOf(term: number | null): readonly Field[] {
  return term === null ? STUDENT_FIELDS : TERM_FIELDS;
}
