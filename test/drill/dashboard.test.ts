import { expect, it } from 'vitest';
import { z } from 'zod';
import { createClient } from '../support/client.js';
import { STUDENT } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';
import { until } from '../support/until.js';
import { readText } from '../support/yaml-files.js';
import { withWatchedScene } from './watched.js';

const dashboard = z
  .object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
    ),
  })
  .parse(JSON.parse(readText('deploy/grafana/dashboards/prorata.json')));

/** Is there for uploads of more than ten seconds alone. */
const LONG_UPLOADS = 'prorata_bulk_upload_progress_ratio';

it('every query of the dashboard but that of long uploads has data while the service is used', async () => {
  await withWatchedScene({ workers: 2 }, async ({ api }, prometheus) => {
    await api.keys('issue', '--holder', 'Visiting College', '--expires', '2099-12-31');
    const client = await createClient(api);
    const use = async () => {
      await client.calculate(STUDENT);
      await client.calculate({});
      await client.bulk(studentFile(2000));
    };
    const queries = dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '10s') })),
    );
    const empty = async (): Promise<string[]> => {
      await use();
      const counts = await Promise.all(queries.map(({ expr }) => prometheus.count(expr)));
      return queries.filter((_, index) => counts[index] === 0).map(({ title, expr }) => `${title}: ${expr}`);
    };
    const long = queries.flatMap(({ title, expr }) =>
      expr.includes(LONG_UPLOADS) ? [`${title}: ${expr}`] : [],
    );
    expect(long).toHaveLength(1);
    await until(async () => (await empty()).length <= long.length, 'all others have data').catch(
      () => undefined,
    );
    expect(await empty()).toEqual(long);
  });
});
