/**
 * How large one student of a file may be. A student is calculated in one piece, so all its rows must fit in memory: their bytes, and
 * so much more for each.
 */
export const MAX_STUDENT_BYTES: number = 32 * 1024 * 1024;
export const BYTES_BESIDE_ROW = 512;
