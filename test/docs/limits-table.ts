import { BYTES_BESIDE_ROW, MAX_STUDENT_BYTES } from '../../src/contract/read-student.js';
import { MOST_CHARACTERS_EXPLAINED } from '../../src/contract/row-errors.js';
import { MAX_TERMS } from '../../src/engine/student.js';
import { type Config, loadConfig } from '../../src/ops/config.js';
import { formatBytes, variableName } from '../../src/ops/config-variables.js';

/** What is set where the environment says nothing. */
export const DEFAULTS: Config = loadConfig(
  {},
  { memoryLimitBytes: 2 ** 30, parallelism: 1, isAtTerminal: false },
);

/** `4 KiB`. */
export function size(bytes: number): string {
  return formatBytes(bytes).replace(/(?<=\d)(?=[KMG]iB$)/, ' ');
}

/** `5,000,000`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** The table of limits in Markdown, without a line break at its end. */
export function renderLimitsTable(): string {
  const { bulkMaxRows, bulkMaxColumns } = DEFAULTS;
  const rows = [
    ['JSON body', size(DEFAULTS.jsonMaxBytes), by('jsonMaxBytes')],
    ['CSV body, after decompression', size(DEFAULTS.bulkMaxBytes), by('bulkMaxBytes')],
    ['terms per student', String(MAX_TERMS), 'fixed by the rules'],
    [
      `all rows of one \`student_id\`, counting ${BYTES_BESIDE_ROW} extra bytes for each`,
      size(MAX_STUDENT_BYTES),
      'none',
    ],
    ['rows', grouped(bulkMaxRows), by('bulkMaxRows')],
    ['columns of a header', String(bulkMaxColumns), by('bulkMaxColumns')],
    ['cell', size(DEFAULTS.bulkMaxCellBytes), by('bulkMaxCellBytes')],
    [
      'text of an `error` before further columns are only named',
      `${grouped(MOST_CHARACTERS_EXPLAINED)} characters`,
      'none',
    ],
  ];
  return [['What', 'Limit', 'Variable'], Array(3).fill('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function by(key: keyof Config): string {
  return `\`${variableName(key)}\``;
}
