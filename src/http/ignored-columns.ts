import { MAX_NAMED_COLUMNS } from '../contract/openapi/parts.js';

/** Proxies between the service and the caller may allow no more than 8 KiB for all headers of an answer. */
const MOST_CHARACTERS = 4096;

/**
 * The value of `X-Ignored-Columns`, or undefined when every column was read: the names as written in the file,
 * percent-encoded and separated by commas. After the first `MAX_NAMED_COLUMNS`, or as many as fit into 4 KiB, comes the
 * number of others, encoded alike (`and%20N%20more`). A comma within a name is encoded, so a reader splits at the
 * commas and decodes each part.
 *
 * @throws URIError for a lone surrogate, which no UTF-8 file has.
 */
export function ignoredColumnsHeader(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const named: string[] = [];
  let characters = 0;
  for (const name of names.slice(0, MAX_NAMED_COLUMNS)) {
    const encoded = encodeURIComponent(name);
    characters += encoded.length;
    if (characters > MOST_CHARACTERS) break;
    named.push(encoded);
  }
  const others = names.length - named.length;
  return [...named, ...(others > 0 ? [`and%20${others}%20more`] : [])].join(',');
}
