import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AppViewRoute } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import type { RequestHandler, Router } from 'express';

type Queue = ConstructorParameters<typeof BullMQAdapter>[0];

export interface DashboardOptions {
  readonly queue: Queue;
  /** Whether jobs may be changed, added and removed. */
  readonly writable: boolean;
  /** Where the admin server is to mount it, such as `/queues`. */
  readonly path?: string;
}

/** A router and the only path at which it works, since its page refers to its files by that path. */
export interface Dashboard {
  readonly path: string;
  readonly router: Router;
}

/** The page asks for fonts from another company's server; an operator port may have no way out, and tells nobody. */
class OfflineExpressAdapter extends ExpressAdapter {
  constructor() {
    super();
    this.app.disable('x-powered-by');
  }

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
 * A page that shows the queue and its jobs, without anything from the network. A job says which chunk of which request it is; student
 * data travels beside it.
 * Loads BullMQ, so a process without Redis should not import this module.
 */
export function createDashboard(options: DashboardOptions): Dashboard {
  const { queue, writable, path = '/queues' } = options;
  const serverAdapter = new OfflineExpressAdapter();
  serverAdapter.setBasePath(path);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: !writable, displayName: 'Bulk chunks' })],
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Bulk queue', hideDocsLink: true } },
  });
  return { path, router: serverAdapter.getRouter() };
}
