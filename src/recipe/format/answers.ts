/**
 * Answers to questions about the rows. An answer's prefix says how large a share of students or rows it was
 * given for. An answer about a few is not reused for hundreds a month later.
 */

const MOST = 2 / 3;

/** Prefixes of answers with their smallest shares. An answer holds below the share of the next one. */
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
  /** The share that counts as most. From two thirds on, only `most_` and `rises_` are used as prefixes. */
  readonly most?: number | undefined;
  /** Uses `rises_` instead of `most_`, since an answer about equal amounts does not cover rising ones. */
  readonly rises?: boolean;
  /** The answer that holds for one exact count only, because facts become known student by student. */
  readonly notYet?: string | undefined;
}

/** Whether the share counts as most; false if nothing was found. */
export function isOfMost({ found, of, most = MOST }: Share): boolean {
  return found > 0 && found >= of * most;
}

/** The prefix of `answer` for this share; a larger size prefix of the earlier answer `said` is kept. */
export function beginningFor(share: Share, said: unknown, answer = ''): string {
  const { found, of, most = 0, rises = false, notYet } = share;
  if (answer === notYet) return `${found}_`;
  if (most >= MOST) return !isOfMost(share) ? '' : rises ? 'rises_' : 'most_';
  const now = SIZES.findLastIndex(([, least]) => found >= of * least);
  const before = SIZES.findIndex(([each]) => each === beginningOf(said));
  return SIZES[Math.max(now, before)]?.[0] ?? '';
}

/** The prefix of an answer; empty if it has none. */
export function beginningOf(said: unknown): string {
  const [beginning = ''] = (typeof said === 'string' && BEGINNING.exec(said)) || [];
  return beginning;
}

/** An answer without its prefix. */
export function plainAnswer(said: string | null | undefined): string {
  return said?.replace(BEGINNING, '') ?? '';
}

/** Separates names in the key of a decision, as in `same_credits:Major | Campus`. */
const BETWEEN = ' | ';

/** Joins names that were found together. */
export function kindOfNames(names: readonly string[]): string {
  return names.join(BETWEEN);
}

/** The names that {@link kindOfNames} joined. */
export function namesOf(kind: string): readonly string[] {
  return kind === '' ? [] : kind.split(BETWEEN);
}

/** The key of the decision on these names: the last one answered that covers them all, or a new one. */
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
