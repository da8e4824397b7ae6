/** One series selector of a query. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** What a query reads, and the labels that it groups, joins or drops by. */
export interface Query {
  readonly selectors: readonly Selector[];
  readonly labels: readonly string[];
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[a-zA-Z_:][\w:]*|[\d.][\w.]*|=~|!~|!=|==|>=|<=|[^\s]/g;
const GROUPINGS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
const OPERATORS = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** Reads the names in a query; whether the query is right otherwise is for Prometheus to say. */
export function readQuery(text: string): Query {
  const tokens = text.replaceAll('$__rate_interval', '1m').match(TOKEN) ?? [];
  const selectors: Selector[] = [];
  const labels: string[] = [];
  let at = 0;

  const until = (end: string): string[] => {
    const from = at;
    while (at < tokens.length && tokens[at] !== end) at += 1;
    at += 1;
    return tokens.slice(from, at - 1);
  };
  const matchersOf = (parts: readonly string[]) =>
    parts
      .join(' ')
      .split(' , ')
      .map((matcher) => {
        const [label = '', operator = '', ...value] = matcher.split(' ');
        return { label, operator, value: JSON.parse(value.join(' ')) as unknown };
      });

  while (at < tokens.length) {
    const token = tokens[at] ?? '';
    const next = tokens[at + 1];
    at += 1;
    if (token === '[') until(']');
    else if (GROUPINGS.has(token)) {
      at += 1;
      labels.push(...until(')').filter((part) => part !== ','));
    } else if (!/^[a-zA-Z_:]/.test(token) || OPERATORS.has(token)) continue;
    else if (next === '(' || (next !== undefined && GROUPINGS.has(next))) continue;
    else {
      let matchers: Selector['matchers'] = [];
      if (next === '{') {
        at += 1;
        matchers = matchersOf(until('}')).map(({ value, ...rest }) => ({ ...rest, value: String(value) }));
      }
      selectors.push({ metric: token, matchers });
    }
  }
  return { selectors, labels };
}
