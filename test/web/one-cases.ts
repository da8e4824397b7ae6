import { type Case, entriesOf, linkTo, withEntry } from '../../src/web/one/case.js';

/** Full time in the fall, three quarters in the spring: 88% of a dependent first-year's limit. */
export const TYPICAL: Case = {
  awardYear: '2026-27',
  student: {
    dependency_status: 'dependent',
    degree_level: 'undergraduate',
    grade_level: 'first_year',
    subsidized_amount: '3500',
  },
  terms: [
    { label: 'Fall', full_time_credits: '12', credits_enrolled: '12' },
    { label: 'Spring', full_time_credits: '12', credits_enrolled: '9' },
  ],
};

export const TYPICAL_PATH = `/${linkTo(TYPICAL)}`;

/** {@link TYPICAL} after its fall was paid, with these spring credits. */
export function fallPaid(springCredits: string): Case {
  return withEntries(TYPICAL, {
    'terms.0.prior_disbursement_sub': '1540',
    'terms.0.prior_disbursement_unsub': '880',
    'terms.1.credits_enrolled': springCredits,
  });
}

export function withEntries(typed: Case, entries: Readonly<Record<string, string>>): Case {
  return entriesOf(typed)
    .filter(({ path }) => path in entries)
    .reduce((changed, entry) => withEntry(changed, entry, entries[entry.path] ?? ''), typed);
}
