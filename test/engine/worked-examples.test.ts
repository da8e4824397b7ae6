import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calculated, productOutcome } from './test-students.js';

const exampleSchema = z.object({
  name: z.string(),
  source: z.string(),
  request: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), z.unknown()),
});

const file = new URL('../examples/worked-examples.json', import.meta.url);
const examples = z.array(exampleSchema).parse(JSON.parse(readFileSync(file, 'utf8')));

describe('published and worked examples', () => {
  it.each(examples)('$name ($source)', ({ request, expected }) => {
    expect(calculated(request).terms.length).toBeGreaterThan(0);
    expect(productOutcome(request)).toMatchObject({ result: expected });
  });
});
