import { counted } from '../../../engine/plain-texts.js';
import type { TermRule } from '../../../recipe/recipe.js';
import { Button } from '../../parts/basics.js';
import type { PageLine } from '../state/lines.js';
import { Line, useLine } from './line.js';
import { DraftBox, useDraft } from './page-context.js';

/** The terms of the file as one list, in the order of the year, and labels of rows that are of none. */
export function TermsLine({ line }: { readonly line: PageLine }) {
  const { recipe, lines, examination } = useDraft();
  const { edit } = useLine(line.id);
  const { terms, not_terms, rows } = recipe;
  const isOfStudent = rows === 'student';
  const labels = terms.map(({ label }) => label);
  const counts = lines.all.flatMap((each) =>
    each.kind === 'field' && each.line.field === 'term_label' ? each.line.codes : [],
  );
  const isOpen = (label: string): boolean => ![...labels, ...not_terms, ''].includes(label);
  const others = [...counts.map(({ code }) => code).filter(isOpen), ...not_terms];
  const set = (next: readonly TermRule[], none = not_terms) =>
    edit({ ...recipe, terms: next, not_terms: none }, isOfStudent);
  const without = (label: string) => not_terms.filter((each) => each !== label);
  const leaveOut = (label: string) =>
    set(
      terms.filter((term) => term.label !== label),
      isOfStudent ? not_terms : [...without(label), label],
    );
  const named = (label: string) => {
    const rowsOf = counts.find(({ code }) => code === label)?.rows;
    return (
      <span>
        <strong>{label}</strong> {rowsOf && <span class="hint">{counted(rowsOf, 'row')}</span>}
        {not_terms.includes(label) && ' is not a term: its rows are left out.'}
      </span>
    );
  };
  const nameBox = (place: number, label: string) => (
    <DraftBox
      id={`draft-${line.id}-${place}`}
      aria-label={`Name of term ${place + 1}`}
      value={label}
      read={(text) => (text !== '' && (text === label || !labels.includes(text)) ? text : null)}
      onText={(text) => set(terms.map((term, at) => (at === place ? { ...term, label: text } : term)))}
    />
  );
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
      line={line}
      help={
        isOfStudent
          ? 'One for each group of columns. Give each the name of its term.'
          : 'The first term of the year on top.'
      }
      open={examination.open.filter(({ path }) => path[0] === 'terms' && path.length < 3)}
    >
      <ol class="codes">
        {terms.map((term, place) => (
          <li key={isOfStudent ? place : term.label} class="row">
            {isOfStudent ? nameBox(place, term.label) : named(term.label)}
            {move(term, place, -1)}
            {move(term, place, 1)}
            <Button
              aria-label={isOfStudent ? `Remove ${term.label}` : `${term.label} is not a term`}
              onPress={() => leaveOut(term.label)}
            >
              {isOfStudent ? 'Remove' : 'Not a term'}
            </Button>
          </li>
        ))}
      </ol>
      {isOfStudent ? (
        <p>
          <Button id="add-term" onPress={() => set([...terms, { label: newLabel(labels) }])}>
            Add a term
          </Button>
        </p>
      ) : (
        <ul class="codes">
          {others.map((label) => (
            <li key={label} class={isOpen(label) ? 'row open' : 'row'}>
              {named(label)}
              <Button onPress={() => set([...terms, { label }], without(label))}>Is a term</Button>
              {isOpen(label) && <Button onPress={() => leaveOut(label)}>Not a term</Button>}
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
