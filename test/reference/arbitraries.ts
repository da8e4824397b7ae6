import fc from 'fast-check';
import { buildBrokenRequest } from './broken-request.js';
import { type Choices, seededChoices, tapeChoices } from './choices.js';
import { buildStudent } from './random-student.js';
import type { WireRequest } from './wire.js';

/** More decisions than the largest student takes. */
const TAPE_LENGTH = 256;

/** Runs a generator on a tape of numbers, so that a counterexample shrinks decision by decision to the simplest. */
function fromTape<T>(build: (choices: Choices) => T): fc.Arbitrary<T> {
  return fc
    .noBias(fc.array(fc.nat(), { minLength: TAPE_LENGTH, maxLength: TAPE_LENGTH }))
    .map((tape) => build(tapeChoices(tape)));
}

/** Request bodies that are nearly always valid. */
export const arbitraryStudent: fc.Arbitrary<WireRequest> = fromTape(buildStudent);

/** Request bodies with one to four fields broken in documented ways; some stay valid. */
export const arbitraryBrokenRequest: fc.Arbitrary<unknown> = fromTape(buildBrokenRequest);

/** The same coverage as `arbitraryStudent` without fast-check, for runs of hundreds of thousands. */
export function randomStudent(seed: number): WireRequest {
  return buildStudent(seededChoices(seed));
}

/** The same coverage as `arbitraryBrokenRequest` without fast-check. */
export function randomBrokenRequest(seed: number): unknown {
  return buildBrokenRequest(seededChoices(seed));
}
