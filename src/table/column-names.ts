/** The limits of an Excel sheet. */
export const MOST_SHEET_ROWS = 2 ** 20;
export const MOST_SHEET_COLUMNS = 2 ** 14;

/** The letters of a column, counted from 0, as a spreadsheet shows them: A, B, … Z, AA. */
export function columnLetters(column: number): string {
  const before = column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(65 + (column % 26));
}

/**
 * Unique column names: the second `Credits` becomes `Credits [2]`, a blank one in column D `Column D`. Names
 * that differ only in case, spaces, hyphens or underscores count as equal, since people would confuse them.
 */
export function columnNames(header: readonly string[]): readonly string[] {
  const taken = new Set(header.map(nameKey));
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return header.map((own, index) => {
    const isBlank = visible(own).trim() === '';
    const name = isBlank ? `Column ${columnLetters(index)}` : own;
    const key = nameKey(name);
    if (!isBlank && seen.size < seen.add(key).size) return name;
    let unique = name;
    let count = counts.get(key) ?? 1;
    while (taken.has(nameKey(unique))) unique = `${name} [${++count}]`;
    counts.set(key, count);
    taken.add(nameKey(unique));
    return unique;
  });
}

/** The name in the file of a column such as `Credits [2]`: `Credits`. */
export function baseOf(name: string): string {
  return name.replace(/ \[\d+\]$/, '');
}

/** Zero-width spaces and joiners, soft hyphens, and direction marks. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Nearly all of the millions of cells are plain and need no normalizing. */
const PLAIN = /^[ -~]*$/;

/** A name or cell in the form used for comparison: case, spaces, hyphens and underscores are ignored. */
export function nameKey(name: string): string {
  return visible(name)
    .toLowerCase()
    .replace(/[\s\p{Pd}\p{Pc}]+/gu, '');
}

function visible(name: string): string {
  return PLAIN.test(name) ? name : name.normalize('NFKC').replace(INVISIBLE, '');
}
