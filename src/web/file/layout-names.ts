import type { Encoding } from '../../recipe/encoding.js';
import type { Delimiter } from '../../recipe/records.js';

/** What stands between cells, for people. */
export const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** Encodings, for people. */
export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 ("Unicode text")',
  'utf-16be': 'UTF-16 ("Unicode text", big-endian)',
  'windows-1252': 'Windows-1252',
};
