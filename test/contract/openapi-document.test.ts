import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/contract/errors.js';
import { OPTIONS, operation, readDocument } from './openapi-support.js';

const document = readDocument();

describe('the OpenAPI document', () => {
  it.each([
    ['with an address and a contact', OPTIONS],
    ['with neither', { ...OPTIONS, publicUrl: undefined }],
  ])('has no problem for the recommended rules of Redocly: %s', async (_what, options) => {
    expect(await problemsOf(readDocument(options))).toEqual([]);
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.0.0');
  });

  it('names the contact that the operator has set', () => {
    const contactEmail = 'aid@example.edu';
    const { info } = readDocument({ ...OPTIONS, contactEmail });
    expect(info['contact']).toMatchObject({ name: 'The operator of this service', email: contactEmail });
    const named = readDocument({ ...OPTIONS, contactEmail, contactName: 'Aid office' });
    expect(named.info['contact']).toMatchObject({ name: 'Aid office', email: contactEmail });
  });

  it('has three endpoints, with a bearer key for all but the description of the API', () => {
    expect(document.components.securitySchemes['bearerAuth']).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    expect(document.security).toEqual([{ bearerAuth: [] }]);
    expect(Object.keys(document.paths)).toEqual(['/v1/calculate', '/v1/calculate/bulk', '/v1/openapi.json']);
    expect(operation(document, '/v1/calculate', 'post').security).toBeUndefined();
    expect(operation(document, '/v1/calculate/bulk', 'post').security).toBeUndefined();
    expect(operation(document, '/v1/openapi.json', 'get').security).toEqual([]);
  });

  it('publishes the limits of the installation for programs and for people', () => {
    const changed = readDocument({
      ...OPTIONS,
      jsonMaxBytes: 2048,
      bulkMaxBytes: 5_000_001,
      bulkMaxColumns: 77,
    });
    expect(changed['x-limits']).toEqual({
      json_max_bytes: 2048,
      bulk_max_bytes: 5_000_001,
      bulk_max_rows: 5_000_000,
      bulk_max_columns: 77,
      bulk_max_cell_bytes: 4096,
      bulk_max_student_bytes: 32 * 1024 * 1024,
      bulk_bytes_beside_row: 512,
      max_terms_per_student: 4,
      max_significant_digits: 15,
      max_decimal_places: 15,
      numbers_below: 1_000_000_000,
    });
    expect(changed.info.description).toContain('| 2 KiB (2,048 bytes) |');
    expect(changed.info.description).toContain('| 5,000,001 bytes |');
    expect(changed.info.description).toContain('| columns of a CSV header | 77 |');
  });

  it('names the address that callers use, or is relative where none is configured', () => {
    expect(document.servers).toEqual([{ url: 'https://limits.example.edu' }]);
    expect(readDocument({ ...OPTIONS, publicUrl: 'https://x.example/api/' }).servers).toEqual([
      { url: 'https://x.example/api' },
    ]);
    expect(readDocument({ ...OPTIONS, publicUrl: undefined }).servers).toEqual([{ url: '/' }]);
  });

  it('describes rate limits as reserved: a code and headers in words, never as an answer', () => {
    expect(document.components.schemas['Error']?.properties['code']?.['enum']).toEqual([...ERROR_CODES]);
    for (const name of ['quota_exceeded', '429', 'Limit', 'Remaining', 'Reset']) {
      expect(document.info.description).toContain(name);
    }
    const { paths, components } = document;
    expect(
      Object.values(paths)
        .flatMap((item) => Object.values(item).map(statuses))
        .flat(),
    ).not.toContain('429');
    expect(JSON.stringify([paths, components['headers']])).not.toContain('X-RateLimit');
  });
});

function statuses({ responses }: { responses: object }): string[] {
  return Object.keys(responses);
}

/** The rules of Redocly that a document breaks, warnings as well as errors. */
async function problemsOf(checked: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(checked), config });
  return problems.map(({ ruleId }) => ruleId);
}
