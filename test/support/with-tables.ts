/** Fills in the tables between `<!-- name:start -->` and `<!-- name:end -->`. @throws Error without them. */
export function withTables(text: string, tables: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [name, table] of Object.entries(tables)) {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
    const from = result.indexOf(start);
    const to = result.indexOf(end);
    if (from < 0 || to < from) throw new Error(`There is no place for the table "${name}".`);
    result = `${result.slice(0, from)}${start}\n${table}\n${result.slice(to)}`;
  }
  return result;
}
