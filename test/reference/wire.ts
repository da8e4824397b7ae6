import { type Choices, chance, pick } from './choices.js';

export type WireNumber = number | string | null;

export type WireTerm = { label: string; required?: boolean } & {
  [field in Exclude<(typeof TERM_FIELDS)[number], 'label' | 'required'>]?: WireNumber;
};

export interface WireRequest {
  dependency_status: string;
  degree_level?: string;
  grade_level?: string | null;
  is_legacy_borrower?: boolean;
  plus_denied?: boolean;
  subsidized_amount?: number | string;
  cost_of_attendance?: WireNumber;
  total_limit?: WireNumber;
  academic_year_terms?: number | null;
  terms: WireTerm[];
}

/** Fields of a student (without terms) and of a term, in column order. Most columns have the same name. */
export const STUDENT_FIELDS = [
  'dependency_status',
  'degree_level',
  'grade_level',
  'subsidized_amount',
  'plus_denied',
  'is_legacy_borrower',
  'cost_of_attendance',
  'total_limit',
  'academic_year_terms',
] as const;
export const TERM_FIELDS = [
  'label',
  'required',
  'full_time_credits',
  'credits_enrolled',
  'actual_final_credits',
  'prior_disbursement_sub',
  'prior_disbursement_unsub',
  'prior_disbursement_grad_plus',
] as const;

/** A whole number of units as plain decimal text: 1250 with 2 `places` is `12.5`. */
export function decimalText(units: number, places: number): string {
  const digits = String(units).padStart(places + 1, '0');
  const split = digits.length - places;
  const decimals = digits.slice(split).replace(/0+$/, '');
  return decimals === '' ? digits.slice(0, split) : `${digits.slice(0, split)}.${decimals}`;
}

/** The same value as a JSON number, or in one of the spellings of a decimal string. */
export function spelled(choices: Choices, text: string): number | string {
  if (!chance(choices, 35)) return Number(text);
  const withPoint = text.includes('.') ? text : `${text}.`;
  const bare = text.startsWith('0.') ? text.slice(1) : text;
  const zero = text === '0' ? '-0' : text;
  return pick(choices, text, `+${text}`, withPoint, bare, `0${text}`, `${withPoint}0`, `+${bare}`, zero);
}
