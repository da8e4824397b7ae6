import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { openapiDocument } from '../../src/contract/openapi/document.js';
import type { DocumentOptions } from '../../src/contract/openapi/document-options.js';

export const OPTIONS = {
  publicUrl: 'https://limits.example.edu',
  jsonMaxBytes: 1_048_576,
  bulkMaxBytes: 268_435_456,
  bulkMaxRows: 5_000_000,
  bulkMaxColumns: 100,
  bulkMaxCellBytes: 4096,
  bodyIdleTimeoutMs: 15_000,
} as const;

const part = z.record(z.string(), z.unknown());

const exampleSchema = z.looseObject({ value: z.unknown() });
const mediaSchema = z.looseObject({
  schema: part,
  examples: z.record(z.string(), exampleSchema),
  'x-columns': z.array(z.looseObject({ name: z.string() })).optional(),
});
const responseSchema = z.looseObject({
  description: z.string().min(1),
  headers: part,
  content: z.record(z.string(), mediaSchema),
});
const operationSchema = z.looseObject({
  security: z.array(part).optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), mediaSchema) }).optional(),
  responses: z.record(z.string(), responseSchema),
});
const documentSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  security: z.array(part),
  'x-limits': part,
  'x-unmatched-requests': z.looseObject({ responses: z.record(z.string(), responseSchema) }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), part) })),
    securitySchemes: z.record(z.string(), part),
  }),
});

export type Document = z.infer<typeof documentSchema>;
export type Operation = z.infer<typeof operationSchema>;

/** The document as callers get it, read from its JSON text. */
export function readDocument(options: DocumentOptions = OPTIONS): Document {
  return documentSchema.parse(JSON.parse(JSON.stringify(openapiDocument(options))));
}

export function operation(document: Document, path: string, method: string): Operation {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return found;
}

/** The examples of the JSON answer of an operation by their names. */
export function examplesOf({ responses }: Operation, status: string): Readonly<Record<string, unknown>> {
  const examples = responses[status]?.content['application/json']?.examples ?? {};
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]));
}

/** A validator for one schema of `components.schemas`, with nothing tightened. */
export function validator(document: Document, id: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, formats: { date: true }, allErrors: true });
  return ajv.compile({
    $ref: `#/components/schemas/${id}`,
    components: { schemas: document.components.schemas },
  });
}
