import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { RULES_VERSION } from '../calculate.js';
import { type Exact, toText } from '../exact.js';
import type { Student } from '../student.js';

/**
 * SHA-256, in hexadecimal, of everything that determines an answer: the fields as read, the award year and the version
 * of the rules. However a figure is spelled (`9`, `9.0`) and wherever it comes from (JSON, a file, the page), the same
 * student has the same digest, so a printed sheet can be matched to an award.
 */
export function digestOf(student: Student, awardYear: string): string {
  const { notes: _, terms, ...fields } = student;
  const read = {
    award_year: awardYear,
    rules: RULES_VERSION,
    ...plain({ ...fields }),
    terms: terms.map(({ notes: __, ...term }) => plain({ ...term })),
  };
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(read))));
}

type FieldValue = Exact | number | string | boolean | null;

/** Fields of a student that hold exact quantities, which JSON cannot represent. */
const QUANTITIES = [
  'subsidized_amount',
  'cost_of_attendance',
  'total_limit',
  'credits_enrolled',
  'full_time_credits',
  'actual_final_credits',
];

/** Fields sorted by name, with quantities as exact decimal text. */
function plain(fields: Readonly<Record<string, FieldValue>>): Record<string, unknown> {
  const names = Object.keys(fields).sort();
  return Object.fromEntries(
    names.map((name) => {
      const value = fields[name] ?? null;
      return [name, value !== null && QUANTITIES.includes(name) ? toText(value as Exact) : value];
    }),
  );
}
