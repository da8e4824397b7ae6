import { counted } from '../../../engine/plain-texts.js';
import type { TermRule } from '../../../recipe/recipe.js';
import { Button } from '../../parts/basics.js';
import { idText, shownLines, TERMS_LINE } from '../state/lines.js';
import { Line } from './line.js';
import { DraftBox, useDraft, usePage } from './page-context.js';

/** The terms of the file as one list, in the order of the year, and labels of rows that are of none. */
export function TermsLine({ isOpen }: { readonly isOpen: boolean }) {
  const { send } = usePage();
  const draft = useDraft();
  const { terms, not_terms: notTerms, rows } = draft.recipe;
  const isOfStudent = rows === 'student';
  const labels = terms.map(({ label }) => label);
  const counts = shownLines(draft).fields.find(({ field }) => field === 'term_label')?.codes ?? [];
  const others = counts.filter(
    ({ code }) => code !== '' && !labels.includes(code) && !notTerms.includes(code),
  );
  const set = (next: readonly TermRule[], none = notTerms) =>
    send({
      type: 'edit',
      edit: { kind: 'terms', terms: next, notTerms: none },
      line: TERMS_LINE,
      stays: isOfStudent,
    });
  const add = (label: string) =>
    set(
      [...terms, { label }],
      notTerms.filter((each) => each !== label),
    );
  const remove = (label: string) => {
    const others = terms.filter((term) => term.label !== label);
    set(others, isOfStudent ? notTerms : [...notTerms, label]);
  };
  const rename = (place: number, label: string) =>
    set(terms.map((term, at) => (at === place ? { ...term, label } : term)));
  const named = (label: string) => {
    const found = counts.find(({ code }) => code === label);
    return (
      <span>
        <strong>{label}</strong> {found && <span class="hint">{counted(found.rows, 'row')}</span>}
        {notTerms.includes(label) && ' is not a term: its rows are left out.'}
      </span>
    );
  };
  const move = (term: TermRule, place: number, by: -1 | 1) => (
    <Button
      aria-label={`Move ${term.label} ${by < 0 ? 'up' : 'down'}`}
      disabled={terms[place + by] === undefined}
      onPress={() => set(terms.toSpliced(place, 1).toSpliced(place + by, 0, term))}
    >
      {by < 0 ? '↑' : '↓'}
    </Button>
  );
  return (
    <Line
      id={TERMS_LINE}
      isOpen={isOpen}
      name="Terms, in the order of the year"
      help={
        isOfStudent
          ? 'One for each group of columns. Give each the name of its term.'
          : 'The first term of the year on top.'
      }
      open={draft.examination.open.filter(({ path }) => path[0] === 'terms' && path.length < 3)}
    >
      <ol class="codes">
        {terms.map((term, place) => (
          <li key={isOfStudent ? place : term.label} class="row">
            {isOfStudent ? (
              <DraftBox
                id={`draft-${TERMS_LINE}-${place}`}
                aria-label={`Name of term ${place + 1}`}
                value={term.label}
                isRight={(text) => text !== '' && (text === term.label || !labels.includes(text))}
                onText={(text) => rename(place, text)}
              />
            ) : (
              named(term.label)
            )}
            {move(term, place, -1)}
            {move(term, place, 1)}
            <Button
              aria-label={isOfStudent ? `Remove ${term.label}` : `${term.label} is not a term`}
              onPress={() => remove(term.label)}
            >
              {isOfStudent ? 'Remove' : 'Not a term'}
            </Button>
          </li>
        ))}
      </ol>
      {isOfStudent ? (
        <p>
          <Button id="add-term" onPress={() => add(newLabel(labels))}>
            Add a term
          </Button>
        </p>
      ) : (
        <ul class="codes">
          {[...others.map(({ code }) => code), ...notTerms].map((label) => (
            <li key={label} class={notTerms.includes(label) ? 'row' : 'row open'}>
              {named(label)}
              <Button id={`term-${idText(label)}`} onPress={() => add(label)}>
                Is a term
              </Button>
              {!notTerms.includes(label) && <Button onPress={() => remove(label)}>Not a term</Button>}
            </li>
          ))}
        </ul>
      )}
    </Line>
  );
}

function newLabel(labels: readonly string[]): string {
  for (let nth = labels.length + 1; ; nth++) if (!labels.includes(`Term ${nth}`)) return `Term ${nth}`;
}
