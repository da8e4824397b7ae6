import { DEGREE_LEVELS, type DegreeLevel } from '../../../engine/student.js';
import { counted } from '../../../engine/texts.js';
import { levelsIn } from '../../../recipe/columns/open-cells.js';
import { newLabel, placeRule, withTerm } from '../../../recipe/columns/place-columns.js';
import { hasTermColumns, ruleOf } from '../../../recipe/format/column-rules.js';
import type { FieldRule, Recipe, TermRule } from '../../../recipe/format/recipe.js';
import { wordLabel } from '../../labels.js';
import { Button, Choice, optionsIn, Table } from '../../parts.js';
import { idText, isPartlyCounted, type PageLine } from '../state/draft.js';
import { Line, useLine } from './line.js';
import { DraftBox, useDraft, usePage } from './page-context.js';

const NO_TERM = 'none';
const PART = 'part of ';
const COUNTS = { true: 'counts for everybody', false: 'counts only if enrolled' };

/** The file's terms with their place in the year, labels of parts of terms, and labels that are not terms. */
export function TermsLine({ line }: { readonly line: PageLine }) {
  const { send } = usePage();
  const { recipe, lines, examination } = useDraft();
  const { edit } = useLine(line.id);
  const { terms, not_terms, rows } = recipe;
  const isOfStudent = hasTermColumns(rows);
  const labels = terms.map(({ label }) => label);
  const counts = lines.all.flatMap((each) =>
    each.kind === 'field' && each.line.field === 'term_label' ? each.line.codes : [],
  );
  const said = new Set(['', ...labels, ...not_terms]);
  const others = counts.filter(({ code }) => !said.has(code));
  /** The term that a label is a part of; null for none, or for one that is not a term. */
  const partOf = (label: string) => others.find(({ code }) => code === label)?.meaning || null;
  const unplaced = others.flatMap(({ code, meaning }) => (meaning === null ? [code] : []));
  // Labels without a place are marked already.
  const missing = unplaced.length > 0 ? [] : examination.open;
  // Once all labels have a place, only rows without a label can be open, unless they take the term above.
  const isPartly = isPartlyCounted(recipe);
  const isBlankOpen =
    line.isOpen && !isPartly && unplaced.length === 0 && counts.some(({ code }) => code === '');
  const unsaid = isBlankOpen && !not_terms.includes('') ? [''] : unplaced;
  const parts = others.flatMap(({ code, meaning }) => (meaning === null ? [] : [code]));
  const set = (next: readonly TermRule[], none = not_terms, from = recipe) =>
    edit({ ...from, terms: next, not_terms: none }, true);
  const placeId = (label: string | undefined) => `${line.id}-place-${idText(label ?? '')}`;
  const put = (label: string, place: string) => {
    const whole = place.startsWith(PART) ? place.slice(PART.length) : null;
    const isNew = place !== NO_TERM && whole === null && !labels.includes(label);
    const base = isNew ? withTerm(recipe, label) : recipe;
    const term = base.terms.find((each) => each.label === label) ?? { label };
    const others = base.terms.filter((each) => each !== term);
    const none = not_terms.filter((each) => each !== label);
    const isGone = place === NO_TERM && isOfStudent;
    const from = withPart(base, label, whole);
    if (whole !== null) set(others, none, from);
    else if (place !== NO_TERM) set(others.toSpliced(Number(place), 0, term), none, from);
    else set(others, isGone ? none : [...none, label], from);
    send({ type: 'focus', id: placeId(isGone ? others[0]?.label : label) });
  };
  const add = () => {
    edit(withTerm(recipe, newLabel(recipe)), true);
    send({ type: 'focus', id: `draft-${line.id}.${labels.length}` });
  };
  const count = (said: TermRule, value: keyof typeof COUNTS) => {
    const counted = { ...said, fields: { ...said.fields, term_required: { value } } };
    set(terms.map((term) => (term === said ? counted : term)));
  };
  /** Terms that a label may be a part of; none for a label with parts of its own. */
  const wholesFor = (label: string): readonly string[] =>
    isOfStudent || label === '' || parts.some((part) => partOf(part) === label)
      ? []
      : labels.filter((term) => term !== label);
  return (
    <Line
      line={line}
      help={
        isOfStudent
          ? 'One for each group of columns. Give each the name of its term.'
          : 'Say where each is in the year, or of which it is a part, as a session is: credits of parts are added up.'
      }
      open={missing.filter(({ path }) => path[0] === 'terms' && path.length < 3)}
    >
      <ul class="bare codes">
        {[...labels, ...unsaid, ...parts, ...not_terms].map((label, nth) => {
          const isTerm = nth < terms.length;
          const isOpen = unsaid.includes(label);
          const term = terms[nth];
          const rule = ruleOf(recipe, 'term_required', term);
          const whole = isTerm ? null : partOf(label);
          const last = isTerm ? terms.length : terms.length + 1;
          const rowsOf = counts.find(({ code }) => code === label)?.rows;
          const places = label === '' ? [] : Array.from({ length: last }, (_, at) => String(at));
          return (
            <li key={nth} class={isOpen ? 'row open' : 'row'}>
              {isOfStudent ? (
                <DraftBox
                  id={`draft-${line.id}.${nth}`}
                  aria-label={`Name of term ${nth + 1}`}
                  value={label}
                  read={(text) => (text !== '' && (text === label || !labels.includes(text)) ? text : null)}
                  onText={(text, isEntered) => {
                    set(terms.map((term, at) => (at === nth ? { ...term, label: text } : term)));
                    if (isEntered) send({ type: 'focus', id: 'add-term' });
                  }}
                />
              ) : (
                <span>
                  <strong>{label || 'blank'}</strong>{' '}
                  {rowsOf && <span class="hint">{counted(rowsOf, 'row')}</span>}
                </span>
              )}
              <Choice
                id={placeId(label)}
                aria-label={`Place of ${label || 'blank'} in the year`}
                aria-invalid={isOpen || undefined}
                value={isTerm ? String(nth) : isOpen ? '' : whole === null ? NO_TERM : PART + whole}
                options={[
                  ...places.map((at) => [at, `term ${Number(at) + 1} of the year`] as const),
                  ...wholesFor(label).map((term) => [PART + term, `a part of ${term}`] as const),
                  [NO_TERM, isOfStudent ? 'no term: remove it' : 'no term: its rows are left out'],
                ]}
                onChoose={(place) => put(label, place)}
              />
              {term && (
                <Choice
                  id={countsId(label)}
                  aria-label={`Whether ${label} counts for a student who is not enrolled in it`}
                  aria-invalid={(isPartly && rule === null) || undefined}
                  value={rule === 'none' ? 'true' : rule && 'value' in rule ? rule.value : ''}
                  blank={rule === null ? 'Counts if not enrolled?' : 'a column says it'}
                  options={optionsIn(COUNTS)}
                  onChoose={(value) => count(term, value)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {isOfStudent && (
        <p>
          <Button id="add-term" onPress={add}>
            Add a term
          </Button>
        </p>
      )}
    </Line>
  );
}

/** The recipe with a label as a part of a term, or of none if `whole` is null. */
function withPart(recipe: Recipe, label: string, whole: string | null): Recipe {
  const { term_label: rule } = recipe.fields;
  if (rule == null || rule === 'none' || !('column' in rule || 'columns' in rule)) return recipe;
  const { [label]: _, ...others } = rule.values ?? {};
  const values = whole === null ? others : { ...others, [label]: whole };
  return { ...recipe, fields: { ...recipe.fields, term_label: { ...rule, values } } };
}

/** Id of the list that says whether a term counts, on the line of the terms. */
export const countsId = (label: string): string => `terms-line-counts-${idText(label)}`;

type Credits = Readonly<Partial<Record<DegreeLevel, string | null | undefined>>>;

const FIELD = 'term_ft_credits';

/** Full-time credits by level and, where they differ, by term; `id` is the id of the line. */
export function CreditsGrid({ id }: { readonly id: string }) {
  const { send } = usePage();
  const { recipe, examination } = useDraft();
  const { edit } = useLine(id);
  const { terms } = recipe;
  const found = levelsIn(recipe, examination.facts);
  // All levels, unless the file says which it has.
  const levels = recipe.fields.degree_level && found.length > 0 ? found : DEGREE_LEVELS;
  const rules =
    terms.length === 0 ? [ruleOf(recipe, FIELD)] : terms.map((term) => ruleOf(recipe, FIELD, term));
  const credits = rules.map(creditsOf);
  // The first box has the id that gets the focus.
  const boxId = (level: DegreeLevel, place: number | null): string =>
    `draft-${id}${level === levels[0] && place === null ? '' : `.${level}-${place}`}`;
  const box = (level: DegreeLevel, place: number | null) => {
    const isHere = (at: number): boolean => place === null || at === place;
    const shown = new Set(credits.filter((_, at) => isHere(at)).map((each) => each[level] ?? ''));
    const [value = ''] = shown.size === 1 ? shown : [];
    const set = (text: string, isEntered: boolean) => {
      const next = credits.map((each, at) => (isHere(at) ? { ...each, [level]: text || null } : each));
      edit(withCredits(recipe, next), !isEntered);
      const [blank] = levels.flatMap((each) => {
        const places = next.flatMap((credits, at) => (credits[each] == null ? at : []));
        return places.length === 0
          ? []
          : boxId(each, places.length === next.length ? null : (places[0] ?? null));
      });
      if (isEntered && blank !== undefined) send({ type: 'focus', id: blank });
    };
    return (
      <DraftBox
        id={boxId(level, place)}
        class="number"
        aria-label={`Full-time credits, ${level}, ${place === null ? 'every term' : terms[place]?.label}`}
        value={value}
        read={(text) => (text === '' || CREDITS.test(text) ? text : null)}
        onText={set}
      />
    );
  };
  return (
    <Table
      isFigures
      caption="Full-time credits by level and term"
      columns={['Level', 'Every term', ...terms.map(({ label }) => label)]}
      rows={levels.map((level) => [
        wordLabel(level),
        box(level, null),
        ...terms.map((_, place) => box(level, place)),
      ])}
    />
  );
}

const CREDITS = /^(?=.*[1-9])\d{1,2}(?:\.\d{1,3})?$/;

/** One rule if all terms have the same credits; otherwise one rule per term. */
function withCredits(recipe: Recipe, credits: readonly Credits[]): Recipe {
  const rules = credits.map((each) => ({
    by_level: Object.fromEntries(
      DEGREE_LEVELS.flatMap((level) => (level in each ? [[level, each[level]]] : [])),
    ),
  }));
  const [first = null] = rules;
  if (new Set(rules.map((rule) => JSON.stringify(rule))).size === 1) return placeRule(recipe, FIELD, first);
  return rules.reduce((so, rule, term) => placeRule(so, FIELD, rule, term), recipe);
}

function creditsOf(rule: FieldRule): Credits {
  if (rule === null || rule === 'none') return {};
  if ('by_level' in rule) return rule.by_level;
  return 'value' in rule ? Object.fromEntries(DEGREE_LEVELS.map((level) => [level, rule.value])) : {};
}
