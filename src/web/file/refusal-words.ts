import * as z from 'zod';

const refusalSchema = z.object({ message: z.string() });

/** The sentence of an error body; empty for what something between page and service has answered in words of its own. */
export function refusalWords(body: string): string {
  try {
    return refusalSchema.parse(JSON.parse(body)).message;
  } catch {
    return '';
  }
}
