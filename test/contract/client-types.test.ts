import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { expect, it } from 'vitest';
import type { components, paths } from '../../docs/clients/contract.js';
import { openapiDocument } from '../../src/contract/openapi/document.js';
import { OPTIONS } from './openapi-support.js';

type Body = paths['/v1/calculate']['post']['requestBody']['content']['application/json'];
type Student = components['schemas']['CalculationRequest'];

/** The following is checked by compiling it: `npm run typecheck`. */
const MINIMAL: Body = { dependency_status: 'dependent', terms: [{ label: 'Fall' }] };
const WHOLE: Student = {
  dependency_status: 'independent',
  degree_level: 'graduate',
  grade_level: null,
  subsidized_amount: '0',
  plus_denied: false,
  is_legacy_borrower: true,
  cost_of_attendance: '38000.00',
  total_limit: 20_000,
  academic_year_terms: 2,
  terms: [{ label: 'Fall', credits_enrolled: 4.5, prior_disbursement_sub: null }],
};
// @ts-expect-error A term needs a label.
const WITHOUT_LABEL: Body = { dependency_status: 'dependent', terms: [{}] };
// @ts-expect-error The status is one of a list of words.
const WITH_OTHER_WORD: Body = { dependency_status: 'D', terms: [{ label: 'Fall' }] };

it('takes a body with nothing but what is required', () => {
  expect([MINIMAL, WHOLE, WITHOUT_LABEL, WITH_OTHER_WORD]).toHaveLength(4);
});

it('is what openapi-typescript makes of the OpenAPI document (-u writes it)', async () => {
  const document: OpenAPI3 = JSON.parse(JSON.stringify(openapiDocument(OPTIONS)));
  const text = astToString(await openapiTypes(document));
  await expect(text).toMatchFileSnapshot('../../docs/clients/contract.d.ts');
});
