import { type Case, entriesOf, linkTo, withEntry } from '../../src/web/one/case.js';

/** A full-time fall and three quarters in spring: 88% of a first-year dependent's limit. */
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

/** The address that opens the page with {@link TYPICAL} in it. */
export const TYPICAL_PATH = `/${linkTo(TYPICAL)}`;

/** {@link TYPICAL} after its fall was paid, with as many credits in spring as are given. */
export function fallPaid(springCredits: string): Case {
  return withEntries(TYPICAL, {
    'terms.0.prior_disbursement_sub': '1540',
    'terms.0.prior_disbursement_unsub': '880',
    'terms.1.credits_enrolled': springCredits,
  });
}

/** A case with fields changed, by their paths. */
export function withEntries(typed: Case, entries: Readonly<Record<string, string>>): Case {
  return entriesOf(typed)
    .filter(({ path }) => path in entries)
    .reduce((changed, entry) => withEntry(changed, entry, entries[entry.path] ?? ''), typed);
}
