import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AppViewRoute } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import type { Express, RequestHandler } from 'express';
import { DASHBOARD_PATH } from './admin-server.js';

/**
 * The dashboard page would load fonts from another company's server; an operator port may have no internet access, and
 * should tell nobody that it is used.
 */
class OfflineExpressAdapter extends ExpressAdapter {
  override setEntryRoute(route: AppViewRoute): ExpressAdapter {
    const page: RequestHandler = (_request, response, next) => {
      const { name, params } = route.handler({ basePath: this.basePath, uiConfig: this.uiConfig });
      response.render(name, params, (error: unknown, html: string) => {
        if (error) next(error);
        else response.type('html').send(html.replace(/<link [^>]*https?:\/\/[^>]*>/g, ''));
      });
    };
    this.app.get(route.route, page);
    return this;
  }
}

/**
 * The pages that show the queue and its jobs, and change nothing, at {@link DASHBOARD_PATH}, with nothing loaded from the network.
 *
 * @param queue everything in its jobs is shown: they hold ids and numbers only
 */
export function createDashboard(queue: ConstructorParameters<typeof BullMQAdapter>[0]): Express {
  const serverAdapter = new OfflineExpressAdapter().setBasePath(DASHBOARD_PATH);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: true, displayName: 'Bulk chunks' })],
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Bulk queue', hideDocsLink: true } },
  });
  const router: Express = serverAdapter.getRouter();
  router.disable('x-powered-by');
  return router;
}
