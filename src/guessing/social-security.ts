const NAMED =
  /(?:^|[^a-z])(?:ssn|itin|tin)(?:[^a-z]|$)|social.{0,3}sec|soc.{0,2}sec|(?:^|[^a-z])ss.?(?:no|nbr|num|number|#)(?:[^a-z]|$)|tax.{0,3}(?:payer.{0,3})?id/i;

/** As it is printed: no area 000, 666 or above 899, no group 00, no serial 0000. */
const PRINTED = /^(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}$/;

/**
 * Whether a column holds social security numbers, which are not student ids: by its name, or because most filled values
 * look as they are printed, 123-45-6789.
 */
export function holdsSocialSecurity(name: string, values: Iterable<string>): boolean {
  if (NAMED.test(name)) return true;
  let filled = 0;
  let printed = 0;
  for (const value of values) {
    if (value.trim() === '') continue;
    filled += 1;
    if (PRINTED.test(value.trim())) printed += 1;
  }
  return printed * 2 > filled;
}
