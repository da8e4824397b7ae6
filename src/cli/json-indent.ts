const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** JSON text with a line for each member, for people. Numbers stay as they are written, which a parser does not promise. */
export function indented(json: string): string {
  let text = '';
  let depth = 0;
  const newLine = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of json.matchAll(TOKEN)) {
    const isClosing = token === '}' || token === ']';
    const isFirst = text.endsWith('{') || text.endsWith('[');
    if (isClosing) {
      depth -= 1;
      text += isFirst ? token : newLine() + token;
      continue;
    }
    if (isFirst || text.endsWith(',')) text += newLine();
    text += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
  }
  return text;
}
