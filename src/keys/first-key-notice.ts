import type { IssuedKey } from './key-operations.js';

const EXAMPLE = `{"dependency_status":"dependent","grade_level":"first_year","subsidized_amount":3500,
 "terms":[{"label":"Fall","credits_enrolled":12},{"label":"Spring","credits_enrolled":9}]}`;

/** The only sight of the first key. Shown as soon as it is issued, so that a start that fails later does not lose it. */
export function firstKeyNotice(keysFile: string, { key, token }: IssuedKey): string {
  return `
This is the first start, so an API key was issued (id ${key.id}). It is shown once; only its hash is kept in ${keysFile}.

  ${token}

`;
}

/** A request to try the first key with, once the service answers at `address`. */
export function firstRequest(address: string, { token }: IssuedKey): string {
  return `
Try it:

curl -sS --fail-with-body ${address}/v1/calculate -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${EXAMPLE}'

`;
}
