import { meanings, plainWords } from '../contract/name-words.js';
import { seasonOf, termOfName } from './guess-shape.js';

/** A column of dollars that nothing is read from, though its name speaks of loans or payments. */
export interface OtherAmount {
  readonly place: number;
  readonly name: string;
  /** `paid`: it may be what was paid; an offered or accepted amount is `promised`; `returned` was paid and came back. */
  readonly is: 'paid' | 'promised' | 'returned';
  /** Whether the name has a word for paying, so that whatever is in it counts; else only amounts do. */
  readonly saysPaid: boolean;
  /** The columns of ours that it may be, where it may be what was paid. */
  readonly ours: readonly string[];
  /** The label of the one term that it is about, where a row has columns for each term; else null. */
  readonly term: string | null;
}

const PAID = 'disbursement';
/** Words of amounts that were promised and not paid. */
const PROMISED: ReadonlySet<string> = new Set(
  `offered offer accepted accept packaged pkg package awarded award authorized auth originated orig scheduled sched planned
  anticipated expected estimated pending net gross`.split(/\s+/),
);
/** Words of amounts that were paid and came back. */
const RETURNED: ReadonlySet<string> = new Set(
  `returned return returns refund refunded refunds cancelled canceled reversed reversal adjusted adjustment
  adjustments`.split(/\s+/),
);
/** Words that leave open whether an amount of a loan was paid, where a name has no others. */
const BARE: ReadonlySet<string> = new Set(
  'sub unsub grad plus loan loans direct dir dl federal fed stafford stfd amount dollars usd term'.split(' '),
);
const LOANS: ReadonlySet<string> = new Set(['sub', 'unsub', 'plus', 'loan', 'loans', 'direct', 'stafford']);
/** Words of what is no amount, or an amount of something else. */
const NEITHER: ReadonlySet<string> = new Set(
  `date dt day status stat code method hold reason count fee fees flag ind id cancelled canceled lifetime aggregate agg
  cumulative outstanding need elig eligibility max used usage pell grant scholarship seog tuition fws work study perkins parent private alternative refund state
  institutional pct percent number next future denied fund credits hours eligible remaining limit maximum`.split(
    /\s+/,
  ),
);
const OURS = {
  sub: 'term_prior_disbursement_sub',
  unsub: 'term_prior_disbursement_unsub',
  grad_plus: 'term_prior_disbursement_grad_plus',
} as const;

/** The columns of a header that hold dollars of loans by their names; `taken` are places that are read as something of ours. */
export function otherAmounts(
  header: readonly string[],
  taken: ReadonlySet<number>,
  labels: readonly string[],
): readonly OtherAmount[] {
  return header.flatMap((name, place) => {
    if (taken.has(place) || name === '') return [];
    const season = seasonOf(name);
    const words = wordsIn(season?.rest ?? name);
    const has = (among: ReadonlySet<string>): boolean => [...words].some((word) => among.has(word));
    const saysPaid = words.has(PAID);
    const isReturned = has(RETURNED);
    const isOther = [...words].some((word) => NEITHER.has(word) && !RETURNED.has(word));
    const isLoan = isLoanCalculated(words);
    if (isOther || !(saysPaid || isLoan || (has(PROMISED) && has(LOANS)))) return [];
    // What is left after fees was paid, too.
    const isPromised = [...words].some((word) => PROMISED.has(word) && word !== 'net' && word !== 'gross');
    const is = isReturned ? 'returned' : isPromised || !(saysPaid || isLoan) ? 'promised' : 'paid';
    const term = termOfName(name, labels);
    return [{ place, name, is, saysPaid, ours: is === 'paid' ? loansOf(words) : [], term }];
  });
}

/** Whether what a name speaks of may be another amount than what was paid: `Unsub` may be what was offered, `Sub Disb Returned` came back. */
export function isDoubtfullyPaid(name: string): boolean {
  const words = wordsIn(seasonOf(name)?.rest ?? name);
  const isBare = isLoanCalculated(words) && [...meanings([...words])].every((word) => BARE.has(word));
  return isBare || [...words].some((word) => RETURNED.has(word));
}

function wordsIn(name: string): ReadonlySet<string> {
  const plain = plainWords(name);
  return new Set([...plain, ...meanings(plain)]);
}

function isLoanCalculated(words: ReadonlySet<string>): boolean {
  // What a denied parent adds to a limit is another question.
  if (words.has('additional')) return false;
  return words.has('sub') || words.has('unsub') || (words.has('grad') && words.has('plus'));
}

function loansOf(words: ReadonlySet<string>): readonly string[] {
  if (words.has('unsub')) return [OURS.unsub];
  if (words.has('sub')) return [OURS.sub];
  if (words.has('plus')) return [OURS.grad_plus];
  return [OURS.sub, OURS.unsub, OURS.grad_plus];
}
