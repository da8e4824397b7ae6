/** The part of saxen, which brings no types, that is used here. */
declare module 'saxen' {
  /** Decodes the entities of a text or of an attribute. */
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: 'openTag',
      handler: (
        name: string,
        attributes: () => Readonly<Record<string, string>> | true,
        decode: Decode,
      ) => void,
    ): this;
    on(event: 'closeTag', handler: (name: string) => void): this;
    on(event: 'text', handler: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', handler: (text: string) => void): this;
    on(event: 'error', handler: (error: Error) => void): this;
    parse(xml: string): unknown;
  }
}
