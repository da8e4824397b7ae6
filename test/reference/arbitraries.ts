import { buildBrokenRequest } from './broken-request.js';
import { seededChoices } from './choices.js';
import { buildStudent } from './random-student.js';
import type { WireRequest } from './wire.js';

/** A request body that is nearly always valid, the same for the same seed. */
export function randomStudent(seed: number): WireRequest {
  return buildStudent(seededChoices(seed));
}

/** A request body with one to four fields broken in documented ways, the same for the same seed; some stay valid. */
export function randomBrokenRequest(seed: number): unknown {
  return buildBrokenRequest(seededChoices(seed));
}
