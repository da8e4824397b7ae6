import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

export const ROOT = resolve(import.meta.dirname, '../..');

const objectSchema = z.record(z.string(), z.unknown());

/** A YAML file with one document; `path` is relative to the repository. Anchors and merges are resolved. */
export function readYaml(path: string): Record<string, unknown> {
  return objectSchema.parse(parse(readText(path), { merge: true }));
}

/** The documents of all YAML files in a folder, by file name. @throws Error if a file is not valid YAML. */
export function readYamlFolder(folder: string): Record<string, unknown>[] {
  const files = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.yaml'));
  return files.sort().flatMap((name) =>
    parseAllDocuments(readText(join(folder, name)), { merge: true }).map((document) => {
      const [error] = document.errors;
      if (error !== undefined) throw new Error(`${name}: ${error.message}`);
      return objectSchema.parse(document.toJS());
    }),
  );
}

const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      type: z.string(),
      datasource: z.object({ uid: z.string() }).optional(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});

export const readDashboard = () =>
  dashboardSchema.parse(JSON.parse(readText('deploy/grafana/dashboards/prorata.json'))).panels;

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
