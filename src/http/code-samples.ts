import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeSample } from '../contract/openapi/document-options.js';

const CLIENTS = [
  { lang: 'Shell', label: 'curl', file: 'client.sh' },
  { lang: 'JavaScript', label: 'JavaScript', file: 'client.mjs' },
  { lang: 'Python', label: 'Python', file: 'client.py' },
  { lang: 'Java', label: 'Java', file: 'Client.java' },
];

/** The clients of the documentation, for the OpenAPI document. @throws Error when the build lacks one. */
export function readCodeSamples(folder: string): readonly CodeSample[] {
  return CLIENTS.map(({ lang, label, file }) => ({
    lang,
    label,
    source: readFileSync(join(folder, file), 'utf8'),
  }));
}
