import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from 'express';
import { ApiError } from '../contract/errors.js';
import { shortened } from '../contract/field-kinds.js';
import { parseJson } from '../contract/json-body.js';
import { foreignOrigin } from '../contract/request-errors.js';
import { readWhole, type SingleLimits } from './calculate-route.js';
import { requestContext } from './request-context.js';

/** The server for assistants and its names. */
export interface McpOptions {
  /** Answers one message of the protocol. */
  readonly serve: (request: Request, body: unknown) => Promise<Response>;
  /** Tool names; the log may contain no others. */
  readonly toolNames: readonly string[];
  /** Host names of this service, besides those of this computer. */
  readonly hosts: readonly string[];
}

/** `POST /mcp`: one message of the Model Context Protocol in, one JSON answer out. */
export function answerMcp({ serve, toolNames, hosts }: McpOptions, limits: SingleLimits): RequestHandler[] {
  const allowed = [...localhostAllowedHostnames(), ...hosts];
  const answer: RequestHandler = (req, res, next) => {
    const body = messageOf(req);
    const tool = toolNames.find((name) => name === toolOf(body));
    if (tool !== undefined) requestContext(res).notes['tool'] = tool;
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    serve(webRequest(req, gone.signal), body)
      .then((given) => pass(given, res))
      .catch((error: unknown) => {
        if (!res.closed) next(error);
      });
  };
  return [refuseForeign(allowed), readWhole(limits), answer];
}

/**
 * Protects against DNS rebinding: a web page must not reach a service on its visitor's network under a name of its own.
 * Refuses a request that names another host, or comes from a page of another host.
 */
function refuseForeign(allowed: readonly string[]): RequestHandler {
  return ({ headers: { host = '', origin = '' } }, _res, next) => {
    const names = [...allowed];
    if (!validateHostHeader(host, names).ok) {
      next(foreignOrigin(`This service is not served as ${JSON.stringify(shortened(host))}.`));
    } else if (!validateOriginHeader(origin, names).ok) {
      next(foreignOrigin(`Pages of ${JSON.stringify(shortened(origin))} may not use this service.`));
    } else next();
  };
}

/** @throws ApiError for what is not JSON, or several messages at once. */
function messageOf(req: HttpRequest): unknown {
  const body: unknown = req.body;
  const message = parseJson(Buffer.isBuffer(body) ? body : new Uint8Array());
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw new ApiError('invalidFields', 'The body must be one JSON-RPC message: one JSON object.');
}

function toolOf(message: unknown): unknown {
  const params = member(message, 'params');
  return member(message, 'method') === 'tools/call' ? member(params, 'name') : undefined;
}

function member(object: unknown, name: string): unknown {
  return Object.entries(object ?? {}).find(([own]) => own === name)?.[1];
}

/** The parts of a request that the protocol reads, without the key. */
function webRequest({ headers: given }: HttpRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    const isRead = name === 'accept' || name === 'content-type' || name.startsWith('mcp-');
    if (isRead && typeof value === 'string') headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal });
}

async function pass(answer: Response, res: HttpResponse): Promise<void> {
  const text = await answer.text();
  if (res.closed) return;
  res.statusCode = answer.status;
  for (const [name, value] of answer.headers) res.setHeader(name, value);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
