import { columnLabel, wordLabel } from '../../../contract/field-labels.js';
import { type FieldRule, kindOf, maySayNothing, type Ours } from '../../../recipe/recipe.js';
import type { Option } from '../../parts/choice.js';

/** Stands in a list for the meaning `''`, which says nothing, as a blank cell does: an empty value of a list is no choice. */
export const NOTHING = 'nothing';

/** What a code of a field may mean, to choose from. */
export function meaningsOf(field: Ours): readonly Option[] {
  const { kind, words } = kindOf(field);
  const nothing: readonly Option[] = maySayNothing(field) ? [[NOTHING, 'nothing, as a blank cell']] : [];
  if (kind === 'number') return [...nothing, ['0', '0']];
  return [...words.map((word) => [word, wordLabel(word)] as const), ...nothing];
}

/** What is placed on a field, in a phrase; null where nothing is. */
export function ruleText(field: Ours, rule: FieldRule, none: string | null): string | null {
  if (rule === null) return null;
  if (rule === 'none') return none ?? `No ${columnLabel(field)}`;
  if ('column' in rule) return rule.column;
  if ('columns' in rule) return rule.columns.join(field === 'term_label' ? ' and ' : ' + ');
  if ('value' in rule) return `${wordLabel(rule.value)} for everybody`;
  const levels = Object.entries(rule.by_level).filter(([, credits]) => typeof credits === 'string');
  if (levels.length === 0) return null;
  return levels.map(([level, credits]) => `${credits} for ${level}s`).join(', ');
}
