import { PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { BulkService } from '../bulk/bulk-service.js';
import { HEADER_ROW } from '../contract/csv-response.js';
import { ApiError } from '../contract/errors.js';
import { ignoredColumns } from '../contract/header.js';
import { BULK_PARAMETERS, MAX_NAMED_COLUMNS } from '../contract/openapi/parts.js';
import { bodyBrokenOff, invalidGzip, oldHttp, uploadTooLarge } from '../contract/request-errors.js';
import type { ApiMetrics } from '../ops/api-metrics.js';
import type { Config } from '../ops/config.js';
import { answerWriter } from './answer-stream.js';
import { announcedLength, discardRest, inviteBody, isGzip, watchBody } from './body.js';
import { BULK_CONTENT_TYPES, bulkFormat } from './negotiation.js';
import { Query } from './query.js';
import { requestContext } from './request-context.js';

/** Minimum bytes per window: even a bad connection is faster (9 kbit/s with the default 15 s). */
export const MIN_WINDOW_BYTES: number = 16 * 1024;
const BYTE_ORDER_MARK = '\uFEFF';
const GUNZIP_PIECE_BYTES = 64 * 1024;

/** `POST /v1/calculate/bulk`: CSV in, one row out per row. The status is decided before the first byte. */
export function calculateBulk(
  bulk: BulkService,
  config: Config,
  inProgress: ApiMetrics['bulkRequestsInProgress'],
): RequestHandler {
  return async (req, res) => {
    const gone = new AbortController();
    res.once('close', () => gone.abort(new Error('The caller has left.')));
    inProgress.inc();
    try {
      await answer(req, res, bulk, config, gone.signal);
    } catch (error) {
      // Once the caller is gone there is nobody to send an error to.
      if (!gone.signal.aborted) throw error;
    } finally {
      inProgress.dec();
    }
  };
}

async function answer(
  req: Request,
  res: Response,
  bulk: BulkService,
  config: Config,
  gone: AbortSignal,
): Promise<void> {
  if (req.httpVersion !== '1.1') throw oldHttp();
  const format = bulkFormat(req);
  const query = new Query(req, BULK_PARAMETERS);
  const hasMark = query.flag('bom');
  const awardYear = query.awardYear('award_year');
  query.check((wrong) => new ApiError('invalidQuery', [...wrong.values()].join(' ')));
  const ignoreColumns = ignoredColumns(query.text('ignore_columns') ?? '');
  const announcedBytes = announcedLength(req);
  if ((announcedBytes ?? 0) > config.bulkMaxBytes) throw uploadTooLarge(config.bulkMaxBytes);
  const { notes, requestId, keyId: caller = '' } = requestContext(res);
  const run = bulk.begin({ requestId, caller, announcedBytes }, gone);
  try {
    await run.reserve();
    inviteBody(req, res);
    const upload = await withBodyStream(req, gone, config, (source) => run.receive(source, ignoreColumns));
    const { ignored } = upload.file.head.header;
    notes['rows'] = upload.file.rowCount;
    notes['bytes'] = upload.bytes.length;
    if (ignored.length > 0) {
      notes['ignored_columns'] = ignored.length;
      res.setHeader('X-Ignored-Columns', ignoredColumnsHeader(ignored));
    }
    res.setHeader('X-Award-Year', awardYear);
    res.statusCode = 200;
    res.setHeader('Content-Type', BULK_CONTENT_TYPES[format]);
    const readingPace = {
      idleMs: config.responseIdleTimeoutMs,
      minBytesPerSecond: config.bulkMinBytesPerSecond,
      longestMs: config.responseTimeoutMs,
    };
    const write = answerWriter(res, readingPace, gone);
    if (format === 'csv') await write(Buffer.from((hasMark ? BYTE_ORDER_MARK : '') + HEADER_ROW));
    const counts = await run.calculate(upload, { format, awardYear }, write);
    res.end();
    notes['students'] = counts.students;
    notes['failed_students'] = counts.failedStudents;
    notes['chunks'] = counts.chunks;
  } finally {
    run.release();
  }
}

/** Runs `read` with a stream of the body's plain bytes, which fails if the bytes stop arriving. */
async function withBodyStream<Result>(
  req: Request,
  gone: AbortSignal,
  { bodyIdleTimeoutMs: idleMs, bodyTimeoutMs: longestMs, bulkMinBytesPerSecond, bulkMaxBytes }: Config,
  read: (source: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  // A separate stream even for a plain body: ending it early must leave the connection usable for the answer.
  const source: Readable = req.pipe(
    isGzip(req) ? createGunzip({ chunkSize: GUNZIP_PIECE_BYTES }) : new PassThrough(),
  );
  const endSource = (): void => {
    // Not `complete`: received bytes may still wait for decompression, and never get there.
    if (!req.readableEnded) source.destroy(bodyBrokenOff());
  };
  req.once('close', endSource);
  // Node does not track a request that was answered before its body ended: the request never closes.
  gone.addEventListener('abort', endSource);
  const pace = { idleMs, minBytesPerSecond: bulkMinBytesPerSecond, longestMs };
  const stopClock = watchBody(req, pace, MIN_WINDOW_BYTES, (error) => source.destroy(error));
  if (req.destroyed || gone.aborted) endSource();
  try {
    return await read(source);
  } catch (error) {
    // The source itself fails only in decompression; a system error from elsewhere is not the caller's fault.
    throw error === source.errored && !(error instanceof ApiError) ? invalidGzip() : error;
  } finally {
    stopClock();
    req.off('close', endSource);
    gone.removeEventListener('abort', endSource);
    // Padding after the compressed data would block the connection for the next request.
    if (source.readableEnded) discardRest(req, bulkMaxBytes);
  }
}

/** Proxies between the service and the caller may allow no more than 8 KiB for all headers of an answer. */
const MOST_CHARACTERS = 4096;

/**
 * The value of `X-Ignored-Columns`: names as in the file, percent-encoded and separated by commas. After
 * `MAX_NAMED_COLUMNS` names, or as many as fit into 4 KiB, comes the number of others, encoded alike
 * (`and%20N%20more`). Commas within a name are encoded, so readers split at commas and decode each part.
 * @throws URIError for a lone surrogate, which no UTF-8 file has.
 */
function ignoredColumnsHeader(names: readonly string[]): string {
  const named: string[] = [];
  let characters = 0;
  for (const name of names.slice(0, MAX_NAMED_COLUMNS)) {
    const encoded = encodeURIComponent(name);
    characters += encoded.length;
    if (characters > MOST_CHARACTERS) break;
    named.push(encoded);
  }
  const others = names.length - named.length;
  return [...named, ...(others > 0 ? [`and%20${others}%20more`] : [])].join(',');
}
