/** Whether the long form was asked for: larger files and outages of up to a minute. */
export const IS_LONG = process.env['FAILURES'] === 'long';

/** Rows of the file that is under way when something fails. */
export const ROWS = IS_LONG ? 120_000 : 20_000;

/** Prints the one line that tells how a failure went: what was done, what happened, how long recovery took. */
export function report(done: string, happened: string, recoverySeconds: number): void {
  console.log(`${done} | ${happened} | recovered after ${recoverySeconds.toFixed(1)} s`);
}
