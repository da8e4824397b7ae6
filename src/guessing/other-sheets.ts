import { list } from './assumption.js';
import type { Facts } from './facts.js';
import { ask, everybody, type Raised } from './question.js';
import { recipeError } from './recipe-error.js';

/** A sheet that is not read, though it looks like a table of students, too. */
export interface OtherSheet {
  readonly name: string;
  /** What it says of students that nothing of the sheet that is read may say; null for nothing that decides dollars. */
  readonly says: string | null;
}

/** Asks whether a sheet that is not read says of the students what the one that is read does not. */
export function otherSheetsQuestion(facts: Facts): readonly Raised[] {
  const all = saidBy(facts.source.otherSheets);
  if (all === '' || facts.source.sameSheets.length > 0) return [];
  return ask(facts, everybody(facts), {
    name: 'other_sheets',
    question: 'Does another sheet say what decides for these students?',
    why: `One sheet is read, and no column of it says this: ${all}.`,
    answers: {
      ignored: 'No: it is of other students, another year, or counts for nothing here',
      refuse: 'Yes: the file is refused until the sheet that is read says it, too',
    },
  });
}

/** @throws RecipeError if another sheet decides, as somebody has said. */
export function refuseOtherSheets({ source: { otherSheets }, recipe }: Facts): void {
  const all = saidBy(otherSheets);
  if (all === '' || recipe.decisions.other_sheets !== 'refuse') return;
  throw recipeError(
    `The sheet that is read lacks what stands on ${all}. Add columns to it that say this of each student and term, and choose the file again.`,
  );
}

/** The sheets that say more, in words; blank if there is none. */
function saidBy(sheets: readonly OtherSheet[]): string {
  return list(sheets.flatMap(({ name, says }) => (says === null ? [] : `"${name}" (${says})`)));
}
