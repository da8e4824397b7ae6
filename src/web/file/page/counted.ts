/** `2,000`. */
export function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 row`, `2,000 rows`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : plural}`;
}

/** `$1,234,500`, `−$20`. */
export function dollarText(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}$${numberText(Math.abs(dollars))}`;
}
