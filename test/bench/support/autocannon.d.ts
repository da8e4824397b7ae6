/** The part of autocannon that the benchmarks use; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
  }
  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
    /** Seconds, to a hundredth. */
    readonly duration: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
