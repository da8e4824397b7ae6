import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Express } from 'express';
import { DASHBOARD_PATH } from './admin-server.js';

/**
 * Read-only pages of the queue and its jobs, which hold only ids and numbers, at {@link DASHBOARD_PATH}. The
 * operator port's content security policy keeps browsers from loading the third-party font of these pages.
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
