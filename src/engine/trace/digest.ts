import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { RULES_VERSION } from '../calculate.js';
import { type Exact, toText } from '../exact.js';
import { QUANTITIES, type Student } from '../student.js';

/**
 * SHA-256, in hexadecimal, of everything that determines an answer: the fields as read, the award year and the version
 * of the rules. However a figure is spelled (`9`, `9.0`) and wherever it comes from (JSON, a file, the page), the same
 * student has the same digest, so a printed sheet can be matched to an award.
 */
export function digestOf(student: Student, awardYear: string): string {
  const { fields, terms } = plainStudent(student);
  const read = { award_year: awardYear, rules: RULES_VERSION, ...fields, terms };
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(read))));
}

type Plain = number | string | boolean | null;

type PlainFields = Readonly<Record<string, Plain>>;

/** The fields of a student and of each term as JSON has them, by name in order: a quantity as its exact decimal text. */
export function plainStudent({ terms, notes: _, ...fields }: Student): {
  readonly fields: PlainFields;
  readonly terms: readonly PlainFields[];
} {
  return { fields: plain({ ...fields }), terms: terms.map(({ notes: __, ...term }) => plain({ ...term })) };
}

function plain(fields: Readonly<Record<string, Exact | Plain>>): PlainFields {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([name, value]) => [name, isQuantity(name, value) ? toText(value) : value]),
  );
}

function isQuantity(name: string, value: Exact | Plain): value is Exact {
  return value !== null && Object.hasOwn(QUANTITIES, name);
}
