import { afterAll, describe, expect, test } from 'vitest';
import { randomBrokenRequest, randomStudent } from '../reference/arbitraries.js';
import { isRefused, referenceCalculate } from '../reference/calculate.js';
import {
  csvText,
  type ExpectedRow,
  expectedRefusedRows,
  expectedRows,
  REQUEST_COLUMNS,
  type Row,
  requestRows,
} from '../reference/csv-rows.js';
import { AWARD_YEAR } from '../reference/limits.js';
import { createClient, fieldErrorsOf, verdict } from '../support/client.js';
import { tableOf } from '../support/csv-answer.js';
import { chunkOutcomes } from '../support/operator.js';
import { FUZZ_TIMEOUT_MS, runsOf } from '../support/runs.js';
import { openScene } from '../support/scene.js';
import { sharedService } from '../support/shared-service.js';

/** Random students, through the whole service, against the independent exact implementation, cell by cell. */

const STUDENTS = runsOf('BULK_REFERENCE_STUDENTS', 1000);
const BATCH = 50_000;
/** If above 0, the files go to workers through Redis; otherwise the API calculates in its own threads. */
const WORKERS = runsOf('BULK_REFERENCE_WORKERS', 0);

const YEAR = `?award_year=${AWARD_YEAR}`;

interface Case {
  readonly rows: readonly Row[];
  readonly expected: readonly ExpectedRow[];
}

function caseOf(seed: number): Case[] {
  const id = String(seed).padStart(7, '0');
  const request = randomStudent(seed);
  const labels = request.terms.map(({ label }) => label);
  // Only files refuse two terms with one label, as a copied row; the reference does not know this rule.
  if (new Set(labels.map((label) => label.trim())).size < labels.length) return [];
  const outcome = referenceCalculate(request);
  const expected = isRefused(outcome) ? expectedRefusedRows(id, labels) : expectedRows(id, outcome);
  return [{ rows: requestRows(id, request), expected }];
}

// Late enough that workers calculate even on a busy machine.
const apiEnv = { RESCUE_AFTER_MS: '300000' };
const scene = WORKERS === 0 ? null : await openScene({ workers: WORKERS, apiEnv });
const { api, client } = scene
  ? { api: scene.api, client: await createClient(scene.api) }
  : await sharedService();
afterAll(() => scene?.close());

function differences(actual: readonly Row[], expected: readonly ExpectedRow[]): string[] {
  if (actual.length !== expected.length) return [`${actual.length} rows instead of ${expected.length}`];
  const all = expected.flatMap((row, index) =>
    row.flatMap((cell, column) => {
      const given = actual[index]?.[column];
      if (given === cell || (cell === undefined && given !== undefined)) return [];
      return [`row ${index + 1}, column ${column + 1}: ${given} instead of ${cell}`];
    }),
  );
  return all.slice(0, 20);
}

async function answerTo(
  rows: readonly Row[],
  quotes: 'where needed' | 'everywhere' = 'where needed',
): Promise<Row[]> {
  return tableOf(await client.bulk(csvText([REQUEST_COLUMNS, ...rows], '\r\n', quotes), {}, YEAR)).slice(1);
}

/** A file of scattered rows, in order within a student. The answer has students by their first rows. */
function scattered(cases: readonly Case[]): Case {
  /** Between 0 and 1, the same in every run, and far from the next student's. */
  const place = (student: number) => (student * 0.618) % 1;
  const placed = cases.flatMap(({ rows, expected }, student) =>
    rows.map((row, nth) => ({ row, expected: nth === 0 ? expected : [], at: place(student) * (nth + 1) })),
  );
  placed.sort((one, other) => one.at - other.at);
  return { rows: placed.map(({ row }) => row), expected: placed.flatMap((one) => one.expected) };
}

describe('random students', { timeout: FUZZ_TIMEOUT_MS }, () => {
  for (let from = 0; from < STUDENTS; from += BATCH) {
    const to = Math.min(from + BATCH, STUDENTS);
    test(`students ${from} to ${to - 1}, in their order, every cell in quotes, scattered: no cell differs`, async () => {
      const cases = Array.from({ length: to - from }, (_, nth) => from + nth).flatMap(caseOf);
      const rows = cases.flatMap((one) => one.rows);
      const expected = cases.flatMap((one) => one.expected);
      expect(differences(await answerTo(rows), expected), 'in their order').toEqual([]);
      expect(differences(await answerTo(rows, 'everywhere'), expected), 'in quotes').toEqual([]);
      const mixed = scattered(cases);
      expect(differences(await answerTo(mixed.rows), mixed.expected), 'scattered').toEqual([]);
      // On a busy machine, the API may calculate a few chunks itself.
      const { queue = 0 } = await chunkOutcomes(api.adminUrl);
      expect(queue > 0, 'by workers').toBe(WORKERS > 0);
    });
  }

  test('single requests, broken ones too: the same answer or the same refused fields', async () => {
    const bodies = Array.from({ length: Math.min(Math.ceil(STUDENTS / 10), 20_000) }, (_, seed) =>
      seed % 2 === 0 ? randomBrokenRequest(seed) : randomStudent(seed),
    );
    for (const body of bodies) {
      const outcome = referenceCalculate(body);
      const answer = await client.calculate(JSON.stringify(body), {}, YEAR);
      if (isRefused(outcome)) {
        // The empty path is the body itself, which no field error can name.
        const isBody = outcome.refused.includes('');
        const refused = isBody ? verdict(answer) : Object.keys(fieldErrorsOf(answer)).toSorted();
        expect(refused, JSON.stringify(body)).toEqual(
          isBody ? [422, 'validation_error'] : outcome.refused.toSorted(),
        );
        continue;
      }
      expect(answer.status, answer.text).toBe(200);
      const { annual_ft_credits: credits, terms, warning_kinds: _, ...rest } = outcome;
      const amounts = terms.map(({ equal, proportional }) => ({ equal, proportional }));
      expect(JSON.parse(answer.text)).toMatchObject({
        ...rest,
        annual_ft_credits: Number(credits),
        terms: amounts,
      });
    }
  });
});
