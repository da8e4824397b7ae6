import type { SourceInfo } from '../../recipe/source.js';
import { element } from '../element.js';
import type { Opened } from './file-session.js';
import { messageBox, type NextStep, paragraph } from './message-box.js';

/** What a person can do with a file that cannot be used as it is. */
export interface RefusalListener {
  /** Reads it the way that was found. */
  onRead(): void;
  onUnpack(): void;
}

/** The refusal of a file in the words of the service, with the line that it is about and the next step as a button. */
export function refusalView({ refusal, table }: Opened, listener: RefusalListener): HTMLElement | null {
  if (refusal === null) return null;
  const { message, line, isGzip } = refusal;
  const steps: NextStep[] = [];
  if (isGzip) steps.push({ text: 'Unpack it and read it', onClick: listener.onUnpack, isPrimary: true });
  const text = table === null ? null : stepText(table.info, line?.text ?? '');
  if (text !== null) steps.push({ text, onClick: listener.onRead, isPrimary: true });
  const shown =
    line === null || line.text === ''
      ? null
      : element('pre', { props: { tabIndex: 0 } }, [`Line ${line.number}: ${line.text}`]);
  if (steps.length > 0) return messageBox('care', [paragraph(message), shown], steps);
  if (table === null) return messageBox('bad', [paragraph(message), shown]);
  // The next step is the form below it: names by the dozen would stand in front of it.
  return element('div', {}, [
    paragraph('The columns of this file have other names than ours. Match them below, once.'),
    element('details', {}, [
      element('summary', { props: { textContent: 'What is wrong with them' } }),
      paragraph(message),
    ]),
  ]);
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** What stands between cells, for people. */
export function delimiterName(delimiter: string): string {
  return DELIMITER_NAMES[delimiter] ?? delimiter;
}

const ENCODING_NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 ("Unicode text")',
  'utf-16be': 'UTF-16 ("Unicode text")',
  'windows-1252': 'Windows-1252',
};

/** An encoding, for people. */
export function encodingName(encoding: string): string {
  return ENCODING_NAMES[encoding] ?? encoding;
}

/** How the file can be read otherwise than as our CSV, as a button says it; null where only its columns are in the way. */
function stepText({ delimiter, encoding, headerRow }: SourceInfo, line: string): string | null {
  const ways: string[] = [];
  if (delimiter !== null && delimiter !== ',') ways.push(`with ${delimiterName(delimiter)}`);
  if (encoding !== null && encoding !== 'utf-8') ways.push(`as ${encodingName(encoding)}`);
  const hasSepLine = /^"?sep=/i.test(line);
  const lines = headerRow - 1 + (hasSepLine ? 1 : 0);
  const skip = lines === 0 ? null : `skip the first ${lines === 1 ? 'line' : `${lines} lines`}`;
  if (ways.length === 0) return skip === null ? null : `S${skip.slice(1)}`;
  return `Read it ${ways.join(', ')}${skip === null ? '' : `, and ${skip}`}`;
}
