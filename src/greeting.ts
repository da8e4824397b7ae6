import type { IssuedKey } from './keys/key-operations.js';

const EXAMPLE = `{"dependency_status":"dependent","grade_level":"first_year","subsidized_amount":3500,
 "terms":[{"label":"Fall","credits_enrolled":12},{"label":"Spring","credits_enrolled":9}]}`;

/** What the first start shows on the terminal: the only sight of the first key, and a request to try it with. */
export function greeting(address: string, keysFile: string, { key, token }: IssuedKey): string {
  return `
This is the first start, so an API key was issued (id ${key.id}). It is shown once; only its hash is kept in ${keysFile}.

  ${token}

Try it:

curl -s ${address}/v1/calculate -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${EXAMPLE}'

`;
}
