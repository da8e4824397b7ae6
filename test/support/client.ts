import { z } from 'zod';
import type { Api } from './api.js';
import { createResponseChecker } from './openapi-check.js';
import { openapiOf } from './openapi-document.js';
import { exchange } from './upload.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** What a test changes in the usual request. A header set to undefined is left out. */
interface Call {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array;
}

export type Client = Awaited<ReturnType<typeof createClient>>;

/** An API client. @throws Error, from every call, if a response does not match the API's OpenAPI document. */
export async function createClient(api: Pick<Api, 'host' | 'port' | 'token'>) {
  const document = await ask(api, 'GET', '/v1/openapi.json', {});
  const check = createResponseChecker(openapiOf(document.text));
  const send = async (method: string, path: string, call: Call = {}) => {
    const answer = await ask(api, method, path, call);
    const problems = check(method, path, answer.status, answer.headers, answer.text);
    if (problems.length > 0) {
      throw new Error(`${method} ${path} was not answered as documented:\n${problems.join('\n')}`);
    }
    return answer;
  };
  const post = (path: string, type: string, body: string | Uint8Array, headers: Call['headers']) =>
    send('POST', path, {
      headers: { authorization: `Bearer ${api.token}`, 'content-type': type, ...headers },
      body,
    });
  return {
    send,
    /** A body that is neither text nor bytes is sent as JSON. `query` begins with a question mark. */
    calculate: (body: unknown, headers?: Call['headers'], query = '') =>
      post(`/v1/calculate${query}`, 'application/json', jsonBody(body), headers),
    bulk: (csv: string | Uint8Array, headers?: Call['headers'], query = '') =>
      post(`/v1/calculate/bulk${query}`, 'text/csv', csv, headers),
    /** Problems of a response that was received in another way. */
    check,
  };
}

const jsonObject = z.record(z.string(), z.unknown());
const details = z.array(z.looseObject({})).nullable();
const errorSchema = z.object({ code: z.string(), message: z.string(), details });
const fieldErrorsSchema = z.object({
  code: z.literal('validation_error'),
  field_errors: z.record(z.string(), z.string()),
});

export function jsonOf(answer: Answer): Record<string, unknown> {
  return jsonObject.parse(JSON.parse(answer.text));
}

export function errorOf(answer: Answer): z.infer<typeof errorSchema> {
  return errorSchema.parse(JSON.parse(answer.text));
}

export function verdict(answer: Answer): [status: number, code: unknown] {
  return [answer.status, jsonOf(answer)['code']];
}

/** Messages of a 422 by field path. */
export function fieldErrorsOf(answer: Answer): Record<string, string> {
  if (answer.status !== 422) throw new Error(`Answered with ${answer.status}, not 422: ${answer.text}`);
  return fieldErrorsSchema.parse(JSON.parse(answer.text)).field_errors;
}

function jsonBody(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

/** One unchecked request on its own connection. @throws Error if the response is incomplete. */
export async function ask(
  { host, port }: Pick<Api, 'host' | 'port'>,
  method: string,
  path: string,
  call: Call = {},
): Promise<Answer> {
  const given = Object.entries(call.headers ?? {}).filter(([, value]) => value !== undefined);
  const options = { host, port, method, path, headers: Object.fromEntries(given) };
  const { status, headers, complete, body } = await exchange(options, call.body).finished;
  if (status === null || !complete) throw new Error(`${method} ${path} was not answered to the end.`);
  return { status, headers, text: body.toString('utf8') };
}
