import { between, type Choices, chance, pick } from './choices.js';
import {
  gradPlusBase,
  mayBorrowGradPlus,
  type Profile,
  statutoryTotal,
  subsidizedMaximum,
} from './limits.js';
import { randomTerms } from './random-terms.js';
import { Rational, ZERO } from './rational.js';
import type { DegreeLevel, DependencyStatus, GradeLevel } from './types.js';
import { decimalText, spelled, type WireRequest } from './wire.js';

/** A request that is nearly always valid, with everything that the rules tell apart at usable rates. */
export function buildStudent(choices: Choices): WireRequest {
  const profile = randomProfile(choices);
  const total = statutoryTotal(profile).toNumber() * 100;
  const totalLimit = randomTotalLimit(choices, total);
  const hasGradPlus = mayBorrowGradPlus(profile.degree_level, profile.is_legacy_borrower);
  const cost = hasGradPlus || chance(choices, 5) ? randomCost(choices) : null;
  const combined = Math.min(total, totalLimit ?? total);
  const subsidized = randomSubsidized(choices, profile, combined);

  const dollars = (cents: number) => new Rational(BigInt(cents), 100n);
  const limit = dollars(combined);
  const bases = {
    sub: dollars(subsidized),
    unsub: limit.minus(dollars(subsidized)),
    grad_plus:
      hasGradPlus && cost !== null
        ? gradPlusBase(dollars(cost), limit, totalLimit === null ? null : dollars(totalLimit))
        : ZERO,
  };

  const request: WireRequest = {
    dependency_status: profile.dependency_status,
    terms: randomTerms(choices, bases),
  };
  if (profile.degree_level !== 'undergraduate' || chance(choices, 50))
    request.degree_level = profile.degree_level;
  if (profile.grade_level !== null || chance(choices, 30)) request.grade_level = profile.grade_level;
  if (profile.is_legacy_borrower || chance(choices, 30))
    request.is_legacy_borrower = profile.is_legacy_borrower;
  if (profile.plus_denied || chance(choices, 30)) request.plus_denied = profile.plus_denied;
  if (subsidized > 0 || chance(choices, 50))
    request.subsidized_amount = spelled(choices, decimalText(subsidized, 2));
  if (cost !== null) request.cost_of_attendance = spelled(choices, decimalText(cost, 2));
  if (totalLimit !== null) request.total_limit = spelled(choices, decimalText(totalLimit, 2));
  if (chance(choices, 5)) request.total_limit ??= null;
  if (chance(choices, 30)) request.academic_year_terms = pick(choices, null, 2, 3, 4);
  return request;
}

function randomProfile(choices: Choices): Profile {
  const degree = pick<DegreeLevel>(
    choices,
    'undergraduate',
    'undergraduate',
    'undergraduate',
    'graduate',
    'professional',
  );
  const isUndergraduate = degree === 'undergraduate';
  const hasGrade = isUndergraduate || chance(choices, 10);
  return {
    dependency_status: pick<DependencyStatus>(choices, 'dependent', 'independent'),
    degree_level: degree,
    grade_level: hasGrade
      ? pick<GradeLevel>(choices, 'first_year', 'second_year', 'third_year_and_beyond')
      : null,
    is_legacy_borrower: chance(choices, isUndergraduate ? 10 : 55),
    plus_denied: chance(choices, 25),
  };
}

/** In cents, or null for none. */
function randomTotalLimit(choices: Choices, total: number): number | null {
  switch (choices.below(16)) {
    case 10:
      return between(choices, 1, total);
    case 11:
      return between(choices, 1, total / 100) * 100;
    case 12:
      return pick(choices, total, total - 1, total + 1, 1, 99, 50);
    case 13:
      return total + between(choices, 1, 3_000_000);
    case 14:
      return pick(choices, 333_333, 500_000, 250_050, 199_999);
    case 15:
      return total + between(choices, 0, 30_000) * 100;
    default:
      return null;
  }
}

/** In cents; rarely one that leaves no Grad PLUS, being 20,500 dollars or less. */
function randomCost(choices: Choices): number {
  const kind = choices.below(7);
  if (kind === 6) return pick(choices, 0, 1_200_000, 2_049_999, 2_050_000);
  if (kind === 0) return 3_000_000;
  if (kind === 1) return 2_050_001 + choices.below(200);
  if (kind === 2) return between(choices, 20_501, 99_999) * 100;
  if (kind === 3) return pick(choices, 2_050_049, 2_050_050, 2_050_100, 99_999_999_999);
  return between(choices, 2_050_001, 9_000_000);
}

/** In cents; never above the table's maximum or the combined limit. */
function randomSubsidized(choices: Choices, profile: Profile, limit: number): number {
  const maximum = subsidizedMaximum(profile.degree_level, profile.grade_level).toNumber() * 100;
  const most = Math.min(maximum, limit);
  const kind = choices.below(6);
  if (kind === 0) return 0;
  if (kind < 3) return most;
  if (kind === 3) return Math.floor(between(choices, 0, most) / 100) * 100;
  if (kind === 4) return Math.max(0, most - pick(choices, 1, 50, 51, 100));
  return between(choices, 0, most);
}
