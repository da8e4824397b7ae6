/**
 * Answers to questions of the rows, with how many students or rows each was given for: what was said of a few is not taken
 * for hundreds a month later.
 */

/** The share from which on it is so of most. */
const MOST = 2 / 3;

/** How an answer begins, by the share of students or rows it was given for. It holds while the share is below the next one. */
const SIZES = [
  ['', 0],
  ['some_', 1 / 100],
  ['many_', 1 / 10],
  ['most_', MOST],
] as const;
const BEGINNING = /^(?:some|many|most|rises|\d+)_/;

/** How many students or rows a question is about, among all that it could be about. */
export interface Share {
  readonly found: number;
  readonly of: number;
  /**
   * Set where it only matters whether it is so of most: the share from which on it counts as that. Where this is two thirds or
   * more, answers begin with `most_`, or with nothing.
   */
  readonly most?: number | undefined;
  /** Whether answers begin with `rises_` in place of `most_`: what was said of the same is not said of what is higher. */
  readonly rises?: boolean;
  /** The answer that holds for no other number: what is not known yet becomes known for one student after the other. */
  readonly notYet?: string | undefined;
}

/** Whether it is so of most. */
export function isOfMost({ found, of, most = MOST }: Share): boolean {
  return found > 0 && found >= of * most;
}

/** How an answer begins for this share; `said` is the one given before. */
export function beginningFor(share: Share, said: unknown, answer = ''): string {
  const { found, of, most = 0, rises = false, notYet } = share;
  if (answer === notYet) return `${found}_`;
  if (most >= MOST) return !isOfMost(share) ? '' : rises ? 'rises_' : 'most_';
  const now = SIZES.findLastIndex(([, least]) => found >= of * least);
  const before = SIZES.findIndex(([each]) => each === beginningOf(said));
  return SIZES[Math.max(now, before)]?.[0] ?? '';
}

/** How an answer begins. */
export function beginningOf(said: unknown): string {
  const [beginning = ''] = (typeof said === 'string' && BEGINNING.exec(said)) || [];
  return beginning;
}

/** An answer, for however many it was given. */
export function plainAnswer(said: string | null | undefined): string {
  return said?.replace(BEGINNING, '') ?? '';
}

/** Between names in the key of a decision, as in `same_credits:Major | Campus`. */
const BETWEEN = ' | ';

/** Names as they are found together. */
export function kindOfNames(names: readonly string[]): string {
  return names.join(BETWEEN);
}

/** The names of what was found together. */
export function namesOf(kind: string): readonly string[] {
  return kind === '' ? [] : kind.split(BETWEEN);
}

/** Where a question is decided of such names: what was said of them and of more holds, the last said first. */
export function keyFor(
  decisions: Readonly<Record<string, string | null>>,
  key: string,
  names: readonly string[],
): string {
  const isSaidOfAll = (said: string): boolean => {
    const of = said.startsWith(`${key}:`) ? namesOf(said.slice(key.length + 1)) : [];
    return (said === key || of.length > 0) && names.every((name) => of.includes(name));
  };
  const said = Object.keys(decisions).filter((each) => decisions[each] !== null && isSaidOfAll(each));
  return said.at(-1) ?? (names.length === 0 ? key : `${key}:${kindOfNames(names)}`);
}
