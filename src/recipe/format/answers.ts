/**
 * Answers to questions about the rows. An answer's prefix says how large a share of students or rows it was
 * given for. An answer about a few is not reused for hundreds a month later.
 */

const MOST = 2 / 3;

/** Prefixes of answers with their smallest shares. An answer holds below the share of the next one. */
const SIZE_PREFIXES = [
  ['', 0],
  ['some_', 1 / 100],
  ['many_', 1 / 10],
  ['most_', MOST],
] as const;
const PREFIX = /^(?:some|many|most|rises|\d+(?:-[0-9a-f]{4})?)_/;

/** How many students or rows a question is about, among all that it could be about. */
export interface Share {
  readonly count: number;
  readonly total: number;
  /** The share that counts as most. From two thirds on, only `most_` and `rises_` are used as prefixes. */
  readonly threshold?: number | undefined;
  /** Uses `rises_` instead of `most_`, since an answer about equal amounts does not cover rising ones. */
  readonly isRising?: boolean;
  /** The answers that hold only for what was found: what they are about becomes known bit by bit. */
  readonly provisional?: readonly string[] | undefined;
  /** Differs once the students found, or what is read of them, differ. */
  readonly digest?: string | undefined;
}

/** Whether the share counts as most; false if nothing was found. */
export function coversMost({ count, total, threshold = MOST }: Share): boolean {
  return count > 0 && count >= total * threshold;
}

/** The prefix of `answer` for this share; a larger size prefix of the `earlier` answer is kept. */
export function prefixFor(share: Share, earlier: unknown, answer: string): string {
  const { count, total, threshold = 0, isRising = false, provisional = [], digest } = share;
  if (provisional.includes(answer)) return `${count}${digest === undefined ? '' : `-${digest}`}_`;
  if (threshold >= MOST) return !coversMost(share) ? '' : isRising ? 'rises_' : 'most_';
  const now = SIZE_PREFIXES.findLastIndex(([, least]) => count >= total * least);
  const before = SIZE_PREFIXES.findIndex(([prefix]) => prefix === prefixOf(earlier));
  return SIZE_PREFIXES[Math.max(now, before)]?.[0] ?? '';
}

/** The prefix of an answer; empty if it has none. */
export function prefixOf(answer: unknown): string {
  const [prefix = ''] = (typeof answer === 'string' && PREFIX.exec(answer)) || [];
  return prefix;
}

/** An answer without its prefix. */
export function plainAnswer(answer: string | null | undefined): string {
  return answer?.replace(PREFIX, '') ?? '';
}

/** Separates names in the key of a decision, as in `same_credits:Campus | ? Major`. */
const NAME_SEPARATOR = ' | ';
/** Precedes a name that was found in some cases only. */
const SOMETIMES = '? ';

/** Joins names that were found together. */
export function joinedNames(names: readonly string[]): string {
  return names.join(NAME_SEPARATOR);
}

/** The names that {@link joinedNames} joined. */
export function splitNames(joined: string): readonly string[] {
  return joined === '' ? [] : joined.split(NAME_SEPARATOR);
}

/** The key of a decision on cases with these names, of which the `common` ones are in every case. */
export function keyFor(key: string, names: readonly string[], common: readonly string[]): string {
  const marked = names.map((name) => (common.includes(name) ? name : `${SOMETIMES}${name}`));
  return names.length === 0 ? key : `${key}:${joinedNames(marked)}`;
}

/**
 * The key of the first decision that covers a case with these names; undefined if none does. Rows that differ
 * only in `Major` may be something else than rows that all differed in `Campus`, and some in `Major` as well.
 */
export function coveringKey(
  decisions: Readonly<Record<string, string | null>>,
  key: string,
  names: readonly string[],
): string | undefined {
  return Object.keys(decisions).find((decided) => {
    if (decisions[decided] === null || !`${decided}:`.startsWith(`${key}:`)) return false;
    const covered = splitNames(decided.slice(key.length + 1));
    const isNamed = (name: string): boolean =>
      covered.includes(name) || covered.includes(`${SOMETIMES}${name}`);
    return (
      names.every(isNamed) && covered.every((name) => name.startsWith(SOMETIMES) || names.includes(name))
    );
  });
}
