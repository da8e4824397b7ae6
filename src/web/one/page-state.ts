import { type Case, FIRST_CASE } from './case.js';
import { linkTo, type Plans, readLink } from './case-link.js';

/** Which of the two plans the form shows. */
export type PlanName = 'a' | 'b';

/** Browsers refuse more than a few changes of an address in a second. */
const ADDRESS_PAUSE_MS = 400;

/**
 * What the page holds, and its place in the address behind `#`: reload, back and a copied link all find it there. What
 * takes something away gets a step of its own in the history, so that Back brings it back.
 */
export class PageState {
  plans: Plans = { a: FIRST_CASE, b: null };
  shown: PlanName = 'a';
  /** What is to be said of the link that the page was opened with; empty where it was whole. */
  linkNote = '';
  #pause: ReturnType<typeof setTimeout> | null = null;
  #isBehind = false;

  /** Takes over what the address holds. @returns whether it holds anything. */
  readAddress(): boolean {
    const read = readLink(location.hash);
    this.linkNote = '';
    if (read === null) return false;
    if (!read.ok) {
      this.linkNote = `This link is of version ${read.version}, which this page cannot read. It shows its usual start instead.`;
      return false;
    }
    this.plans = read.plans;
    if (read.plans.b === null) this.shown = 'a';
    if (read.unknown.length > 0) {
      this.linkNote = `Parts of the link mean nothing to this page and were left out: ${read.unknown.join(', ')}.`;
    }
    return true;
  }

  /** The plan that the form shows. */
  get typed(): Case {
    return (this.shown === 'b' ? this.plans.b : null) ?? this.plans.a;
  }

  set typed(next: Case) {
    this.plans = this.shown === 'b' ? { ...this.plans, b: next } : { ...this.plans, a: next };
  }

  /** The whole link that reproduces the page. */
  get link(): string {
    return `${location.origin}${location.pathname}${linkTo(this.plans)}`;
  }

  /** Puts what is held now into the address, at once or very soon. */
  writeAddress(): void {
    this.#isBehind = true;
    if (this.#pause !== null) return;
    this.settleAddress();
    this.#pause = setTimeout(() => {
      this.#pause = null;
      this.settleAddress();
    }, ADDRESS_PAUSE_MS);
  }

  /** Puts into the address what waits for that. */
  settleAddress(): void {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    history.replaceState(null, '', linkTo(this.plans));
  }

  /** Takes something away, so that a step back in the history brings it back. */
  takeAway(change: () => void): void {
    history.replaceState(null, '', linkTo(this.plans));
    change();
    this.#isBehind = false;
    history.pushState(null, '', linkTo(this.plans));
  }
}
