import { plainAnswer } from './answers.js';
import type { Recipe } from './recipe.js';
import type { OwnRow } from './student-groups.js';

/** The cell by which rows are known that hold sums of others. */
export interface Mark {
  readonly place: number;
  readonly text: string;
}

const BEGINNING = 'sum_rows:';

/** The place of what was said of such rows. */
export function pathOf(header: readonly string[], { place, text }: Mark): readonly [string, string] {
  return ['decisions', `${BEGINNING}${header[place]}=${text}`];
}

/** Whether a row has the cell. */
export function isMarked(cells: readonly string[], { place, text }: Mark): boolean {
  return (cells[place] ?? '').trim() === text;
}

/** The marks that were decided. */
export function decidedMarks(
  header: readonly string[],
  { decisions }: Recipe,
): readonly (Mark & { isLeftOut: boolean })[] {
  return Object.entries(decisions).flatMap(([key, answer]) => {
    const place = header.findIndex((name) => key.startsWith(`${BEGINNING}${name}=`));
    const text = key.slice(BEGINNING.length + (header[place]?.length ?? 0) + 1);
    return place < 0 ? [] : [{ place, text, isLeftOut: plainAnswer(answer) === 'leave_out' }];
  });
}

/** Tells rows that were said to be sums and to be left out. */
export function sumRowTest(header: readonly string[], recipe: Recipe): (own: OwnRow) => boolean {
  const marks = decidedMarks(header, recipe).filter(({ isLeftOut }) => isLeftOut);
  return ({ cells }) => marks.some((mark) => isMarked(cells, mark));
}
