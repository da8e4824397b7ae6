import { exerciseOf } from '../support/exercise.js';

/** Whether the long form was asked for: larger files and outages of up to a minute. */
export const IS_LONG = process.env['FAILURES'] === 'long';

export const ROWS = IS_LONG ? 120_000 : 20_000;

/** A file whose run lasts until something has happened to it, and one that is soon answered. */
export const [large, small] = [await exerciseOf(ROWS), await exerciseOf(2000)];
