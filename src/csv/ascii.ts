/** The bytes that mean something in CSV. In UTF-8 they are never part of another character. */
export const NUL = 0;
export const LF = 10;
export const CR = 13;
export const QUOTE = 34;
export const COMMA = 44;
