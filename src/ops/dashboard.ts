import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Express, Router } from 'express';

/** A router and the only path at which it works, since its page refers to its files by that path. */
export interface Dashboard {
  readonly path: string;
  readonly router: Router;
}

/**
 * A page that shows the queue and its jobs. It asks for fonts of another company's server, which the policy of the operator port
 * does not let the browser load.
 * Loads BullMQ, so a process without Redis should not import this module.
 *
 * @param queue everything in its jobs is shown: they hold ids and numbers only
 * @param writable whether jobs may be changed, added and removed
 */
export function createDashboard(
  queue: ConstructorParameters<typeof BullMQAdapter>[0],
  writable: boolean,
): Dashboard {
  const path = '/queues';
  const serverAdapter = new ExpressAdapter().setBasePath(path);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: !writable, displayName: 'Bulk chunks' })],
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Bulk queue', hideDocsLink: true } },
  });
  const router: Express = serverAdapter.getRouter();
  router.disable('x-powered-by');
  return { path, router };
}
