/** The part of saxen's API that is used here; saxen has no types. */
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
