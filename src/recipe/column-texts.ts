import { counted, listed, numberText, wholeDollars } from '../engine/plain-texts.js';
import type { ColumnFacts, Rival, StudentDollars } from './examination.js';

/** How the values of columns are told to people. */

const MOST_SAMPLES = 5;
const LONGEST_SAMPLE = 24;
const MOST_CODES = 8;

/** Five different values of a column: `12 · 9 · 15`. */
export function samplesText({ samples }: ColumnFacts): string {
  return samples.slice(0, MOST_SAMPLES).map(cut).join(' · ');
}

/** How many cells are blank: `no blanks`, `3 of 20 blank`. */
export function blanksText({ blanks, rows }: ColumnFacts): string {
  if (blanks === 0) return 'no blanks';
  return blanks === rows ? 'all blank' : `${numberText(blanks)} of ${numberText(rows)} blank`;
}

/** What a column holds, in one line: its codes with counts, or its values. */
export function valuesText(column: ColumnFacts): string {
  const { codes, distinct, least, most, numbers } = column;
  if (codes !== null && codes.length <= MOST_CODES) {
    return codes
      .map(({ code, rows }) => `${code === '' ? 'blank' : cut(code)} (${numberText(rows)})`)
      .join(' · ');
  }
  const range = numbers > 0 && least !== null && most !== null ? ` from ${least} to ${most}` : '';
  const count = codes === null ? `${numberText(distinct)} or more` : numberText(distinct);
  return `${count} different${range}: ${samplesText(column)}; ${blanksText(column)}`;
}

function cut(text: string): string {
  return text.length <= LONGEST_SAMPLE ? text : `${text.slice(0, LONGEST_SAMPLE - 1)}…`;
}

/** The columns whose name has a text somewhere, in any case. */
export function foundIn(columns: readonly ColumnFacts[], text: string): readonly ColumnFacts[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? columns : columns.filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** How another column differs from the one that is placed, with the dollars of one student by either. */
export function rivalText({ column, rows, differ, lower, higher, effect }: Rival): string {
  const side =
    lower > 0 && higher === 0
      ? `is lower in ${numberText(lower)} of ${counted(rows, 'row')}`
      : higher > 0 && lower === 0
        ? `is higher in ${numberText(higher)} of ${counted(rows, 'row')}`
        : `differs in ${numberText(differ)} of ${counted(rows, 'row')}`;
  if (effect === null) return `${column} ${side}.`;
  const { student, placed, rival } = effect;
  return `${column} ${side}. Student ${student}: ${dollarsText(placed)} as placed, ${dollarsText(rival)} by ${column}.`;
}

/** A student's loans in one phrase. */
export function dollarsText(dollars: StudentDollars): string {
  if ('refused' in dollars) return `not calculated (${dollars.refused})`;
  const { sub, unsub, gradPlus } = dollars;
  const parts = [`${wholeDollars(sub)} subsidized`, `${wholeDollars(unsub)} unsubsidized`];
  return listed(gradPlus > 0 ? [...parts, `${wholeDollars(gradPlus)} Grad PLUS`] : parts, 'and');
}
