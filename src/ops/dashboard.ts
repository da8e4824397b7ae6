import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AppViewRoute } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import type { Express, RequestHandler, Router } from 'express';

/** A router and the only path it can be mounted at, because its page refers to its files by that path. */
export interface Dashboard {
  readonly path: string;
  readonly router: Router;
}

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
 * A page that shows the queue and its jobs, with nothing loaded from the network. Importing this module loads the
 * dashboard's packages, so a process without a queue should not import it.
 *
 * @param queue everything in its jobs is shown: they hold ids and numbers only
 * @param writable whether jobs may be changed, added and removed
 */
export function createDashboard(
  queue: ConstructorParameters<typeof BullMQAdapter>[0],
  writable: boolean,
): Dashboard {
  const path = '/queues';
  const serverAdapter = new OfflineExpressAdapter().setBasePath(path);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: !writable, displayName: 'Bulk chunks' })],
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Bulk queue', hideDocsLink: true } },
  });
  const router: Express = serverAdapter.getRouter();
  router.disable('x-powered-by');
  return { path, router };
}
