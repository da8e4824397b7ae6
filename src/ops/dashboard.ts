import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Express } from 'express';
import { DASHBOARD_PATH } from './admin-server.js';

/**
 * The pages that show the queue and its jobs, and change nothing, at {@link DASHBOARD_PATH}. They name a font of another
 * company's server, which the policy of the operator port keeps the browser from loading.
 *
 * @param queue everything in its jobs is shown: they hold ids and numbers only
 */
export function createDashboard(queue: ConstructorParameters<typeof BullMQAdapter>[0]): Express {
  const serverAdapter = new ExpressAdapter().setBasePath(DASHBOARD_PATH);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: true, displayName: 'Bulk chunks' })],
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Bulk queue', hideDocsLink: true } },
  });
  const router: Express = serverAdapter.getRouter();
  router.disable('x-powered-by');
  return router;
}
