import { Parser } from 'saxen';
import { recipeError } from './recipe-error.js';

/** What is told of a piece of XML, in its order. Names come without a prefix, texts with their entities decoded. */
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
  parser.on('openTag', (name, attributes, decode) => {
    handler.open?.(localName(name), (wanted) => {
      const all = attributes();
      const value = all === true ? undefined : all[wanted];
      return value === undefined ? undefined : decode(value);
    });
  });
  parser.on('text', (text, decode) => handler.text?.(decode(text)));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closeTag', (name) => handler.close?.(localName(name)));
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
