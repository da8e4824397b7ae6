import fc from 'fast-check';

/** A text with a few stretches deleted, or replaced by the given pieces or by other stretches of it. */
export function mutated(text: string, pieces: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(text.length),
    length: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40)),
    text: fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((some) => some.join('')),
      fc.tuple(fc.nat(text.length), fc.nat(30)).map(([from, length]) => text.slice(from, from + length)),
    ),
  });
  return fc
    .array(edit, { minLength: 1, maxLength: 4 })
    .map((edits) =>
      edits.reduce(
        (changed, { at, length, text: put }) => changed.slice(0, at) + put + changed.slice(at + length),
        text,
      ),
    );
}
