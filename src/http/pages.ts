import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Express, RequestHandler } from 'express';
import { named } from './admission.js';
import { allowOnly } from './error-handlers.js';

/** No other origins, nothing inline, no framing, and no connections: pages and workers only calculate. */
const PAGE_POLICY = policy([
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'none'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
  'trusted-types worker',
]);

/** The API reference writes its own style sheets, including fonts. It may connect only to this service. */
const REFERENCE_POLICY = policy([
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
]);

function policy(directives: readonly string[]): string {
  const everywhere = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return ["default-src 'none'", ...directives, ...everywhere].join('; ');
}

/**
 * Serves the built static pages: `docs/columns.html` at `/docs/columns`, `index.html` at the path of its
 * folder, everything else under its own name. The list is made once, at startup, and no other path is served.
 * A page with a trailing slash, as people type it, redirects to the page.
 */
export function servePages(app: Express, folder: string): void {
  for (const file of filesOf(folder)) {
    const path = pathOf(file);
    // One name for a whole folder in logs and metrics: asset names change with every build.
    const pattern = file.includes('/') ? `/${file.split('/', 1)[0]}/*` : path;
    app.route(path).all(named(pattern)).get(sendStatic(folder, file)).all(allowOnly('GET', 'HEAD'));
    if (file.endsWith('.html') && path !== '/') {
      app.get(`${path}/`, named(pattern), (_req, res) => res.redirect(308, path));
    }
  }
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gz'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function pathOf(file: string): string {
  return `/${file.replace(/\.html$/, '').replace(/(^|\/)index$/, '')}`;
}

function sendStatic(folder: string, file: string): RequestHandler {
  const headers: Record<string, string> = {
    'Content-Security-Policy': file === 'docs/api.html' ? REFERENCE_POLICY : PAGE_POLICY,
    // The names of assets include a hash of their content.
    'Cache-Control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  const hasCopy = existsSync(join(folder, `${file}.gz`));
  if (hasCopy) headers['Vary'] = 'Accept-Encoding';
  return (req, res, next) => {
    // Preconditions for changes do not apply here, and would fail with errors in a different format.
    for (const name of ['if-match', 'if-unmodified-since']) delete req.headers[name];
    res.set(headers);
    // Client programs are shown as text, not run or downloaded.
    if (file.includes('/clients/')) res.type('text/plain');
    const isCompressed = hasCopy && req.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isCompressed) res.type(file.endsWith('.css') ? 'css' : 'js').set('Content-Encoding', 'gzip');
    const options = { root: folder, cacheControl: false, acceptRanges: false };
    res.sendFile(isCompressed ? `${file}.gz` : file, options, (error) => {
      // A caller who leaves in the middle is not an error.
      if (error !== undefined && !res.headersSent) next(error);
    });
  };
}

const CLIENTS = [
  { lang: 'Shell', label: 'curl', file: 'client.sh' },
  { lang: 'JavaScript', label: 'JavaScript', file: 'client.mjs' },
  { lang: 'Python', label: 'Python', file: 'client.py' },
  { lang: 'Java', label: 'Java', file: 'Client.java' },
];

/** The clients of the documentation, for the OpenAPI document. @throws Error when the build lacks one. */
export function readCodeSamples(folder: string) {
  return CLIENTS.map(({ lang, label, file }) => ({
    lang,
    label,
    source: readFileSync(join(folder, file), 'utf8'),
  }));
}
