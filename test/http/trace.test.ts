import { describe, expect, test } from 'vitest';
import { fieldErrorsOf, jsonOf, verdict } from '../support/client.js';
import { STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { api, client } = await sharedService();

const ask = (query: string, body: unknown = STUDENT) =>
  client.send('POST', `/v1/calculate${query}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${api.token}` },
  });

describe('an answer that explains itself', () => {
  test('is the answer without a trace, and the trace behind it', async () => {
    const plain = await ask('');
    const traced = await ask('?trace=true');
    const { trace, ...rest } = jsonOf(traced);
    expect(rest).toEqual(jsonOf(plain));
    expect(trace).toMatchObject({ format: 'trace/1', rules: { award_year: '2026-27' } });
    expect((await ask('?trace=false')).text).toBe(plain.text);
  });

  test('keeps exact credits where a double cannot carry their sum', async () => {
    const term = { full_time_credits: '123456.123456789', credits_enrolled: '123456.000000001' };
    const terms = [
      { label: 'Fall', ...term },
      { label: 'Spring', ...term, full_time_credits: '0.000000000000001' },
    ];
    const [plain, traced] = [
      await ask('', { ...STUDENT, terms }),
      await ask('?trace=true', { ...STUDENT, terms }),
    ];
    expect(plain.text).toContain('"annual_ft_credits":"123456.123456789000001",');
    expect(traced.text.startsWith(plain.text.slice(0, -1))).toBe(true);
  });

  test.each(['?trace=yes', '?trace=', '?trace=1', '?trace=true&trace=true'])(
    'is not asked for by %s, which is refused by name',
    async (query) => {
      const answer = await ask(query);
      expect(verdict(answer)).toEqual([422, 'validation_error']);
      expect(Object.keys(fieldErrorsOf(answer))).toEqual(['trace']);
    },
  );
});
