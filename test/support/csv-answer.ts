import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Answer } from './client.js';

const table = z.array(z.array(z.string()));
const records = z.array(z.record(z.string(), z.string()));

export function tableOf(answer: Answer): string[][] {
  if (answer.status !== 200) throw new Error(`Answered with ${answer.status}: ${answer.text}`);
  return table.parse(parse(answer.text, { record_delimiter: '\r\n' }));
}

export function rowsOf(answer: Answer): Record<string, string>[] {
  if (answer.status !== 200) throw new Error(`Answered with ${answer.status}: ${answer.text}`);
  return records.parse(parse(answer.text, { record_delimiter: '\r\n', columns: true }));
}
