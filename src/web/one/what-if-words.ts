import { wholeDollars } from '../../engine/texts.js';
import type { Mark, Outcome, TermWhatIf } from './what-if.js';

/** The next step up, the next step down, and the half-time threshold. */
export function sentences({ label, halfTime, outcomes }: TermWhatIf): string[] {
  const now = outcomes.find(({ isNow }) => isNow);
  if (now === undefined) return [];
  const to = (mark: Mark) => outcomes.find(({ marks, isNow }) => !isNow && marks.includes(mark));
  const found: string[] = [];
  const [more, fewer, full, half, below] = [
    to('one more'),
    to('one fewer'),
    to('full time'),
    to('half time'),
    to('below half time'),
  ];
  if (more !== undefined) found.push(`1 more credit in ${label}: ${changeText(more.change)}.`);
  if (fewer !== undefined) found.push(`1 fewer: ${changeText(fewer.change)}.`);
  if (full !== undefined && full !== more) {
    found.push(`Full time is ${full.credits} credits: ${changeText(full.change)}.`);
  }
  if (half !== undefined)
    found.push(`Half time begins at ${half.credits} credits: ${label} may be paid from there.`);
  if (below !== undefined) found.push(edge(label, halfTime, below));
  return found;
}

function edge(label: string, halfTime: string, { credits, change, paid, lost }: Outcome): string {
  const start =
    paid === 0
      ? `${label} may be paid nothing`
      : `${label} keeps the ${wholeDollars(paid)} that was paid and gets no more`;
  const rest =
    lost === 0
      ? 'The rest may be paid in the other terms.'
      : `${wholeDollars(lost)} cannot be paid in any term.`;
  return `Below half time (${halfTime} credits) ${start}. At ${credits} credits the limit for the year is ${limitText(change)}. ${rest}`;
}

/** `$220 more`, `$220 less`, `no change`. */
export function changeText(change: number): string {
  if (change === 0) return 'no change';
  return `${wholeDollars(Math.abs(change))} ${change > 0 ? 'more' : 'less'}`;
}

/** `$220 lower`, `the same`. */
function limitText(change: number): string {
  if (change === 0) return 'the same';
  return `${wholeDollars(Math.abs(change))} ${change > 0 ? 'higher' : 'lower'}`;
}

/** `+$220`, `−$220`, `–`. */
export function signedDollars(change: number): string {
  if (change === 0) return '–';
  return `${change > 0 ? '+' : '−'}${wholeDollars(Math.abs(change))}`;
}
