import { wordLabel } from '../../../contract/field-labels.js';
import { LEVELS, type Level } from '../../../recipe/our-fields.js';
import { placeRule } from '../../../recipe/place-columns.js';
import { type FieldRule, type Recipe, ruleOf, valuesOf } from '../../../recipe/recipe.js';
import { Table } from '../../parts/table.js';
import { useLine } from './line.js';
import { DraftBox, useDraft } from './page-context.js';

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
  /** The credits of a level in one term, or in every term. */
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
