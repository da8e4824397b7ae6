import { exerciseOf } from '../support/exercise.js';

/** The long form has larger files, and outages of up to a minute. */
export const IS_LONG = process.env['FAILURES'] === 'long';

export const ROWS = IS_LONG ? 120_000 : 20_000;

/** A file whose run lasts until the fault happens, and a quick one. */
export const [large, small] = [await exerciseOf(ROWS), await exerciseOf(2000)];
