/** The part of saxen, which brings no types, that is used here. */
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      handler: (name: string, attributes: () => Readonly<Record<string, string>> | true) => void,
    ): this;
    on(event: 'closeTag', handler: (name: string) => void): this;
    on(event: 'text', handler: (text: string) => void): this;
    on(event: 'cdata', handler: (text: string) => void): this;
    on(event: 'attention' | 'error' | 'warn', handler: () => void): this;
    write(xml: string): this;
    end(): unknown;
  }
}
