import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openapiDocument } from '../../src/contract/openapi/document.js';
import type { DocumentOptions } from '../../src/contract/openapi/document-options.js';
import { type Document, type Operation, openapiOf } from '../support/openapi-document.js';

export const OPTIONS = {
  publicUrl: 'https://limits.example.edu',
  jsonMaxBytes: 1_048_576,
  bulkMaxBytes: 268_435_456,
  bulkMaxRows: 5_000_000,
  bulkMaxColumns: 100,
  bulkMaxCellBytes: 4096,
} as const;

/** The document as callers get it, parsed from its JSON. */
export function readDocument(options: DocumentOptions = OPTIONS): Document {
  return openapiOf(JSON.stringify(openapiDocument(options)));
}

export function operation(document: Document, path: string, method: string): Operation {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return found;
}

export function examplesOf({ responses }: Operation, status: string): Readonly<Record<string, unknown>> {
  const examples = responses[status]?.content['application/json']?.examples ?? {};
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]));
}

/** A validator for a schema of `components.schemas`, exactly as published. */
export function validator(document: Document, id: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, formats: { date: true }, allErrors: true });
  const { schemas } = document.components;
  return ajv.compile({ $ref: `#/components/schemas/${id}`, components: { schemas } });
}
