/** Columns of ids or amounts have a million different texts. */
const MOST_REMEMBERED = 1000;

/** A function of a text, for columns whose rows say the same few texts again and again: each is made once. */
export function remembered<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size < MOST_REMEMBERED) known.set(text, made);
    return made;
  };
}
