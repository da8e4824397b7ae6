/** The middle and the ends of repeated measurements. @throws RangeError without values. */
export function spread(values: readonly number[]): { median: number; min: number; max: number } {
  return { median: percentile(values, 50), min: percentile(values, 0), max: percentile(values, 100) };
}

/** The value that `percent` of the values do not exceed; between two values, their mean by distance. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError('There are no values.');
  return below + (above - below) * (place - Math.floor(place));
}

/** `median (min..max)`, each as `show` writes it. */
export function spreadText(values: readonly number[], show: (value: number) => string): string {
  const { median, min, max } = spread(values);
  return `${show(median)} (${show(min)}..${show(max)})`;
}

/** Three significant digits, thousands with a comma. */
export function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: value >= 1000 ? 6 : 3 });
}

/** A share of 1 as percent. */
export function percentText(share: number): string {
  return `${figure(share * 100)}%`;
}
