/** Whether the long form was asked for: larger files and outages of up to a minute. */
export const IS_LONG = process.env['FAILURES'] === 'long';

export const ROWS = IS_LONG ? 120_000 : 20_000;
