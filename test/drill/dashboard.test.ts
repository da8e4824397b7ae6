import { expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { STUDENT } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';
import { readDashboard } from '../support/yaml-files.js';
import { watchedScene } from './prometheus.js';

it('every query of the dashboard has data while the service is used', async () => {
  const [{ api }, prometheus] = await watchedScene({ workers: 2 });
  await api.keys('issue', '--holder', 'Visiting College', '--expires', '2099-12-31');
  const client = await createClient(api);
  const queries = readDashboard().flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '10s') })),
  );
  const nameOf = ({ title, expr }: (typeof queries)[number]) => `${title}: ${expr}`;
  /** Uses the service. @returns the queries without data. */
  const empty = async (): Promise<string[]> => {
    await client.calculate(STUDENT);
    await client.calculate({});
    await client.bulk(studentFile(2000));
    const counts = await Promise.all(queries.map(({ expr }) => prometheus.count(expr)));
    return queries.filter((_, index) => counts[index] === 0).map(nameOf);
  };
  await expect.poll(empty, { timeout: 90_000 }).toEqual([]);
});
