import { Parser } from 'saxen';
import { recipeError } from './recipe-error.js';

/** How a Japanese text is read aloud, which is no part of the text. */
const READING = 'rPh';

/** What is told of a piece of XML, in its order. Names come without a prefix, texts with their entities decoded; readings are left out. */
export interface XmlHandler {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads XML, of which there may be none.
 *
 * @throws RecipeError for what is no XML.
 */
export function readXml(xml: string, handler: XmlHandler): void {
  if (xml === '') return;
  const parser = new Parser();
  let isReading = false;
  parser.on('openTag', (name, attributes, decode) => {
    if (localName(name) === READING) isReading = true;
    if (isReading) return;
    handler.open?.(localName(name), (wanted) => {
      const all = attributes();
      const value = all === true ? undefined : all[wanted];
      return value === undefined ? undefined : decode(value);
    });
  });
  const tell = (text: string): void => {
    if (!isReading) handler.text?.(text);
  };
  parser.on('text', (text, decode) => tell(decode(text)));
  parser.on('cdata', tell);
  parser.on('closeTag', (name) => {
    if (!isReading) handler.close?.(localName(name));
    else if (localName(name) === READING) isReading = false;
  });
  parser.on('error', () => {
    throw recipeError(
      'The workbook is damaged. Open it in your spreadsheet, save it again, and take that file.',
    );
  });
  parser.parse(xml);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
