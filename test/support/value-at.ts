/** The value at a path such as `terms.0.equal.subsidized`; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), value);
}
