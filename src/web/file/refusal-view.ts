import type { SourceInfo } from '../../recipe/source.js';
import { element } from '../element.js';
import { button, details, messageBox, paragraph } from '../page-parts.js';
import { DELIMITER_NAMES, ENCODING_NAMES } from './facts-view.js';
import type { Opened } from './file-session.js';

/** The next step with a file that cannot be used as it is, as its button says it; null where only its columns are in the way. */
export function nextStep({ refusal, table }: Opened): string | null {
  if (refusal?.isGzip) return 'Unpack it and read it';
  return table === null ? null : readingText(table.info, refusal?.line?.text ?? '');
}

/** The refusal of a file in the words of the service, with the line that it is about and the next step as a button. */
export function refusalView(opened: Opened, onStep: () => void): HTMLElement | null {
  if (opened.refusal === null) return null;
  const { message, line } = opened.refusal;
  const shown =
    line === null || line.text === ''
      ? null
      : element('pre', { tabIndex: 0 }, [`Line ${line.number}: ${line.text}`]);
  const step = nextStep(opened);
  if (step !== null) {
    const primary = button(step, onStep, { className: 'primary' });
    return messageBox('care', [message, shown, element('p', { className: 'actions' }, [primary])]);
  }
  if (opened.table === null) return messageBox('bad', [message, shown]);
  // The next step is the form below it: names by the dozen would stand in front of it.
  return element('div', {}, [
    paragraph('The columns of this file have other names than ours. Match them below, once.'),
    details('What is wrong with them', [paragraph(message)]),
  ]);
}

/** How the file can be read otherwise than as our CSV; null where it need not be. */
function readingText({ delimiter, encoding, headerRow }: SourceInfo, line: string): string | null {
  const ways: string[] = [];
  if (delimiter !== null && delimiter !== ',') ways.push(`with ${DELIMITER_NAMES[delimiter]}`);
  if (encoding !== null && encoding !== 'utf-8') ways.push(`as ${ENCODING_NAMES[encoding]}`);
  const hasSepLine = /^"?sep=/i.test(line);
  const lines = headerRow - 1 + (hasSepLine ? 1 : 0);
  const skip = lines === 0 ? null : `skip the first ${lines === 1 ? 'line' : `${lines} lines`}`;
  if (ways.length === 0) return skip === null ? null : `S${skip.slice(1)}`;
  return `Read it ${ways.join(', ')}${skip === null ? '' : `, and ${skip}`}`;
}
