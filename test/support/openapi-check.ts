import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { Document, Media } from './openapi-document.js';

/** Headers as node:http has them: names in lower case. */
type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Served on the API's port for load balancers, but not part of the API. */
const OUTSIDE_THE_API: readonly string[] = ['/healthz'];

const linesSchema = z.object({ contentSchema: z.object({ items: z.record(z.string(), z.unknown()) }) });

/**
 * A checker of responses against an OpenAPI document. Body schemas are strict: a property that they do not
 * name is a problem, although callers are told to expect new ones. An undocumented path or method must be
 * answered as `x-unmatched-requests` says, and only such a request may get a 404 or 405.
 */
export function createResponseChecker(document: Document) {
  const { paths, components } = document;
  const strict = { additionalProperties: false };
  const all = Object.entries(components.schemas).map(([id, schema]) => [id, { ...schema, ...strict }]);
  const schemas: unknown = Object.fromEntries(all);
  const ajv = new Ajv2020({ strict: false, formats: { date: true }, allErrors: true });
  const validators = new Map<object, ValidateFunction>();

  const problemsOf = (schema: object, value: unknown, where: string): string[] => {
    const validate = validators.get(schema) ?? ajv.compile({ ...schema, components: { schemas } });
    validators.set(schema, validate);
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${where}${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  };

  const headerProblems = (name: string, sent: ResponseHeaders): string[] => {
    const header = components.headers[name];
    if (header === undefined) throw new Error(`The document does not describe the header ${name}.`);
    const value = headerOf(sent, name);
    if (value !== undefined) return problemsOf(header.schema, value, `header ${name}`);
    return header.required ? [`header ${name} is missing`] : [];
  };

  const jsonProblems = (schema: object, text: string, where: string): string[] => {
    const value = parseJson(text);
    return value === undefined ? [`${where} is not JSON`] : problemsOf(schema, value, where);
  };

  const bodyProblems = (media: Media, type: string, text: string): string[] => {
    if (type === 'application/json') return jsonProblems(media.schema, text, 'body');
    if (type === 'text/csv') return csvProblems(media['x-columns'] ?? [], text.replace(/^\uFEFF/, ''));
    if (type !== 'application/x-ndjson') return [];
    const lines = text.split('\n');
    if (lines.pop() !== '') return ['the last line has no line feed'];
    const { items } = linesSchema.parse(media.schema).contentSchema;
    return lines.flatMap((line, index) => jsonProblems(items, line, `line ${index + 1}`));
  };

  return (method: string, path: string, status: number, headers: ResponseHeaders, body: string): string[] => {
    const [plainPath = ''] = path.split('?');
    if (OUTSIDE_THE_API.includes(plainPath)) return [];
    const isHead = method.toUpperCase() === 'HEAD';
    const operation = paths[plainPath]?.[isHead ? 'get' : method.toLowerCase()];
    const problems =
      operation !== undefined && (status === 404 || status === 405)
        ? [`status ${status}, although the document has ${method} ${plainPath}`]
        : [];
    const response = (operation ?? document['x-unmatched-requests']).responses[status];
    if (response === undefined) return [`status ${status} is not documented for ${method} ${plainPath}`];
    problems.push(...Object.keys(response.headers).flatMap((name) => headerProblems(name, headers)));
    const type = mediaType(headerOf(headers, 'content-type'));
    const media = response.content[type];
    if (media === undefined)
      return [...problems, `content type "${type}" is not documented for status ${status}`];
    if (isHead) return body === '' ? problems : [...problems, 'an answer to HEAD has a body'];
    return [...problems, ...bodyProblems(media, type, body)];
  };
}

/** Checks only the header row and the last line end; tests that know the request check the rows. */
function csvProblems(columns: readonly { readonly name: string }[], text: string): string[] {
  const header = columns.map(({ name }) => name).join(',');
  return [
    ...(text.startsWith(`${header}\r\n`) ? [] : ['the header row is not the documented one']),
    ...(text.endsWith('\r\n') ? [] : ['the last row does not end with CRLF']),
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headerOf(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined || typeof value === 'string' ? value : value.join(', ');
}

function mediaType(contentType: string | undefined): string {
  return (contentType?.split(';')[0] ?? '').trim().toLowerCase();
}
