/** A part of the document: what `JSON.stringify` writes as an object. */
export type JsonPart = Readonly<Record<string, unknown>>;

/** A reference to a schema of the document. */
export function schemaRef(id: string): JsonPart {
  return { $ref: `#/components/schemas/${id}` };
}

/** A JSON body of one schema with its examples. */
export function jsonContent(schema: JsonPart, examples: JsonPart): JsonPart {
  return { 'application/json': { schema, examples } };
}
