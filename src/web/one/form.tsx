import { Fragment } from 'preact';
import type { AskedField } from '../../contract/asked-fields.js';
import { MAX_TERMS } from '../../engine/student.js';
import { wordLabel } from '../labels.js';
import { AwardYear, Button, Choice, Field, type Option, TextBox } from '../parts.js';
import { answerTo } from './answer.js';
import {
  type Entry,
  entriesOf,
  isAmount,
  offeredFullTime,
  termNames,
  withEntry,
  withFullTime,
  withoutTerm,
  withTerm,
} from './case.js';
import { BACK, type OneProps } from './state.js';

/** The form. Fields that decide most answers come first, the others are under "More". */
export function CaseForm(page: OneProps) {
  const { send } = page;
  const { typed } = page.state;
  const names = termNames(typed);
  const hasRoom = names.length < MAX_TERMS;
  const fullTime = offeredFullTime(typed);
  const add = (at: number, isSummer: boolean) => () =>
    send({ type: 'edited', typed: withTerm(typed, at, isSummer), focus: `terms.${at}.credits_enrolled` });
  const useFullTime = (credits: string) =>
    send({ type: 'edited', typed: withFullTime(typed, credits), focus: 'terms.0.full_time_credits' });
  const remove = (index: number) => {
    const text = `${names[index]} was removed. ${BACK}`;
    send({ type: 'replaced', typed: withoutTerm(typed, index), text, focus: 'add-term' });
  };
  return (
    <form id="form" autocomplete="off" onSubmit={(event) => event.preventDefault()}>
      <AwardYear
        value={typed.awardYear}
        onChoose={(awardYear) => send({ type: 'edited', typed: { ...typed, awardYear } })}
      />
      <fieldset>
        <legend>Student</legend>
        <Fields page={page} term={null} more="More about the student" />
      </fieldset>
      <fieldset>
        <legend>Terms</legend>
        {hasRoom && (
          <Button look="link" onPress={add(0, true)}>
            Add a summer before
          </Button>
        )}
        {names.map((name, index) => (
          <Fragment key={index}>
            <fieldset class="term">
              <legend class="unseen">{name}</legend>
              <Fields page={page} term={index} more="Final credits, payments" />
              <div class="row">
                {hasRoom && index > 0 && (
                  <Button look="link" aria-label={`Insert before ${name}`} onPress={add(index, false)}>
                    Insert before
                  </Button>
                )}
                {names.length > 1 && (
                  <Button look="link" aria-label={`Remove ${name}`} onPress={() => remove(index)}>
                    Remove
                  </Button>
                )}
              </div>
            </fieldset>
            {index === 0 && fullTime !== null && (
              <Button onPress={() => useFullTime(fullTime)}>
                {`Full time is ${fullTime} credits in every term`}
              </Button>
            )}
          </Fragment>
        ))}
        {hasRoom && (
          <div class="row">
            <Button id="add-term" onPress={add(names.length, false)}>
              Add a term
            </Button>
            <Button look="link" onPress={add(names.length, true)}>
              Add a summer after
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}

/** Fields of the student or a term. Optional ones are folded until one is filled, or a person opens them. */
function Fields(props: { readonly page: OneProps; readonly term: number | null; readonly more: string }) {
  const { page, term, more } = props;
  const { typed, parts } = page.state;
  const id = term === null ? 'more' : `terms.${term}.more`;
  const own = entriesOf(typed).filter((entry) => entry.isAsked && entry.term === term);
  const others = own.filter(({ field }) => field.assumption !== undefined);
  const given = (term === null ? typed.student : typed.terms[term]) ?? {};
  // A field that was emptied to be retyped keeps them open.
  const isOpen = parts[id] ?? others.some(({ field }) => field.name in given);
  const controls = (entries: readonly Entry[]) => (
    <div class="fields">
      {entries.map((entry) => (
        <FieldControl key={entry.path} page={page} entry={entry} />
      ))}
    </div>
  );
  return (
    <>
      {controls(own.filter((entry) => !others.includes(entry)))}
      <details
        id={id}
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== isOpen) page.send({ type: 'part-toggled', id, isOpen: open });
        }}
      >
        <summary>{more}</summary>
        {controls(others)}
      </details>
    </>
  );
}

/** The control of a field, by its kind. Its id is the field's path. */
function FieldControl({ page, entry }: { readonly page: OneProps; readonly entry: Entry }) {
  const { field, term, path, text } = entry;
  const { typed } = page.state;
  const answer = answerTo(typed);
  const onText = (changed: string) => page.send({ type: 'edited', typed: withEntry(typed, entry, changed) });
  const options = choicesOf(field);
  // The assumed value of a flag is shown as chosen, while its text stays blank.
  const usual = field.kind === 'flag' && field.assumption !== undefined ? String(field.whenAbsent) : '';
  const isNumber = field.kind === 'credits' || isAmount(field);
  return (
    <Field
      id={path}
      label={field.label}
      unseen={term === null ? '' : termNames(typed)[term]}
      hint={field.hint}
      error={answer.ok ? undefined : answer.errors[path]}
    >
      {(attributes) => {
        if (options === null) {
          const number = isNumber ? ({ class: 'number', inputMode: 'decimal' } as const) : {};
          const box = <TextBox {...attributes} {...number} value={text} onText={onText} />;
          return isAmount(field) ? <div class="dollars">{box}</div> : box;
        }
        return (
          <Choice
            {...attributes}
            options={options}
            value={text || usual}
            blank={field.range === undefined ? 'Choose' : 'As listed'}
            onChoose={(word) => onText(word === usual ? '' : word)}
            onClear={field.range && (() => onText(''))}
          />
        );
      }}
    </Field>
  );
}

/** The choices of a field; null if it is typed. */
function choicesOf({ kind, options, range }: AskedField): Option[] | null {
  if (kind === 'flag') return ['true', 'false'].map((word) => [word, word === 'true' ? 'Yes' : 'No']);
  if (range === undefined) return options?.map((word) => [word, wordLabel(word)]) ?? null;
  const counts = Array.from({ length: range.to - range.from + 1 }, (_, nth) => String(range.from + nth));
  return counts.map((count) => [count, `${count} terms`]);
}
