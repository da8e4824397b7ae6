import { counted } from '../../../engine/plain-texts.js';
import type { CodeCount } from '../../../recipe/examination.js';
import { Button } from '../../parts/basics.js';
import { allLines, idText, shownLines, TERMS_LINE } from '../state/lines.js';
import { DraftBox } from './draft-box.js';
import { KeyedLine } from './keyed-line.js';
import type { DraftProps } from './view-props.js';

/** The terms of the file as one list, in the order of the year. */
export function TermsLine({ draft, state, send }: DraftProps) {
  const { recipe, examination } = draft;
  const { terms, not_terms: notTerms } = recipe;
  const isOfStudent = recipe.rows === 'student';
  const counts = labelCounts(draft);
  const known = new Set([...terms.map(({ label }) => label), ...notTerms]);
  const others = counts.filter(({ code }) => code !== '' && !known.has(code));
  const isOpen = allLines(draft).get(TERMS_LINE) === true || others.length > 0;
  const edit = (next: Parameters<typeof send>[0] & { type: 'edit' }) => send(next);
  const sentences = examination.open.filter(({ path }) => path[0] === 'terms' && path.length < 3);
  const countOf = (label: string): string => {
    const rows = counts.find(({ code }) => code === label)?.rows;
    return rows === undefined ? '' : counted(rows, 'row');
  };
  return (
    <KeyedLine
      id={TERMS_LINE}
      isOpen={isOpen}
      name="Terms, in the order of the year"
      choices={[]}
      help={
        isOfStudent
          ? 'One for each group of columns. Give each the name of its term.'
          : 'The first term of the year on top.'
      }
    >
      <ol class="terms">
        {terms.map(({ label }, place) => (
          <li key={isOfStudent ? place : label}>
            {isOfStudent ? (
              <DraftBox
                id={`draft-${TERMS_LINE}-${place}`}
                aria-label={`Name of term ${place + 1}`}
                value={label}
                isRight={(text) =>
                  text.trim() !== '' && !terms.some((each, at) => at !== place && each.label === text.trim())
                }
                onText={(text) =>
                  edit({
                    type: 'edit',
                    edit: { kind: 'rename term', term: label, label: text.trim() },
                    line: TERMS_LINE,
                  })
                }
                state={state}
                send={send}
              />
            ) : (
              <span>
                <strong>{label}</strong> <span class="hint">{countOf(label)}</span>
              </span>
            )}
            <span class="row">
              <Button
                aria-label={`Move ${label} up`}
                disabled={place === 0}
                onPress={() =>
                  edit({ type: 'edit', edit: { kind: 'move term', term: label, by: -1 }, line: null })
                }
              >
                ↑
              </Button>
              <Button
                aria-label={`Move ${label} down`}
                disabled={place === terms.length - 1}
                onPress={() =>
                  edit({ type: 'edit', edit: { kind: 'move term', term: label, by: 1 }, line: null })
                }
              >
                ↓
              </Button>
              <Button
                aria-label={isOfStudent ? `Remove ${label}` : `${label} is not a term`}
                onPress={() => edit({ type: 'edit', edit: { kind: 'not a term', label }, line: null })}
              >
                {isOfStudent ? 'Remove' : 'Not a term'}
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {isOfStudent ? (
        <p>
          <Button
            id="add-term"
            onPress={() =>
              edit({
                type: 'edit',
                edit: { kind: 'add term', label: newLabel(terms.map(({ label }) => label)) },
                line: null,
              })
            }
          >
            Add a term
          </Button>
        </p>
      ) : (
        <ul class="codes">
          {[
            ...others,
            ...notTerms.map((code) => ({ code, rows: counts.find((each) => each.code === code)?.rows ?? 0 })),
          ].map(({ code, rows }) => (
            <li key={code} class={known.has(code) ? undefined : 'open'}>
              <span>
                <strong>{code}</strong> <span class="hint">{counted(rows, 'row')}</span>
                {known.has(code) && ' is not a term: its rows are left out.'}
              </span>
              <span class="row">
                <Button
                  id={`term-${idText(code)}`}
                  onPress={() =>
                    edit({ type: 'edit', edit: { kind: 'add term', label: code }, line: TERMS_LINE })
                  }
                >
                  Is a term
                </Button>
                {!known.has(code) && (
                  <Button
                    onPress={() =>
                      edit({ type: 'edit', edit: { kind: 'not a term', label: code }, line: TERMS_LINE })
                    }
                  >
                    Not a term
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {sentences.map(({ message }) => (
        <p key={message} class="error">
          {message}
        </p>
      ))}
    </KeyedLine>
  );
}

/** The labels of the file with their counts; none where several columns make them. */
function labelCounts(draft: DraftProps['draft']): readonly CodeCount[] {
  const line = shownLines(draft).fields.find(({ field, term }) => field === 'term_label' && term === null);
  if (line === undefined) return [];
  const [column] = line.columns;
  return line.columns.length === 1 ? (column?.codes ?? []) : line.codes;
}

function newLabel(labels: readonly string[]): string {
  for (let nth = labels.length + 1; ; nth++) if (!labels.includes(`Term ${nth}`)) return `Term ${nth}`;
}
