import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AppViewRoute } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import { type RequestHandler, Router } from 'express';
import { onlyPublicParts } from './dashboard-jobs.js';

type Queue = ConstructorParameters<typeof BullMQAdapter>[0];
type Job = NonNullable<Awaited<ReturnType<BullMQAdapter['getJob']>>>;

export interface DashboardOptions {
  readonly queue: Queue;
  /** Whether jobs may be changed, added and removed. */
  readonly writable: boolean;
  /** Fields of a job's data that may be shown: ids, numbers, flags. Every other field is only named. */
  readonly dataFields: readonly string[];
  /** Where the admin server is to mount it, such as `/queues`. */
  readonly path?: string;
}

/** A router and the only path at which it works, since its page refers to its files by that path. */
export interface Dashboard {
  readonly path: string;
  readonly router: Router;
}

/** Hands out jobs that say nothing of a student, whichever page or call of the dashboard asks. */
class PrivateQueueAdapter extends BullMQAdapter {
  constructor(
    queue: Queue,
    writable: boolean,
    private readonly dataFields: ReadonlySet<string>,
  ) {
    super(queue, { readOnlyMode: !writable, displayName: 'Bulk chunks' });
  }

  override async getJob(id: string): Promise<Job | undefined> {
    const job = await super.getJob(id);
    return job && this.reduced(job);
  }

  override async getJobs(...query: Parameters<BullMQAdapter['getJobs']>): Promise<Job[]> {
    const jobs = await super.getJobs(...query);
    return jobs.map((job) => this.reduced(job));
  }

  /** Lines that a worker attached to a job are free text; the service writes none. */
  override async getJobLogs(): Promise<string[]> {
    return [];
  }

  private reduced(job: Job): Job {
    const whole = job.toJSON.bind(job);
    job.toJSON = () => onlyPublicParts(whole(), this.dataFields);
    return job;
  }
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

/** What the dashboard refuses itself for a read-only queue, refused before it is asked. */
const readOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') {
    next();
    return;
  }
  response.status(405).set('Allow', 'GET, HEAD').json({ error: 'the dashboard is read-only' });
};

/**
 * A page that shows the queue and its jobs, without student data and without anything from the network.
 * Loads BullMQ, so a process without Redis should not import this module.
 */
export function createDashboard(options: DashboardOptions): Dashboard {
  const { queue, writable, dataFields, path = '/queues' } = options;
  const serverAdapter = new OfflineExpressAdapter();
  serverAdapter.setBasePath(path);
  createBullBoard({
    queues: [new PrivateQueueAdapter(queue, writable, new Set(dataFields))],
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Bulk queue', hideDocsLink: true } },
  });
  const router = Router();
  if (!writable) router.use(readOnly);
  router.use(serverAdapter.getRouter());
  return { path, router };
}
