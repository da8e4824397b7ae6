import type { BullMQOtel } from 'bullmq-otel';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Environment } from './config.js';
import { OperatorError } from './logged-errors.js';

/** Traces sent from the process in OpenTelemetry's protocol. */
export interface Tracing {
  /** For BullMQ: a job carries the trace of its request to the worker. */
  readonly telemetry: BullMQOtel;
  /** Makes each request a span of its caller's trace, if any. Only ids, routes and statuses are recorded. */
  readonly traceRequest: RequestHandler;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

function isWanted(env: Environment): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none')
    return false;
  const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text);
  const wrong = ENDPOINTS.find((name) => env[name] && !isUrl(env[name]));
  if (wrong !== undefined) throw new OperatorError(`${wrong} must be an http or https URL.`);
  return ENDPOINTS.some((name) => env[name]);
}

/**
 * Starts tracing if an operator wants it, and loads OpenTelemetry only then. Address, headers, sampling and
 * service name (`prorata-api` or `prorata-worker` by default) come from the usual `OTEL_…` variables, which
 * the SDK reads. The protocol is `http/json`, which every collector accepts at the same address.
 *
 * A worker continues the traces of requests and begins none: BullMQ would begin one every few seconds.
 * @throws OperatorError if the address is not a URL.
 */
export async function startTracing(
  env: Environment,
  process: 'api' | 'worker',
  logger: Pick<Logger, 'warn'>,
): Promise<Tracing | null> {
  if (!isWanted(env)) return null;
  const [api, sdk, { OTLPTraceExporter }, resources, queue] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('bullmq-otel'),
  ]);
  const detected = resources.detectResources({ detectors: [resources.envDetector, resources.hostDetector] });
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': `prorata-${process}` }).merge(detected),
    ...(process === 'worker' && {
      sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOffSampler() }),
    }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  let isTold = false;
  const error = () => {
    if (!isTold) logger.warn('traces cannot be sent; this is not said again');
    isTold = true;
  };
  const ignore = () => {};
  api.diag.setLogger({ error, warn: ignore, info: ignore, debug: ignore, verbose: ignore });
  const tracer = provider.getTracer('prorata');
  const traceRequest: RequestHandler = (req, res, next) => {
    if (req.path === '/healthz') return next();
    const parent = api.propagation.extract(api.ROOT_CONTEXT, req.headers);
    const span = tracer.startSpan(req.method, { kind: api.SpanKind.SERVER }, parent);
    res.once('close', () => {
      const { route = 'unknown', keyId, requestId = '' } = res.locals.context ?? {};
      span.updateName(`${req.method} ${route}`);
      span.setAttributes({
        'http.request.method': req.method,
        'http.route': route,
        'http.response.status_code': res.statusCode,
        'prorata.request_id': requestId,
        ...(keyId === undefined ? {} : { 'prorata.key_id': keyId }),
      });
      if (res.statusCode >= 500 || !res.writableFinished) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    });
    api.context.with(api.trace.setSpan(parent, span), next);
  };
  return {
    telemetry: new queue.BullMQOtel({ tracerName: 'prorata' }),
    traceRequest,
    close: () => provider.shutdown(),
  };
}
