import { wordsOf } from '../contract/name-forms.js';
import type { FileColumn, TermColumn } from './cells.js';
import { seasonOf, termOfName } from './guess-shape.js';
import { meanings, plainWords } from './name-words.js';

/** An unread dollar column whose name mentions loans or payments. */
export interface OtherAmount extends TermColumn {
  /**
   * `paid`: it may be what was paid; `promised`: an offered or accepted amount; `returned`: it was paid and came back.
   */
  readonly is: 'paid' | 'promised' | 'returned';
  /** Whether the name has a word for paying, so that any content counts; otherwise only amounts do. */
  readonly saysPaid: boolean;
  /** Our columns that it may be, if it may be what was paid. */
  readonly ours: readonly string[];
}

const PAID = 'disbursement';
/** Words for amounts that were promised but not paid. */
const PROMISED: ReadonlySet<string> = new Set(
  `offered offer accepted accept packaged pkg package awarded award authorized auth originated orig scheduled sched planned
  anticipated expected estimated pending net gross`.split(/\s+/),
);
/** Words for amounts that were paid and came back. */
const RETURNED: ReadonlySet<string> = new Set(
  `returned return returns refund refunded refunds cancelled canceled reversed reversal adjusted adjustment
  adjustments change changes reduction reductions`.split(/\s+/),
);
/** Those of them that say it of loans even alone, such as `Return Amt`. */
const CAME_BACK: ReadonlySet<string> = new Set('returned return returns refund refunded refunds'.split(' '));
/** Words that, without any others, do not say whether a loan amount was paid. */
const BARE: ReadonlySet<string> = new Set(
  'sub unsub grad plus loan loans direct dir dl federal fed stafford stfd amount dollars usd term'.split(' '),
);
const LOANS: ReadonlySet<string> = new Set(['sub', 'unsub', 'plus', 'loan', 'loans', 'direct', 'stafford']);
const OF_LOANS: ReadonlySet<string> = new Set([...BARE, 'total', 'tot', 'amt', 'ln', 'lns', 'disbursement']);
/** Words for something that is not an amount, or an amount of something else. */
const NEITHER: ReadonlySet<string> = new Set(
  `date dt day status code method hold reason count fee fees flag ind id lifetime aggregate agg
  cumulative outstanding need usage pell grant scholarship seog tuition fws work study perkins parent private alternative state
  institutional pct percent number seq sequence next future denied fund plan full fafsa credits hours eligible remaining limit
  isir application document documents docs transcript transcripts`.split(/\s+/),
);
/** Names of dollars that another school has paid: they use up the limit, and are no payment of a term here. */
const OF_OTHER_SCHOOL =
  /_(?:other|another|prior|previous|prev|transfer|transferred|xfer|trf|host|former|elsewhere|outside)_(?:schools?|inst\w*|colleges?|univ\w*)_|_elsewhere_|_nslds_(?:\w+_)?ytd_|_tm_/;

/** Whether a column has dollars of these loans that another school has paid, by its name. */
export function isOfOtherSchool(name: string): boolean {
  const words = wordsIn(name);
  const isAny = [...LOANS, PAID, 'dl'].some((word) => words.has(word));
  return isAny && OF_OTHER_SCHOOL.test(wordsOf(name));
}

const OURS = {
  sub: 'term_prior_disbursement_sub',
  unsub: 'term_prior_disbursement_unsub',
  grad_plus: 'term_prior_disbursement_grad_plus',
} as const;

/** Those of some columns that hold loan dollars according to their names. */
export function otherAmounts(
  columns: readonly FileColumn[],
  labels: readonly string[],
): readonly OtherAmount[] {
  return columns.flatMap(({ place, name }) => {
    const season = seasonOf(name);
    const words = wordsIn(season?.rest ?? name);
    const has = (among: ReadonlySet<string>): boolean => [...words].some((word) => among.has(word));
    const saysPaid = words.has(PAID);
    const isReturned = has(RETURNED);
    const isOther = [...words].some((word) => NEITHER.has(word) && !RETURNED.has(word));
    const isLoan = isLoanCalculated(words) || isAnyLoan(words);
    const isOfLoans = saysPaid || isLoan || (has(PROMISED) && has(LOANS)) || has(CAME_BACK);
    if (isOther || !isOfLoans || isOfOtherSchool(name)) return [];
    // What remains after fees was also paid.
    const isPromised = [...words].some((word) => PROMISED.has(word) && word !== 'net' && word !== 'gross');
    const is = isReturned ? 'returned' : isPromised || !(saysPaid || isLoan) ? 'promised' : 'paid';
    const term = termOfName(name, labels);
    return [{ place, name, is, saysPaid, ours: is === 'paid' ? loansOf(words) : [], term }];
  });
}

/**
 * Whether a name may mean a different amount than what was paid: `Unsub` may be what was offered, `Sub Disb Returned`
 * came back.
 */
export function isDoubtfullyPaid(name: string): boolean {
  const words = wordsIn(seasonOf(name)?.rest ?? name);
  const isBare = isLoanCalculated(words) && [...meanings([...words])].every((word) => BARE.has(word));
  return isBare || namedLoans(words).length > 1 || [...words].some((word) => RETURNED.has(word));
}

/** Whether an amount by this name is not one of a single term and loan, though it may be what was paid. */
export function isOtherSum(name: string): boolean {
  return /_(?:net|gross|total|tot|sum|ytd|year|yr|annual|ay|to_date)_/.test(wordsOf(name));
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

/** Whether a name says loans, and nothing else of them: `Fall Loan`. */
function isAnyLoan(words: ReadonlySet<string>): boolean {
  const isLoan = [...words].some((word) => LOANS.has(word) && word !== 'plus');
  return isLoan && [...words].every((word) => OF_LOANS.has(word));
}

function loansOf(words: ReadonlySet<string>): readonly string[] {
  const named = namedLoans(words);
  return named.length > 0 ? named : [OURS.sub, OURS.unsub, OURS.grad_plus];
}

function namedLoans(words: ReadonlySet<string>): readonly string[] {
  return [
    ...(words.has('sub') ? [OURS.sub] : []),
    ...(words.has('unsub') ? [OURS.unsub] : []),
    ...(words.has('plus') ? [OURS.grad_plus] : []),
  ];
}
