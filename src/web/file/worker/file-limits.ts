export { USUAL_LIMITS as FILE_LIMITS } from '../../../csv/head.js';

/** Largest file that is calculated in the page, in bytes. */
export const MAX_FILE_BYTES: number = 512 * 1024 * 1024;
