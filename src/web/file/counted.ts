/** `1 row`, `2,000 rows`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}

/** `$1,234,500`. */
export function dollarText(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}$${Math.abs(dollars).toLocaleString('en-US')}`;
}
