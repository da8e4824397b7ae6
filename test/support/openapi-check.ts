import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** What a response had, as fetch or node:http gives it. Names of plain records are lower case. */
export type ResponseHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Says what is wrong with one answer, measured by the document; an empty list when nothing is. */
export type ResponseChecker = (
  method: string,
  path: string,
  status: number,
  headers: ResponseHeaders,
  bodyText: string,
) => string[];

type Part = Readonly<Record<string, unknown>>;

/** Answered on the callers' port for load balancers, and no part of the API. */
const OUTSIDE_THE_API: readonly string[] = ['/healthz'];

/**
 * A checker of answers against an OpenAPI document. Schemas of bodies are taken strictly: a member that they do not
 * name is a problem, although callers are told to expect new ones.
 *
 * A path or method that the document does not have must be answered as its `x-unmatched-requests` says, and only such a
 * one may be answered with 404 or 405.
 */
export function createResponseChecker(document: object): ResponseChecker {
  const { root, compile } = strictSchemas(document);

  function checkHeaders(response: Part, sent: ResponseHeaders): string[] {
    return Object.entries(part(response['headers'])).flatMap(([name, declared]) => {
      const header = resolve(root, part(declared));
      const value = headerOf(sent, name);
      if (value === undefined) return header['required'] === true ? [`header ${name} is missing`] : [];
      return problemsOf(compile(part(header['schema'])), value, `header ${name}`);
    });
  }

  function checkBody(media: Part, type: string, text: string): string[] {
    if (type === 'application/json') {
      const body = parseJson(text);
      return body === undefined
        ? ['the body is not JSON']
        : problemsOf(compile(part(media['schema'])), body, 'body');
    }
    if (type === 'application/x-ndjson') {
      const lines = part(part(media['schema'])['contentSchema']);
      return checkLines(part(lines['items']), text);
    }
    return type === 'text/csv' ? checkCsv(media, text.replace(/^\uFEFF/, '')) : [];
  }

  function checkLines(schema: Part, text: string): string[] {
    const lines = text.split('\n');
    if (lines.pop() !== '') return ['the last line has no line feed'];
    return lines.flatMap((line, index) => {
      const value = parseJson(line);
      const where = `line ${index + 1}`;
      return value === undefined ? [`${where} is not JSON`] : problemsOf(compile(schema), value, where);
    });
  }

  return (method, path, status, headers, bodyText) => {
    const [plainPath = ''] = path.split('?');
    if (OUTSIDE_THE_API.includes(plainPath)) return [];
    const isHead = method.toUpperCase() === 'HEAD';
    const operation = operationOf(root, plainPath, isHead ? 'get' : method.toLowerCase());
    const problems: string[] = [];
    if (operation !== undefined && (status === 404 || status === 405)) {
      problems.push(`status ${status}, although the document has ${method} ${plainPath}`);
    }
    const { responses } = operation ?? part(root['x-unmatched-requests']);
    const response = part(responses)[String(status)];
    if (response === undefined) return [`status ${status} is not documented for ${method} ${plainPath}`];
    problems.push(...checkHeaders(part(response), headers));
    const type = mediaType(headerOf(headers, 'content-type'));
    const media = part(part(response)['content'])[type];
    if (media === undefined) problems.push(`content type "${type}" is not documented for status ${status}`);
    else if (isHead) problems.push(...(bodyText === '' ? [] : ['an answer to HEAD has a body']));
    else problems.push(...checkBody(part(media), type, bodyText));
    return problems;
  };
}

/** The document with its result schemas closed, and validators for the schemas in it. */
function strictSchemas(document: object): { root: Part; compile: (schema: Part) => ValidateFunction } {
  const root = part(JSON.parse(JSON.stringify(document)));
  const components = part(root['components']);
  const closed = Object.entries(part(components['schemas'])).map(([id, schema]) => [id, close(part(schema))]);
  const schemas = Object.fromEntries(closed);
  const ajv = new Ajv2020({ strict: false, formats: { date: true }, allErrors: true });
  const compiled = new Map<Part, ValidateFunction>();
  const compile = (schema: Part): ValidateFunction => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const validate = ajv.compile({ ...schema, components: { schemas } });
    compiled.set(schema, validate);
    return validate;
  };
  return { root, compile };
}

function close(schema: Part): Part {
  return schema['properties'] === undefined ? schema : { ...schema, additionalProperties: false };
}

/** The operation of a path and method, or undefined when the document has none. */
function operationOf(root: Part, path: string, method: string): Part | undefined {
  const operation = part(part(root['paths'])[path])[method];
  return operation === undefined ? undefined : part(operation);
}

function resolve(root: Part, value: Part): Part {
  const ref = value['$ref'];
  if (typeof ref !== 'string') return value;
  return ref
    .slice('#/'.length)
    .split('/')
    .reduce((at, name) => part(at[name]), root);
}

function problemsOf(validate: ValidateFunction, value: unknown, where: string): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${where}${instancePath}: ${message} ${JSON.stringify(params)}`;
  });
}

/** The header row must be the documented one; rows are the concern of tests that know the request. */
function checkCsv(media: Part, text: string): string[] {
  const columns = media['x-columns'];
  const names = Array.isArray(columns) ? columns.map((column) => String(part(column)['name'])) : [];
  const problems = text.startsWith(`${names.join(',')}\r\n`)
    ? []
    : ['the header row is not the documented one'];
  return text.endsWith('\r\n') ? problems : [...problems, 'the last row does not end with CRLF'];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON is what the caller reports.
    return undefined;
  }
}

function headerOf(headers: ResponseHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name.toLowerCase()];
  return value === undefined || typeof value === 'string' ? value : value.join(', ');
}

function mediaType(contentType: string | undefined): string {
  return (contentType?.split(';')[0] ?? '').trim().toLowerCase();
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object of the document; anything else, absent parts above all, counts as an empty one. */
function part(value: unknown): Part {
  return isPart(value) ? value : {};
}
