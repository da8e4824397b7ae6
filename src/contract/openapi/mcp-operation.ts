import { ERRORS, type ErrorKind } from '../errors.js';
import { protocolError } from '../protocol-error.js';
import { type DocumentOptions, size } from './document-options.js';
import { ERROR_KINDS, ERROR_MEANINGS } from './error-meanings.js';
import { type ErrorSetting, exampleOf, OWN_HEADERS } from './error-responses.js';
import { type HEADERS, headerRefs, type JsonPart, jsonContent, parameterRefs } from './parts.js';

const NEVER: readonly ErrorKind[] = ['invalidQuery', 'unusableHeader', 'notAcceptable'];

/** `POST /mcp`. MCP defines the messages; this describes the HTTP framing and errors. */
export function mcpOperation({ jsonMaxBytes, bodyIdleMs }: DocumentOptions): JsonPart {
  const kinds = ERROR_KINDS.filter((kind) => !NEVER.includes(kind));
  const statuses = [...new Set(kinds.map((kind) => ERRORS[kind].status))];
  const setting: ErrorSetting = { body: 'json', maxBytes: jsonMaxBytes, bodyIdleMs };
  return {
    operationId: 'mcp',
    summary: 'Tools for assistants over the Model Context Protocol (MCP)',
    description:
      'One protocol message per request, without a session. Use an MCP client: it asks for the tools and their schemas. Errors are JSON-RPC errors, and `data.code` is the same code as on the other paths.',
    parameters: parameterRefs('RequestId', 'ContentEncoding'),
    requestBody: {
      required: true,
      description: `One JSON-RPC message, in UTF-8, plain or gzip. At most ${size(jsonMaxBytes)} after decompression.`,
      content: jsonContent(MESSAGE, {
        tools: {
          summary: 'List the tools',
          value: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
        },
      }),
    },
    responses: {
      200: {
        description: 'The answer to the message.',
        headers: headerRefs('X-Request-Id'),
        content: jsonContent(MESSAGE, {
          answer: { summary: 'An answer', value: { jsonrpc: '2.0', id: 1, result: { tools: [] } } },
        }),
      },
      202: {
        description: 'The notification was accepted.',
        headers: headerRefs('X-Request-Id'),
        content: {},
      },
      ...Object.fromEntries(
        statuses.map((status) => {
          const own = kinds.filter((kind) => ERRORS[kind].status === status);
          return [status, errorResponse(own, OWN_HEADERS[status] ?? [], setting)];
        }),
      ),
    },
  };
}

const MESSAGE = {
  type: 'object',
  required: ['jsonrpc'],
  properties: { jsonrpc: { const: '2.0' }, id: { type: ['string', 'number', 'null'] } },
};

function errorResponse(
  kinds: readonly ErrorKind[],
  headers: readonly (keyof typeof HEADERS)[],
  setting: ErrorSetting,
): JsonPart {
  const codes = [...new Set(kinds.map((kind) => ERRORS[kind].code))];
  const data = { type: 'object', properties: { code: { type: 'string', enum: codes } } };
  const error = {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
  };
  const schema = { ...MESSAGE, required: ['jsonrpc', 'error'], properties: { ...MESSAGE.properties, error } };
  return {
    description: kinds.map((kind) => `\`${ERRORS[kind].code}\`: ${ERROR_MEANINGS[kind]}.`).join(' '),
    headers: headerRefs('X-Request-Id', ...headers),
    content: jsonContent(
      schema,
      Object.fromEntries(
        kinds.map((kind) => [
          kind,
          { summary: ERROR_MEANINGS[kind], value: protocolError(exampleOf(kind, setting)) },
        ]),
      ),
    ),
  };
}
