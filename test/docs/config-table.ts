import { z } from 'zod';
import {
  allVariables,
  apiVariables,
  formatBytes,
  variableName,
  workerVariables,
} from '../../src/ops/config-variables.js';

const metaSchema = z.object({
  description: z.string().min(1),
  unit: z.string().optional(),
  unset: z.string().default('unset'),
});

/** The table of variables in Markdown, without a line break at its end. */
export function renderConfigTable(): string {
  const rows = Object.entries(allVariables).map(([key, schema]) => {
    const { unit = unitOf(key), unset, description } = metaSchema.parse(schema.meta());
    return [`\`${variableName(key)}\``, defaultOf(schema, unit) ?? unset, unit, readersOf(key), description];
  });
  return [['Variable', 'Default', 'Unit', 'Read by', 'Meaning'], Array(5).fill('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function unitOf(key: string): string {
  return key.endsWith('Ms') ? 'ms' : key.endsWith('Bytes') ? 'bytes' : '';
}

function defaultOf(schema: z.ZodType, unit: string): string | undefined {
  const value = schema.parse(undefined);
  if (value === undefined) return undefined;
  return `\`${unit === 'bytes' ? formatBytes(Number(value)) : String(value)}\``;
}

function readersOf(key: string): 'API' | 'worker' | 'both' {
  if (!(key in workerVariables.shape)) return 'API';
  return key in apiVariables.shape ? 'both' : 'worker';
}
