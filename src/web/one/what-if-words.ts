import { wholeDollars } from '../../engine/texts.js';
import type { Mark, Outcome, TermWhatIf } from './what-if.js';

/** The next step up, the next one down, and the edge at half time. */
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
    found.push(`From ${half.credits} credits on, which is half time, ${label} is paid.`);
  if (below !== undefined) found.push(edge(label, halfTime, below));
  return found;
}

function edge(label: string, halfTime: string, { credits, change, lost }: Outcome): string {
  const rest =
    lost === 0
      ? 'the rest is paid in the other terms'
      : `${wholeDollars(lost)} of the rest can be paid in no term`;
  return `Below ${halfTime} credits ${label} pays nothing: at ${credits} the year has ${changeText(change)}, and ${rest}.`;
}

/** `$220 more`, `$220 less`, `no change`. */
export function changeText(change: number): string {
  if (change === 0) return 'no change';
  return `${wholeDollars(Math.abs(change))} ${change > 0 ? 'more' : 'less'}`;
}

/** `+$220`, `−$220`, `–`. */
export function signedDollars(change: number): string {
  if (change === 0) return '–';
  return `${change > 0 ? '+' : '−'}${wholeDollars(Math.abs(change))}`;
}
