import type { Facts } from './facts.js';
import { columnOption, everybody, noColumn, type Question, type Raised, raised, words } from './question.js';

/** Asks which column says whose parent was denied a PLUS loan, if none is read for it and some may. */
export function plusQuestion(facts: Facts): readonly Raised[] {
  if (facts.raw.filled.has('plus_denied')) return [];
  const found = facts.others.plus.flatMap(({ name, rule }) => (rule === null ? [] : [{ name, rule }]));
  if (found.length === 0) return [];
  const question: Question = {
    name: 'column:plus_denied',
    open: facts.recipe.decisions.columns?.['plus_denied'] !== 'none',
    question: `Which column is ${words('plus_denied')}?`,
    why: `${found.map(({ name }) => `"${name}"`).join(' and ')} may say it. A denial raises the limit of a dependent student.`,
    choices: [
      ...found.map(({ name, rule }) => ({ ...columnOption('plus_denied', name), value: rule })),
      noColumn('plus_denied'),
    ],
  };
  return [raised(facts, question, everybody(facts))];
}

/**
 * Asks which column says who is a legacy borrower, if there are graduate students, none is read for it and some may.
 */
export function legacyQuestion(facts: Facts): readonly Raised[] {
  const ours = 'is_legacy_borrower';
  const graduates = (['graduate', 'professional'] as const).flatMap((level) => facts.levels.get(level) ?? []);
  const found = facts.others.legacy.filter(({ isFlag }) => isFlag);
  const [concerned] = graduates;
  if (facts.raw.filled.has(ours) || found.length === 0 || concerned === undefined) return [];
  const question: Question = {
    name: `column:${ours}`,
    open: facts.recipe.decisions.columns?.[ours] !== 'none',
    question: `Which column is ${words(ours)}?`,
    why: `${found.map(({ name }) => `"${name}"`).join(' and ')} may say it. A legacy borrower may have a Grad PLUS loan, and other limits.`,
    choices: [...found.map(({ name }) => columnOption(ours, name)), noColumn(ours)],
  };
  return [raised(facts, question, concerned)];
}
