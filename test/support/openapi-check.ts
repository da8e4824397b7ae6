import { Ajv2020 } from 'ajv/dist/2020.js';

/** What a response had, as node:http gives it: names in lower case. */
type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

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
export function createResponseChecker(document: object) {
  const root = part(JSON.parse(JSON.stringify(document)));
  for (const schema of Object.values(part(part(root['components'])['schemas']))) {
    if (isPart(schema) && schema['properties'] !== undefined)
      Object.assign(schema, { additionalProperties: false });
  }
  const ajv = new Ajv2020({ strict: false, formats: { date: true }, allErrors: true });
  ajv.addSchema(root, 'document');

  /** What is wrong with a value, by the schema in a place of the document. */
  const problemsAt = (place: string, value: unknown, where: string): string[] => {
    const validate = ajv.getSchema(`document#${place}`);
    if (validate === undefined) throw new Error(`The document has no schema at ${place}.`);
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${where}${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  };

  const headerProblems = (response: string, sent: ResponseHeaders): string[] =>
    Object.keys(part(at(root, `${response}/headers`))).flatMap((name) => {
      const header = resolved(root, `${response}/headers/${name}`);
      const value = headerOf(sent, name);
      if (value !== undefined) return problemsAt(`${header}/schema`, value, `header ${name}`);
      return at(root, `${header}/required`) === true ? [`header ${name} is missing`] : [];
    });

  const jsonProblems = (schema: string, text: string, where: string): string[] => {
    const value = parseJson(text);
    return value === undefined ? [`${where} is not JSON`] : problemsAt(schema, value, where);
  };

  const bodyProblems = (media: string, type: string, text: string): string[] => {
    if (type === 'application/json') return jsonProblems(`${media}/schema`, text, 'body');
    if (type === 'text/csv') return csvProblems(at(root, `${media}/x-columns`), text.replace(/^\uFEFF/, ''));
    if (type !== 'application/x-ndjson') return [];
    const lines = text.split('\n');
    if (lines.pop() !== '') return ['the last line has no line feed'];
    const schema = `${media}/schema/contentSchema/items`;
    return lines.flatMap((line, index) => jsonProblems(schema, line, `line ${index + 1}`));
  };

  /** Says what is wrong with one answer; an empty list when nothing is. */
  return (
    method: string,
    path: string,
    status: number,
    headers: ResponseHeaders,
    bodyText: string,
  ): string[] => {
    const [plainPath = ''] = path.split('?');
    if (OUTSIDE_THE_API.includes(plainPath)) return [];
    const isHead = method.toUpperCase() === 'HEAD';
    const operation = `/paths/${escaped(plainPath)}/${isHead ? 'get' : method.toLowerCase()}`;
    const isKnown = at(root, operation) !== undefined;
    const problems =
      isKnown && (status === 404 || status === 405)
        ? [`status ${status}, although the document has ${method} ${plainPath}`]
        : [];
    const place = `${isKnown ? operation : '/x-unmatched-requests'}/responses/${status}`;
    if (at(root, place) === undefined)
      return [`status ${status} is not documented for ${method} ${plainPath}`];
    const response = resolved(root, place);
    problems.push(...headerProblems(response, headers));
    const type = mediaType(headerOf(headers, 'content-type'));
    const media = `${response}/content/${escaped(type)}`;
    if (at(root, media) === undefined)
      return [...problems, `content type "${type}" is not documented for status ${status}`];
    if (isHead) return bodyText === '' ? problems : [...problems, 'an answer to HEAD has a body'];
    return [...problems, ...bodyProblems(media, type, bodyText)];
  };
}

/** A name as a step of a JSON pointer. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What is at a JSON pointer in the document; undefined where there is nothing. */
function at(root: Part, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>(
    (value, name) => part(value)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  );
}

/** The pointer, or the one that is referred to there. */
function resolved(root: Part, pointer: string): string {
  const reference = at(root, `${pointer}/$ref`);
  return typeof reference === 'string' ? reference.slice('#'.length) : pointer;
}

/** The header row must be the documented one; rows are the concern of tests that know the request. */
function csvProblems(columns: unknown, text: string): string[] {
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
