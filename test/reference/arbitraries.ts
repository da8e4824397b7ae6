import { buildBrokenRequest } from './broken-request.js';
import { seededChoices } from './choices.js';
import { buildStudent } from './random-student.js';
import type { WireRequest } from './wire.js';

export function randomStudent(seed: number): WireRequest {
  return buildStudent(seededChoices(seed));
}

/** A request body with one to four documented errors, the same for the same seed; some stay valid. */
export function randomBrokenRequest(seed: number): unknown {
  return buildBrokenRequest(seededChoices(seed));
}
