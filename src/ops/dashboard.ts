import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Express } from 'express';
import { DASHBOARD_PATH } from './admin-server.js';

/**
 * Pages that show the queue and all that its jobs hold, ids and numbers, and change nothing, at {@link DASHBOARD_PATH}.
 * The policy of the operator port keeps the browser from loading the font of another company that they name.
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
