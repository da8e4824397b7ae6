/*
 * Makes the pages of a build: the Markdown in docs becomes HTML, in the order of PAGES, with one style sheet
 * and no JavaScript; only the pages that calculate and the API reference get scripts. What pages say of columns,
 * errors and limits is inserted from the compiled sources, so it cannot differ from what the service does:
 *
 *   <!-- insert: errors -->              a table of tablesOf
 *   <!-- insert: samples/right.csv -->   a file of docs as a code block; followed by column names, a table
 *
 * marked renders it: no dependencies, with types, and it supports GitHub's tables, which docs use.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { Marked } from 'marked';
import { bundle } from './bundles.js';

/** Markdown files of docs, with the text of their links. */
const PAGES = [
  ['officer-guide.md', 'For aid officers'],
  ['systems.md', 'Your system'],
  ['quick-start.md', 'Quick start'],
  ['columns.md', 'CSV columns'],
  ['recipes.md', 'Recipes'],
  ['errors.md', 'Errors and fixes'],
  ['command-line.md', 'Command line'],
  ['clients.md', 'Clients'],
  ['library.md', 'As a library'],
  ['assistants.md', 'For assistants'],
  ['trace.md', 'Why this number'],
  ['rules.md', 'The rules'],
  ['worked-students.md', 'Worked students'],
  ['scope.md', 'Scope and limits'],
  ['stability.md', 'What may change'],
  ['changelog.md', 'Changelog'],
  ['accessibility.md', 'Accessibility'],
];
/** The page at /docs. */
const FIRST = 'officer-guide.md';
/** Files and folders of docs that are served unchanged. */
const DOWNLOADS = ['clients', 'pictures', 'samples', 'template.csv', 'rules.md'];
/** For operators and developers, who have the repository: on a page, a link to them becomes plain text. */
const NOT_SERVED = [
  'docs/operations.md',
  'docs/configuration.md',
  'docs/performance.md',
  'docs/design.md',
  'README.md',
];
/** Links in the header of every page. */
const SITE = [
  ['/', 'One student'],
  ['/file', 'A file'],
  ['/docs', 'Docs'],
  ['/docs/api', 'API'],
];
const SITE_NAME = 'Prorated loan limits';
/** The site's logo: a limit that rises in steps. */
const STEPS = 'M0 11h5v5H0zM5.5 6h5v10h-5zM11 0h5v16h-5z';
const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1a5aa8" d="${STEPS}"/></svg>`,
)}`;
const SWAGGER = 'node_modules/swagger-ui-dist';
/** Columns of files with a row per fund or course that are not fields of ours. */
const ROW_FIELDS = {
  fund: 'Fund of a row',
  fund_paid: 'Amount paid, of the fund of a row',
  course: 'Course of a row',
};
const CODE_NAMES = { '.sh': 'sh', '.mjs': 'js', '.py': 'python', '.java': 'java', '.csv': 'csv' };

/** @param {string} build the folder of the compiled sources; the pages go into its subfolder `web` */
export async function makePages(build) {
  const web = join(build, 'web');
  mkdirSync(join(web, 'docs'), { recursive: true });
  mkdirSync(join(web, 'assets'));
  for (const name of DOWNLOADS) cpSync(join('docs', name), join(web, 'docs', name), { recursive: true });
  const style = writeAsset(web, 'style.css', bundle('src/web/style.css'));
  const reference = {
    styles: [
      writeAsset(web, 'swagger-ui.css', readFileSync(join(SWAGGER, 'swagger-ui.css'))),
      writeAsset(web, 'api-reference.css', bundle('src/web/api-reference.css')),
    ],
    scripts: [
      writeAsset(web, 'swagger-ui.js', readFileSync(join(SWAGGER, 'swagger-ui-bundle.js'))),
      writeAsset(web, 'api-reference.js', readFileSync('src/web/api-reference.js')),
    ],
  };
  const tables = await tablesOf(build);
  for (const [file, name] of PAGES) {
    const main = `<main id="main" tabindex="-1">\n${rendered(join('docs', file), tables)}</main>`;
    const body = `<div class="columns">\n${navigation(file)}\n${main}\n</div>`;
    const html = page({ name, styles: [style], path: '/docs', body });
    writeFileSync(join(web, 'docs', file === FIRST ? 'index.html' : file.replace(/\.md$/, '.html')), html);
  }
  const script = (entry, constants) =>
    writeAsset(web, basename(entry).replace(/\.tsx?$/, '.js'), bundle(`src/web/${entry}`, constants));
  const styles = (name) => [style, writeAsset(web, `${name}.css`, bundle(`src/web/${name}.css`))];
  const one = { name: 'One student', path: '/', styles: styles('one'), script: script('one.tsx') };
  const home = rendered('src/web/home.md', tables);
  const bodyOne = readFileSync('src/web/one.html', 'utf8').replace('<!-- home.md -->', () => home);
  writeFileSync(join(web, 'index.html'), page({ ...one, body: bodyOne }));
  const worker = { FILE_WORKER: script('file/worker/file-worker.ts') };
  const file = { name: 'A file', path: '/file', styles: styles('file'), script: script('file.tsx', worker) };
  writeFileSync(join(web, 'file.html'), page({ ...file, body: readFileSync('src/web/file.html', 'utf8') }));
  writeFileSync(join(web, 'docs/api.html'), apiReference(reference));
}

/** Writes a file named with a hash of its contents, and a compressed copy. @returns its address. */
function writeAsset(web, name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const extension = extname(name);
  const path = `assets/${basename(name, extension)}.${hash}${extension}`;
  writeFileSync(join(web, path), content);
  writeFileSync(join(web, `${path}.gz`), gzipSync(content, { level: 9 }));
  return `/${path}`;
}

/** The Markdown that pages can insert, by name. */
async function tablesOf(build) {
  const load = (file) => import(pathToFileURL(resolve(build, 'src', file)).href);
  const { requestColumnTable, responseColumns } = await load('contract/openapi/csv-files.js');
  const { ERRORS } = await load('contract/errors.js');
  const { limitsText } = await load('contract/openapi/document-options.js');
  const { loadConfig } = await load('ops/config.js');
  const { columnLabel } = await load('contract/field-words.js');
  const { NOT_CONSIDERED } = await load('engine/not-considered.js');
  const { USUAL_NAMES } = await load('recipe/columns/usual-names.js');
  return {
    'request-columns': requestColumnTable(),
    'response-columns': table(
      ['Column', 'Member of the JSON answer'],
      responseColumns().map(({ name, source }) => [`\`${name}\``, `\`${source}\``]),
    ),
    errors: table(
      ['Status', 'Code', 'When'],
      Object.values(ERRORS).map(({ status, code, meaning }) => [
        status,
        `[\`${code}\`](#${code})`,
        escaped(meaning),
      ]),
    ),
    limits: limitsText(loadConfig({})),
    'not-considered': Object.values(NOT_CONSIDERED)
      .map((text) => `- ${text}\n`)
      .join(''),
    'usual-names': table(
      ['Field', 'Usual names'],
      Object.entries(USUAL_NAMES).map(([field, names]) => [
        ROW_FIELDS[field] ?? columnLabel(field),
        names.replace(/,\s+/g, ', '),
      ]),
    ),
  };
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}

/** Text for a table cell. In code, which marked escapes, a `<` stays. */
function escaped(text) {
  return text.replace(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part)).replaceAll('|', '\\|');
}

function csvTable(file, columns) {
  const records = parse(readFileSync(join('docs', file)), { columns: true });
  return table(
    columns.map((column) => `\`${column}\``),
    records.map((record) => columns.map((column) => escaped(record[column]))),
  );
}

function rendered(file, tables) {
  const text = readFileSync(file, 'utf8').replace(
    /<!-- insert: (\S+)(?: (\S+))? -->/g,
    (_, name, columns) => {
      if (Object.hasOwn(tables, name)) return tables[name];
      if (columns !== undefined) return csvTable(name, columns.split(','));
      const language = CODE_NAMES[extname(name)] ?? '';
      return `\`\`\`${language}\n${readFileSync(join('docs', name), 'utf8').trimEnd()}\n\`\`\``;
    },
  );
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text: title }) {
        return `<h${depth} id="${idOf(title)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      html({ text: markup }) {
        if (markup.startsWith('<!--')) return '';
        // Another word in angle brackets, such as <token>, would vanish from the page.
        if (!/^(<br>|<a id="[0-9.]+">|<\/a>)$/.test(markup))
          throw new Error(`${file} has HTML in it: ${markup}`);
        return markup;
      },
      image({ href, text: alternative }) {
        return `<img src="${address(href, file)}" alt="${alternative.replaceAll('"', '&quot;')}">`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const url = address(href, file);
        return url === null ? text : `<a href="${url}">${text}</a>`;
      },
    },
  });
  // Content that is too wide scrolls in its own frame, which must be reachable by keyboard.
  return (
    marked
      .parse(text)
      // The sections of the rules have their own anchors.
      .replace(/<(h\d|p)(?: id="[^"]*")?><a id="([0-9.]+)"><\/a>/g, '<$1 id="$2">')
      .replaceAll('<table>', '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0">')
  );
}

function idOf(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-');
}

/** The address of a Markdown link on the server; null if the target is not served. */
function address(href, file) {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [path, anchor] = href.split('#');
  const target = join(dirname(file), path).replace(/^src\/web/, 'docs');
  if (NOT_SERVED.includes(target)) return null;
  const name = target.replace(/^docs\//, '');
  const isPage = PAGES.some(([each]) => each === name);
  if (!isPage && !DOWNLOADS.some((each) => name === each || name.startsWith(`${each}/`))) {
    throw new Error(`${file} links to ${href}, which is not among the pages.`);
  }
  const url = isPage ? pageAddress(name) : `/docs/${name}`;
  return anchor === undefined ? url : `${url}#${anchor}`;
}

function pageAddress(file) {
  return file === FIRST ? '/docs' : `/docs/${basename(file, '.md')}`;
}

function navigation(current) {
  const links = PAGES.map(
    ([file, name]) =>
      `<li><a href="${pageAddress(file)}"${file === current ? ' aria-current="page"' : ''}>${name}</a></li>`,
  );
  const reference = '<li><a href="/docs/api">API reference</a></li>';
  return `<nav aria-label="Documentation"><ul>${links.join('')}${reference}</ul></nav>`;
}

function page({ name, styles, path, body, script }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} - ${SITE_NAME}</title>
${linked(styles)}
<link rel="icon" href="${ICON}">
${script === undefined ? '' : `<script src="${script}" defer></script>\n`}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${siteHeader(path)}
${body}
<footer class="foot">Answers are exact to the dollar. What you type and the files you open stay on this computer.</footer>
</body>
</html>
`;
}

function linked(styles) {
  return styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n');
}

function siteHeader(current) {
  const links = SITE.map(
    ([path, name]) =>
      `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${name}</a></li>`,
  );
  const mark = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${STEPS}"/></svg>`;
  return `<header class="site"><a class="home" href="/">${mark}${SITE_NAME}</a><nav aria-label="Site"><ul>${links.join('')}</ul></nav></header>`;
}

/** The page for Swagger UI, which styles its own part. */
function apiReference({ styles, scripts }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference - ${SITE_NAME}</title>
${linked(styles)}
<link rel="icon" href="${ICON}">
</head>
<body>
<a class="skip" href="#reference">Skip to the content</a>
${siteHeader('/docs/api')}
<noscript><p>The reference needs JavaScript. All of it is in <a href="/v1/openapi.json">the OpenAPI document</a>, too; see also <a href="/docs">the documentation</a>.</p></noscript>
<div id="reference" tabindex="-1"></div>
${scripts.map((script) => `<script src="${script}"></script>`).join('\n')}
</body>
</html>
`;
}
