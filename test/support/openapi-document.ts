import { z } from 'zod';

const part = z.record(z.string(), z.unknown());

const mediaSchema = z.looseObject({
  schema: part,
  examples: z.record(z.string(), z.looseObject({ value: z.unknown() })),
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
  'x-unmatched-requests': z.looseObject({ responses: z.record(z.string(), responseSchema) }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({
    headers: z.record(z.string(), z.looseObject({ required: z.boolean().default(false), schema: part })),
    schemas: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), part) })),
    securitySchemes: z.record(z.string(), part),
  }),
});

export type Document = z.infer<typeof documentSchema>;
export type Operation = z.infer<typeof operationSchema>;
export type Media = z.infer<typeof mediaSchema>;

export function openapiOf(text: string): Document {
  return documentSchema.parse(JSON.parse(text));
}
