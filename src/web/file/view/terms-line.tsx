import { counted } from '../../../engine/plain-texts.js';
import { Button } from '../../parts/basics.js';
import { idText, shownLines, TERMS_LINE } from '../state/lines.js';
import type { RecipeEdit } from '../state/recipe-edits.js';
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
  const edit = (change: RecipeEdit, line: string | null = null) => send({ type: 'edit', edit: change, line });
  const named = (label: string) => {
    const found = counts.find(({ code }) => code === label);
    return (
      <span>
        <strong>{label}</strong> {found && <span class="hint">{counted(found.rows, 'row')}</span>}
        {notTerms.includes(label) && ' is not a term: its rows are left out.'}
      </span>
    );
  };
  const move = (label: string, by: -1 | 1, isPossible: boolean) => (
    <Button
      aria-label={`Move ${label} ${by < 0 ? 'up' : 'down'}`}
      disabled={!isPossible}
      onPress={() => edit({ kind: 'move term', term: label, by })}
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
        {labels.map((label, place) => (
          <li key={isOfStudent ? place : label} class="row">
            {isOfStudent ? (
              <DraftBox
                id={`draft-${TERMS_LINE}-${place}`}
                aria-label={`Name of term ${place + 1}`}
                value={label}
                isRight={(text) => text !== '' && (text === label || !labels.includes(text))}
                onText={(text) => edit({ kind: 'rename term', term: label, label: text }, TERMS_LINE)}
              />
            ) : (
              named(label)
            )}
            {move(label, -1, place > 0)}
            {move(label, 1, place < labels.length - 1)}
            <Button
              aria-label={isOfStudent ? `Remove ${label}` : `${label} is not a term`}
              onPress={() => edit({ kind: 'not a term', label })}
            >
              {isOfStudent ? 'Remove' : 'Not a term'}
            </Button>
          </li>
        ))}
      </ol>
      {isOfStudent ? (
        <p>
          <Button id="add-term" onPress={() => edit({ kind: 'add term', label: newLabel(labels) })}>
            Add a term
          </Button>
        </p>
      ) : (
        <ul class="codes">
          {[...others.map(({ code }) => code), ...notTerms].map((label) => (
            <li key={label} class={notTerms.includes(label) ? 'row' : 'row open'}>
              {named(label)}
              <Button
                id={`term-${idText(label)}`}
                onPress={() => edit({ kind: 'add term', label }, TERMS_LINE)}
              >
                Is a term
              </Button>
              {!notTerms.includes(label) && (
                <Button onPress={() => edit({ kind: 'not a term', label }, TERMS_LINE)}>Not a term</Button>
              )}
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
