import { wordLabel } from '../../../contract/field-labels.js';
import { counted } from '../../../engine/plain-texts.js';
import { LEVELS, type Level } from '../../../recipe/our-fields.js';
import { placeRule } from '../../../recipe/place-columns.js';
import { type FieldRule, type Recipe, ruleOf, type TermRule, valuesOf } from '../../../recipe/recipe.js';
import { Button } from '../../parts/basics.js';
import { Table } from '../../parts/table.js';
import type { PageLine } from '../state/draft.js';
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

type Credits = Readonly<Partial<Record<Level, string | null | undefined>>>;

const FIELD = 'term_ft_credits';

/** Full-time credits by level and, where they differ, by term; `id` is that of their line. */
export function CreditsGrid({ id }: { readonly id: string }) {
  const { recipe } = useDraft();
  const { edit } = useLine(id);
  const { terms } = recipe;
  const rules =
    terms.length === 0 ? [ruleOf(recipe, FIELD)] : terms.map((term) => ruleOf(recipe, FIELD, term));
  const credits = rules.map(creditsOf);
  const isStarted = credits.some((each) => Object.values(each).some((text) => text != null));
  const box = (level: Level, row: number, place: number | null) => {
    const isHere = (at: number): boolean => place === null || at === place;
    const shown = new Set(credits.filter((_, at) => isHere(at)).map((each) => each[level] ?? ''));
    const [value = ''] = shown.size === 1 ? shown : [];
    const set = (text: string, isEntered: boolean) => {
      const next = credits.map((each, at) => (isHere(at) ? { ...each, [level]: text || null } : each));
      edit(withCredits(recipe, next), !isEntered);
    };
    return (
      <DraftBox
        // The first takes the focus.
        id={`draft-${id}${row === 0 && place === null ? '' : `-${level}-${place}`}`}
        class="number"
        aria-label={`Full-time credits, ${level}, ${place === null ? 'every term' : terms[place]?.label}`}
        value={value}
        read={(text) => (text === '' || CREDITS.test(text) ? text : null)}
        isMissing={isStarted && shown.has('')}
        onText={set}
      />
    );
  };
  return (
    <Table
      isFigures
      caption="Full-time credits by level and term"
      columns={['Level', 'Every term', ...terms.map(({ label }) => label)]}
      rows={levelsIn(recipe).map((level, row) => [
        wordLabel(level),
        box(level, row, null),
        ...terms.map((_, place) => box(level, row, place)),
      ])}
    />
  );
}

const CREDITS = /^(?=.*[1-9])\d{1,3}(?:\.\d{1,3})?$/;

/** One rule where the credits of all terms are the same, else one for each term. */
function withCredits(recipe: Recipe, credits: readonly Credits[]): Recipe {
  const rules = credits.map((each) => ({
    by_level: Object.fromEntries(LEVELS.flatMap((level) => (level in each ? [[level, each[level]]] : []))),
  }));
  const [first = null] = rules;
  if (new Set(rules.map((rule) => JSON.stringify(rule))).size === 1) return placeRule(recipe, FIELD, first);
  return rules.reduce((so, rule, term) => placeRule(so, FIELD, rule, term), recipe);
}

function creditsOf(rule: FieldRule): Credits {
  if (rule === null || rule === 'none') return {};
  if ('by_level' in rule) return rule.by_level;
  return 'value' in rule ? Object.fromEntries(LEVELS.map((level) => [level, rule.value])) : {};
}

/** The levels that a file has; all of them as far as that is not said. */
function levelsIn({ fields: { degree_level: rule } }: Recipe): readonly Level[] {
  if (rule === 'none') return ['undergraduate'];
  const said = rule && 'value' in rule ? [rule.value] : Object.values(valuesOf(rule) ?? {});
  const levels = LEVELS.filter((level) => said.includes(level));
  return levels.length === 0 ? LEVELS : levels;
}
