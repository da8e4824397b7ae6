import { wordLabel } from '../../../contract/field-labels.js';
import type { FieldLine } from '../../../recipe/examination.js';
import { LEVELS, type Level } from '../../../recipe/our-fields.js';
import type { FieldRule } from '../../../recipe/recipe.js';
import { Table } from '../../parts/table.js';
import { fieldId, levelsIn } from '../state/lines.js';
import type { RecipeEdit } from '../state/recipe-edits.js';
import { DraftBox, useDraft, usePage } from './page-context.js';

type Credits = Readonly<Partial<Record<Level, string | null | undefined>>>;

/** Full-time credits by level and, where they differ, by term. */
export function CreditsGrid({ line }: { readonly line: FieldLine }) {
  const { send } = usePage();
  const { recipe } = useDraft();
  const { field } = line;
  const { terms } = recipe;
  const id = fieldId(line);
  const rules =
    terms.length === 0
      ? [recipe.fields[field] ?? null]
      : terms.map((term) => term.fields?.[field] ?? recipe.fields[field] ?? null);
  const credits = rules.map(creditsOf);
  const isStarted = credits.some((each) => Object.values(each).some((text) => text != null));
  const box = (level: Level, row: number, place: number | null) => {
    const shown = new Set(
      credits.flatMap((each, at) => (place === null || at === place ? [each[level] ?? ''] : [])),
    );
    const [value = ''] = shown.size === 1 ? shown : [];
    const set = (text: string) => {
      const next = credits.map((each, at) =>
        place === null || at === place ? withLevel(each, level, text) : each,
      );
      send({ type: 'edit', edit: editFor(field, next), line: id, stays: true });
    };
    return (
      <DraftBox
        // The first takes the focus.
        id={`draft-${id}${row === 0 && place === null ? '' : `-${level}-${place}`}`}
        class="number"
        aria-label={`Full-time credits, ${level}, ${place === null ? 'every term' : terms[place]?.label}`}
        value={value}
        isRight={(text) => text === '' || CREDITS.test(text)}
        isMissing={isStarted && shown.has('')}
        onText={set}
        onEnter={() => send({ type: 'next open', after: id })}
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
function editFor(field: FieldLine['field'], credits: readonly Credits[]): RecipeEdit {
  const rules = credits.map((each) => ({ by_level: each }));
  const isSame = new Set(rules.map((rule) => JSON.stringify(rule))).size === 1;
  return isSame
    ? { kind: 'rule', field, term: null, rule: rules[0] ?? null }
    : { kind: 'by term', field, rules };
}

/** Credits with those of a level replaced, in the order of the levels. */
function withLevel(credits: Credits, level: Level, text: string): Credits {
  const next: Credits = { ...credits, [level]: text === '' ? null : text };
  return Object.fromEntries(LEVELS.flatMap((each) => (next[each] === undefined ? [] : [[each, next[each]]])));
}

function creditsOf(rule: FieldRule): Credits {
  if (rule === null || rule === 'none') return {};
  if ('by_level' in rule) return rule.by_level;
  return 'value' in rule ? Object.fromEntries(LEVELS.map((level) => [level, rule.value])) : {};
}
