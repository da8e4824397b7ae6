import { wholeDollars } from '../../engine/texts.js';
import type { Answered } from './answer.js';
import { type Assumption, hasNoCredits } from './assumptions.js';
import { type Case, isBlankAt, pathOf } from './case.js';
import { paymentsOf } from './payments.js';

/** Terms that many students skip, by their names. */
const MAY_BE_SKIPPED = /summer|winter|inter|january|maymester|j-?term|session/i;

/** What to check in terms without enrollment, beyond the warnings of the service; each with the field that it is about. */
export function cautionsOf(answer: Answered, typed: Case): readonly Assumption[] {
  return paymentsOf(answer).flatMap(({ name, index, paid }): readonly Assumption[] => {
    if (!hasNoCredits(typed, index)) return [];
    const required = { name: 'required', term: index };
    if (paid > 0) {
      return [
        {
          path: pathOf({ name: 'actual_final_credits', term: index }),
          text: `${wholeDollars(paid)} was paid for ${name}, in which the student has no credits. First check whether federal aid must be returned (34 CFR 668.22).`,
        },
      ];
    }
    return MAY_BE_SKIPPED.test(name) && isBlankAt(typed, required)
      ? [
          {
            path: pathOf(required),
            text: `${name} has no credits, and counts toward the year: the limit is lower for it.`,
          },
        ]
      : [];
  });
}
