/** What a sheet of Excel holds. */
export const MOST_SHEET_ROWS = 2 ** 20;
export const MOST_SHEET_COLUMNS = 2 ** 14;

/** The name of a column, counted from 0, as a spreadsheet shows it: A, B, … Z, AA. */
export function columnLetters(column: number): string {
  const before = column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(65 + (column % 26));
}

/**
 * A name for each column, and no two the same: the second `Credits` is `Credits [2]`, and a blank one in column D is
 * `Column D`. Names that differ in capitals or blanks count as the same, since they would be taken for each other.
 */
export function columnNames(header: readonly string[]): readonly string[] {
  const taken = new Set(header.map(nameKey));
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return header.map((own, place) => {
    const isBlank = visible(own).trim() === '';
    const name = isBlank ? `Column ${columnLetters(place)}` : own;
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

/** The name in the file of the second or a later column of one name: `Credits` for `Credits [2]`. */
export function baseOf(name: string): string {
  return name.replace(/ \[\d+\]$/, '');
}

/** Characters that are invisible: zero-width spaces and joiners, soft hyphens, direction marks. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Nearly all cells are visible as they are, and there are millions of them. */
const PLAIN = /^[ -~]*$/;

/** A name or a cell in the form used for comparison: neither case nor blanks, hyphens and underscores count. */
export function nameKey(name: string): string {
  return visible(name)
    .toLowerCase()
    .replace(/[\s\p{Pd}\p{Pc}]+/gu, '');
}

function visible(name: string): string {
  return PLAIN.test(name) ? name : name.normalize('NFKC').replace(INVISIBLE, '');
}
