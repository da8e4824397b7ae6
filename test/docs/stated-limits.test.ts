import { expect, test } from 'vitest';
import { z } from 'zod';
import { ANSWER_TTL_MS } from '../../src/bulk/queue/protocol.js';
import { MAX_TEXT_LENGTH } from '../../src/contract/field-kinds.js';
import { fieldNamed } from '../../src/contract/field-list.js';
import { openapiDocument } from '../../src/contract/openapi/document.js';
import { BYTES_BESIDE_ROW, MAX_STUDENT_BYTES } from '../../src/contract/read-student.js';
import { MOST_CHARACTERS_EXPLAINED } from '../../src/contract/row-errors.js';
import { FULL_BYTES } from '../../src/csv/chunk.js';
import { CURRENT_AWARD_YEAR } from '../../src/engine/award-years.js';
import { MAX_DECIMAL_PLACES, MAX_SIGNIFICANT_DIGITS, TOO_LARGE, toText } from '../../src/engine/exact.js';
import { limitsFor } from '../../src/engine/limits.js';
import { MAX_TERMS } from '../../src/engine/student.js';
import { listed } from '../../src/engine/texts.js';
import { DEFAULT_FULL_TIME_CREDITS } from '../../src/engine/working.js';
import { PIECE_BYTES } from '../../src/http/answer-stream.js';
import { UNWANTED_BYTES } from '../../src/http/body.js';
import { MIN_WINDOW_BYTES } from '../../src/http/bulk-route.js';
import { issueToken } from '../../src/keys/token.js';
import { loadConfig } from '../../src/ops/config.js';
import { allVariables, formatBytes } from '../../src/ops/config-variables.js';
import { readText } from '../support/yaml-files.js';

const TOKEN = issueToken();
const KEY_FORM = `${TOKEN.slice(0, 9)} and ${TOKEN.length - 9} letters and digits`;
const DEFAULTS = loadConfig({}, { memoryLimitBytes: 2 ** 30, parallelism: 1, isAtTerminal: false });

const size = (bytes: number) => formatBytes(bytes).replace(/(?<=\d)(?=[KMG]iB$)/, ' ');
const grouped = (count: number) => count.toLocaleString('en-US');
const seconds = (ms: number) => `${ms / 1000} seconds`;

/** Limits that are stated in prose, computed from the code: if one changes, its sentence must, too. */
const cost = grouped(limitsFor(CURRENT_AWARD_YEAR).legacy.total.amount);
const { from = 0, to = 0 } = fieldNamed('academic_year_terms').range ?? {};
const yearTerms = Array.from({ length: to - from + 1 }, (_, nth) => String(from + nth));

const STATED: Readonly<Record<string, readonly string[]>> = {
  'docs/operations.md': [
    `\`BODY_IDLE_TIMEOUT_MS\` (${seconds(DEFAULTS.bodyIdleTimeoutMs)}) has to bring ${size(MIN_WINDOW_BYTES)} of a CSV body`,
    `\`BULK_WINDOW\` (${DEFAULTS.bulkWindow}) chunks on the way, of up to ${size(FULL_BYTES)} in`,
    `reads less than ${size(PIECE_BYTES)} of a waiting answer`,
    `\`SHUTDOWN_TIMEOUT_MS\` (${DEFAULTS.shutdownTimeoutMs / 60_000} minutes)`,
  ],
  'docs/configuration.md': [
    `${MAX_TERMS} terms a student; ${size(MAX_STUDENT_BYTES)} for all rows of one \`student_id\`, counting ${BYTES_BESIDE_ROW} extra`,
    `${grouped(MOST_CHARACTERS_EXPLAINED)} characters of an`,
  ],
  'SECURITY.md': [`at most ${size(UNWANTED_BYTES)} are read`, `at most ${seconds(ANSWER_TTL_MS)}`],
  'docs/rules.md': [
    `are \`full_time_credits\`, or ${toText(DEFAULT_FULL_TIME_CREDITS)} where nothing is given`,
    `\`academic_year_terms\` other than ${listed(yearTerms, 'or')} |`,
    `| No term, or more than ${MAX_TERMS} |`,
    `less ${cost}, and never below 0`,
    `A cost of ${cost} or less leaves nothing`,
    `longer than ${MAX_TEXT_LENGTH} characters`,
    `A number of more than ${MAX_SIGNIFICANT_DIGITS} significant digits, of ${grouped(TOO_LARGE)} or more, or with more than ${MAX_DECIMAL_PLACES} decimal places`,
  ],
  'docs/quick-start.md': [KEY_FORM.replace(/^\S+/, '`$&`')],
  'docs/errors.md': [`(${TOKEN.length} characters)`],
};

test.each(Object.entries(STATED))('%s states the limits that the code has', (file, phrases) => {
  const text = readText(file).replaceAll(/\s+/g, ' ');
  expect(phrases.filter((phrase) => !text.includes(phrase))).toEqual([]);
});

test('descriptions of variables state the limits that the code has', () => {
  const { bulkChunkRows, bodyIdleTimeoutMs, responseIdleTimeoutMs } = allVariables;
  expect(bulkChunkRows.meta()?.description).toContain(`full at ${size(FULL_BYTES)}`);
  expect(bodyIdleTimeoutMs.meta()?.description).toContain(`at least ${size(MIN_WINDOW_BYTES)} of a CSV body`);
  expect(responseIdleTimeoutMs.meta()?.description).toContain(`less than ${size(PIECE_BYTES)} of a waiting`);
});

test('the OpenAPI document states the form of a token', () => {
  const document = openapiDocument(DEFAULTS);
  expect(JSON.stringify(document)).toContain(`"bearerFormat":"${KEY_FORM}"`);
});

test('every direct dependency is pinned to one version, as SECURITY.md says', () => {
  const named = z.record(z.string(), z.string());
  const manifest = z.object({ dependencies: named, devDependencies: named });
  const { dependencies, devDependencies } = manifest.parse(JSON.parse(readText('package.json')));
  const versions = Object.values({ ...dependencies, ...devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});

/** Relative luminance of a color such as `#77838f`, as defined by WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('borders of fields have the contrast that the statement says, which axe-core does not measure', () => {
  const tokens = readText('src/web/styles/tokens.css');
  const lowest = [1, 2].map((theme) => {
    const shade = (name: string) =>
      0.05 +
      luminance(
        new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(tokens)?.[theme] ?? '',
      );
    const ratios = ['back', 'panel'].map((behind) => shade('edge') / shade(behind));
    return Math.floor(Math.min(...ratios.map((ratio) => Math.max(ratio, 1 / ratio))) * 10) / 10;
  });
  const stated = /([\d.]+) to 1 or more in the light theme, ([\d.]+) to 1 in the dark one/;
  expect(stated.exec(readText('docs/accessibility.md'))?.slice(1).map(Number)).toEqual(lowest);
});
