import type { CsvLimits } from '../../csv/head.js';

/** What the page admits of a file: what a service admits whose operator has changed nothing, so that both refuse the same files. */
export const FILE_LIMITS: CsvLimits = { maxColumns: 100, maxCellBytes: 4096, maxRows: 5_000_000 };

/** Largest file that is calculated in the page, in bytes. */
export const MAX_FILE_BYTES: number = 512 * 1024 * 1024;
